package podcast

import (
	"context"
	"encoding/json"
	"math"
	"regexp"
	"strings"

	"sonora/internal/feed"
	"sonora/internal/music"
)

const (
	srtType  = "application/x-subrip"
	vttType  = "text/vtt"
	jsonType = "application/json"
	htmlType = "text/html"
)

// rank orders the formats of transcripts, those with times first.
func rank(t feed.TranscriptRef) int {
	switch formatOf(t) {
	case jsonType:
		return 3
	case vttType:
		return 2
	case srtType:
		return 1
	}
	return 0
}

// formatOf returns the format of a transcript, from the feed or the URL's
// extension.
func formatOf(t feed.TranscriptRef) string {
	switch kind := strings.TrimSpace(strings.Split(t.MIME, ";")[0]); kind {
	case vttType, jsonType, htmlType:
		return kind
	case srtType, "application/srt", "text/srt", "application/octet-stream":
		if endingOf(t.URL) != ".vtt" {
			return srtType
		}
		return vttType
	}
	if format := map[string]string{".srt": srtType, ".vtt": vttType, ".json": jsonType, ".html": htmlType, ".htm": htmlType}[endingOf(t.URL)]; format != "" {
		return format
	}
	return "text/plain"
}

// Transcript returns the transcript of an episode that the viewer may hear,
// whatever its format. The error has the code NotFound if there is none.
func (s *Service) Transcript(ctx context.Context, v music.Viewer, id string) ([]feed.TranscriptLine, error) {
	e, err := s.Store.Episode(ctx, v, id, s.now())
	if err != nil {
		return nil, err
	}
	if len(e.Transcripts) == 0 {
		return nil, music.ErrNotFound
	}
	best := e.Transcripts[0]
	for _, t := range e.Transcripts[1:] {
		if rank(t) > rank(best) {
			best = t
		}
	}
	if best.Text != "" {
		return parseTranscript([]byte(best.Text), guessed(best)), nil
	}
	return remembered(s.texts, "transcript "+e.ID+" "+best.URL, func() ([]feed.TranscriptLine, int, error) {
		body, err := s.text(context.WithoutCancel(ctx), e, best.URL, best.MIME)
		if err != nil {
			return nil, 0, err
		}
		return parseTranscript(body, formatOf(best)), len(body), nil
	})
}

// guessed returns the format of a transcript that somebody pasted.
func guessed(t feed.TranscriptRef) string {
	text := strings.TrimSpace(t.Text)
	switch {
	case strings.HasPrefix(text, "WEBVTT"):
		return vttType
	case strings.HasPrefix(text, "{"):
		return jsonType
	case arrow.MatchString(text):
		return srtType
	}
	return "text/plain"
}

// parseTranscript parses a transcript. Without times, every paragraph is a line
// at 0.
func parseTranscript(body []byte, format string) []feed.TranscriptLine {
	text := strings.TrimPrefix(strings.ToValidUTF8(string(body), "\uFFFD"), "\ufeff")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	var list []feed.TranscriptLine
	switch format {
	case jsonType:
		list = jsonLines([]byte(text))
	case srtType, vttType:
		list = subtitles(text)
	case htmlType:
		list = htmlLines(text)
	}
	if len(list) == 0 && format != jsonType {
		list = textLines(plainText(text))
	}
	if list == nil {
		list = []feed.TranscriptLine{}
	}
	return list[:min(len(list), feed.MaxLines)]
}

var (
	arrow   = regexp.MustCompile(`(?m)^\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})`)
	voice   = regexp.MustCompile(`^<v(?:\.[^ >]*)? ([^>]+)>`)
	speaker = regexp.MustCompile(`^([\p{Lu}][\p{L}\p{N} .'-]{0,40}):\s+(.+)$`)
)

// subtitles parses SRT and WebVTT: blocks with a line of times.
func subtitles(text string) []feed.TranscriptLine {
	var list []feed.TranscriptLine
	for block := range strings.SplitSeq(text, "\n\n") {
		at := arrow.FindStringSubmatchIndex(block)
		if at == nil || len(list) == feed.MaxLines {
			continue
		}
		_, said, _ := strings.Cut(block[at[1]:], "\n")
		l := feed.TranscriptLine{Start: clockTime(block[at[2]:at[3]]), End: clockTime(block[at[4]:at[5]])}
		said = strings.TrimSpace(said)
		if name := voice.FindStringSubmatch(said); name != nil {
			l.Speaker = line(name[1], 60)
		}
		l.Text = line(said, maxLine)
		if name := speaker.FindStringSubmatch(l.Text); name != nil && l.Speaker == "" {
			l.Speaker, l.Text = name[1], name[2]
		}
		if l.Text != "" {
			list = append(list, l)
		}
	}
	return list
}

const maxLine = 4000 // characters

// jsonLines parses the JSON of podcast:transcript, see
// https://github.com/Podcastindex-org/podcast-namespace/blob/main/transcripts/transcripts.md.
func jsonLines(body []byte) []feed.TranscriptLine {
	var file struct {
		Segments []struct {
			Speaker   string  `json:"speaker"`
			StartTime float64 `json:"startTime"`
			EndTime   float64 `json:"endTime"`
			Body      string  `json:"body"`
		} `json:"segments"`
	}
	if json.Unmarshal(body, &file) != nil {
		return nil
	}
	var list []feed.TranscriptLine
	for _, segment := range file.Segments {
		text := line(segment.Body, maxLine)
		if text == "" || !(segment.StartTime >= 0) || len(list) == feed.MaxLines {
			continue
		}
		// Some write one segment per word. Join those that belong together.
		if n := len(list); n > 0 && list[n-1].Speaker == segment.Speaker && len(list[n-1].Text) < 80 &&
			!strings.ContainsAny(list[n-1].Text[len(list[n-1].Text)-1:], ".?!") && segment.StartTime-list[n-1].End < 1 {
			list[n-1].Text += " " + text
			list[n-1].End = segment.EndTime
			continue
		}
		list = append(list, feed.TranscriptLine{Start: segment.StartTime, End: math.Max(0, segment.EndTime), Speaker: line(segment.Speaker, 60), Text: text})
	}
	return list
}

var htmlPiece = regexp.MustCompile(`(?is)<(cite|time|p)[^>]*>(.*?)</(?:cite|time|p)>`)

// htmlLines parses the HTML of podcast:transcript: the speaker in cite, the
// time in time, the text in p.
func htmlLines(text string) []feed.TranscriptLine {
	var list []feed.TranscriptLine
	var next feed.TranscriptLine
	for _, piece := range htmlPiece.FindAllStringSubmatch(text, 4*feed.MaxLines) {
		said := line(piece[2], maxLine)
		switch strings.ToLower(piece[1]) {
		case "cite":
			next.Speaker = strings.TrimSuffix(line(said, 60), ":")
		case "time":
			next.Start = max(0, clockTime(said))
		default:
			if next.Text = said; said != "" {
				list = append(list, next)
			}
			next = feed.TranscriptLine{Start: next.Start, Speaker: next.Speaker}
		}
	}
	return list
}

func textLines(text string) []feed.TranscriptLine {
	var list []feed.TranscriptLine
	for part := range strings.SplitSeq(text, "\n") {
		if part = line(part, maxLine); part == "" || len(list) == feed.MaxLines {
			continue
		}
		l := feed.TranscriptLine{Text: part}
		if name := speaker.FindStringSubmatch(part); name != nil {
			l.Speaker, l.Text = name[1], name[2]
		}
		list = append(list, l)
	}
	return list
}

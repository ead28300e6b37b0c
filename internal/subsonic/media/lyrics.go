package media

import (
	"strings"
	"time"

	"sonora/internal/codec/lrc"
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
)

// getLyrics answers with the plain lyrics of a song by its artist and title.
func (a *API) getLyrics(c *protocol.Call, w *answer.Writer) error {
	artist, title := c.Text("artist"), c.Text("title")
	text := ""
	if title != "" {
		id, err := a.Store.WithLyrics(c, c.Viewer, artist, title)
		if err != nil {
			return err
		}
		if id != "" {
			lyrics, err := a.Store.Lyrics(c, c.Viewer, id)
			if err != nil {
				return err
			}
			text = plain(lyrics)
		}
	}
	w.Object("lyrics", func() {
		w.TextIf("artist", artist)
		w.TextIf("title", title)
		w.Content("value", text)
	})
	return nil
}

// linesOf returns the lines of lyrics; those of plain ones have no time.
func linesOf(l music.Lyrics) []lrc.Line {
	if l.Kind == music.SyncedLyrics {
		return lrc.Parse(l.Text)
	}
	lines := []lrc.Line{}
	for text := range strings.Lines(l.Text) {
		lines = append(lines, lrc.Line{Text: strings.TrimRight(text, "\r\n")})
	}
	return lines
}

// plain returns lyrics without times.
func plain(l music.Lyrics) string {
	lines := linesOf(l)
	texts := make([]string, len(lines))
	for i := range lines {
		texts[i] = lines[i].Text
	}
	return strings.Join(texts, "\n")
}

// getLyricsBySongID answers with the lines of a song's lyrics and their times, also
// those of words if the app wants them.
func (a *API) getLyricsBySongID(c *protocol.Call, w *answer.Writer) error {
	id, err := c.ID("id", protocol.NoKind)
	if err != nil {
		return err
	}
	isEnhanced, err := c.Truth("enhanced", false)
	if err != nil {
		return err
	}
	track, err := a.Store.Track(c, c.Viewer, id)
	if err != nil {
		return err
	}
	lyrics, err := a.Store.Lyrics(c, c.Viewer, id)
	if err != nil {
		return err
	}
	var all []music.Lyrics
	if lyrics.Text != "" {
		all = append(all, lyrics)
	}
	w.Object("lyricsList", func() {
		answer.List(w, "structuredLyrics", all, func(w *answer.Writer, l *music.Lyrics) {
			isSynced := l.Kind == music.SyncedLyrics
			w.Text("displayArtist", track.Artist)
			w.Text("displayTitle", track.Title)
			w.Text("lang", "und")
			w.Bool("synced", isSynced)
			lines := linesOf(*l)
			answer.List(w, "line", lines, func(w *answer.Writer, line *lrc.Line) {
				if isSynced {
					w.Int("start", line.At.Milliseconds())
				}
				w.Content("value", line.Text)
			})
			if isEnhanced && isSynced {
				cueLines(w, lines)
			}
		})
	})
	return nil
}

// cueLine is a line whose words have times.
type cueLine struct {
	index int
	line  *lrc.Line
	end   time.Duration // when the next line begins; 0 for the last
}

func cueLines(w *answer.Writer, lines []lrc.Line) {
	var list []cueLine
	for i := range lines {
		if len(lines[i].Words) == 0 {
			continue
		}
		c := cueLine{index: i, line: &lines[i]}
		if i+1 < len(lines) {
			c.end = lines[i+1].At
		}
		list = append(list, c)
	}
	if len(list) > 0 {
		answer.List(w, "cueLine", list, writeCueLine)
	}
}

// cue is a word with its time and its place in the bytes of its line.
type cue struct {
	word       lrc.Word
	end        time.Duration
	from, last int
}

func writeCueLine(w *answer.Writer, c *cueLine) {
	var text strings.Builder
	cues := make([]cue, len(c.line.Words))
	for i, word := range c.line.Words {
		cues[i] = cue{word: word, from: text.Len(), last: text.Len() + len(word.Text) - 1, end: c.end}
		if i+1 < len(c.line.Words) {
			cues[i].end = c.line.Words[i+1].At
		}
		text.WriteString(word.Text)
	}
	w.Int("index", int64(c.index))
	w.Int("start", c.line.At.Milliseconds())
	if c.end > c.line.At {
		w.Int("end", c.end.Milliseconds())
	}
	w.Text("value", text.String())
	answer.List(w, "cue", cues, func(w *answer.Writer, one *cue) {
		w.Int("start", one.word.At.Milliseconds())
		if one.end > one.word.At {
			w.Int("end", one.end.Milliseconds())
		}
		w.Int("byteStart", int64(one.from))
		w.Int("byteEnd", int64(one.last))
		w.Content("value", one.word.Text)
	})
}

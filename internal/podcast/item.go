package podcast

import (
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	ext "github.com/mmcdole/gofeed/extensions"
	"github.com/mmcdole/gofeed/rss"

	"sonora/internal/feed"
)

// sounds are the file extensions of audio.
var sounds = map[string]string{
	".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".m4b": "audio/mp4", ".mp4": "audio/mp4", ".aac": "audio/aac", ".ogg": "audio/ogg", ".oga": "audio/ogg",
	".opus": "audio/ogg", ".flac": "audio/flac", ".wav": "audio/wav", ".webm": "audio/webm",
}

// soundOf returns the enclosure with the audio of an item, or the zero value.
func soundOf(item *gofeed.Item) gofeed.Enclosure {
	var video gofeed.Enclosure
	for _, e := range item.Enclosures {
		if e == nil || strings.TrimSpace(e.URL) == "" {
			continue
		}
		kind := strings.ToLower(strings.TrimSpace(e.Type))
		switch {
		case strings.HasPrefix(kind, "audio/"):
			return *e
		case sounds[endingOf(e.URL)] != "" && !strings.HasPrefix(kind, "image/") && !strings.HasPrefix(kind, "text/"):
			return *e
		case strings.HasPrefix(kind, "video/"):
			video = *e // browsers play the audio of a video
		}
	}
	return video
}

// endingOf returns the file extension of a URL in lower case.
func endingOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(path.Ext(u.Path))
}

// longestDescription returns the longest description of an episode.
func longestDescription(item *gofeed.Item) string {
	text := item.Description
	candidates := []string{item.Content}
	if item.ITunesExt != nil {
		candidates = append(candidates, item.ITunesExt.Summary)
	}
	for _, c := range candidates {
		if len(c) > len(text) {
			text = c
		}
	}
	return text
}

func addITunes(e *feed.Episode, it *ext.ITunesItemExtension) {
	if seconds := clockTime(it.Duration); seconds > 0 {
		e.Duration = time.Duration(seconds * float64(time.Second))
	}
	e.Season, e.Number = count(it.Season), count(it.Episode)
	e.Explicit = isYes(it.Explicit)
	for _, kind := range feed.EpisodeKinds {
		if strings.EqualFold(strings.TrimSpace(it.EpisodeType), string(kind)) {
			e.Kind = kind
		}
	}
}

// addPodcasting adds the tags of the Podcasting 2.0 and Podlove namespaces.
func addPodcasting(e *feed.Episode, item *gofeed.Item, from *url.URL) {
	podcast := item.Extensions["podcast"]
	e.Chapters.URL = webAddress(first(podcast, "chapters").Attrs["url"], from)
	e.Chapters.List = simpleChapters(item.Extensions, from)
	for _, t := range podcast["transcript"] {
		if to := webAddress(t.Attrs["url"], from); to != "" && len(e.Transcripts) < 10 {
			e.Transcripts = append(e.Transcripts, feed.TranscriptRef{URL: to, MIME: short(strings.ToLower(t.Attrs["type"]), 60), Language: short(t.Attrs["language"], 20)})
		}
	}
	for _, p := range podcast["person"] {
		if name := label(p.Value, 100); name != "" && len(e.People) < 50 {
			e.People = append(e.People, feed.Person{Name: name, Role: short(strings.ToLower(p.Attrs["role"]), 40), URL: webAddress(p.Attrs["href"], from)})
		}
	}
	if season := count(first(podcast, "season").Value); season > 0 {
		e.Season = season
	}
	if number := count(first(podcast, "episode").Value); number > 0 {
		e.Number = number
	}
}

// simpleChapters parses Podlove Simple Chapters, see
// https://podlove.org/simple-chapters/.
func simpleChapters(e ext.Extensions, from *url.URL) []feed.Chapter {
	var list []feed.Chapter
	for _, prefix := range []string{"psc", "sc", "podlove"} {
		for _, chapters := range e[prefix]["chapters"] {
			for _, c := range chapters.Children["chapter"] {
				at := clockTime(c.Attrs["start"])
				if at < 0 || len(list) == feed.MaxChapters {
					continue
				}
				list = append(list, feed.Chapter{Start: at, Title: title(c.Attrs["title"]), URL: webAddress(c.Attrs["href"], from)})
			}
		}
	}
	return inOrder(list)
}

// hintOf returns how often a feed asks to be read; 0 if it does not say.
func hintOf(f *gofeed.Feed) time.Duration {
	if original, ok := f.OriginalFeed().(*rss.Feed); ok {
		if minutes := count(original.TTL); minutes > 0 {
			return time.Duration(minutes) * time.Minute
		}
	}
	sy := f.Extensions["sy"]
	period := map[string]time.Duration{"hourly": time.Hour, "daily": 24 * time.Hour, "weekly": 7 * 24 * time.Hour, "monthly": 30 * 24 * time.Hour}[strings.ToLower(strings.TrimSpace(first(sy, "updatePeriod").Value))]
	return period / time.Duration(max(1, count(first(sy, "updateFrequency").Value)))
}

func first(e map[string][]ext.Extension, name string) ext.Extension {
	if list := e[name]; len(list) > 0 {
		return list[0]
	}
	return ext.Extension{}
}

// count parses a number of a feed; 0 for none.
func count(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 || n > 1_000_000 {
		return 0
	}
	return n
}

func isYes(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "yes", "true", "explicit":
		return true
	}
	return false
}

// short returns a short value of a feed, or "" if it is too long.
func short(text string, limit int) string {
	text = strings.TrimSpace(text)
	if len(text) > limit || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return ""
	}
	return text
}

// webAddress returns an absolute web URL, or "" for any other value.
func webAddress(text string, from *url.URL) string {
	u, err := from.Parse(strings.TrimSpace(text))
	if err != nil || strings.TrimSpace(text) == "" || len(text) > maxAddress || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return ""
	}
	u.User = nil
	return u.String()
}

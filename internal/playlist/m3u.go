package playlist

import (
	"fmt"
	"iter"
	"math"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/encoding/charmap"

	"sonora/internal/music"
)

// parseM3U parses M3U and M3U8: one path per line, with the data of a preceding
// #EXTINF.
func parseM3U(text string) (*file, error) {
	f, next, n, named := &file{}, item{}, 0, false
	for line := range lines(text) {
		line = strings.TrimSpace(line)
		if n++; line == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "#"); ok {
			f.directive(&next, rest)
			named = named || strings.HasPrefix(rest, "EXT")
			continue
		}
		if len(f.items) == maxLines {
			return nil, errTooLong
		}
		next.line, next.location = n, cut(line)
		named = named || namesFile(next.location)
		f.items = append(f.items, next)
		next = item{}
	}
	if len(f.items) == 0 {
		return nil, errEmptyFile
	}
	if !named {
		return nil, errNotPlaylist
	}
	return f, nil
}

// namesFile reports whether a line may be the path of a file or a URL. Any text has
// lines: a file in which none does is not a playlist.
func namesFile(line string) bool {
	end := path.Ext(line)
	return !strings.ContainsFunc(line, unicode.IsControl) && (strings.Contains(line, "://") || len(end) >= 3 && len(end) <= 6)
}

// lines returns the lines of a text with any kind of line break.
func lines(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text != "" {
			line, rest := text, ""
			if i := strings.IndexAny(text, "\r\n"); i >= 0 {
				end := i + 1
				if strings.HasPrefix(text[i:], "\r\n") {
					end++
				}
				line, rest = text[:i], text[end:]
			}
			if text = rest; !yield(line) {
				return
			}
		}
	}
}

// directive parses a line that begins with #.
func (f *file) directive(next *item, line string) {
	name, value, _ := strings.Cut(line, ":")
	value = cut(value)
	switch strings.ToUpper(strings.TrimSpace(name)) {
	case "PLAYLIST":
		f.name = value
	case "EXTALB":
		next.album = value
	case "EXTART":
		next.artist = value
	case "EXTINF":
		seconds, info, _ := strings.Cut(value, ",")
		seconds, _, _ = strings.Cut(strings.TrimSpace(seconds), " ") // attributes may follow
		next.info, next.duration = strings.TrimSpace(info), secondsOf(seconds)
	}
}

// secondsOf parses a duration. It returns 0 for none.
func secondsOf(text string) time.Duration {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n > 0 && n < 1e6) {
		return 0
	}
	return time.Duration(n * float64(time.Second))
}

// writeM3U writes a playlist as M3U. The format M3U uses Latin-1 where
// possible, as old players expect, otherwise UTF-8.
func writeM3U(p *music.Playlist, tracks []music.Candidate, format Format) []byte {
	var b strings.Builder
	b.WriteString("#EXTM3U\n")
	fmt.Fprintf(&b, "#PLAYLIST:%s\n", oneLine(p.Name))
	for i := range tracks {
		t := &tracks[i]
		fmt.Fprintf(&b, "#EXTINF:%d,%s\n", int(math.Round(t.Duration.Seconds())), oneLine(join(t.Artist, t.Title)))
		if t.Album != "" {
			fmt.Fprintf(&b, "#EXTALB:%s\n", oneLine(t.Album))
		}
		location := oneLine(pathOf(t))
		if strings.HasPrefix(location, "#") {
			location = "./" + location // otherwise the line would be a comment
		}
		b.WriteString(location + "\n")
	}
	if format == M3U {
		if latin, err := charmap.Windows1252.NewEncoder().String(b.String()); err == nil {
			return []byte(latin)
		}
		return []byte("\ufeff" + b.String())
	}
	return []byte(b.String())
}

func oneLine(text string) string { return strings.NewReplacer("\r", " ", "\n", " ").Replace(text) }

// pathOf returns the path of a track in its library folder.
func pathOf(t *music.Candidate) string {
	if t.Folder == "" {
		return t.Name
	}
	return t.Folder + "/" + t.Name
}

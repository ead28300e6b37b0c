package tag

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"sonora/internal/music"
)

// maxLyricsFile is how many bytes of a lyrics file are read.
const maxLyricsFile = 1 << 20

// ReadLyrics reads a .lrc or text file. It returns an error if path is not a
// regular file.
func ReadLyrics(path string) (music.Lyrics, error) {
	// Any text is accepted as lyrics, so a link could expose a file outside the
	// library.
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return music.Lyrics{}, fmt.Errorf("read lyrics: %s is not a plain file: %w", path, cmp.Or(err, fs.ErrInvalid))
	}
	s, err := openSource(path)
	if err != nil {
		return music.Lyrics{}, fmt.Errorf("read lyrics: %w", err)
	}
	defer s.Close()
	return readLyrics(s)
}

// parseLyrics distinguishes LRC, in which some line has a time, from plain
// text. It keeps LRC as it is: clients sort and expand its lines.
func parseLyrics(s string) music.Lyrics {
	text := cleanText(s, maxLyrics)
	if text == "" {
		return music.Lyrics{}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if hasTime(strings.TrimSpace(line)) {
			return music.Lyrics{Kind: music.SyncedLyrics, Text: text}
		}
	}
	return music.Lyrics{Kind: music.PlainLyrics, Text: text}
}

// hasTime reports whether a line begins with [mm:ss], [mm:ss.xx] or [h:mm:ss].
func hasTime(line string) bool {
	if len(line) < 6 || line[0] != '[' {
		return false
	}
	inside, _, ok := strings.Cut(line[1:], "]")
	if !ok || len(inside) > 12 || !strings.Contains(inside, ":") {
		return false
	}
	return strings.Trim(inside, "0123456789:.") == "" && inside[0] != ':'
}

// lrcLine formats a line with its time in milliseconds.
func lrcLine(ms int64, text string) string {
	return fmt.Sprintf("[%02d:%02d.%02d]%s\n", ms/60_000, ms/1000%60, ms/10%100, text)
}

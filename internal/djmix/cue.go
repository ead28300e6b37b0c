package djmix

import (
	"fmt"
	"math"
	"strings"

	"sonora/internal/music"
)

// Cue returns the tracklist of a mix as a cue sheet for the file of that name, in
// UTF-8 with the line ends that most programs write.
func Cue(m *music.Mix, list []Entry, fileName string) string {
	var b strings.Builder
	line := func(indent int, format string, values ...any) {
		fmt.Fprintf(&b, strings.Repeat("  ", indent)+format+"\r\n", values...)
	}
	if m.Genre != "" {
		line(0, "REM GENRE %s", quoted(m.Genre))
	}
	line(0, "PERFORMER %s", quoted(m.DJName))
	line(0, "TITLE %s", quoted(m.Title))
	line(0, "FILE %s %s", quoted(fileName), cueKind(fileName))
	for i, e := range list {
		line(1, "TRACK %02d AUDIO", i+1)
		line(2, "TITLE %s", quoted(e.Title))
		if e.Artist != "" {
			line(2, "PERFORMER %s", quoted(e.Artist))
		}
		frames := int(math.Round(max(e.Seconds, 0) * framesPerSecond))
		line(2, "INDEX 01 %02d:%02d:%02d", frames/(60*framesPerSecond), frames/framesPerSecond%60, frames%framesPerSecond)
	}
	return b.String()
}

// cueKind returns the type of a file as cue sheets name it. There is none for
// compressed formats other than MP3: programs accept WAVE for all of them.
func cueKind(fileName string) string {
	switch lower := strings.ToLower(fileName); {
	case strings.HasSuffix(lower, ".mp3"):
		return "MP3"
	case strings.HasSuffix(lower, ".aiff"):
		return "AIFF"
	}
	return "WAVE"
}

// quoted returns a value of a cue sheet, which has no way to write a quote.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`"`, "'", "\r", " ", "\n", " ").Replace(text) + `"`
}

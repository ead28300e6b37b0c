package djmix

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/music"
)

// framesPerSecond are the units of a time in a cue sheet.
const framesPerSecond = 75

var errFiles = music.FieldError(music.Invalid, "text", music.Say("This cue sheet is for several files. A mix is one file."))

var (
	// timed matches "0:03:12 Artist - Title", also with a number before the time
	// and with brackets around it.
	timed = regexp.MustCompile(`^(?:\d{1,4}[.)]\s+)?[\[(]?((?:\d{1,2}:)?\d{1,3}:[0-5]\d(?:\.\d{1,3})?)[\])]?(?:\s+[-–—|])?\s+(\S.*)$`)

	cueTrack = regexp.MustCompile(`(?im)^\s*TRACK\s+\d+\s+AUDIO\s*$`)
	cueIndex = regexp.MustCompile(`^0*(\d{1,2})\s+(\d{1,4}):([0-5]\d):(\d\d)$`)
)

// ParseTracklist reads a tracklist from a cue sheet, or from lines such as
// "0:03:12 Artist - Title". It returns Invalid for the field text if it does not
// understand a line.
func ParseTracklist(text string) ([]Entry, error) {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\ufeff", "").Replace(text), "\n")
	read := readLines
	if cueTrack.MatchString(text) {
		read = readCue
	}
	list, err := read(lines)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, bySeconds)
	return list, nil
}

func readLines(lines []string) ([]Entry, error) {
	list := []Entry{}
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		parts := timed.FindStringSubmatch(line)
		if parts == nil {
			return nil, music.FieldError(music.Invalid, "text", music.Say("Line %d does not begin with a time such as 0:03:12.", i+1))
		}
		artist, title := splitName(parts[2])
		list = append(list, Entry{Seconds: secondsOf(parts[1]), Artist: artist, Title: title})
	}
	return list, nil
}

// secondsOf returns the seconds of a time that timed matched.
func secondsOf(clock string) float64 {
	seconds := 0.0
	for part := range strings.SplitSeq(clock, ":") {
		n, _ := strconv.ParseFloat(part, 64) // digits, as matched
		seconds = seconds*60 + n
	}
	return seconds
}

// splitName separates the artist from the title at the first dash between
// spaces. Without one, everything is the title.
func splitName(text string) (artist, title string) {
	at, width := len(text), 0
	for _, dash := range []string{" - ", " – ", " — "} {
		if i := strings.Index(text, dash); i >= 0 && i < at {
			at, width = i, len(dash)
		}
	}
	artist, title = strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+width:])
	if title == "" {
		return "", artist
	}
	return artist, title
}

// readCue reads the tracks of a cue sheet. Those without a title or performer
// have the one of the sheet.
func readCue(lines []string) ([]Entry, error) {
	list, files := []Entry{}, 0
	var sheet, track Entry
	place := &sheet
	for i, line := range lines {
		command, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		switch strings.ToUpper(command) {
		case "FILE":
			if files++; files > 1 {
				return nil, errFiles
			}
		case "TRACK":
			track = Entry{Artist: sheet.Artist}
			place = &track
		case "TITLE":
			place.Title = unquoted(rest)
		case "PERFORMER":
			place.Artist = unquoted(rest)
		case "INDEX":
			parts := cueIndex.FindStringSubmatch(rest)
			if parts == nil || place == &sheet {
				return nil, music.FieldError(music.Invalid, "text", music.Say("Line %d of the cue sheet has no valid time.", i+1))
			}
			if parts[1] == "1" { // 0 is the gap before the track, 2 and more lie within it
				track.Seconds = secondsOf(parts[2]+":"+parts[3]) + secondsOf(parts[4])/framesPerSecond
				list = append(list, named(track))
			}
		}
	}
	return list, nil
}

// named gives a track of a cue sheet without a title its performer as the title.
func named(e Entry) Entry {
	if e.Title == "" {
		e.Artist, e.Title = "", e.Artist
	}
	return e
}

// unquoted returns a value of a cue sheet without the quotes around it.
func unquoted(text string) string {
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return strings.TrimSpace(text[1 : len(text)-1])
	}
	return text
}

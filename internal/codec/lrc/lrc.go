// Package lrc reads synced lyrics: lines of LRC, [mm:ss.xx]text, also with the times of
// words, <mm:ss.xx>.
package lrc

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Line is a line of lyrics.
type Line struct {
	At    time.Duration // when it is sung
	Text  string
	Words []Word // with the times of words, otherwise empty
}

// Word is a part of a line with a time of its own.
type Word struct {
	At   time.Duration
	Text string // with the space behind it
}

var (
	lineTime = regexp.MustCompile(`^\s*\[(\d{1,3}):(\d{1,2}(?:[.:]\d{1,3})?)\]`)
	wordTime = regexp.MustCompile(`<(\d{1,3}):(\d{1,2}(?:[.:]\d{1,3})?)>`)
	metadata = regexp.MustCompile(`^\s*\[([a-zA-Z#]+):(.*)\]\s*$`)
)

// Parse returns the lines of lyrics in the order in which they are sung, with the
// offset of the file applied. Lines without a time are left out.
func Parse(text string) []Line {
	lines, offset := []Line{}, time.Duration(0)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if meta := metadata.FindStringSubmatch(line); meta != nil {
			if ms, err := strconv.Atoi(strings.TrimSpace(meta[2])); err == nil && strings.EqualFold(meta[1], "offset") {
				offset = time.Duration(ms) * time.Millisecond
			}
			continue
		}
		lines = append(lines, timedLines(line)...)
	}
	for i := range lines {
		lines[i].move(-offset)
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(a.At, b.At) })
	return lines
}

// timedLines returns a line of LRC, once for each of its times.
func timedLines(text string) []Line {
	var times []time.Duration
	for {
		found := lineTime.FindStringSubmatch(text)
		if found == nil {
			break
		}
		times, text = append(times, timeOf(found[1], found[2])), text[len(found[0]):]
	}
	words := timedWords(text)
	lines := make([]Line, len(times))
	for i, at := range times {
		lines[i] = Line{At: at, Text: strings.TrimSpace(wordTime.ReplaceAllString(text, ""))}
		if i == 0 {
			lines[i].Words = words // their times are those of the first
		}
	}
	return lines
}

// timedWords returns the words of a line whose times are in it.
func timedWords(text string) []Word {
	marks := wordTime.FindAllStringSubmatchIndex(text, -1)
	var words []Word
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		if word := text[m[1]:end]; strings.TrimSpace(word) != "" {
			words = append(words, Word{At: timeOf(text[m[2]:m[3]], text[m[4]:m[5]]), Text: word})
		}
	}
	return words
}

func timeOf(minutes, seconds string) time.Duration {
	m, _ := strconv.Atoi(minutes) // digits only
	s, _ := strconv.ParseFloat(strings.Replace(seconds, ":", ".", 1), 64)
	return time.Duration(m)*time.Minute + time.Duration(s*1000+0.5)*time.Millisecond
}

func (l *Line) move(by time.Duration) {
	l.At = max(0, l.At+by)
	for i := range l.Words {
		l.Words[i].At = max(0, l.Words[i].At+by)
	}
}

package score

import (
	"fmt"
	"math"
	"strings"
)

// barsPerLine is how many bars a line of the sheet has.
const barsPerLine = 4

// Sheet returns the chords of the piece as text: a heading with key, tempo and
// time, then the bars of every section, four to a line.
func (s *Score) Sheet() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n%v, %g BPM, %d/4\n", s.Title, s.Key, math.Round(s.BPM*10)/10, s.Beats)
	for _, section := range s.Sections {
		fmt.Fprintf(&text, "\n[%s] %s, %d bars", section.Letter, section.Name, section.Bars)
		if section.Key != s.Key {
			fmt.Fprintf(&text, ", %v", section.Key)
		}
		for bar := range section.Bars {
			if bar%barsPerLine == 0 {
				text.WriteString("\n|")
			}
			start := section.Start + Tick(bar)*s.Bar()
			fmt.Fprintf(&text, " %-14s |", strings.Join(s.symbols(start, start+s.Bar()), "  "))
		}
		text.WriteString("\n")
	}
	return text.String()
}

// symbols returns the chords that start in a bar, or "%" if the one before goes on.
func (s *Score) symbols(from, until Tick) []string {
	var symbols []string
	for _, c := range s.Chords {
		if c.Start >= from && c.Start < until {
			symbols = append(symbols, c.Symbol)
		}
	}
	if len(symbols) == 0 {
		return []string{"%"}
	}
	return symbols
}

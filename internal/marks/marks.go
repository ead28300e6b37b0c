// Package marks is the domain of marks: cue points, loops and a beat grid of their
// own that a person keeps for a track on the DJ desk.
package marks

import (
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// The limits of the marks of one track.
const (
	MaxHotCues = 8
	MaxLoops   = 8
	MaxName    = 40 // characters
	// slack is how far beyond the length of a track a mark may be: that length comes
	// from the file's header, and the decoded sound may be a little longer.
	slack = time.Second
)

// Marks is what one account keeps for one track. Times are in seconds from the
// first audible sample, like those of sound.Analysis. The zero value has no marks.
type Marks struct {
	Cue     *float64 `json:"cue,omitempty"`     // the main cue
	HotCues []HotCue `json:"hotCues,omitempty"` // sorted by slot
	Loops   []Loop   `json:"loops,omitempty"`
	Grid    *Grid    `json:"grid,omitempty"` // nil: the grid of the analysis counts
}

// HotCue is a point to jump to with one button.
type HotCue struct {
	Slot  int     `json:"slot"` // the button, from 0
	At    float64 `json:"at"`
	Name  string  `json:"name,omitempty"`
	Color string  `json:"color,omitempty"` // #rrggbb, or "" for that of its slot
}

// Loop is a saved loop.
type Loop struct {
	From float64 `json:"from"`
	To   float64 `json:"to"`
	Name string  `json:"name,omitempty"`
	Pad  *int    `json:"pad,omitempty"` // the button of another DJ program from which it comes, from 0; nil for none
}

// Grid is a beat grid that replaces the one of the analysis.
type Grid struct {
	Segments []sound.GridSegment `json:"segments"`
	Downbeat int                 `json:"downbeat"` // index of the first downbeat among the grid's beats
	Meter    int                 `json:"meter"`    // beats per bar
}

// Kept is the marks of a track as they are stored. Version is 0 without marks, and
// grows with every change.
type Kept struct {
	Marks
	TrackID string
	Version int64
}

// Record is the marks of a track in a person's data export. Title, Artist and
// Album are empty if the person may no longer see the track.
type Record struct {
	Kept
	Title, Artist, Album string
	ChangedAt            time.Time
}

// EventMarks is the event that the marks of a person changed; Data: MarkChange.
const EventMarks = "marks"

// MarkChange lists the tracks whose marks changed.
type MarkChange struct {
	TrackIDs []string `json:"trackIds" doc:"IDs of the tracks; empty if many changed at once."`
}

// IsZero reports whether there are no marks.
func (m *Marks) IsZero() bool {
	return m.Cue == nil && len(m.HotCues) == 0 && len(m.Loops) == 0 && m.Grid == nil
}

// Equal reports whether both are the same marks.
func (m *Marks) Equal(other *Marks) bool {
	return m.IsZero() && other.IsZero() || reflect.DeepEqual(m.tidy(), other.tidy())
}

// tidy returns a copy without the differences that mean nothing.
func (m *Marks) tidy() Marks {
	t := *m
	t.HotCues, t.Loops = append([]HotCue{}, m.HotCues...), append([]Loop{}, m.Loops...)
	return t
}

// Clean brings the marks into their one form: sorted hot cues, names without spaces
// around them or control characters, colours in lower case.
func (m *Marks) Clean() {
	m.HotCues, m.Loops = slices.Clone(m.HotCues), slices.Clone(m.Loops)
	for i := range m.HotCues {
		m.HotCues[i].Name = cleanName(m.HotCues[i].Name)
		m.HotCues[i].Color = strings.ToLower(m.HotCues[i].Color)
	}
	for i := range m.Loops {
		m.Loops[i].Name = cleanName(m.Loops[i].Name)
	}
	slices.SortStableFunc(m.HotCues, func(a, b HotCue) int { return a.Slot - b.Slot })
}

func cleanName(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// Validate returns an Invalid error that names every part out of range, for a track
// of a length; 0 if it is unknown.
func (m *Marks) Validate(length time.Duration) error {
	end := float64(maxTrack / time.Second)
	if length > 0 {
		end = (length + slack).Seconds()
	}
	f := music.FieldErrors{}
	note := func(field string, wrong music.Message) {
		if !wrong.IsZero() {
			f.Note(field, wrong)
		}
	}
	if m.Cue != nil && !lies(*m.Cue, end) {
		f.Note("cue", outside)
	}
	note("hotCues", wrongHotCues(m.HotCues, end))
	note("loops", wrongLoops(m.Loops, end))
	if m.Grid != nil {
		note("grid", wrongGrid(m.Grid, end))
	}
	return f.Err("cue", "hotCues", "loops", "grid")
}

// maxTrack is longer than any track.
const maxTrack = 24 * time.Hour

var (
	outside   = music.Say("A mark must lie within the track.")
	longName  = music.Say("A name has at most %d characters.", MaxName)
	wrongLoop = music.Say("A loop must end after its beginning.")
	wrongPad  = music.Say("The pads of loops have the numbers 0 to 7.")
	noBeats   = music.Say("A beat grid needs at least one beat.")
)

func lies(at, end float64) bool { return at >= 0 && at <= end } // false for NaN

func wrongHotCues(cues []HotCue, end float64) music.Message {
	used := map[int]bool{}
	for _, c := range cues {
		switch {
		case c.Slot < 0 || c.Slot >= MaxHotCues:
			return music.Say("The hot cues have the numbers 0 to 7.")
		case used[c.Slot]:
			return music.Say("Each hot cue needs a number of its own.")
		case !lies(c.At, end):
			return outside
		case utf8.RuneCountInString(c.Name) > MaxName:
			return longName
		case c.Color != "" && !isColor(c.Color):
			return music.Say("Enter a colour such as #ff8800.")
		}
		used[c.Slot] = true
	}
	return music.Message{}
}

func isColor(color string) bool {
	digits, ok := strings.CutPrefix(color, "#")
	return ok && len(digits) == 6 && strings.Trim(digits, "0123456789abcdef") == ""
}

func wrongLoops(loops []Loop, end float64) music.Message {
	if len(loops) > MaxLoops {
		return music.Say("A track has at most %d saved loops.", MaxLoops)
	}
	for _, l := range loops {
		switch {
		case !lies(l.From, end) || !lies(l.To, end):
			return outside
		case l.To <= l.From:
			return wrongLoop
		case l.Pad != nil && (*l.Pad < 0 || *l.Pad >= MaxHotCues):
			return wrongPad
		case utf8.RuneCountInString(l.Name) > MaxName:
			return longName
		}
	}
	return music.Message{}
}

func wrongGrid(g *Grid, end float64) music.Message {
	if len(g.Segments) == 0 {
		return noBeats
	}
	beats := 0
	for _, s := range g.Segments {
		beats += s.Beats
	}
	for _, wrong := range []music.Message{sound.CheckGrid(g.Segments, end), sound.CheckMeter(g.Meter), sound.CheckDownbeat(g.Downbeat, beats)} {
		if !wrong.IsZero() {
			return wrong
		}
	}
	return music.Message{}
}

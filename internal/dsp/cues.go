package dsp

import (
	"cmp"
	"math"
	"slices"
)

// Cue is a place a DJ would go to.
type Cue struct {
	At   float64 // s
	Kind string  // one of those below
}

// Kinds of cues.
const (
	CueStart  = "start"   // the first downbeat that is heard, else the first sound
	CueMixIn  = "mix-in"  // blend in from here
	CueDrop   = "drop"    // the first section of the most energy
	CueBreak  = "break"   // the longest calm inside
	CueMixOut = "mix-out" // blend out from here
	CueEnd    = "end"     // the last sound
)

const (
	heardBelow  = 24.0 // LU below the track's loudness a bar counts as heard
	cuePhrase   = 8    // bars
	leadBars    = 16   // before the first full phrase a blend begins
	blendBars   = 8    // at least that a blend out has left
	mixInBelow  = 9.0  // LU below the track's loudness, where there is no beat:
	mixOutBelow = 9.0  // music has begun, and is dying away
	levelWindow = 1.0  // s, of those levels
)

// Cues finds where to begin and end a track in a mix. They are in the order of
// time and inside of the track; start, mix-in, mix-out and end are always there.
//
// With bars: start is the first downbeat less than 24 LU below the track, mix-in
// is 16 bars before the first phrase of 8 bars with all the drums, mix-out is
// where the last such phrase ends, but leaves 8 bars. Without bars mix-in and
// mix-out are where the level over a second first and last is within 9 LU of
// the track's, as Liquidsoap's autocue does.
func Cues(f *Form, sections []Section) []Cue {
	if !(f.Duration > 0) {
		return nil
	}
	c := cuer{Form: f, loudness: meanLevel(audible(f.Levels))}
	c.end = min(max(f.Last, 0), f.Duration)
	c.start = min(max(f.First, 0), c.end)
	in, out := c.byLevel()
	if len(f.Downbeats) >= minBars {
		c.firstDownbeat()
		in, out = c.byPhrase(sections, in, out)
	}
	in = min(max(in, c.start), c.end)
	out = min(max(out, in), c.end)
	cues := []Cue{{c.start, CueStart}, {in, CueMixIn}}
	cues = append(cues, c.inside(sections)...)
	cues = append(cues, Cue{out, CueMixOut}, Cue{c.end, CueEnd})
	slices.SortStableFunc(cues, func(a, b Cue) int { return cmp.Compare(a.At, b.At) })
	return cues
}

type cuer struct {
	*Form
	loudness   float64 // of what is not silent, LUFS
	start, end float64
}

// audible are the levels within 30 LU of the highest.
func audible(levels []float32) []float32 {
	if len(levels) == 0 {
		return []float32{SilenceLUFS}
	}
	top := slices.Max(levels)
	var out []float32
	for _, l := range levels {
		if l >= top-30 {
			out = append(out, l)
		}
	}
	return out
}

// level of a stretch, LUFS.
func (c *cuer) level(start, end float64) float64 {
	from, to := span(start, end, LevelsPerSecond, len(c.Levels))
	return meanLevel(c.Levels[from:to])
}

// byLevel is where the music has begun, and where it begins to die away.
func (c *cuer) byLevel() (in, out float64) {
	in, out = c.start, c.end
	const step = 1.0 / LevelsPerSecond
	for t := c.start; t+levelWindow <= c.end; t += step {
		if c.level(t, t+levelWindow) >= c.loudness-mixInBelow {
			in = t
			break
		}
	}
	for t := c.end; t-levelWindow >= in; t -= step {
		if c.level(t-levelWindow, t) >= c.loudness-mixOutBelow {
			out = t
			break
		}
	}
	return in, out
}

// firstDownbeat moves the start to the first downbeat that is heard.
func (c *cuer) firstDownbeat() {
	for i, t := range c.Downbeats {
		end := c.Duration
		if i+1 < len(c.Downbeats) {
			end = c.Downbeats[i+1]
		}
		// A downbeat may be put slightly before the sound it belongs to.
		const early = 0.05
		if t >= c.start-early && t < c.end && c.level(t, end) > c.loudness-heardBelow {
			c.start = max(t, 0)
			return
		}
	}
}

// byPhrase finds the first and the last phrase with all the drums. Without any
// the levels stand, moved to downbeats.
func (c *cuer) byPhrase(sections []Section, in, out float64) (float64, float64) {
	first, last := -1, -1
	for i := 0; i+cuePhrase < len(c.Downbeats); i++ {
		if c.full(sections, i) {
			first = i
			break
		}
	}
	for i := len(c.Downbeats) - 1; i >= cuePhrase && first >= 0; i-- {
		if c.full(sections, i-cuePhrase) {
			last = i
			break
		}
	}
	if first < 0 || last < 0 {
		return c.downbeat(in), c.latest(c.downbeat(out))
	}
	return c.Downbeats[max(0, first-leadBars)], c.latest(c.Downbeats[last])
}

// full says that the phrase that begins with bar i has drums all along.
func (c *cuer) full(sections []Section, i int) bool {
	const slack = 0.1 // s
	start, end := c.Downbeats[i]+slack, c.Downbeats[i+cuePhrase]-slack
	for _, s := range sections {
		if s.End > start && s.Start < end && (!s.Drums || s.Label == Intro || s.Label == Outro) {
			return false
		}
	}
	return end <= c.end
}

// latest moves a mix-out to the last phrase that leaves bars for the blend.
func (c *cuer) latest(out float64) float64 {
	n := len(c.Downbeats)
	bar := (c.Downbeats[n-1] - c.Downbeats[0]) / float64(n-1)
	limit := c.end - blendBars*bar
	if out <= limit {
		return out
	}
	for i := (n - 1) / cuePhrase * cuePhrase; i >= 0; i -= cuePhrase {
		if c.Downbeats[i] <= limit {
			return c.Downbeats[i]
		}
	}
	return out
}

// downbeat nearest to a time.
func (c *cuer) downbeat(at float64) float64 {
	best := c.Downbeats[0]
	for _, t := range c.Downbeats {
		if math.Abs(t-at) < math.Abs(best-at) {
			best = t
		}
	}
	return best
}

// inside are the cues of sections: the first drop, the longest break.
func (c *cuer) inside(sections []Section) []Cue {
	var cues []Cue
	longest := -1
	for i, s := range sections {
		if s.Label == Drop && (len(cues) == 0) && s.Start >= c.start && s.Start < c.end {
			cues = append(cues, Cue{s.Start, CueDrop})
		}
		if s.Label == Break && (longest < 0 || s.End-s.Start > sections[longest].End-sections[longest].Start) {
			longest = i
		}
	}
	if longest >= 0 && sections[longest].Start >= c.start && sections[longest].Start < c.end {
		cues = append(cues, Cue{sections[longest].Start, CueBreak})
	}
	return cues
}

package dsp

import (
	"cmp"
	"math"
	"slices"
)

// Cue is a place in a track that a DJ would jump to.
type Cue struct {
	At   float64 // s
	Kind string  // one of the Cue constants
}

// The kinds of cues.
const (
	CueStart  = "start"   // the first audible downbeat, otherwise the first sound
	CueMixIn  = "mix-in"  // where a blend into the track starts
	CueDrop   = "drop"    // the first section with the highest energy
	CueBreak  = "break"   // the longest break
	CueMixOut = "mix-out" // where a blend out of the track starts
	CueEnd    = "end"     // the last sound
)

const (
	heardBelow  = 24.0 // LU below the track's loudness down to which a bar is audible
	cuePhrase   = 8    // bars
	leadBars    = 16   // a blend in starts this many bars before the first full phrase
	blendBars   = 8    // minimum number of bars for a blend out
	mixInBelow  = 9.0  // LU below the track's loudness at which, without a beat, the music has started
	mixOutBelow = 9.0  // LU below the track's loudness at which, without a beat, the music is fading
	levelWindow = 1.0  // s, window over which these levels are measured
)

// Cues finds where to start and end a track in a mix. The cues are sorted by
// time and lie within the track; start, mix-in, mix-out and end are always
// present.
//
// With bars, start is the first downbeat whose bar is less than 24 LU below the
// track's loudness, mix-in is 16 bars before the first phrase of 8 bars with
// full drums, and mix-out is where the last such phrase ends, but at least 8
// bars before the end. Without bars, mix-in and mix-out are the first and the
// last second whose level is within 9 LU of the track's loudness, as in
// Liquidsoap's autocue.
func Cues(f *Form, sections []Section) []Cue {
	if !(f.Duration > 0) {
		return nil
	}
	c := cueFinder{Form: f, loudness: meanLevel(audible(f.Levels))}
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
	cues = append(cues, c.sectionCues(sections)...)
	cues = append(cues, Cue{out, CueMixOut}, Cue{c.end, CueEnd})
	slices.SortStableFunc(cues, func(a, b Cue) int { return cmp.Compare(a.At, b.At) })
	return cues
}

type cueFinder struct {
	*Form
	loudness   float64 // LUFS, without the silent parts
	start, end float64
}

// audible returns the levels within 30 LU of the highest.
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

// level returns the loudness between two times, in LUFS.
func (c *cueFinder) level(start, end float64) float64 {
	from, to := span(start, end, LevelsPerSecond, len(c.Levels))
	return meanLevel(c.Levels[from:to])
}

// byLevel returns where the music has started and where it begins to fade.
func (c *cueFinder) byLevel() (in, out float64) {
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

// firstDownbeat moves the start to the first audible downbeat.
func (c *cueFinder) firstDownbeat() {
	for i, t := range c.Downbeats {
		end := c.Duration
		if i+1 < len(c.Downbeats) {
			end = c.Downbeats[i+1]
		}
		// A downbeat may be placed slightly before its sound.
		const maxLead = 0.05 // s
		if t >= c.start-maxLead && t < c.end && c.level(t, end) > c.loudness-heardBelow {
			c.start = max(t, 0)
			return
		}
	}
}

// byPhrase finds the first and the last phrase with full drums. Without such a
// phrase it moves in and out to the nearest downbeats.
func (c *cueFinder) byPhrase(sections []Section, in, out float64) (float64, float64) {
	first, last := -1, -1
	for i := 0; i+cuePhrase < len(c.Downbeats); i++ {
		if c.fullDrumsAt(sections, i) {
			first = i
			break
		}
	}
	for i := len(c.Downbeats) - 1; i >= cuePhrase && first >= 0; i-- {
		if c.fullDrumsAt(sections, i-cuePhrase) {
			last = i
			break
		}
	}
	if first < 0 || last < 0 {
		return c.downbeat(in), c.leaveBlend(c.downbeat(out))
	}
	return c.Downbeats[max(0, first-leadBars)], c.leaveBlend(c.Downbeats[last])
}

// fullDrumsAt reports whether drums play throughout the phrase that starts with
// bar i.
func (c *cueFinder) fullDrumsAt(sections []Section, i int) bool {
	const slack = 0.1 // s
	start, end := c.Downbeats[i]+slack, c.Downbeats[i+cuePhrase]-slack
	for _, s := range sections {
		if s.End > start && s.Start < end && (!s.Drums || s.Label == Intro || s.Label == Outro) {
			return false
		}
	}
	return end <= c.end
}

// leaveBlend moves a mix-out back to the last phrase that leaves enough bars
// for the blend.
func (c *cueFinder) leaveBlend(out float64) float64 {
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

// downbeat returns the downbeat nearest to a time.
func (c *cueFinder) downbeat(at float64) float64 {
	best := c.Downbeats[0]
	for _, t := range c.Downbeats {
		if math.Abs(t-at) < math.Abs(best-at) {
			best = t
		}
	}
	return best
}

// sectionCues returns the cues that the sections give: the first drop and the
// longest break.
func (c *cueFinder) sectionCues(sections []Section) []Cue {
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

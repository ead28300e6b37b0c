package plan

import (
	"math"
	"slices"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// Track is a track to mix. Times are in seconds.
type Track struct {
	ID, Title, Artist string
	AlbumID           string // "" for none
	Disc, Number      int    // on the album
	Duration          float64
	Sound             *sound.Analysis // nil if it was not analysed
}

const (
	minSteady   = 0.5 // confidence from which a beat counts as steady
	minKeyTrust = 0.2 // confidence below which a key counts as unknown
	fullEnergy  = 0.5 // energy from which a section counts as full
	minFull     = 8.0 // s, the shortest stretch that counts as full: a shorter one may owe its energy to a single beat at its end
	maxSkipped  = 0.3 // maximum distance of a full section from an end of the sound, as a share of the track
	minBeats    = 16  // of a beat grid that can be mixed
	minBars     = 3
)

// isSteady reports whether a track can be mixed on its beats: it has bars of
// one tempo from where it is mixed in to where it is mixed out.
func (t *Track) isSteady() bool {
	s := t.Sound
	if s == nil || s.Tempo.Confidence < minSteady || s.Meter < 1 || s.Downbeat < 0 || len(s.Grid) != 1 {
		return false
	}
	g := s.Grid[0]
	return g.BPM >= sound.MinBPM && g.BPM <= sound.MaxBPM && g.Beats >= minBeats && t.barGrid().last >= minBars
}

// bpm returns the tempo of a steady track.
func (t *Track) bpm() float64 { return t.Sound.Grid[0].BPM }

// Side returns the tempo and the key of a track for a join.
func (t *Track) Side() Side {
	s := Side{Key: t.key()}
	if t.isSteady() {
		s.BPM = t.bpm()
	}
	return s
}

// key returns the key of a track, or NoKey if it is uncertain.
func (t *Track) key() music.Key {
	if t.Sound == nil || t.Sound.KeyTrust < minKeyTrust {
		return music.NoKey
	}
	return t.Sound.Key
}

// energy returns the energy of a track, 0 to 1; 0.5 if it is unknown.
func (t *Track) energy() float64 {
	if t.Sound == nil || !(t.Sound.Energy >= 0 && t.Sound.Energy <= 1) {
		return 0.5
	}
	return t.Sound.Energy
}

// cue returns the time of the first cue of a kind, in seconds, or otherwise if
// there is none.
func (t *Track) cue(kind sound.CueKind, otherwise float64) float64 {
	if t.Sound != nil {
		for _, c := range t.Sound.Cues {
			if c.Kind == kind && c.At >= 0 && c.At <= t.Duration {
				return c.At
			}
		}
	}
	return otherwise
}

// heard returns where the sound of a track begins and ends, in seconds.
func (t *Track) heard() (from, to float64) {
	from, to = t.cue(sound.CueStart, 0), t.cue(sound.CueEnd, t.Duration)
	if to-from < t.Duration/2 {
		return 0, t.Duration // there is hardly any sound between the cues
	}
	return from, to
}

// fullRuns returns the stretches in which a track is full: neighbouring full
// sections, without a first or a last one that is short.
func (t *Track) fullRuns() (runs []sound.Section) {
	if t.Sound == nil {
		return nil
	}
	sections := t.Sound.Sections
	isFull := func(i int) bool { return i >= 0 && i < len(sections) && sections[i].Energy >= fullEnergy }
	run := sound.Section{Start: -1}
	for i, s := range sections {
		isEdge := !isFull(i-1) || !isFull(i+1)
		if isFull(i) && !(isEdge && s.End-s.Start < minFull) {
			if run.Start < 0 {
				run.Start = s.Start
			}
			run.End = s.End
		}
		if !isFull(i + 1) {
			if run.Start >= 0 && run.End-run.Start >= minFull {
				runs = append(runs, run)
			}
			run.Start = -1
		}
	}
	return runs
}

// full returns where the first full section begins and the last one ends, in
// seconds. Where a section is too far from the ends of the track, it uses a
// cue.
func (t *Track) full() (from, to float64) {
	start, end := t.heard()
	from, to = -1, -1
	for _, s := range t.fullRuns() {
		if from < 0 {
			from = s.Start
		}
		to = s.End
	}
	skipped := maxSkipped * t.Duration
	from = firstWithin(start, start+skipped, from, t.cue(sound.CueMixIn, start), start)
	to = firstWithin(end-skipped, end, to, t.cue(sound.CueMixOut, end), end)
	if to < from {
		return start, end
	}
	return from, to
}

// firstWithin returns the first of some times that is neither before low nor
// after high. The last of them must be neither.
func firstWithin(low, high float64, times ...float64) float64 {
	return times[slices.IndexFunc(times, func(at float64) bool { return at >= low && at <= high })]
}

// barGrid holds the bars of a steady track. Bar 0 is the first one whose
// downbeat is within the track.
type barGrid struct {
	first  float64 // s, the first downbeat
	length float64 // s
	last   int     // the last bar that begins within the sound
}

func (t *Track) barGrid() barGrid {
	g, s := t.Sound.Grid[0], t.Sound
	beat := 60 / g.BPM
	b := barGrid{first: g.Start + float64(s.Downbeat%s.Meter)*beat, length: float64(s.Meter) * beat}
	_, end := t.heard()
	b.first += math.Ceil(max(0, -b.first)/b.length) * b.length
	b.last = int(math.Floor((end - b.first) / b.length))
	return b
}

// at returns the time of the downbeat of bar n, in seconds.
func (b barGrid) at(n int) float64 { return b.first + float64(n)*b.length }

// near returns the bar whose downbeat is nearest to a time in seconds.
func (b barGrid) near(at float64) int {
	return min(max(int(math.Round((at-b.first)/b.length)), 0), max(b.last, 0))
}

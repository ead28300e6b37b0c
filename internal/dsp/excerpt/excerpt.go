// Package excerpt finds the tracks that play in a recording, such as a DJ mix, by
// their waveforms. It compares how the level of each band moves. All rhythms are
// first brought to the same strength, so that equalisers, volume and a common beat
// matter little. Parts of a track, at several speeds, are correlated with the whole
// recording, first in frames of twice the length, then in full where there is a
// likeness. Wherever one matches, the track is followed in both directions.
package excerpt

import (
	"cmp"
	"slices"

	"sonora/internal/dsp"
)

// Waveform is sound as dsp.Peaks draws it: three bands of dsp.PeaksPerSecond points
// per second.
type Waveform struct{ Low, Mid, High []byte }

// Excerpt is a part of a recording in which a track plays.
type Excerpt struct {
	Track    int     // of Distinct, a number that the caller chooses
	Start    float64 // s, in the recording
	Length   float64 // s
	From     float64 // s, of the track, that is heard at Start
	Speed    float64 // of the track; 1.06 is 6 % faster
	Likeness float64 // mean correlation, 0 to 1; 0.2 is chance
}

const (
	// MinTrack is the length in seconds of the shortest track that can be found.
	MinTrack = 15
	// fastest is how much faster or slower a track of a mix may play, in percent.
	fastest    = 8
	probeEvery = 90 * rate // frames
	maxTraces  = 4         // places at which one track is followed
	hint       = 0.26      // correlation of a coarse probe from which it is compared in full
	likely     = 0.3       // correlation of a probe from which a track is followed
	together   = rate      // frames within which two places are the same
)

// Recording is a recording that can be searched. It is not safe for concurrent use.
type Recording struct {
	*spectra // in coarse frames

	fine         *envelope
	fineEnergies []float64
}

// New prepares a recording. The result takes a kilobyte per second of sound.
func New(w *Waveform) *Recording {
	l := newLevels(w)
	fine := l.at(1, 1)
	return &Recording{newSpectra(l.at(1, coarse)), fine, fine.energies()}
}

// place is where a track may play: its beginning is at a frame of the recording, which
// may be negative.
type place struct {
	begin, probe int
	speed        float64
	alike        float64
}

// Find returns the parts of the recording in which a track plays, the most certain
// first. The track is at least MinTrack long and up to 8 % faster or slower.
func (r *Recording) Find(w *Waveform) []Excerpt { return r.FindWithin(w, fastest, fastest) }

// FindWithin is Find for a track that is up to some percent slower or faster. It takes the
// longer, the more speeds there are.
func (r *Recording) FindWithin(w *Waveform, slower, faster int) []Excerpt {
	l := newLevels(w)
	var places []place
	for change := -slower; change <= faster; change++ {
		places = append(places, r.places(l, 1+float64(change)/100)...)
	}
	slices.SortFunc(places, func(a, b place) int { return -cmp.Compare(a.alike, b.alike) })
	var found []Excerpt
	for range maxTraces {
		if len(places) == 0 {
			break
		}
		best := places[0]
		if x, ok := r.trace(l, best); ok {
			found = join(found, x, float64(len(w.Low))/dsp.PeaksPerSecond)
		}
		places = slices.DeleteFunc(places, func(p place) bool { return abs(p.at()-best.at()) < probeEvery })
	}
	return Distinct(found)
}

// join adds an excerpt of a track to others of it, or to one during which it begins:
// the track goes on after a break, or repeats itself. lasts is the length of the
// track in seconds.
func join(list []Excerpt, x Excerpt, lasts float64) []Excerpt {
	for i := range list {
		first, second := &list[i], &x
		if x.Start < first.Start {
			first, second = second, first
		}
		if second.Start > first.begin()+lasts/first.Speed {
			continue
		}
		end := max(first.Start+first.Length, second.Start+second.Length)
		joined := *first
		joined.Length = end - joined.Start
		list[i] = joined
		return list
	}
	return append(list, x)
}

// begin returns the second of the recording at which the whole track would begin.
func (x *Excerpt) begin() float64 { return x.Start - x.From/x.Speed }

// at returns the frame of the recording at which the probe was found.
func (p *place) at() int { return p.begin + p.probe }

func abs(n int) int { return max(n, -n) }

// places returns where parts of a track, at a speed, match the recording. It compares
// them where a coarse search finds any likeness.
func (r *Recording) places(l *levels, speed float64) []place {
	rough := l.at(speed, coarse)
	var t *tracer
	var list []place
	if rough.frames() < coarseProbe {
		return nil
	}
	n := rough.frames()*coarse/probeEvery + 2
	for i := range n {
		from := (2*i+1)*rough.frames()/(2*n) - coarseProbe/2
		from = max(0, min(from, rough.frames()-coarseProbe))
		probe, ok := r.pattern(rough, from, coarseProbe)
		if !ok {
			continue
		}
		r.likeness(&probe, func(at int, alike float32) {
			if alike < hint {
				return
			}
			if t == nil {
				t = r.tracer(l, speed)
			}
			if p, ok := t.near(from*coarse, at*coarse); ok {
				list = add(list, p)
			}
		})
	}
	return list
}

// near returns the best place for a probe around a frame of the recording at which a
// coarse search found it, unless they are not alike.
func (t *tracer) near(from, at int) (best place, ok bool) {
	if from+probe > t.e.frames() {
		return place{}, false
	}
	for k := at - coarse; k <= at+coarse; k++ {
		if alike := t.alike(from, k, probe); alike >= likely && alike > best.alike {
			best, ok = place{k - from, from, t.speed, alike}, true
		}
	}
	return best, ok
}

// add adds a place to a list, unless the last one is the same and more alike.
func add(list []place, p place) []place {
	last := len(list) - 1
	if last < 0 || list[last].probe != p.probe || p.at()-list[last].at() >= together {
		return append(list, p)
	}
	if p.alike > list[last].alike {
		list[last] = p
	}
	return list
}

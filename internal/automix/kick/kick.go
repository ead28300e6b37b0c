// Package kick finds the kick drums of music whose beats are known.
package kick

import (
	"math"
	"slices"

	"sonora/internal/automix/plan"
)

const (
	highest   = 160  // Hz, the highest frequency of a kick that counts
	brightest = 2000 // Hz, above which attacks of other sounds are measured
	typical   = 60   // Hz, the pitch of most kicks
	frames    = 48   // length of one level: 1 ms
	rising    = 6    // ms over which a kick begins
	reach     = 30   // ms before and after the beats in which the kicks are searched
	stray     = 25   // ms by which a single kick may be away from the others
	distinct  = 3    // how much more the bass must rise at the kicks than on average
	sharp     = 6    // the same for attacks
	share     = 0.6  // how much it must rise there, as a share of where it rises most
	near      = 12   // ms around each third of a beat in which the level may rise; a quarter is 25 ms away at 200 BPM
	thirds    = 0.4  // how much the level must rise at each third of a beat, as a share of where it rises most
	weakest   = 0.25 // share of the strongest kick's strength below which an onset is ignored
	perSecond = plan.Rate / frames
)

// Meter measures the level of the bass in each millisecond, or, with Attacks,
// the level above 2 kHz. There all sounds that are struck or plucked begin
// sharply, but it does not tell which of two tracks they belong to.
type Meter struct {
	Attacks bool

	levels []float32 // amplitudes, one per ms
	slow   [3]float64
	last   float64 // the filtered sample before
	sum    float64
	count  int
}

// Write takes the next stereo samples.
func (m *Meter) Write(samples []float32) {
	part := 2 * math.Pi * highest / plan.Rate
	if m.Attacks {
		part = 2 * math.Pi * brightest / plan.Rate
	}
	for i := 0; i+1 < len(samples); i += 2 {
		v := float64(samples[i]+samples[i+1]) / 2
		for n := range m.slow {
			m.slow[n] += part * (v - m.slow[n])
			if m.Attacks {
				v -= m.slow[n]
			} else {
				v = m.slow[n]
			}
		}
		m.sum += v * v
		if !m.Attacks {
			// A wave is steepest where it crosses zero. With its slope, its
			// amplitude is the same throughout, so that only the attack of a
			// kick rises, and not each of its waves.
			slope := (v - m.last) * plan.Rate / (2 * math.Pi * typical)
			m.sum += slope * slope
			m.last = v
		}
		if m.count++; m.count == frames {
			m.levels = append(m.levels, float32(math.Sqrt(m.sum/frames)))
			m.sum, m.count = 0, 0
		}
	}
	for n := range m.slow {
		if math.Abs(m.slow[n]) < 1e-20 {
			m.slow[n] = 0
		}
	}
}

// rise returns how much the bass rises at a millisecond, as a difference of
// summed amplitudes.
func (m *Meter) rise(at int) float64 {
	if at < rising || at+rising > len(m.levels) {
		return 0
	}
	var before, after float64
	for i := range rising {
		before += float64(m.levels[at-1-i])
		after += float64(m.levels[at+i])
	}
	return max(0, after-before)
}

// Onset is a kick.
type Onset struct {
	Beat     float64 // number of its beat
	Off      float64 // s after its beat
	strength float64
}

// Find returns the kicks of steady beats, without those that are much weaker
// than the strongest; none if the kicks are not clear. First all beats together
// choose the distance from the beat at which the bass rises most: near a single
// beat, a bass note may rise more than the kick. first is the time of beat 0 and
// length that of a beat, in seconds; the beats from up to, but not including, to
// count.
func (m *Meter) Find(first, length float64, from, to int) []Onset {
	beats := timesOf(first, length, from, to)
	most, ok := m.lag(beats, length)
	if !ok {
		return nil
	}
	lag := int(math.Round(most))
	var found []Onset
	strongest := 0.0
	for i, at := range beats {
		o := m.near(float64(from+i), at, lag)
		strongest = max(strongest, o.strength)
		found = append(found, o)
	}
	return slices.DeleteFunc(found, func(o Onset) bool {
		return o.strength <= weakest*strongest || math.Abs(o.Off*perSecond-float64(lag)) > stray-1
	})
}

// Common returns the distance from the beats, in seconds, at which the level
// rises most in all of them together. The arguments are those of Find. ok is
// false if none is clear.
func (m *Meter) Common(first, length float64, from, to int) (lag float64, ok bool) {
	return m.CommonOf(timesOf(first, length, from, to), length)
}

// CommonOf does the same for beats at the given times, in seconds, which are
// about length apart.
func (m *Meter) CommonOf(beats []float64, length float64) (lag float64, ok bool) {
	lag, ok = m.lag(beats, length)
	return lag / perSecond, ok
}

// timesOf returns the times of beats, in seconds.
func timesOf(first, length float64, from, to int) (beats []float64) {
	for n := from; n < to; n++ {
		beats = append(beats, first+float64(n)*length)
	}
	return beats
}

// lag returns how many milliseconds after the beats most kicks are. ok is false
// if no distance up to reach is clear: then there are no kicks, or bass notes
// between the beats hide them.
func (m *Meter) lag(beats []float64, length float64) (lag float64, ok bool) {
	rises := m.rises(beats, length)
	half := len(rises) / 2
	var sum, nearest, most float64
	best := 0
	for i := range rises {
		sum, most = sum+rises[i], max(most, rises[i])
		if d := i - half; rises[i] > nearest && d >= -reach && d <= reach {
			best, nearest = i, rises[i]
		}
	}
	least := float64(distinct)
	if m.Attacks {
		least = sharp
	}
	if nearest == 0 || nearest < share*most || nearest*float64(2*half) < least*sum {
		return 0, false
	}
	lag = float64(best - half)
	if best > 0 && best+1 < len(rises) {
		lag += vertex(rises[best-1], nearest, rises[best+1])
	}
	return lag, true
}

// rises returns how much the level rises in all beats together, in each
// millisecond from half a beat before them to half a beat after them.
func (m *Meter) rises(beats []float64, length float64) []float64 {
	half := int(length / 2 * perSecond)
	rises := make([]float64, 2*half)
	for i := range rises {
		for _, at := range beats {
			rises[i] += m.rise(int(math.Round(at*perSecond)) + i - half)
		}
	}
	return rises
}

// InThrees reports whether beats at the given times, in seconds, which are about
// length apart, have a rise at each third of a beat.
func (m *Meter) InThrees(beats []float64, length float64) bool {
	rises := m.rises(beats, length)
	top := func(part float64) (most float64) {
		middle := int(part * float64(len(rises)))
		for i := max(0, middle-near); i <= min(len(rises)-1, middle+near); i++ {
			most = max(most, rises[i])
		}
		return most
	}
	return min(top(1./6), top(5./6)) >= thirds*slices.Max(rises)
}

// vertex returns where the parabola through three neighbouring values is
// highest, relative to the middle one.
func vertex(a, b, c float64) float64 {
	if bend := a - 2*b + c; bend < 0 {
		return (a - c) / (2 * bend)
	}
	return 0
}

// near finds the kick that a beat at a time in seconds has about lag
// milliseconds later.
func (m *Meter) near(beat, at float64, lag int) Onset {
	centre := int(math.Round(at*perSecond)) + lag
	best, most := centre, 0.0
	for i := centre - stray; i <= centre+stray; i++ {
		if r := m.rise(i); r > most {
			best, most = i, r
		}
	}
	shift := vertex(m.rise(best-1), most, m.rise(best+1))
	return Onset{beat, (float64(best)+shift)/perSecond - at, most}
}

// Lag returns the median of the kicks' distance from their beats, in seconds.
func Lag(of []Onset) float64 { return offs(of)[len(of)/2] }

func offs(of []Onset) []float64 {
	values := make([]float64, len(of))
	for i, o := range of {
		values[i] = o.Off
	}
	slices.Sort(values)
	return values
}

// Spread returns the 90th percentile of the kicks' distance from a line with
// the slope drift, in seconds.
func Spread(of []Onset, drift float64) float64 {
	level := make([]Onset, len(of))
	for i, o := range of {
		level[i] = Onset{Beat: o.Beat, Off: o.Off - drift*o.Beat}
	}
	middle := Lag(level)
	for i := range level {
		level[i].Off = math.Abs(level[i].Off - middle)
	}
	return offs(level)[len(level)*9/10]
}

// Drift returns by how many seconds per beat the kicks are slower than the
// beats: the median over all pairs of kicks (H. Theil, P. Sen).
func Drift(of []Onset) float64 {
	var slopes []float64
	for i := range of {
		for k := range i {
			slopes = append(slopes, (of[i].Off-of[k].Off)/(of[i].Beat-of[k].Beat))
		}
	}
	slices.Sort(slopes)
	return slopes[len(slopes)/2]
}

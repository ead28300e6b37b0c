package render

import (
	"math"

	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
)

// output is the last stage of a mix: gain and limiter.
type output struct {
	*Master
	plan     *plan.Plan
	limiter  *dsp.Limiter
	in       int64 // frame of the next sample to come in, a multiple of block
	out      int64 // frame of the next sample to leave the limiter
	from, to int64 // frames that are passed on
	pass     func([]float32) error
	pending  []float32 // of an unfinished block
}

// output returns the last stage of a part of a mix. It takes samples from frame
// start on, a multiple of block, and passes on the frames [from, to).
func (m *Master) output(p *plan.Plan, isLossy bool, start, from, to int64, pass func([]float32) error) *output {
	top := ceiling
	if isLossy {
		top -= lossyRoom
	}
	return &output{Master: m, plan: p, limiter: dsp.NewLimiter(top), in: start, out: start - dsp.LimiterDelay, from: from, to: to, pass: pass}
}

// write takes the next samples.
func (o *output) write(samples []float32) error {
	o.pending = append(o.pending, samples...)
	for len(o.pending) >= 2*block {
		if err := o.block(o.pending[:2*block]); err != nil {
			return err
		}
		o.pending = append(o.pending[:0], o.pending[2*block:]...)
	}
	return nil
}

// finish flushes the limiter with silence, more than it needs.
func (o *output) finish() error {
	n := 2*block - len(o.pending)
	if err := o.write(make([]float32, n)); err != nil {
		return err
	}
	return o.write(make([]float32, 2*block))
}

func (o *output) block(samples []float32) error {
	at := o.in / block
	o.in += block
	from, to := o.gain(at), o.gain(at+1)
	for i := 0; i < len(samples); i += 2 {
		gain := from + (to-from)*float32(i)/float32(len(samples))
		samples[i] *= gain
		samples[i+1] *= gain
	}
	o.limiter.Limit(samples)
	begin := o.out
	o.out += block
	first, last := max(begin, o.from), min(o.out, o.to)
	if first >= last {
		return nil
	}
	return o.pass(samples[2*(first-begin) : 2*(last-begin)])
}

// gain returns the gain factor at the beginning of a block with the given
// number.
func (o *output) gain(at int64) float32 {
	db := o.Trim
	for i := range o.Rides {
		db += float64(o.Rides[i].at(at*block - o.plan.Joins[i].At))
	}
	return float32(math.Pow(10, db/20))
}

// Ride holds the gains with which the level is ridden around a join.
type Ride struct {
	From  int64     `json:"from"`  // frame of the first gain, counted from the beginning of the join
	Gains []float32 `json:"gains"` // dB for each 100 ms; none outside
}

// at returns the gain in dB at a frame, counted from the beginning of the join.
func (r *Ride) at(frame int64) float32 {
	frame -= r.From
	i := int(frame / block)
	if frame < 0 || i >= len(r.Gains) {
		return 0
	}
	next := float32(0)
	if i+1 < len(r.Gains) {
		next = r.Gains[i+1]
	}
	return r.Gains[i] + (next-r.Gains[i])*float32(frame%block)/block
}

// The bounds of riding the level: numbers of values of 100 ms, and dB.
const (
	rideReach  = 60  // before and after a join
	rideMean   = 60  // before and after that range, for the mean level on either side
	rideWindow = 15  // to either side: short-term loudness, 3 s
	rideFree   = 1.0 // LU by which the level may deviate from the line
	maxRide    = 9.0
	rideSmooth = 10
	ridings    = 6
	rideLead   = rideReach + max(rideMean, rideSmooth*ridings) // before and after a join, which its ride reads or changes
)

// Lead is the number of frames before and after a join that its ride reads or
// changes, plus those that the limiter needs.
const Lead = (rideLead + 20) * block

// ride rides the level around a join as a DJ would, so that it neither drops
// nor jumps. levels holds the loudness of each 100 ms in LUFS, from frame base
// of the mix on; ride adds its gains to them. It repeats on its own result,
// because the level changes faster than the smoothed gain.
func ride(j *plan.Join, levels []float32, base int64) Ride {
	if j.Kind == plan.Gapless {
		return Ride{}
	}
	start, end := int((j.At-base)/block), int((j.End()-base)/block)
	first, last := max(start-rideLead, 0), min(end+rideLead, len(levels))
	if first >= last {
		return Ride{}
	}
	levels = levels[first:last]
	gains, ridden := make([]float32, len(levels)+1), make([]float32, len(levels))
	for range ridings {
		for i, l := range levels {
			ridden[i] = l + gains[i]
		}
		wanted := make([]float32, len(gains))
		rideTo(dsp.SumLevels(ridden), wanted, start-rideReach-first, end+rideReach-first)
		for i := range gains {
			from, to := max(i-rideSmooth, 0), min(i+rideSmooth+1, len(wanted))
			var sum float32
			for _, w := range wanted[from:to] {
				sum += w
			}
			gains[i] = max(-maxRide, min(gains[i]+sum/float32(to-from), maxRide))
		}
	}
	for i := range levels {
		levels[i] += gains[i]
	}
	return Ride{From: base + int64(first)*block - j.At, Gains: gains}
}

// rideTo sets the gains that keep the short-term loudness from start to end
// near a straight line between the mean levels on either side.
func rideTo(levels dsp.LevelSums, wanted []float32, start, end int) {
	before, after := levels.Mean(start-rideMean, start), levels.Mean(end, end+rideMean)
	for i := max(start, 0); i < min(end, levels.Len()); i++ {
		line := before + (after-before)*float64(i-start)/float64(end-start)
		level := levels.Mean(i-rideWindow, i+rideWindow)
		wanted[i] = float32(min(max(level, line-rideFree), line+rideFree) - level)
	}
}

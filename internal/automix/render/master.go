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
	return float32(math.Pow(10, o.decibels(o.plan, at)/20))
}

// decibels returns the gain in dB at the beginning of a block of a mix.
func (m *Master) decibels(p *plan.Plan, at int64) float64 {
	db := m.Trim
	for i := range m.Rides {
		db += float64(m.Rides[i].at(at*block - p.Joins[i].At))
	}
	return db
}

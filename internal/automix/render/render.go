// Package render makes the sound of a planned mix: it decodes the tracks,
// changes their speed, mixes them, brings the mix to its loudness, and writes a
// file. It holds at most one join in memory.
package render

import (
	"context"
	"errors"
	"fmt"
	"math"

	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
)

// Renderer renders one plan.
type Renderer struct {
	FFmpeg   *ffmpeg.Runner
	Plan     *plan.Plan
	Files    []string      // paths of the tracks that the plan was built from, in the order of Build; Again needs only some
	Folder   string        // for a temporary file of 1.4 GB per hour; "" for the system's
	Idle     bool          // decode and encode only with otherwise idle processor time
	Progress func(float64) // is called with the finished share, 0 to 1; may be nil
}

// Master holds the gains that bring a mix to its loudness.
type Master struct {
	Trim     float64 `json:"trim"`     // dB
	Rides    []Ride  `json:"rides"`    // of each join; fewer while the later ones are not known yet
	Loudness float64 `json:"loudness"` // LUFS, of the result
	// Shifts holds by how many frames each entry plays later than planned, so that
	// its kicks meet those of the entry before; fewer, or none, if the rest plays
	// as planned.
	Shifts []int64 `json:"shifts,omitempty"`
}

const (
	block      = 4800 // frames: 100 ms
	summing    = 0.9  // share of the work done when the tracks are mixed
	maxMasters = 4    // attempts to hit the loudness
	minSlope   = 0.2
	nearEnough = 0.3  // LU from the loudness
	warmUp     = 10   // s processed before a part, so that the limiter has forgotten earlier sound
	ceiling    = -1.0 // dBTP
	lossyRoom  = 1.5  // dB that lossy formats may add to peaks; with 1.0, an MP3 reached -0.93 dBTP
)

// encoder takes the samples of a mix.
type encoder interface {
	Write(samples []float32) error
	Close() error
	Discard()
}

// Mix writes the whole mix to a file.
func (r *Renderer) Mix(ctx context.Context, path string) (*Master, error) {
	isLossy, open, err := r.file(ctx, path)
	if err != nil {
		return nil, err
	}
	return r.mix(ctx, isLossy, open)
}

// file returns how to create the encoder of a file, whose name says its format.
func (r *Renderer) file(ctx context.Context, path string) (isLossy bool, open func() (encoder, error), err error) {
	format, ok := ffmpeg.FileFormOf(path)
	if !ok {
		return false, nil, fmt.Errorf("write %s: the format is unknown", path)
	}
	return format.Lossy, func() (encoder, error) { return r.FFmpeg.Create(ctx, path, format, plan.Rate, r.Idle) }, nil
}

// mix encodes the whole mix while it joins the tracks. If the result is too
// loud or too quiet, it corrects the trim and starts again with a new encoder.
func (r *Renderer) mix(ctx context.Context, isLossy bool, open func() (encoder, error)) (*Master, error) {
	t, err := newScratch(r.Folder, 0)
	if err != nil {
		return nil, err
	}
	defer t.close()
	m := &Master{}
	join := func(e encoder) error { return r.join(ctx, m, t, isLossy, e) }
	again := func(e encoder) error { return r.master(ctx, m, t, isLossy, e) }
	if err := r.loud(m, open, join, again); err != nil {
		return nil, err
	}
	r.tell(1)
	return m, nil
}

// loud encodes a mix with first, which sets m.Loudness, and with again as long as
// the result is too loud or too quiet, with a better trim.
func (r *Renderer) loud(m *Master, open func() (encoder, error), first, again func(encoder) error) error {
	fill := first
	slope, change, before := 1.0, 0.0, 0.0 // LU per dB, less than 1 because of the limiter; change of the trim in dB; LUFS
	for attempt := 1; ; attempt++ {
		if err := r.encode(open, fill); err != nil {
			return err
		}
		off := plan.Loudness - m.Loudness
		if math.Abs(off) < nearEnough || attempt == maxMasters || m.Loudness <= dsp.SilenceLUFS {
			return nil
		}
		if attempt > 1 {
			slope = min(max((m.Loudness-before)/change, minSlope), 1)
		}
		change, before = off/slope, m.Loudness
		m.Trim += change
		fill = again
	}
}

// encode opens an encoder and fills it. After an error it discards the encoder.
func (r *Renderer) encode(open func() (encoder, error), fill func(encoder) error) error {
	e, err := open()
	if err != nil {
		return err
	}
	if err := fill(e); err != nil {
		e.Discard()
		return err
	}
	return e.Close()
}

// join joins the tracks in a scratch file and encodes each part as soon as its
// level is known.
func (r *Renderer) join(ctx context.Context, m *Master, t *scratch, isLossy bool, e encoder) error {
	l, err := r.level(m, t, isLossy, e)
	if err != nil {
		return err
	}
	m.Shifts, err = r.sum(ctx, 0, r.Plan.Frames, nil, func(at int64, samples []float32) error {
		if err := l.add(samples); err != nil {
			return err
		}
		r.tell(summing * float64(at) / float64(r.Plan.Frames))
		return nil
	})
	if err != nil {
		return err
	}
	return l.finish(ctx)
}

// leveller rides the level of the whole mix, passes it through the last stage,
// and measures the result.
type leveller struct {
	stage
	mastered *dsp.LoudnessMeter
	out      *output
	at       int64 // frame of the next sample to pass to the last stage
}

func (r *Renderer) level(m *Master, t *scratch, isLossy bool, e encoder) (*leveller, error) {
	m.Rides = nil
	l := &leveller{stage: r.stage(m, t, isLossy)}
	var err error
	if l.mastered, err = dsp.NewLoudnessMeter(plan.Rate, 2); err != nil {
		return nil, err
	}
	l.out = m.output(r.Plan, isLossy, 0, 0, r.Plan.Frames, func(samples []float32) error {
		l.mastered.Write(samples)
		return e.Write(samples)
	})
	return l, nil
}

// add takes the next samples of the sum.
func (l *leveller) add(samples []float32) error {
	if err := l.scratch.write(samples); err != nil {
		return err
	}
	return l.advance()
}

// advance rides the joins around which all of the sum is known, and passes on
// the part before the next one.
func (l *leveller) advance() error {
	known := int64(len(l.scratch.levels()))
	for len(l.Rides) < len(l.Plan.Joins) {
		j := &l.Plan.Joins[len(l.Rides)]
		if known < j.End()/block+rideLead+1 {
			return l.passTo(min(known*block, j.At-(rideLead+1)*block))
		}
		if err := l.next(); err != nil {
			return err
		}
	}
	return l.passTo(known * block)
}

// next rides the next join.
func (l *leveller) next() error {
	l.Rides = append(l.Rides, Ride{})
	return l.ride(len(l.Rides) - 1)
}

// passTo passes the whole blocks up to frame end to the last stage.
func (l *leveller) passTo(end int64) error {
	if end < l.at+block {
		return nil
	}
	from := l.at
	l.at = end / block * block
	return l.pass(l.out, from, l.at)
}

// finish rides the joins that are left, and passes on the rest.
func (l *leveller) finish(ctx context.Context) error {
	for len(l.Rides) < len(l.Plan.Joins) {
		if err := errors.Join(ctx.Err(), l.next()); err != nil {
			return err
		}
	}
	if err := l.replay(ctx, l.out, l.at, l.Plan.Frames); err != nil {
		return err
	}
	l.Loudness = l.mastered.Result().Integrated
	return nil
}

// master rides the sound in the scratch file, encodes it and measures its
// loudness.
func (r *Renderer) master(ctx context.Context, m *Master, t *scratch, isLossy bool, e encoder) error {
	l, err := r.level(m, t, isLossy, e)
	if err != nil {
		return err
	}
	return l.finish(ctx)
}

// Part writes the frames [from, to) of the mix to a file. The samples are the
// same as in the whole mix with this master.
func (r *Renderer) Part(ctx context.Context, m *Master, from, to int64, path string) error {
	isLossy, open, err := r.file(ctx, path)
	if err != nil {
		return err
	}
	from, to = max(0, from), min(to, r.Plan.Frames)
	start := max(0, from-warmUp*plan.Rate) / block * block
	return r.encode(open, func(e encoder) error {
		out := m.output(r.Plan, isLossy, start, from, to, e.Write)
		// The limiter looks ahead, so it needs a block after the end.
		_, err := r.sum(ctx, start, min(to+block, r.Plan.Frames), m.Shifts, func(_ int64, samples []float32) error { return out.write(samples) })
		return errors.Join(err, out.finish())
	})
}

func (r *Renderer) tell(share float64) {
	if r.Progress != nil {
		r.Progress(share)
	}
}

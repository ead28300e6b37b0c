// Package render makes the sound of a planned mix: it decodes the tracks,
// changes their speed, mixes them, brings the whole to its loudness, and writes
// a file. It holds no more than one join in memory.
package render

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
)

// Renderer renders one plan.
type Renderer struct {
	FFmpeg   *ffmpeg.Runner
	Plan     *plan.Plan
	Files    []string      // of the tracks that the plan was made of
	Folder   string        // for a temporary file of 1.4 GB per hour; "" for the system's
	Idle     bool          // use only otherwise idle processor time to decode and encode
	Progress func(float64) // is told the finished share, 0 to 1; nil for nobody
}

// Master is how a mix was brought to its loudness.
type Master struct {
	Trim     float64   `json:"trim"`     // dB
	Ride     []float32 `json:"ride"`     // dB for each 100 ms; a missing value is 0
	Loudness float64   `json:"loudness"` // LUFS, of the result
}

const (
	block      = 4800 // frames: 100 ms
	summing    = 0.6  // share of the work that is done when the tracks are mixed
	maxMasters = 4    // attempts to hit the loudness
	minSlope   = 0.2
	nearEnough = 0.25 // LU from the loudness
	warmUp     = 10   // s before a part, after which the limiter has forgotten what was before
	ceiling    = -1.0 // dBTP
	lossyRoom  = 1.0  // dB that lossy formats may add to peaks
)

// Mix writes the whole mix to a file.
func (r *Renderer) Mix(ctx context.Context, path string) (*Master, error) {
	format, ok := ffmpeg.FileFormOf(path)
	if !ok {
		return nil, fmt.Errorf("write %s: the format is unknown", path)
	}
	t, err := newTape(r.Folder)
	if err != nil {
		return nil, err
	}
	defer t.close()
	meter, err := dsp.NewLoudnessMeter(plan.Rate, 2)
	if err != nil {
		return nil, err
	}
	err = r.sum(ctx, 0, r.Plan.Frames, func(at int64, samples []float32) error {
		meter.Write(samples)
		r.tell(summing * float64(at) / float64(r.Plan.Frames))
		return t.write(samples)
	})
	if err != nil {
		return nil, err
	}
	m := &Master{Ride: ride(r.Plan, meter.Levels())}
	if loudness := meter.Result().Integrated; loudness > dsp.SilenceLUFS {
		m.Trim = plan.Loudness - loudness
	}
	change, slope := 0.0, 1.0 // of the trim in dB; LU per dB, less than 1 because of the limiter
	for attempt := 1; ; attempt++ {
		before := m.Loudness
		if err := r.master(ctx, m, path, format, t); err != nil {
			return nil, err
		}
		off := plan.Loudness - m.Loudness
		if math.Abs(off) < nearEnough || attempt == maxMasters || m.Loudness <= dsp.SilenceLUFS {
			r.tell(1)
			return m, nil
		}
		if attempt > 1 {
			slope = min(max((m.Loudness-before)/change, minSlope), 1)
		}
		change = off / slope
		m.Trim += change
	}
}

// master writes what is on the tape to a file and measures its loudness.
func (r *Renderer) master(ctx context.Context, m *Master, path string, format ffmpeg.FileForm, t *tape) error {
	meter, err := dsp.NewLoudnessMeter(plan.Rate, 2)
	if err != nil {
		return err
	}
	if err := t.rewind(); err != nil {
		return err
	}
	err = r.write(ctx, path, format, func(file *ffmpeg.File) error {
		out := m.output(format, 0, 0, r.Plan.Frames, func(samples []float32) error {
			meter.Write(samples)
			return file.Write(samples)
		})
		buffer := make([]float32, 2*block)
		for at := int64(0); at < r.Plan.Frames; at += block {
			if err := ctx.Err(); err != nil {
				return err
			}
			part := buffer[:2*min(block, r.Plan.Frames-at)]
			if err := t.read(part); err != nil {
				return err
			}
			if err := out.write(part); err != nil {
				return err
			}
			r.tell(summing + (1-summing)*float64(at)/float64(r.Plan.Frames))
		}
		return out.finish()
	})
	m.Loudness = meter.Result().Integrated
	return err
}

// Part writes a part of the mix to a file: the same samples, from one frame to
// another, that the whole mix with this master has there.
func (r *Renderer) Part(ctx context.Context, m *Master, from, to int64, path string) error {
	format, ok := ffmpeg.FileFormOf(path)
	if !ok {
		return fmt.Errorf("write %s: the format is unknown", path)
	}
	from, to = max(0, from), min(to, r.Plan.Frames)
	start := max(0, from-warmUp*plan.Rate) / block * block
	return r.write(ctx, path, format, func(file *ffmpeg.File) error {
		out := m.output(format, start, from, to, file.Write)
		// The limiter needs to know what follows.
		err := r.sum(ctx, start, min(to+block, r.Plan.Frames), func(_ int64, samples []float32) error { return out.write(samples) })
		return errors.Join(err, out.finish())
	})
}

// write creates a file and removes it after an error.
func (r *Renderer) write(ctx context.Context, path string, format ffmpeg.FileForm, fill func(*ffmpeg.File) error) error {
	file, err := r.FFmpeg.Create(ctx, path, format, plan.Rate, r.Idle)
	if err != nil {
		return err
	}
	if err := fill(file); err != nil {
		file.Discard()
		return err
	}
	return file.Close()
}

func (r *Renderer) tell(share float64) {
	if r.Progress != nil {
		r.Progress(share)
	}
}

// tape is a temporary file of samples. It has no name, so that it is gone when it
// is closed.
type tape struct {
	file  *os.File
	bytes []byte
}

func newTape(folder string) (*tape, error) {
	file, err := os.CreateTemp(folder, "sonora-mix-")
	if err != nil {
		return nil, fmt.Errorf("keep the sound of a mix: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("keep the sound of a mix: %w", err), file.Close())
	}
	return &tape{file: file}, nil
}

func (t *tape) close() { t.file.Close() }

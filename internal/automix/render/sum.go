package render

import (
	"context"
	"fmt"
	"math"
)

// summation is the sum of all tracks, before its master.
type summation struct {
	*Renderer
	ctx      context.Context
	from, to int64 // the frames [from, to) are wanted
	at       int64 // frame of the next sample
	voices   map[int]*voice
	emit     func(at int64, samples []float32) error
	buffer   []float32
}

// sum passes the frames [from, to) of the mix to emit. It always mixes whole
// joins, so a part has the same samples as in the whole mix.
func (r *Renderer) sum(ctx context.Context, from, to int64, emit func(at int64, samples []float32) error) error {
	s := &summation{Renderer: r, ctx: ctx, from: from, to: to, voices: map[int]*voice{}, emit: emit, buffer: make([]float32, 2*block)}
	defer func() {
		for _, v := range s.voices {
			v.close()
		}
	}()
	for i := range r.Plan.Entries {
		if err := s.entry(i); err != nil {
			return err
		}
	}
	return nil
}

// entry plays entry i up to the end of the join after it.
func (s *summation) entry(i int) error {
	e := &s.Plan.Entries[i]
	end := e.At + e.Frames
	isJoined := i < len(s.Plan.Joins)
	if isJoined {
		end = s.Plan.Joins[i].At
	}
	if err := s.alone(i, end); err != nil {
		return err
	}
	if isJoined {
		if err := s.join(i); err != nil {
			return err
		}
	}
	if v := s.voices[i]; v != nil {
		v.close()
		delete(s.voices, i)
	}
	return nil
}

// isWanted reports whether any part of an entry is wanted.
func (s *summation) isWanted(i int) bool {
	e := &s.Plan.Entries[i]
	return e.At < s.to && e.At+e.Frames > s.from
}

// alone plays entry i up to frame end.
func (s *summation) alone(i int, end int64) error {
	for s.at < end {
		n := min(block, end-s.at)
		if !s.isWanted(i) || s.at >= s.to {
			s.at = end
			return nil
		}
		samples := s.buffer[:2*n]
		if err := s.play(i, samples); err != nil {
			return err
		}
		if err := s.pass(samples); err != nil {
			return err
		}
	}
	return nil
}

// join plays the join after entry i. Entries that are not wanted stay silent,
// because such a join is not passed on.
func (s *summation) join(i int) error {
	j := &s.Plan.Joins[i]
	if j.Frames == 0 {
		return nil
	}
	isWanted := j.At < s.to && j.End() > s.from
	a, b := make([]float32, 2*j.Frames), make([]float32, 2*j.Frames)
	for k, samples := range [][]float32{a, b} {
		if !s.isWanted(i + k) {
			continue
		}
		if err := s.play(i+k, samples); err != nil {
			return err
		}
	}
	if isWanted {
		join(j, a, b)
	}
	return s.pass(a)
}

// play reads the next frames of entry i and applies its gain.
func (s *summation) play(i int, samples []float32) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	e := &s.Plan.Entries[i]
	v := s.voices[i]
	if v == nil {
		var err error
		if v, err = newVoice(s.ctx, s.FFmpeg, s.Files[e.Track], e, s.Idle); err != nil {
			return err
		}
		s.voices[i] = v
	}
	if err := v.read(samples); err != nil {
		return fmt.Errorf("decode %s: %w", s.Files[e.Track], err)
	}
	gain := float32(math.Pow(10, e.Gain/20))
	for k := range samples {
		samples[k] *= gain
	}
	return nil
}

// pass passes on the wanted part of the next samples.
func (s *summation) pass(samples []float32) error {
	at, end := s.at, s.at+int64(len(samples)/2)
	s.at = end
	from, to := max(at, s.from), min(end, s.to)
	if from >= to {
		return nil
	}
	return s.emit(from, samples[2*(from-at):2*(to-at)])
}

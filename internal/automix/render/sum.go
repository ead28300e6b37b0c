package render

import (
	"context"
	"fmt"
	"math"

	"sonora/internal/automix/kick"
	"sonora/internal/automix/plan"
)

// summation is the sum of all tracks, before its master.
type summation struct {
	*Renderer
	ctx      context.Context
	from, to int64 // the frames [from, to) are wanted
	at       int64 // frame of the next sample
	voices   map[int]*voice
	shifts   []int64 // see Master
	isFixed  bool    // the shifts are those of an earlier rendering
	emit     func(at int64, samples []float32) error
	buffer   []float32
}

// sum passes the frames [from, to) of the mix to emit. It always mixes whole
// joins, so a part has the same samples as in the whole mix. It moves each entry
// so that its kicks meet those of the entry before, and returns these shifts,
// unless they are given.
func (r *Renderer) sum(ctx context.Context, from, to int64, shifts []int64, emit func(at int64, samples []float32) error) ([]int64, error) {
	s := &summation{Renderer: r, ctx: ctx, from: from, to: to, shifts: make([]int64, len(r.Plan.Entries)), isFixed: shifts != nil, voices: map[int]*voice{}, emit: emit, buffer: make([]float32, 2*block)}
	defer func() {
		for _, v := range s.voices {
			v.close()
		}
	}()
	copy(s.shifts, shifts)
	for i := range r.Plan.Entries {
		if err := s.entry(i); err != nil {
			return nil, err
		}
	}
	return s.shifts, nil
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
	return s.Plan.Entries[i].Overlaps(s.from, s.to)
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
		s.close(samples)
		if err := s.pass(samples); err != nil {
			return err
		}
	}
	return nil
}

// closing is the length of the fade at the end of a mix. It removes noises after
// the last sound that anybody hears.
const closing = plan.Rate

// close fades out the end of the mix, if it is among the next samples.
func (s *summation) close(samples []float32) {
	begin := s.Plan.Frames - closing
	for i := max(0, begin-s.at); 2*i < int64(len(samples)); i++ {
		down, _ := levels(float64(s.at+i-begin) / closing)
		samples[2*i] *= down
		samples[2*i+1] *= down
	}
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
		if j.Kind == plan.Blend && !s.isFixed {
			if err := s.align(i+1, j, a, b); err != nil {
				return err
			}
		}
		if err := join(j, a, b); err != nil {
			return err
		}
	}
	return s.pass(a)
}

// maxShift is the longest shift of an entry: 30 ms. Kicks that are farther apart
// are not the same beat.
const maxShift = plan.Rate * 30 / 1000

// align moves entry i, which has played b so far, so that its kicks meet those
// of a, or its attacks if the kicks of one are not clear.
func (s *summation) align(i int, j *plan.Join, a, b []float32) error {
	apart, ok := distance(j, a, b, kicksOf)
	if !ok {
		apart, ok = distance(j, a, b, attacksOf)
	}
	shift := int64(math.Round(apart * plan.Rate))
	if !ok || shift < -maxShift || shift > maxShift {
		return nil
	}
	s.shifts[i] = shift
	if shift > 0 {
		s.voices[i].kept = append([]float32(nil), b[int64(len(b))-2*shift:]...)
		copy(b[2*shift:], b)
		clear(b[:2*shift])
		return nil
	}
	copy(b, b[-2*shift:])
	return s.more(i, b[int64(len(b))+2*shift:])
}

// distance returns by how many seconds the beats of a blend are later in a than
// in b. ok is false unless they are clear in both.
func distance(j *plan.Join, a, b []float32, beats func(*plan.Join, []float32) (float64, bool)) (apart float64, ok bool) {
	first, isClear := beats(j, a)
	if !isClear {
		return 0, false
	}
	second, isClear := beats(j, b)
	return first - second, isClear
}

// kicksOf returns by how many seconds the kicks of a track are later than the
// beats of a blend. ok is false if fewer than half of the beats have one.
func kicksOf(j *plan.Join, samples []float32) (lag float64, ok bool) {
	var m kick.Meter
	m.Write(samples)
	kicks := m.Find(0, 60/j.BPM, 0, j.Bars*j.Meter)
	if len(kicks) < j.Bars*j.Meter/2 {
		return 0, false
	}
	return kick.Lag(kicks), true
}

// attacksOf returns the same for the attacks of all sounds above 2 kHz. ok is
// false if they are not clear.
func attacksOf(j *plan.Join, samples []float32) (lag float64, ok bool) {
	m := kick.Meter{Attacks: true}
	m.Write(samples)
	return m.Common(0, 60/j.BPM, 0, j.Bars*j.Meter)
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
			return s.unreadable(e.Track, err)
		}
		s.voices[i] = v
		if err := s.begin(i, s.shifts[i]); err != nil {
			return err
		}
	}
	return s.more(i, samples)
}

// begin makes entry i begin some frames later, or earlier if shift is negative.
func (s *summation) begin(i int, shift int64) error {
	if shift < 0 {
		return s.more(i, make([]float32, -2*shift))
	}
	s.voices[i].kept = make([]float32, 2*shift)
	return nil
}

// more reads the next frames of entry i, which has begun to play, and applies
// its gain.
func (s *summation) more(i int, samples []float32) error {
	e, v := &s.Plan.Entries[i], s.voices[i]
	n := copy(samples, v.kept)
	v.kept, samples = v.kept[n:], samples[n:]
	if err := v.read(samples); err != nil {
		return s.unreadable(e.Track, fmt.Errorf("decode %s: %w", s.Files[e.Track], err))
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

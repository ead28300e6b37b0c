package dsp

import (
	"math"
	"slices"
)

// Silence is what is silent at both ends, in frames.
type Silence struct {
	Start int64 // all of it when nothing is heard
	End   int64
}

const (
	silenceDB   = -60  // dBFS: silence is below
	soundDB     = -40  // dBFS: what is above is heard, however short
	silenceHold = 0.05 // s: what is between the two is heard when it lasts
	silenceStep = 0.01 // s: a gap this long ends it
)

// SilenceMeter finds the silence at both ends: all that is below −60 dBFS, and
// ticks of less than 50 ms below −40 dBFS, so that the crackle of a record or
// of a cut does not count as the beginning of music.
type SilenceMeter struct {
	channels          int
	quiet, loud       float32
	hold, gap         int64
	frames            int64
	runStart, runLast int64 // what is between the two now; runStart −1 for none
	first, last       int64 // frames that are heard; first −1 for none
}

// NewSilenceMeter makes a meter of interleaved sound. ErrFormat outside of
// MinRate, MaxRate, MaxChannels.
func NewSilenceMeter(rate, channels int) (*SilenceMeter, error) {
	if rate < MinRate || rate > MaxRate || channels < 1 || channels > MaxChannels {
		return nil, ErrFormat
	}
	return &SilenceMeter{
		channels: channels, runStart: -1, first: -1,
		quiet: float32(math.Pow(10, silenceDB/20.0)), loud: float32(math.Pow(10, soundDB/20.0)),
		hold: int64(silenceHold * float64(rate)), gap: int64(silenceStep * float64(rate)),
	}, nil
}

// Write measures whole frames.
func (s *SilenceMeter) Write(interleaved []float32) {
	whole := len(interleaved) / s.channels * s.channels
	interleaved = interleaved[:whole]
	if s.first >= 0 {
		s.writeEnd(interleaved)
		return
	}
	for i, v := range interleaved {
		if a := abs32(v); a > s.quiet && a < maxSample {
			s.hear(s.frames+int64(i/s.channels), a)
		}
	}
	s.frames += int64(whole / s.channels)
}

// writeEnd is Write once something has been heard: only the last sound
// matters then, which is found from behind.
func (s *SilenceMeter) writeEnd(interleaved []float32) {
	for i, v := range slices.Backward(interleaved) {
		if a := abs32(v); a > s.loud && a < maxSample {
			s.last, s.runStart = s.frames+int64(i/s.channels), -1
			interleaved, s.frames = s.skip(interleaved, i)
			break
		}
	}
	for i, v := range interleaved {
		if a := abs32(v); a > s.quiet && a < maxSample {
			s.hear(s.frames+int64(i/s.channels), a)
		}
	}
	s.frames += int64(len(interleaved) / s.channels)
}

// skip leaves what is behind the frame of a sample.
func (s *SilenceMeter) skip(interleaved []float32, sample int) ([]float32, int64) {
	frame := sample/s.channels + 1
	return interleaved[frame*s.channels:], s.frames + int64(frame)
}

// hear takes a sample above the threshold.
func (s *SilenceMeter) hear(at int64, amplitude float32) {
	if s.runStart < 0 || at-s.runLast > s.gap {
		s.runStart = at
	}
	s.runLast = at
	if amplitude <= s.loud && at-s.runStart < s.hold {
		return
	}
	if s.first < 0 {
		s.first = s.runStart
	}
	s.last = at
}

// Result is the silence of what has been written.
func (s *SilenceMeter) Result() Silence {
	if s.first < 0 {
		return Silence{Start: s.frames}
	}
	return Silence{Start: s.first, End: s.frames - 1 - s.last}
}

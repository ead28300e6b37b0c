package dsp

import (
	"math"
	"slices"
)

// Silence is the length of the silence at both ends, in frames.
type Silence struct {
	Start int64 // the whole length when nothing is audible
	End   int64
}

const (
	silenceDB   = -60  // dBFS; quieter sound is silent
	soundDB     = -40  // dBFS; louder sound is audible, even if it is short
	silenceHold = 0.05 // s; sound between the two levels is audible if it lasts this long
	silenceStep = 0.01 // s; a gap this long interrupts such sound
)

// SilenceMeter finds the silence at both ends. Silence is anything below −60
// dBFS, and clicks of less than 50 ms below −40 dBFS, so that vinyl crackle or
// the click of a cut does not count as the start of the music.
type SilenceMeter struct {
	channels          int
	quiet, loud       float32
	hold, gap         int64
	frames            int64
	runStart, runLast int64 // the current run between the two levels; runStart is −1 without one
	first, last       int64 // frames of the first and last audible sound; first is −1 without any
}

// NewSilenceMeter returns a meter for interleaved sound. It returns ErrFormat
// unless the rate is from MinRate to MaxRate and there are 1 to MaxChannels
// channels.
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

// writeEnd is Write once something was audible. From then on only the last
// sound matters, so it searches backwards.
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

// skip returns the samples after the frame of the given sample, and the number
// of frames skipped.
func (s *SilenceMeter) skip(interleaved []float32, sample int) ([]float32, int64) {
	frame := sample/s.channels + 1
	return interleaved[frame*s.channels:], s.frames + int64(frame)
}

// hear processes a sample above the silence threshold.
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

// Result returns the silence of the sound written so far.
func (s *SilenceMeter) Result() Silence {
	if s.first < 0 {
		return Silence{Start: s.frames}
	}
	return Silence{Start: s.first, End: s.frames - 1 - s.last}
}

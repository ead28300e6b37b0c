package render

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
)

// scratchFrame is the size of a frame in a scratch file, in bytes.
const scratchFrame = 8

// TemporarySize returns how many bytes of the disk rendering a mix takes besides the
// result.
func TemporarySize(p *plan.Plan) int64 { return scratchFrame * p.Frames }

// scratch is a temporary file of samples of a mix, which it also measures. It has
// no name, so the system deletes it when it is closed.
type scratch struct {
	file  *os.File
	base  int64  // frame of the mix of the first sample, a multiple of block
	parts []part // in the order of the mix
	size  int64  // frames in the file
	meter *dsp.LoudnessMeter
	bytes []byte
}

// part is sound that lies in one piece in a scratch file.
type part struct {
	at    int64 // frame of the mix at which it begins
	place int64 // the same in the file
}

func newScratch(folder string, base int64) (*scratch, error) {
	meter, err := dsp.NewLevelMeter(plan.Rate, 2)
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(folder, "sonora-mix-")
	if err != nil {
		return nil, fmt.Errorf("keep the sound of a mix: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("keep the sound of a mix: %w", err), file.Close())
	}
	return &scratch{file: file, base: base, parts: []part{{at: base}}, meter: meter}, nil
}

func (s *scratch) close() { s.file.Close() }

// levels returns the loudness of each 100 ms so far in LUFS.
func (s *scratch) levels() []float32 { return s.meter.Levels() }

// write adds samples.
func (s *scratch) write(samples []float32) error {
	s.meter.Write(samples)
	s.bytes = s.bytes[:0]
	for _, v := range samples {
		s.bytes = binary.LittleEndian.AppendUint32(s.bytes, math.Float32bits(v))
	}
	if _, err := s.file.Write(s.bytes); err != nil {
		return fmt.Errorf("keep the sound of a mix: %w", err)
	}
	s.size += int64(len(samples) / 2)
	return nil
}

// read fills samples from frame at of the mix on.
func (s *scratch) read(samples []float32, at int64) error {
	for len(samples) > 0 {
		n, place := s.find(at, int64(len(samples)/2))
		if err := s.load(samples[:2*n], place); err != nil {
			return err
		}
		samples, at = samples[2*n:], at+n
	}
	return nil
}

// find returns where in the file frame at of the mix is, and how many of the
// given number of frames lie there in one piece.
func (s *scratch) find(at, frames int64) (n, place int64) {
	i := len(s.parts) - 1
	for at < s.parts[i].at {
		i--
	}
	if i+1 < len(s.parts) {
		frames = min(frames, s.parts[i+1].at-at)
	}
	return frames, s.parts[i].place + at - s.parts[i].at
}

// load fills samples from a frame of the file on.
func (s *scratch) load(samples []float32, place int64) error {
	n := 4 * len(samples)
	s.bytes = slices.Grow(s.bytes[:0], n)[:n]
	if _, err := s.file.ReadAt(s.bytes, place*scratchFrame); err != nil {
		return fmt.Errorf("read the sound of a mix: %w", err)
	}
	for i := range samples {
		samples[i] = math.Float32frombits(binary.LittleEndian.Uint32(s.bytes[4*i:]))
	}
	return nil
}

// rearrange makes the scratch file hold another mix, of the given parts, and
// measures that.
func (s *scratch) rearrange(ctx context.Context, parts []part, frames int64) error {
	s.parts = parts
	var err error
	if s.meter, err = dsp.NewLevelMeter(plan.Rate, 2); err != nil {
		return err
	}
	const step = 10 * block
	buffer := make([]float32, 2*step)
	for at := s.base; at < frames; at += step {
		samples := buffer[:2*min(step, frames-at)]
		if err := errors.Join(ctx.Err(), s.read(samples, at)); err != nil {
			return err
		}
		s.meter.Write(samples)
	}
	return nil
}

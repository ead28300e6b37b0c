package render

import (
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
	base  int64 // frame of the mix of the first sample, a multiple of block
	meter *dsp.LoudnessMeter
	bytes []byte
}

func newScratch(folder string, base int64) (*scratch, error) {
	meter, err := dsp.NewLoudnessMeter(plan.Rate, 2)
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
	return &scratch{file: file, base: base, meter: meter}, nil
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
	return nil
}

// read fills samples from frame at of the mix on.
func (s *scratch) read(samples []float32, at int64) error {
	n := 4 * len(samples)
	s.bytes = slices.Grow(s.bytes[:0], n)[:n]
	if _, err := s.file.ReadAt(s.bytes, (at-s.base)*scratchFrame); err != nil {
		return fmt.Errorf("read the sound of a mix: %w", err)
	}
	for i := range samples {
		samples[i] = math.Float32frombits(binary.LittleEndian.Uint32(s.bytes[4*i:]))
	}
	return nil
}

package render

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"sonora/internal/automix/plan"
)

// scratchFrame is the size of a frame in a scratch file, in bytes.
const scratchFrame = 8

// TemporarySize returns how many bytes of the disk rendering a mix takes besides the
// result.
func TemporarySize(p *plan.Plan) int64 { return scratchFrame * p.Frames }

// scratch is a temporary file of samples. It has no name, so the system deletes
// it when it is closed.
type scratch struct {
	file  *os.File
	bytes []byte
}

func newScratch(folder string) (*scratch, error) {
	file, err := os.CreateTemp(folder, "sonora-mix-")
	if err != nil {
		return nil, fmt.Errorf("keep the sound of a mix: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("keep the sound of a mix: %w", err), file.Close())
	}
	return &scratch{file: file}, nil
}

func (s *scratch) close() { s.file.Close() }

// write adds samples.
func (s *scratch) write(samples []float32) error {
	s.bytes = s.bytes[:0]
	for _, v := range samples {
		s.bytes = binary.LittleEndian.AppendUint32(s.bytes, math.Float32bits(v))
	}
	if _, err := s.file.Write(s.bytes); err != nil {
		return fmt.Errorf("keep the sound of a mix: %w", err)
	}
	return nil
}

// read fills samples from frame at on.
func (s *scratch) read(samples []float32, at int64) error {
	n := 4 * len(samples)
	s.bytes = slices.Grow(s.bytes[:0], n)[:n]
	if _, err := s.file.ReadAt(s.bytes, at*scratchFrame); err != nil {
		return fmt.Errorf("read the sound of a mix: %w", err)
	}
	for i := range samples {
		samples[i] = math.Float32frombits(binary.LittleEndian.Uint32(s.bytes[4*i:]))
	}
	return nil
}

package tune

import (
	"encoding/binary"
	"errors"
	"math"

	"sonora/internal/dsp"
)

// A file of a tune starts with a header, all little endian: the magic "STUN", the format
// version (1 byte) and the number of beats (2 bytes). The start of each beat in
// milliseconds (4 bytes) and its notes (a signed byte each) follow, and then the end of the last one.
const (
	magic     = "STUN"
	format    = 1
	header    = 7
	fileBeat  = 4 + dsp.PitchClasses
	fullScale = 127
)

var errDamaged = errors.New("the file of a tune is damaged")

// MarshalBinary implements encoding.BinaryMarshaler.
func (t *Tune) MarshalBinary() ([]byte, error) {
	out := append([]byte(magic), format)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(t.beats))) //nolint:gosec // at most maxBeats
	for i, start := range t.starts {
		out = binary.LittleEndian.AppendUint32(out, uint32(math.Round(start*1000)))
		if i == len(t.beats) {
			break
		}
		for _, v := range t.beats[i] {
			out = append(out, byte(int8(math.Round(float64(v)*fullScale))))
		}
	}
	return out, nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (t *Tune) UnmarshalBinary(b []byte) error {
	if len(b) < header || string(b[:4]) != magic || b[4] != format {
		return errDamaged
	}
	n := int(binary.LittleEndian.Uint16(b[5:]))
	if b = b[header:]; n == 0 && len(b) <= 4 {
		*t = Tune{}
		return nil
	}
	if n > maxBeats || len(b) != n*fileBeat+4 {
		return errDamaged
	}
	*t = Tune{starts: make([]float64, n+1), beats: make([]notes, n)}
	for i := range t.starts {
		t.starts[i] = float64(binary.LittleEndian.Uint32(b[i*fileBeat:])) / 1000
	}
	for i := range t.beats {
		for k := range t.beats[i] {
			t.beats[i][k] = float32(int8(b[i*fileBeat+4+k])) / fullScale
		}
	}
	return nil
}

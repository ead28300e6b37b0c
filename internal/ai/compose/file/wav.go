package file

import (
	"encoding/binary"
	"math"

	"sonora/internal/ai/compose"
)

// wav is a kind of WAV file, always stereo.
type wav struct {
	format uint16 // 1 for integers, 3 for floating-point numbers
	bits   uint16
}

var (
	pcm16    = wav{1, 16}
	float32s = wav{3, 32}
)

const (
	wavHead = 44
	maxWAV  = math.MaxUint32 - wavHead // bytes of sound
)

// head returns the head of a file with size bytes of sound (IBM and Microsoft,
// "Multimedia Programming Interface and Data Specifications 1.0", 1991).
func (k wav) head(size int64) []byte {
	le := binary.LittleEndian
	frame := 2 * uint32(k.bits) / 8
	b := append(make([]byte, 0, wavHead), "RIFF"...)
	b = le.AppendUint32(b, uint32(size)+wavHead-8)
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, 16)
	b = le.AppendUint16(b, k.format)
	b = le.AppendUint16(b, 2)
	b = le.AppendUint32(b, compose.Rate)
	b = le.AppendUint32(b, compose.Rate*frame)
	b = le.AppendUint16(b, uint16(frame))
	b = le.AppendUint16(b, k.bits)
	b = append(b, "data"...)
	return le.AppendUint32(b, uint32(size))
}

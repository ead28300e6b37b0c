package tag

import (
	"encoding/binary"
	"math"

	"sonora/internal/codec/text"
	"sonora/internal/music"
)

// aiffInfo holds the information from an AIFF file's chunks.
type aiffInfo struct {
	frames     int64 // samples per channel
	compressed bool
	data       int64 // offset of the audio, 0 until found
	dataSize   int64 // according to the chunk header
}

// aiffNames maps AIFF text chunks to Vorbis comment names.
var aiffNames = map[string]string{"NAME": "TITLE", "AUTH": "ARTIST", "ANNO": "COMMENT"}

// aiff reads an AIFF or AIFF-C file that begins at start.
func (f *file) aiff(s *source, start int64) error {
	var info aiffInfo
	err := eachChunk(s, start+12, binary.BigEndian, func(id string, off, size int64) (int64, error) {
		return size, f.aiffChunk(s, &info, id, off, size)
	})
	if err != nil {
		return err
	}
	a := &f.audio
	switch {
	case a.SampleRate == 0 && info.data == 0:
		return truncated("The file is cut off inside its header, before any audio.")
	case a.SampleRate == 0:
		return corrupt("The AIFF file does not describe its audio.")
	case info.data == 0 && info.frames > 0:
		return truncated("The file is cut off behind its header: there is no audio.")
	case info.data == 0:
		return corrupt("The AIFF file holds no audio, only a header.")
	}
	have := max(0, min(info.dataSize, s.size-info.data))
	a.Samples = info.frames
	if info.compressed {
		a.Samples = min(info.frames, scale(info.frames, have, info.dataSize))
	} else if size := int64(a.Channels) * int64((a.BitDepth+7)/8); size > 0 {
		a.Samples = min(info.frames, have/size)
	}
	if err := f.checkLength(a.Samples, info.frames); err != nil {
		return err
	}
	return f.finish(s, info.data, info.data+have, true)
}

func (f *file) aiffChunk(s *source, info *aiffInfo, id string, off, size int64) error {
	switch id {
	case "COMM":
		return f.aiffCommon(s, info, off, size)
	case "SSND":
		if info.data != 0 || size < 8 {
			return nil
		}
		b, err := s.peek(off, 8)
		if err != nil {
			return err
		}
		skip := 8 + int64(binary.BigEndian.Uint32(b))
		info.data, info.dataSize = off+skip, max(0, size-skip)
	case "NAME", "AUTH", "ANNO":
		if size > min(maxText, s.size-off) {
			return nil
		}
		b, err := s.peek(off, int(size))
		if err != nil {
			return err
		}
		if name := aiffNames[id]; len(f.fields[name]) == 0 {
			f.fields.add(name, text.Decode(b))
		}
	case "ID3 ", "id3 ":
		return f.id3Chunk(s, off, size)
	}
	return nil
}

func (f *file) aiffCommon(s *source, info *aiffInfo, off, size int64) error {
	if size < 18 {
		return corrupt("The AIFF file does not describe its audio.")
	}
	b, err := s.peek(off, int(min(size, 22)))
	if err != nil {
		return err
	}
	be := binary.BigEndian
	a := &f.audio
	a.Format, a.Channels, a.BitDepth = music.AIFF, int(be.Uint16(b)), int(be.Uint16(b[6:]))
	info.frames = int64(be.Uint32(b[2:]))
	a.SampleRate = extendedFloat(b[8:18])
	if len(b) == 22 {
		info.compressed = !isOneOf(string(b[18:22]), "NONE", "none", "twos", "sowt", "raw ", "fl32", "FL32", "fl64", "FL64", "in24", "in32")
	}
	return nil
}

// extendedFloat decodes the 80-bit float of a sample rate. It returns 0 if it
// is invalid.
func extendedFloat(b []byte) int {
	exponent, mantissa := int(binary.BigEndian.Uint16(b)), binary.BigEndian.Uint64(b[2:])
	v := math.Ldexp(float64(mantissa), exponent-16383-63)
	if !(v >= 1 && v <= 1<<24) { // also rejects NaN and negative numbers
		return 0
	}
	return int(math.Round(v))
}

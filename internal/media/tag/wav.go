package tag

import (
	"bytes"
	"encoding/binary"

	"sonora/internal/codec/id3"
	"sonora/internal/codec/text"
	"sonora/internal/music"
)

const (
	maxChunks   = 4096
	maxInfoList = 1 << 20 // bytes of a LIST chunk
	unknownSize = 0xffffffff
)

// Codecs of WAV files with uncompressed samples.
const (
	wavPCM        = 1
	wavFloat      = 3
	wavExtensible = 0xfffe // the actual codec follows in the extension
)

// wavInfo holds the information from a WAV file's chunks.
type wavInfo struct {
	codec      uint16
	blockAlign int64 // bytes of one sample of all channels
	byteRate   int64
	factCount  int64 // samples, for compressed codecs
	data       int64 // offset of the audio, 0 until found
	dataSize   int64 // according to the chunk header
	streamed   bool  // the length was unknown when the header was written
	size64     int64 // of the data chunk in RF64 (EBU Tech 3306)
}

// infoNames maps the texts of a LIST INFO chunk to Vorbis comment names.
var infoNames = map[string]string{
	"INAM": "TITLE", "IART": "ARTIST", "IPRD": "ALBUM", "ICRD": "DATE", "IGNR": "GENRE", "ICMT": "COMMENT",
	"ITRK": "TRACKNUMBER", "IPRT": "TRACKNUMBER", "TRCK": "TRACKNUMBER", "IMUS": "COMPOSER",
}

// wav reads a RIFF or RF64 file that begins at start.
func (f *file) wav(s *source, start int64) error {
	b, err := s.peek(start, 12)
	if err != nil {
		return err
	}
	riffSize := int64(binary.LittleEndian.Uint32(b[4:]))
	w := wavInfo{streamed: riffSize == 0 || riffSize == unknownSize || riffSize != s.size-start-8 && riffSize != s.size-start-9}
	err = eachChunk(s, start+12, binary.LittleEndian, func(id string, off, size int64) (int64, error) {
		if id == "data" {
			return w.found(s, off, size), nil
		}
		return size, f.wavChunk(s, &w, id, off, size)
	})
	if err != nil {
		return err
	}
	switch {
	case f.audio.SampleRate == 0 && w.data == 0:
		return truncated("The file is cut off inside its header, before any audio.")
	case f.audio.SampleRate == 0 || w.blockAlign == 0:
		return corrupt("The WAV file does not describe its audio.")
	case w.data == 0:
		return corrupt("The WAV file holds no audio, only a header.")
	}
	return f.wavLength(s, &w)
}

func (f *file) wavLength(s *source, w *wavInfo) error {
	a := &f.audio
	have := min(w.dataSize, s.size-w.data)
	a.Samples = have / w.blockAlign
	promised := w.dataSize / w.blockAlign
	if w.codec != wavPCM && w.codec != wavFloat {
		promised = w.factCount
		if promised == 0 {
			promised = scale(w.dataSize, int64(a.SampleRate), w.byteRate)
		}
		a.Samples = scale(promised, have, w.dataSize)
	}
	if err := f.checkLength(a.Samples, promised); err != nil {
		return err
	}
	return f.finish(s, w.data, w.data+have, true)
}

func (f *file) wavChunk(s *source, w *wavInfo, id string, off, size int64) error {
	switch id {
	case "fmt ":
		return f.wavFormat(s, w, off, size)
	case "ds64":
		b, err := s.peek(off, 16)
		if err == nil {
			w.size64 = int64(min(binary.LittleEndian.Uint64(b[8:]), 1<<62))
		}
		return err
	case "fact":
		if size >= 4 {
			b, err := s.peek(off, 4)
			if err != nil {
				return err
			}
			w.factCount = int64(binary.LittleEndian.Uint32(b))
		}
	case "LIST":
		if size <= min(maxInfoList, s.size-off) {
			b, err := s.peek(off, int(size))
			if err != nil {
				return err
			}
			f.infoList(b)
		}
	case "id3 ", "ID3 ":
		return f.id3Chunk(s, off, size)
	}
	return nil
}

// found records the audio chunk and returns its size. If the length was unknown
// when the header was written, it extends to the end of the file.
func (w *wavInfo) found(s *source, off, size int64) int64 {
	switch {
	case w.data != 0:
		return size
	case size == unknownSize && w.size64 > 0:
		size = w.size64
	case size == unknownSize, size == 0 && w.streamed:
		size = s.size - off
	}
	w.data, w.dataSize = off, size
	return size
}

func (f *file) wavFormat(s *source, w *wavInfo, off, size int64) error {
	if size < 16 {
		return corrupt("The WAV file does not describe its audio.")
	}
	b, err := s.peek(off, int(min(size, 40)))
	if err != nil {
		return err
	}
	le := binary.LittleEndian
	a := &f.audio
	w.codec = le.Uint16(b)
	a.Format, a.Channels, a.SampleRate = music.WAV, int(le.Uint16(b[2:])), int(le.Uint32(b[4:]))
	w.byteRate, w.blockAlign, a.BitDepth = int64(le.Uint32(b[8:])), int64(le.Uint16(b[12:])), int(le.Uint16(b[14:]))
	if w.codec == wavExtensible && len(b) >= 26 {
		if valid := int(le.Uint16(b[18:])); valid > 0 && valid <= a.BitDepth {
			a.BitDepth = valid
		}
		w.codec = le.Uint16(b[24:])
	}
	return nil
}

// infoList reads the texts of a LIST INFO chunk.
func (f *file) infoList(b []byte) {
	if !bytes.HasPrefix(b, []byte("INFO")) {
		return
	}
	for b = b[4:]; len(b) >= 8; {
		name, known := infoNames[string(b[:4])]
		size := uint64(binary.LittleEndian.Uint32(b[4:]))
		b = b[8:]
		if size > uint64(len(b)) {
			return
		}
		if known && len(f.fields[name]) == 0 {
			value, _, _ := bytes.Cut(b[:size], []byte{0})
			f.fields.add(name, text.Decode(value))
		}
		b = b[min(size+size%2, uint64(len(b))):]
	}
}

// id3Chunk reads an ID3 tag in another container. Its fields take precedence
// over the container's own texts. A damaged tag is ignored.
func (f *file) id3Chunk(s *source, off, size int64) error {
	if size < id3.HeaderSize || size > s.size-off {
		return nil
	}
	h, ok, err := tagAt(s, off)
	if err != nil || !ok {
		return err
	}
	own := f.fields
	f.fields = make(fields, 32)
	_, err = f.id3v2(s, h, off)
	f.fields.fill(own)
	if isCut(err) {
		return nil
	}
	return err
}

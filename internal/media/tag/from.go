package tag

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"sonora/internal/codec/text"
	"sonora/internal/music"
)

// ReadFrom is Read for size bytes that are not a local file, such as an object
// in a bucket. It makes few reads: the head, the tail, one in the middle, and
// what the tags point to.
func ReadFrom(r io.ReaderAt, size int64) (*music.AudioFile, error) {
	s, err := newSource(r, size)
	if err != nil {
		return nil, asFileError(err)
	}
	defer s.Close()
	return readAudio(s)
}

// ReadLyricsFrom is ReadLyrics for size bytes that are not a local file.
func ReadLyricsFrom(r io.ReaderAt, size int64) (music.Lyrics, error) {
	s, err := newSource(r, size)
	if err != nil {
		return music.Lyrics{}, fmt.Errorf("read lyrics: %w", err)
	}
	defer s.Close()
	return readLyrics(s)
}

func readLyrics(s *source) (music.Lyrics, error) {
	b, err := s.read(0, int(min(s.size, maxLyricsFile)))
	if err != nil {
		return music.Lyrics{}, fmt.Errorf("read lyrics: %w", err)
	}
	if bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff")) {
		return parseLyrics(text.UTF16(b, binary.LittleEndian)), nil
	}
	return parseLyrics(text.Decode(b)), nil
}

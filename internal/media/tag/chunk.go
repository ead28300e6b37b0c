package tag

import (
	"encoding/binary"
	"errors"

	"sonora/internal/music"
)

// eachChunk calls read for every chunk of a RIFF or IFF file, starting at off.
// A chunk has a four-letter ID, a size, the content and a padding byte after an
// odd size. The content may extend beyond the end of the file. read returns the
// size to use, which is the given one unless it knows better.
func eachChunk(s *source, off int64, order binary.ByteOrder, read func(id string, off, size int64) (int64, error)) error {
	for range maxChunks {
		if off < 0 || off+8 > s.size {
			return nil
		}
		b, err := s.peek(off, 8)
		if err != nil {
			return err
		}
		id, size := string(b[:4]), int64(order.Uint32(b[4:]))
		if !isChunkID(id) {
			return nil
		}
		body := off + 8
		if size, err = read(id, body, size); err != nil {
			return err
		}
		off = body + size + size%2
		if size%2 == 1 && off < s.size {
			if off, err = withoutPadding(s, off); err != nil {
				return err
			}
		}
	}
	return nil
}

// withoutPadding goes back a byte if the writer omitted the padding byte, which
// is zero.
func withoutPadding(s *source, off int64) (int64, error) {
	b, err := s.peek(off-1, int(min(4, s.size-off+1)))
	if err != nil || len(b) < 4 || !isChunkID(string(b)) {
		return off, err
	}
	return off - 1, nil
}

func isChunkID(id string) bool {
	for i := range len(id) {
		if id[i] < ' ' || id[i] > '~' {
			return false
		}
	}
	return true
}

// isCut reports whether err means that something extends beyond the end of the
// file.
func isCut(err error) bool {
	fileErr, ok := errors.AsType[*FileError](err)
	return errors.Is(err, errBeyond) || ok && fileErr.Kind == music.TruncatedFile
}

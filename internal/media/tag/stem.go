package tag

import (
	"io"

	"sonora/internal/codec/mp4"
)

// StemsFrom returns the stems of a file of size bytes, in the order of its audio
// tracks after the first. The error wraps mp4.ErrNoStems if it has none.
func StemsFrom(r io.ReaderAt, size int64) ([]mp4.Stem, error) {
	s, err := newSource(r, size)
	if err != nil {
		return nil, asFileError(err)
	}
	defer s.Close()
	return mp4.Stems(windowed{s})
}

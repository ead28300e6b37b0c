package tag

import (
	"fmt"
	"io"
)

// ReadPicture returns the bytes of the cover in an audio file.
func ReadPicture(path string) ([]byte, error) {
	s, err := openSource(path)
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	defer s.Close()
	return readPicture(s)
}

// ReadPictureFrom is ReadPicture for size bytes that are not a local file.
func ReadPictureFrom(r io.ReaderAt, size int64) ([]byte, error) {
	s, err := newSource(r, size)
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	defer s.Close()
	return readPicture(s)
}

func readPicture(s *source) ([]byte, error) {
	f, err := parse(s, extra{})
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", asFileError(err))
	}
	return f.picture.Read()
}

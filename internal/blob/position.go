package blob

import (
	"io"
	"io/fs"
)

// Position returns the position that the arguments of io.Seeker name in content of a
// size that was read up to at. It returns fs.ErrInvalid for one before the beginning.
func Position(offset int64, whence int, at, size int64) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += at
	case io.SeekEnd:
		offset += size
	}
	if offset < 0 {
		return 0, fs.ErrInvalid
	}
	return offset, nil
}

package blob

import (
	"io"
	"io/fs"
)

// Position returns the position to which Seek with these arguments leads. at is the
// current position, and size the length of the content. Position returns
// fs.ErrInvalid for a position before the beginning.
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

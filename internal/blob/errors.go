package blob

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// ErrUnavailable is what errors of a store wrap that does not answer, that
// refuses the credentials or that is full: trying again later may help.
var ErrUnavailable = errors.New("the store is not available")

// ErrChanged is what reading an Object wraps when its bytes were replaced.
var ErrChanged = errors.New("the bytes were replaced while they were read")

// unavailable marks an error of the disk that says nothing about one key.
func unavailable(err error) error {
	for _, no := range []error{
		syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO, syscall.ESTALE,
		syscall.ENODEV, syscall.ENOTCONN, syscall.EHOSTDOWN, syscall.ETIMEDOUT, syscall.EMFILE, syscall.ENFILE,
	} {
		if errors.Is(err, no) {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
	// A part of the path is a file: nothing can be there.
	if errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	if errors.Is(err, syscall.ENAMETOOLONG) {
		return fmt.Errorf("%w: %w", fs.ErrInvalid, err)
	}
	return err
}

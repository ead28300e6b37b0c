package blob

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// ErrUnavailable is wrapped by errors of a store that does not answer, rejects
// the credentials or is full. A later attempt may succeed.
var ErrUnavailable = errors.New("the store is not available")

// ErrChanged is wrapped by read errors of an Object whose bytes were replaced.
var ErrChanged = errors.New("the bytes were replaced while they were read")

// unavailable marks disk errors that are not about a single key.
func unavailable(err error) error {
	for _, no := range []error{
		syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO, syscall.ESTALE,
		syscall.ENODEV, syscall.ENOTCONN, syscall.EHOSTDOWN, syscall.ETIMEDOUT, syscall.EMFILE, syscall.ENFILE,
	} {
		if errors.Is(err, no) {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
	// Part of the path is a file, so nothing can exist below it.
	if errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	if errors.Is(err, syscall.ENAMETOOLONG) {
		return fmt.Errorf("%w: %w", fs.ErrInvalid, err)
	}
	return err
}

package upload

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// datasync makes a file's bytes and its size durable.
func datasync(file *os.File) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	var syncErr error
	if err := raw.Control(func(fd uintptr) {
		for syncErr = unix.EINTR; errors.Is(syncErr, unix.EINTR); {
			syncErr = unix.Fdatasync(int(fd))
		}
	}); err != nil {
		return err
	}
	return syncErr
}

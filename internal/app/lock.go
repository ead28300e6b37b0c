package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// InUseError says that another process works on the data folder.
type InUseError struct {
	Folder string
	Owner  string // what the other process wrote about itself
}

func (e *InUseError) Error() string {
	return fmt.Sprintf("the data folder %s is in use by %s; stop it first, or give another folder with --data", e.Folder, e.Owner)
}

// Lock holds a data folder for one process. The kernel lets go of it when the
// process ends, however it ends.
type Lock struct{ file *os.File }

// LockFolder takes the data folder for this process. Returns an *InUseError
// when another one holds it. What names this process to that other one.
func LockFolder(folder, what string) (*Lock, error) {
	name := filepath.Join(folder, "sonora.lock")
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o640)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer file.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock the data folder: %w", err)
		}
		owner, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("lock the data folder: %w", err)
		}
		return nil, &InUseError{Folder: folder, Owner: strings.TrimSpace(string(owner))}
	}
	lock := &Lock{file}
	if err := lock.sign(what); err != nil {
		lock.Release()
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	return lock, nil
}

func (l *Lock) sign(what string) error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(l.file, "%s (process %d)\n", what, os.Getpid())
	return err
}

// Release gives the folder back.
func (l *Lock) Release() { l.file.Close() }

package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A killed process holds its lock until the kernel has closed its files.
const lockWait, lockRetry = time.Second, 20 * time.Millisecond

// InUseError means that another process uses the data folder.
type InUseError struct {
	Folder string
	Owner  string // what the other process wrote about itself
}

func (e *InUseError) Error() string {
	return fmt.Sprintf("the data folder %s is in use by %s; stop it first, or give another folder with --data", e.Folder, e.Owner)
}

// Lock holds a data folder for one process. The kernel releases it when the
// process ends, however it ends.
type Lock struct{ file *os.File }

// LockFolder locks the data folder for this process. what describes this
// process to others. If another process keeps the lock for a second, the error is
// an *InUseError.
func LockFolder(folder, what string) (*Lock, error) {
	name := filepath.Join(folder, "sonora.lock")
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o640)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := acquire(file); err != nil {
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

// acquire waits up to lockWait for the lock of a file.
func acquire(file *os.File) error {
	for end := time.Now().Add(lockWait); ; <-time.After(lockRetry) {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Now().After(end) {
			return err
		}
	}
}

func (l *Lock) sign(what string) error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(l.file, "%s (process %d)\n", what, os.Getpid())
	return err
}

// Release releases the folder.
func (l *Lock) Release() { l.file.Close() }

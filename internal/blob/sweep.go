package blob

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Sweep deletes what lies in a local folder and was last written to at a time or
// before, except what is in use by its name. A missing folder is empty.
func Sweep(folder string, until time.Time, inUse func(name string) bool) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		info, failed := e.Info()
		if errors.Is(failed, fs.ErrNotExist) {
			continue // deleted since the folder was read
		}
		if failed == nil && !info.ModTime().After(until) && !inUse(e.Name()) {
			failed = os.RemoveAll(filepath.Join(folder, e.Name()))
		}
		err = errors.Join(err, failed)
	}
	return err
}

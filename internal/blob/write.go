package blob

import (
	"errors"
	"os"
	"path/filepath"
)

// Unfinished begins the names of files that WriteFile is writing, or could not finish
// because the server stopped.
const Unfinished = ".new-"

// WriteFile replaces a file of this machine, and creates its folder. Readers see the
// old content or the new one, but never a part. A durable file is on the disk when
// WriteFile returns.
func WriteFile(name string, content []byte, durable bool) error {
	folder := filepath.Dir(name)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, Unfinished+"*")
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil && durable {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

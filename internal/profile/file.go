package profile

import (
	"fmt"
	"os"
	"path/filepath"
)

// writeFile writes a file that is there whole or not at all.
func writeFile(folder, name string, content []byte) error {
	return createFile(folder, name, func(f *os.File) error {
		_, err := f.Write(content)
		return err
	})
}

// createFile has a file written beside its place and moves it there once it
// is on the disk. Only this program may read it.
func createFile(folder, name string, write func(*os.File) error) (err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	f, err := os.CreateTemp(folder, temporary+"*")
	if err != nil {
		return fmt.Errorf("make a file: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
			_ = os.Remove(f.Name()) // tidying finds it when this fails
		}
	}()
	if err := write(f); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return os.Rename(f.Name(), filepath.Join(folder, name))
}

// temporary begins the names of files being written.
const temporary = ".writing-"

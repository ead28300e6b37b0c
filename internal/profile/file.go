package profile

import (
	"fmt"
	"os"
	"path/filepath"
)

// writeFile writes a file atomically.
func writeFile(folder, name string, content []byte) error {
	return createFile(folder, name, func(f *os.File) error {
		_, err := f.Write(content)
		return err
	})
}

// createFile writes a temporary file and renames it once it is on disk. Only
// the server's user may read it.
func createFile(folder, name string, write func(*os.File) error) (err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("create a folder: %w", err)
	}
	f, err := os.CreateTemp(folder, temporary+"*")
	if err != nil {
		return fmt.Errorf("create a file: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
			_ = os.Remove(f.Name()) // Tidy removes it if this fails
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

// temporary is the name prefix of files being written.
const temporary = ".writing-"

package upload

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"sonora/internal/blob"
	"sonora/internal/music"
)

// staging is the folder of files that are being received, by upload.
type staging struct{ dir string }

// holdForm ends the name of a file that says up to where the bytes of an
// upload are good, while a piece with a checksum arrives.
const holdForm = ".hold"

func (s staging) path(id string) string { return filepath.Join(s.dir, id) }

// create makes the empty file of an upload.
func (s staging) create(id string) error {
	if err := os.MkdirAll(s.dir, 0o750); err != nil {
		return diskError(err)
	}
	file, err := os.OpenFile(s.path(id), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return diskError(err)
	}
	return diskError(file.Close())
}

// offset is how many good bytes of an upload are there.
func (s staging) offset(id string) int64 {
	info, err := os.Stat(s.path(id))
	if err != nil {
		return 0
	}
	if held, ok := s.held(id); ok {
		return min(held, info.Size())
	}
	return info.Size()
}

// settle takes back what a piece left that was never compared with its
// checksum, and returns offset. Nobody may be writing.
func (s staging) settle(id string) (int64, error) {
	size := s.offset(id)
	if _, ok := s.held(id); !ok {
		return size, nil
	}
	if err := os.Truncate(s.path(id), size); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, diskError(err)
	}
	return size, s.letGo(id)
}

// held returns up to where the bytes are good; ok is false without a mark. A
// mark that was not written to its end is older than any byte behind it.
func (s staging) held(id string) (offset int64, ok bool) {
	b, err := os.ReadFile(s.path(id) + holdForm)
	if err != nil || len(b) != 8 {
		return 0, false
	}
	return int64(binary.LittleEndian.Uint64(b)), true
}

// hold says that the bytes behind offset are not good yet.
func (s staging) hold(id string, offset int64) error {
	return diskError(os.WriteFile(s.path(id)+holdForm, binary.LittleEndian.AppendUint64(nil, uint64(offset)), 0o640))
}

// letGo says that all bytes are good.
func (s staging) letGo(id string) error {
	if err := os.Remove(s.path(id) + holdForm); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return diskError(err)
	}
	return nil
}

// remove removes everything of an upload.
func (s staging) remove(id string) error {
	if err := os.Remove(s.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return s.letGo(id)
}

// uploadOf is the upload a file of the folder belongs to.
func uploadOf(name string) string { return strings.TrimSuffix(name, holdForm) }

var errDisk = music.NewError(music.Unavailable, "The server has no room for the file at the moment. Try again later.")

var errStore = music.NewError(music.Unavailable, "The place where uploads are kept is not available at the moment. Try again later.")

// storeError words the faults of the store that pass.
func storeError(err error) error {
	if errors.Is(err, blob.ErrUnavailable) {
		return errStore.Because(err)
	}
	return err
}

// diskError words the faults of the disk that pass.
func diskError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EIO):
		return errDisk.Because(err)
	}
	return fmt.Errorf("write an upload: %w", err)
}

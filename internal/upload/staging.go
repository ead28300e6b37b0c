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
	"sonora/internal/intake"
	"sonora/internal/music"
)

// staging is the folder for files that are being received, named by upload.
type staging struct{ dir string }

// holdSuffix ends the name of a mark file. While a piece with a checksum
// arrives, the mark holds the offset up to which the upload's bytes are valid.
const holdSuffix = ".hold"

// wholeSuffix ends the name of an upload of which only a part is wanted.
const wholeSuffix = ".whole"

// fetchedSuffix ends the name of an upload whose bytes were in the store already.
const fetchedSuffix = ".fetched"

func (s staging) path(id string) string { return filepath.Join(s.dir, id) }

// create creates the empty file of an upload.
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

// offset returns how many valid bytes of an upload exist.
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

// settle removes the bytes of a piece whose checksum was never verified, and
// returns the offset. Nobody may be writing.
func (s staging) settle(id string) (int64, error) {
	size := s.offset(id)
	if _, ok := s.held(id); !ok {
		return size, nil
	}
	if err := os.Truncate(s.path(id), size); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, diskError(err)
	}
	return size, s.unhold(id)
}

// held returns the offset in the mark, and whether there is one. An incomplete
// mark is older than any byte after it, so it does not count.
func (s staging) held(id string) (offset int64, ok bool) {
	b, err := os.ReadFile(s.path(id) + holdSuffix)
	if err != nil || len(b) != 8 {
		return 0, false
	}
	return int64(binary.LittleEndian.Uint64(b)), true
}

// hold marks the bytes after offset as not yet valid.
func (s staging) hold(id string, offset int64) error {
	return diskError(os.WriteFile(s.path(id)+holdSuffix, binary.LittleEndian.AppendUint64(nil, uint64(offset)), 0o640))
}

// unhold marks all bytes as valid.
func (s staging) unhold(id string) error {
	if err := os.Remove(s.path(id) + holdSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return diskError(err)
	}
	return nil
}

// restore brings back the whole of an upload that was cut.
func (s staging) restore(id string) error {
	if err := os.Rename(s.path(id)+wholeSuffix, s.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return diskError(err)
	}
	return nil
}

// remove removes all files of an upload.
func (s staging) remove(id string) error {
	for _, suffix := range []string{"", wholeSuffix, fetchedSuffix} {
		if err := os.Remove(s.path(id) + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return s.unhold(id)
}

// uploadOf returns the upload that a file of the folder belongs to.
func uploadOf(name string) string {
	id, _, _ := strings.Cut(name, ".")
	return id
}

var errDisk = music.NewError(music.Unavailable, "The server has no space for the file at the moment. Try again later.").Coded(intake.CodeServerFull)

// checkDisk returns Unavailable if the disk has no room for so many bytes more.
func (s *Service) checkDisk(bytes int64) error {
	room, err := s.room(s.staging.dir)
	switch {
	case err != nil:
		return diskError(err)
	case room < max(bytes, 0):
		return errDisk
	}
	return nil
}

var errStore = music.NewError(music.Unavailable, "The storage for uploads is not available at the moment. Try again later.")

// storeError translates temporary errors of the store.
func storeError(err error) error {
	switch {
	case isFull(err):
		return errDisk.Because(err)
	case errors.Is(err, blob.ErrUnavailable):
		return errStore.Because(err)
	}
	return err
}

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// diskError translates temporary errors of the disk.
func diskError(err error) error {
	switch {
	case err == nil:
		return nil
	case isFull(err):
		return errDisk.Because(err)
	case errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EIO):
		return errStore.Because(err)
	}
	return fmt.Errorf("write an upload: %w", err)
}

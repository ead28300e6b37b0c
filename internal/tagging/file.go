package tagging

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// The names of temporary files. Scans skip names that begin with a dot.
const (
	tempPrefix = ".sonora-tags-"
	tempSuffix = ".part"
	staleTemp  = time.Hour // older files were left by a crash
)

// The reasons why a file is not written.
var (
	errGone    = music.NewError(music.Conflict, "The file of this track no longer exists.")
	errChanged = music.NewError(music.Conflict, "The file of this track changed since the last scan. Try again after the next scan.")
	errDamaged = music.NewError(music.Conflict, "The file of this track is damaged.")
	errFull    = music.NewError(music.Unavailable, "The disk is full. Nothing was changed.")
)

// errReadOnly means that the server may not write the file or its folder.
var errReadOnly = errors.New("the file is not writable")

// disk holds the operations for replacing files, so that tests can make them
// fail.
type disk struct {
	create func(dir, pattern string) (*os.File, error)
	write  func(dst io.Writer, src io.ReaderAt, size int64, c tag.Change) error
	rename func(from, to string) error
}

func realDisk() disk {
	return disk{create: os.CreateTemp, write: tag.Write, rename: os.Rename}
}

// replacement is a file with other tags, ready to replace its original.
type replacement struct {
	disk  disk
	path  string // after following symbolic links
	was   fs.FileInfo
	temp  string
	audio *music.AudioFile // the content of the new file
	info  fs.FileInfo
}

// prepare writes a copy with other tags next to the file at path, which must
// have the given size and, unless it is 0, the given modification time. A
// symbolic link remains a link, and its target is written. Another hard link to
// the same file keeps the old tags.
func (d disk) prepare(path string, size, modTime int64, c tag.Change) (*replacement, error) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, fileError(err)
	}
	src, err := os.Open(target)
	if err != nil {
		return nil, fileError(err)
	}
	defer src.Close()
	r := &replacement{disk: d, path: target}
	if r.was, err = src.Stat(); err != nil {
		return nil, fileError(err)
	}
	switch {
	case !r.was.Mode().IsRegular():
		return nil, errReadOnly
	case r.was.Size() != size || modTime != 0 && r.was.ModTime().UnixNano() != modTime:
		return nil, errChanged
	case r.was.Mode().Perm()&0o222 == 0:
		return nil, fmt.Errorf("%w: %w", errReadOnly, errMode)
	}
	if err := r.write(src, c); err != nil {
		return nil, errors.Join(fileError(err), r.discard())
	}
	return r, nil
}

func (r *replacement) write(src *os.File, c tag.Change) error {
	dir := filepath.Dir(r.path)
	removeStale(dir)
	temp, err := r.disk.create(dir, tempPrefix+"*"+tempSuffix)
	if err != nil {
		return folderError(err)
	}
	r.temp = temp.Name()
	err = r.disk.write(temp, src, r.was.Size(), c)
	if err == nil {
		err = temp.Chmod(r.was.Mode().Perm())
	}
	if err == nil {
		if owner, ok := r.was.Sys().(*syscall.Stat_t); ok {
			_ = temp.Chown(int(owner.Uid), int(owner.Gid)) // only root may do this; otherwise the server owns the file
		}
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	if r.info, err = os.Stat(r.temp); err != nil {
		return err
	}
	if r.info.ModTime().Equal(r.was.ModTime()) { // other programs detect changes by this time
		later := r.was.ModTime().Add(time.Second)
		if err := os.Chtimes(r.temp, later, later); err != nil {
			return err
		}
		if r.info, err = os.Stat(r.temp); err != nil {
			return err
		}
	}
	if r.audio, err = tag.Read(r.temp); err != nil {
		return fmt.Errorf("%w: %w: the result is not playable: %w", errReadOnly, errVerification, err)
	}
	return nil
}

// commit replaces the original with the new file, provided that the original
// has not changed.
func (r *replacement) commit() error {
	now, err := os.Lstat(r.path)
	if err != nil {
		return errors.Join(fileError(err), r.discard())
	}
	if !os.SameFile(now, r.was) || now.Size() != r.was.Size() || !now.ModTime().Equal(r.was.ModTime()) {
		return errors.Join(errChanged, r.discard())
	}
	if err := r.disk.rename(r.temp, r.path); err != nil {
		return errors.Join(fileError(folderError(err)), r.discard())
	}
	r.temp = ""
	return syncFolder(filepath.Dir(r.path))
}

// discard removes the new file.
func (r *replacement) discard() error {
	if r.temp == "" {
		return nil
	}
	err := os.Remove(r.temp)
	r.temp = ""
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// syncFolder makes a rename durable. It ignores folders that do not support
// this, as on some network disks, which synchronise by themselves.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return nil // the file is in place
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("sync %s: %w", dir, err)
	}
	return nil
}

// removeStale removes the temporary files that a crash left in a folder.
func removeStale(dir string) {
	found, err := filepath.Glob(filepath.Join(escapeGlob(dir), tempPrefix+"*"+tempSuffix))
	if err != nil {
		return
	}
	for _, name := range found {
		if info, err := os.Lstat(name); err == nil && time.Since(info.ModTime()) > staleTemp {
			_ = os.Remove(name) // if not permitted, the file stays: scans skip it
		}
	}
}

func escapeGlob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// fileError explains a failure of the disk.
func fileError(err error) error {
	switch {
	case errors.Is(err, errReadOnly):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return errGone.Because(err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, tag.ErrNotWritable):
		return fmt.Errorf("%w: %w", errReadOnly, err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return errFull.Because(err)
	}
	if _, damaged := errors.AsType[*tag.FileError](err); damaged {
		return errDamaged.Because(err)
	}
	return err
}

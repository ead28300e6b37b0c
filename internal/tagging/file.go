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

	"sonora/internal/media"
	"sonora/internal/music"
)

// Names of files on their way: scans pass by what begins with a dot.
const (
	tempPrefix = ".sonora-tags-"
	tempSuffix = ".part"
	staleTemp  = time.Hour // a crash left it
)

// What a file is not written for.
var (
	errGone    = music.NewError(music.Conflict, "The file of this track is gone.")
	errChanged = music.NewError(music.Conflict, "The file of this track changed since the last scan. Try again after the next one.")
	errDamaged = music.NewError(music.Conflict, "The file of this track is damaged.")
	errFull    = music.NewError(music.Unavailable, "The disk is full. Nothing was changed.")
)

// errReadOnly reports a file or folder the server may not write.
var errReadOnly = errors.New("the file may not be written")

// disk is how files are replaced.
type disk struct {
	create func(dir, pattern string) (*os.File, error)
	write  func(dst io.Writer, src io.ReaderAt, size int64, c media.Change) error
	rename func(from, to string) error
}

func realDisk() disk {
	return disk{create: os.CreateTemp, write: media.WriteTags, rename: os.Rename}
}

// replacement is a file with other tags, ready to take the place of the one
// it was made of.
type replacement struct {
	disk  disk
	path  string // where links lead
	was   fs.FileInfo
	temp  string
	audio *music.AudioFile // what the new file says
	info  fs.FileInfo
}

// prepare writes a file with other tags beside the one at path, which must be
// of this size and, unless that is 0, this time. A symbolic link stays one: what it leads to is
// written. A further name of the same file, a hard link, keeps the old tags.
func (d disk) prepare(path string, size, modTime int64, c media.Change) (*replacement, error) {
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

func (r *replacement) write(src *os.File, c media.Change) error {
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
			_ = temp.Chown(int(owner.Uid), int(owner.Gid)) // only root may; then it is ours
		}
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	if r.info, err = os.Stat(r.temp); err != nil {
		return err
	}
	if r.info.ModTime().Equal(r.was.ModTime()) { // others tell by it that there is something new
		later := r.was.ModTime().Add(time.Second)
		if err := os.Chtimes(r.temp, later, later); err != nil {
			return err
		}
		if r.info, err = os.Stat(r.temp); err != nil {
			return err
		}
	}
	if r.audio, err = media.Read(r.temp); err != nil {
		return fmt.Errorf("%w: %w: it could not be played: %w", errReadOnly, errProof, err)
	}
	return nil
}

// commit puts the new file in the place of the old one, if that is still the
// one it was made of.
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

// syncFolder makes a rename last. Folders that cannot be synchronised, as on
// some network disks, do it by themselves.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return nil // the file is in its place
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("synchronise %s: %w", dir, err)
	}
	return nil
}

// removeStale removes what a crash left in a folder.
func removeStale(dir string) {
	found, err := filepath.Glob(filepath.Join(escapeGlob(dir), tempPrefix+"*"+tempSuffix))
	if err != nil {
		return
	}
	for _, name := range found {
		if info, err := os.Lstat(name); err == nil && time.Since(info.ModTime()) > staleTemp {
			_ = os.Remove(name) // whoever may not, leaves it: scans pass it by
		}
	}
}

func escapeGlob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// fileError says what a failure of the disk means.
func fileError(err error) error {
	switch {
	case errors.Is(err, errReadOnly):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return errGone.Because(err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, media.ErrNotWritable):
		return fmt.Errorf("%w: %w", errReadOnly, err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return errFull.Because(err)
	}
	if _, damaged := errors.AsType[*media.FileError](err); damaged {
		return errDamaged.Because(err)
	}
	return err
}

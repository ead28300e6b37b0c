package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"sonora/internal/music"
)

// Disk is a Store in a folder. Every key is a file name.
type Disk struct {
	dir    string // absolute
	follow bool   // follow symbolic links, also out of the folder
	copy   func(ctx context.Context, to *os.File, r io.Reader, size int64) error
}

// NewDisk returns the store in a folder, which need not exist yet. Symbolic
// links do not lead out of it.
func NewDisk(dir string) *Disk { return &Disk{dir: dir, copy: copyTo} }

// NewMusicFolder is NewDisk, but follows symbolic links to anywhere: people
// combine music folders from several disks that way.
func NewMusicFolder(dir string) *Disk { return &Disk{dir: dir, follow: true, copy: copyTo} }

// String returns the path of the folder.
func (d *Disk) String() string { return d.dir }

// Link always returns "": a folder has no URL.
func (d *Disk) Link(context.Context, string, LinkOptions) (string, error) { return "", nil }

// LocalPath returns the path of the file under a key, or "" if there is none.
func (d *Disk) LocalPath(key string) string {
	if CheckKey(key) != nil {
		return ""
	}
	if _, err := d.stat(key); err != nil {
		return ""
	}
	return filepath.Join(d.dir, filepath.FromSlash(key))
}

// Open returns the file under a key. The object's reader is an *os.File.
func (d *Disk) Open(ctx context.Context, key string) (*Object, error) {
	if err := errors.Join(CheckKey(key), ctx.Err()); err != nil {
		return nil, err
	}
	file, err := d.open(key)
	if err != nil {
		return nil, d.errorOf(err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
	}
	if err != nil {
		file.Close()
		return nil, d.errorOf(err)
	}
	return &Object{Info: infoOf(key, info), ReadSeekCloser: file, ReaderAt: file}, nil
}

// open opens a file without blocking on a pipe.
func (d *Disk) open(key string) (*os.File, error) {
	const flags = os.O_RDONLY | syscall.O_NONBLOCK
	if d.follow {
		return os.OpenFile(filepath.Join(d.dir, filepath.FromSlash(key)), flags, 0)
	}
	root, err := os.OpenRoot(d.dir)
	if err != nil {
		return nil, err
	}
	defer closeRoot(root)
	return root.OpenFile(filepath.FromSlash(key), flags, 0)
}

// Stat describes the file under a key.
func (d *Disk) Stat(ctx context.Context, key string) (Info, error) {
	if err := errors.Join(CheckKey(key), ctx.Err()); err != nil {
		return Info{}, err
	}
	info, err := d.stat(key)
	if err != nil {
		return Info{}, d.errorOf(err)
	}
	return infoOf(key, info), nil
}

func (d *Disk) stat(key string) (info fs.FileInfo, err error) {
	name := filepath.FromSlash(key)
	if d.follow {
		info, err = os.Stat(filepath.Join(d.dir, name))
	} else {
		var root *os.Root
		if root, err = os.OpenRoot(d.dir); err != nil {
			return nil, err
		}
		defer closeRoot(root)
		info, err = root.Stat(name)
	}
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "stat", Path: key, Err: fs.ErrNotExist}
	}
	return info, err
}

func infoOf(key string, info fs.FileInfo) Info {
	return Info{Key: key, Size: info.Size(), ModTime: info.ModTime()}
}

// errorOf distinguishes a missing file from a missing folder: when a disk is
// not mounted, nobody knows which files exist.
func (d *Disk) errorOf(err error) error {
	err = unavailable(err)
	if errors.Is(err, fs.ErrNotExist) {
		if info, statErr := os.Stat(d.dir); statErr != nil || !info.IsDir() {
			return fmt.Errorf("%w: the folder %s does not exist", ErrUnavailable, d.dir)
		}
	}
	return err
}

// Put writes a new file next to the old one and renames it.
func (d *Disk) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if err := errors.Join(CheckKey(key), ctx.Err()); err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir, 0o750); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	root, err := os.OpenRoot(d.dir)
	if err != nil {
		return d.errorOf(err)
	}
	defer closeRoot(root)
	file, temp, err := create(root, path.Dir(key))
	if err != nil {
		return d.errorOf(err)
	}
	if err = d.fill(ctx, file, r, size); err == nil {
		err = root.Rename(temp, filepath.FromSlash(key))
	}
	if err != nil {
		return unavailable(errors.Join(err, ignoreMissing(root.Remove(temp))))
	}
	return unavailable(syncFolders(root, path.Dir(key)))
}

func (d *Disk) fill(ctx context.Context, file *os.File, r io.Reader, size int64) error {
	err := d.copy(ctx, file, r, size)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// create creates a file with a unique name. It retries, because Delete may
// remove the empty folder at the same time.
func create(root *os.Root, dir string) (file *os.File, name string, err error) {
	name = filepath.FromSlash(path.Join(dir, tempPrefix+music.NewID()))
	for range 5 {
		if err = root.MkdirAll(filepath.FromSlash(dir), 0o750); err != nil {
			continue
		}
		if file, err = root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640); err == nil {
			return file, name, nil
		}
	}
	return nil, "", err
}

const copyPiece = 8 << 20

// copyTo copies in pieces: the kernel copies from a file, and the loop stops
// soon after ctx ends.
func copyTo(ctx context.Context, to *os.File, r io.Reader, size int64) error {
	for left := size; left > 0; {
		n, err := io.CopyN(to, r, min(left, copyPiece))
		left -= n
		switch {
		case errors.Is(err, io.EOF):
			return fmt.Errorf("%d of %d bytes: %w", size-left, size, io.ErrUnexpectedEOF)
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
	return nil
}

// syncFolders makes a new name durable, along with folders that may be new.
func syncFolders(root *os.Root, dir string) error {
	for {
		folder, err := root.Open(filepath.FromSlash(dir))
		if err != nil {
			return err
		}
		if err := errors.Join(folder.Sync(), folder.Close()); err != nil {
			return err
		}
		if dir == "." {
			return nil
		}
		dir = path.Dir(dir)
	}
}

// Delete removes the file under a key and the folders that become empty.
func (d *Disk) Delete(ctx context.Context, key string) error {
	if err := errors.Join(CheckKey(key), ctx.Err()); err != nil {
		return err
	}
	root, err := os.OpenRoot(d.dir)
	if err != nil {
		return d.errorOf(err)
	}
	defer closeRoot(root)
	if info, err := root.Lstat(filepath.FromSlash(key)); err != nil || info.IsDir() {
		return ignoreMissing(unavailable(err))
	}
	if err := root.Remove(filepath.FromSlash(key)); err != nil {
		return ignoreMissing(unavailable(err))
	}
	dir := path.Dir(key)
	for ; dir != "."; dir = path.Dir(dir) {
		if root.Remove(filepath.FromSlash(dir)) != nil {
			break // not empty
		}
	}
	return ignoreMissing(unavailable(syncFolders(root, dir)))
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// closeRoot closes a folder that was only read.
func closeRoot(root *os.Root) { _ = root.Close() }

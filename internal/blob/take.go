package blob

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"syscall"
)

// Take moves a file of this machine to a key by renaming it, without copying.
// It returns errors.ErrUnsupported if the file is on another file system; use
// Put then. The file must already be durable.
func (d *Disk) Take(ctx context.Context, file, key string) error {
	if err := errors.Join(CheckKey(key), ctx.Err()); err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir, 0o750); err != nil {
		return unavailable(err)
	}
	root, err := os.OpenRoot(d.dir)
	if err != nil {
		return d.errorOf(err)
	}
	defer closeRoot(root)
	dir := path.Dir(key)
	if err := root.MkdirAll(filepath.FromSlash(dir), 0o750); err != nil {
		return d.errorOf(err)
	}
	err = os.Rename(file, filepath.Join(d.dir, filepath.FromSlash(key)))
	if errors.Is(err, syscall.EXDEV) {
		return errors.ErrUnsupported
	}
	if err != nil {
		return unavailable(err)
	}
	return unavailable(syncFolders(root, dir))
}

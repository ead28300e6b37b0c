package blob

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"syscall"
)

// Take puts a file of this machine under a key by giving it another name:
// nothing is copied. errors.ErrUnsupported when it is on another file system;
// Put takes it then. The file's bytes have to be durable already.
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

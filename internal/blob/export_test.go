package blob

import (
	"context"
	"io"
	"os"
)

// FailWrites makes a store run out of space after n bytes of each Put.
func (d *Disk) FailWrites(n int64, err error) {
	d.copy = func(ctx context.Context, to *os.File, r io.Reader, size int64) error {
		if size <= n {
			return copyTo(ctx, to, r, size)
		}
		if e := copyTo(ctx, to, r, n); e != nil {
			return e
		}
		return err
	}
}

// LimitLocal limits the size of the copies that Local keeps in a folder.
func LimitLocal(dir string, bytes int64) { cacheIn(dir).limit = bytes }

package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"sonora/internal/blob"
)

const (
	defaultCacheBytes = 1 << 30
	// touchEvery is how precisely the last use of a cover is recorded.
	touchEvery = time.Hour
)

// coverFormat is a file format of cached covers.
type coverFormat struct{ suffix, mime string }

var (
	jpegFormat = coverFormat{".jpg", "image/jpeg"}
	webpFormat = coverFormat{".webp", "image/webp"}
)

// tag returns the ETag of a cover.
func (f coverFormat) tag(hash string, size int) string {
	return fmt.Sprintf(`"%s-%d%s"`, hash, size, f.suffix)
}

// coverCache stores covers as files, <first two digits>/<hash>-<size>.<format>.
// The modification time of a file is its last use, to the hour.
type coverCache struct {
	dir   string
	limit int64        // bytes
	bytes atomic.Int64 // approximate size of all files

	recent recentCovers
}

func (c *coverCache) path(hash string, size int, format coverFormat) string {
	return filepath.Join(c.dir, hash[:2], fmt.Sprintf("%s-%d%s", hash, size, format.suffix))
}

// open returns a cover. It returns fs.ErrNotExist if the cover is not cached.
func (c *coverCache) open(hash string, size int, format coverFormat) (*CoverImage, error) {
	version, now := coverVersion{hash, size, format}, time.Now()
	if image := c.recent.open(version, now); image != nil {
		return image, nil
	}
	name := c.path(hash, size, format)
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if now.Sub(info.ModTime()) > touchEvery {
		_ = os.Chtimes(name, now, now) // on a disk that takes no writes, the picture can still be shown
	}
	if info.Size() <= maxRecentCover && c.recent.isAgain(version, int(info.Size()), now) {
		content := make([]byte, info.Size())
		if _, err := io.ReadFull(f, content); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		return c.recent.add(version, content, now), f.Close()
	}
	return &CoverImage{File: f, MIME: format.mime, ETag: format.tag(hash, size)}, nil
}

// read returns the bytes of a cover.
func (c *coverCache) read(hash string, size int, format coverFormat) ([]byte, error) {
	return os.ReadFile(c.path(hash, size, format))
}

func (c *coverCache) has(hash string, size int, format coverFormat) bool {
	_, err := os.Stat(c.path(hash, size, format))
	return err == nil
}

// write stores a cover.
func (c *coverCache) write(hash string, size int, format coverFormat, data []byte) error {
	if err := blob.WriteFile(c.path(hash, size, format), data, false); err != nil {
		return err
	}
	c.recent.forget(coverVersion{hash, size, format})
	c.bytes.Add(int64(len(data)))
	return nil
}

// measure adds up the files of earlier runs.
func (c *coverCache) measure(ctx context.Context) error {
	files, err := c.files(ctx)
	var sum int64
	for _, f := range files {
		sum += f.size
	}
	c.bytes.Store(sum)
	return err
}

// clean removes the least recently used covers if the cache exceeds its limit,
// down to nine tenths of it.
func (c *coverCache) clean(ctx context.Context) error {
	if c.bytes.Load() <= c.limit {
		return nil
	}
	files, err := c.files(ctx)
	if err != nil {
		return err
	}
	var sum int64
	for _, f := range files {
		sum += f.size
	}
	slices.SortFunc(files, func(a, b cachedFile) int { return cmp.Compare(a.used, b.used) })
	for _, f := range files {
		if sum <= c.limit/10*9 {
			break
		}
		if err := os.Remove(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		sum -= f.size
	}
	c.bytes.Store(sum)
	return nil
}

type cachedFile struct {
	name string
	size int64
	used int64
}

// files lists the cache and removes what a killed process left half-written.
func (c *coverCache) files(ctx context.Context) ([]cachedFile, error) {
	var files []cachedFile
	err := filepath.WalkDir(c.dir, func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || e.IsDir() {
			return cmp.Or(err, ctx.Err())
		}
		info, err := e.Info()
		if err != nil {
			return ignoreNotExist(err)
		}
		if strings.HasPrefix(e.Name(), blob.Unfinished) && time.Since(info.ModTime()) > touchEvery {
			return ignoreNotExist(os.Remove(name))
		}
		files = append(files, cachedFile{name, info.Size(), info.ModTime().UnixNano()})
		return nil
	})
	return files, err
}

func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

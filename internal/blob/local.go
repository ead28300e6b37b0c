package blob

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	localLimit = 4 << 30 // bytes of unused files kept for later callers
	staleTemp  = 24 * time.Hour
)

// Local returns a path on this machine to the bytes under a key: the file
// itself, otherwise a copy in cacheDir that concurrent callers share. The path
// is valid until release is called. release may be called more than once.
func Local(ctx context.Context, s Store, key, cacheDir string) (path string, release func(), err error) {
	if path := s.LocalPath(key); path != "" {
		return path, func() {}, nil
	}
	info, err := s.Stat(ctx, key)
	if err != nil {
		return "", nil, err
	}
	return cacheIn(cacheDir).get(ctx, s, info)
}

var (
	localMu sync.Mutex
	locals  = map[string]*localCache{} // by folder, so that all callers share the copies
)

func cacheIn(dir string) *localCache {
	localMu.Lock()
	defer localMu.Unlock()
	c := locals[dir]
	if c == nil {
		c = &localCache{dir: dir, limit: localLimit, copies: map[string]*localCopy{}}
		c.adopt()
		locals[dir] = c
	}
	return c
}

// localCache holds copies of objects in buckets.
type localCache struct {
	dir   string
	limit int64

	mu     sync.Mutex
	copies map[string]*localCopy // by file name
}

// localCopy is a file of the cache. Everyone who waits for it or reads it holds
// a reference.
type localCopy struct {
	name   string
	size   int64
	refs   int
	used   time.Time
	ready  chan struct{} // closed once err is final
	err    error
	cancel context.CancelFunc // cancels the download
}

// adopt registers the files that an earlier process left.
func (c *localCache) adopt() {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return // none yet
	}
	ready := make(chan struct{})
	close(ready)
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil || !info.Mode().IsRegular():
		case !strings.HasPrefix(e.Name(), tempPrefix):
			c.copies[e.Name()] = &localCopy{name: e.Name(), size: info.Size(), used: info.ModTime(), ready: ready, cancel: func() {}}
		case time.Since(info.ModTime()) > staleTemp:
			_ = os.Remove(filepath.Join(c.dir, e.Name())) // an interrupted download; the next start tries again
		}
	}
}

// localName returns a file name that differs for each content, as far as the
// store can tell. It keeps the suffix, since some programs rely on it.
func localName(s Store, info Info) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%d\x00%s", s, info.Key, info.Size, info.ModTime.UnixNano(), info.Checksum))
	ext := strings.ToLower(path.Ext(info.Key))
	if len(ext) > 6 || strings.ContainsFunc(strings.TrimPrefix(ext, "."), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		ext = ""
	}
	return hex.EncodeToString(sum[:16]) + ext
}

func (c *localCache) get(ctx context.Context, s Store, info Info) (string, func(), error) {
	f := c.take(ctx, s, info)
	release := sync.OnceFunc(func() { c.release(f) })
	select {
	case <-f.ready:
	case <-ctx.Done():
		release()
		return "", nil, ctx.Err()
	}
	if f.err != nil {
		release()
		return "", nil, f.err
	}
	return filepath.Join(c.dir, f.name), release, nil
}

// take finds a copy or starts one. The download continues after the first
// caller leaves as long as anyone waits.
func (c *localCache) take(ctx context.Context, s Store, info Info) *localCopy {
	name := localName(s, info)
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.copies[name]
	if f != nil && f.refs == 0 && !isFile(filepath.Join(c.dir, name)) {
		f = nil // the file was deleted
	}
	if f == nil {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		f = &localCopy{name: name, size: info.Size, ready: make(chan struct{}), cancel: cancel}
		c.copies[name] = f
		c.evict()
		go func() {
			defer cancel()
			f.err = c.download(ctx, s, info, name)
			close(f.ready)
		}()
	}
	f.refs++
	return f
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func (c *localCache) release(f *localCopy) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.refs--
	f.used = time.Now()
	done := false
	select {
	case <-f.ready:
		done = true
	default:
	}
	if f.refs == 0 && (!done || f.err != nil) && c.copies[f.name] == f {
		f.cancel()
		delete(c.copies, f.name)
	}
	c.evict()
}

// evict removes the least recently used copies that nobody references until the
// remaining ones fit the limit.
func (c *localCache) evict() {
	var total int64
	var idle []*localCopy
	for _, f := range c.copies {
		total += f.size
		if f.refs == 0 && f.err == nil && !f.used.IsZero() {
			idle = append(idle, f)
		}
	}
	slices.SortFunc(idle, func(a, b *localCopy) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.name, b.name)) })
	for _, f := range idle {
		if total <= c.limit {
			return
		}
		total -= f.size
		delete(c.copies, f.name)
		_ = os.Remove(filepath.Join(c.dir, f.name)) // if this fails, the next start counts the file again
	}
}

func (c *localCache) download(ctx context.Context, s Store, info Info, name string) (err error) {
	if err := os.MkdirAll(c.dir, 0o750); err != nil {
		return fmt.Errorf("copy %s: %w", info.Key, err)
	}
	object, err := s.Open(ctx, info.Key)
	if err != nil {
		return err
	}
	defer object.Close()
	if object.Size != info.Size {
		return fmt.Errorf("copy %s: %w", info.Key, ErrChanged)
	}
	temp, err := os.CreateTemp(c.dir, tempPrefix+"*")
	if err != nil {
		return fmt.Errorf("copy %s: %w", info.Key, unavailable(err))
	}
	n, err := io.Copy(temp, object)
	if err == nil && n != info.Size {
		err = io.ErrUnexpectedEOF
	}
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), filepath.Join(c.dir, name))
	}
	if err != nil {
		return fmt.Errorf("copy %s: %w", info.Key, unavailable(errors.Join(err, ignoreMissing(os.Remove(temp.Name())))))
	}
	return nil
}

package stream

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	partSuffix = ".part" // of a file that is being written
	sparesName = "spare-"
	// usedOften is how precisely the last use of a file is recorded on disk.
	usedOften = time.Minute
)

// cache keeps converted tracks in a folder, limited by size and by age since
// the last use. File names and times hold all state, so it survives restarts.
// It is safe for concurrent use.
type cache struct {
	folder   string
	maxBytes int64
	maxAge   time.Duration
	now      func() time.Time

	mu      sync.Mutex
	items   map[string]*item
	bytes   int64 // of the items
	growing int64 // of files that are being written
}

// item is a cached file.
type item struct {
	size  int64
	used  time.Time
	inUse int
	index *frameIndex
}

// kept is an open file of the cache.
type kept struct {
	file    *os.File
	size    int64
	index   *frameIndex
	release func() // closes it
}

// openCache removes what a killed server left half-written.
func openCache(folder string, maxBytes int64, maxAge time.Duration) (*cache, error) {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return nil, fmt.Errorf("converted music: %w", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("converted music: %w", err)
	}
	c := &cache{folder: folder, maxBytes: maxBytes, maxAge: maxAge, now: time.Now, items: map[string]*item{}}
	for _, entry := range entries {
		if err := c.adopt(entry); err != nil {
			return nil, fmt.Errorf("converted music: %w", err)
		}
	}
	c.evict()
	return c, nil
}

func (c *cache) adopt(entry fs.DirEntry) error {
	path := filepath.Join(c.folder, entry.Name())
	if entry.IsDir() && strings.HasPrefix(entry.Name(), sparesName) || strings.HasSuffix(entry.Name(), partSuffix) {
		return os.RemoveAll(path)
	}
	if _, ok := formOf(entry.Name()); !ok || !entry.Type().IsRegular() {
		return nil // not ours
	}
	info, err := entry.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	c.items[entry.Name()] = &item{size: info.Size(), used: info.ModTime(), index: newFrameIndex()}
	c.bytes += info.Size()
	return nil
}

// formOf parses the form from a file name, see Request.name.
func formOf(name string) (Form, bool) {
	parts := strings.Split(name, ".")
	if len(parts) != 4 {
		return Form{}, false
	}
	return parseForm(parts[2])
}

// open returns a file, which is not removed before it is released; nil if there
// is none.
func (c *cache) open(name string) *kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	it := c.items[name]
	if it == nil {
		return nil
	}
	path := filepath.Join(c.folder, name)
	file, err := os.Open(path)
	if info, statErr := stat(file, err); statErr != nil || info.Size() != it.size {
		c.drop(name) // another program removed the file
		if file != nil {
			file.Close()
		}
		return nil
	}
	if now := c.now(); now.Sub(it.used) >= usedOften {
		it.used = now
		_ = os.Chtimes(path, now, now) // failing to set the time only shortens its life
	}
	it.inUse++
	return &kept{file: file, size: it.size, index: it.index, release: sync.OnceFunc(func() {
		file.Close()
		c.release(it)
	})}
}

func stat(file *os.File, err error) (fs.FileInfo, error) {
	if err != nil {
		return nil, err
	}
	return file.Stat()
}

func (c *cache) release(it *item) {
	c.mu.Lock()
	defer c.mu.Unlock()
	it.inUse--
}

// create creates a file. Its writer reports bytes with grow and ends with keep
// or abandon.
func (c *cache) create() (*os.File, error) {
	return os.CreateTemp(c.folder, "*"+partSuffix)
}

// grow counts bytes that were written or, if negative, removed, and makes room
// for them.
func (c *cache) grow(n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.growing += n
	if n > 0 && c.bytes+c.growing > c.maxBytes {
		c.makeRoom(c.maxBytes)
	}
}

// keep adds a complete file under its name.
func (c *cache) keep(file *os.File, name string, size int64, index *frameIndex) error {
	err := os.Rename(file.Name(), filepath.Join(c.folder, name))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.growing -= size
	if err != nil {
		return fmt.Errorf("store converted music: %w", err)
	}
	if old := c.items[name]; old != nil {
		c.bytes -= old.size
	}
	c.items[name] = &item{size: size, used: c.now(), index: index}
	c.bytes += size
	c.makeRoom(c.maxBytes)
	return nil
}

// abandon removes an incomplete file.
func (c *cache) abandon(file *os.File, size int64) {
	_ = os.Remove(file.Name()) // the next start removes a leftover
	c.grow(-size)
}

// evict removes files that are too old or exceed the size limit.
func (c *cache) evict() {
	c.mu.Lock()
	defer c.mu.Unlock()
	oldest := c.now().Add(-c.maxAge)
	for name, it := range c.items {
		if it.inUse == 0 && it.used.Before(oldest) {
			c.drop(name)
		}
	}
	c.makeRoom(c.maxBytes)
}

// free removes files to free bytes on a full disk. It returns false if there is
// nothing to remove.
func (c *cache) free(bytes int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.bytes
	c.makeRoom(max(before+c.growing-bytes, 0))
	return c.bytes < before
}

// makeRoom removes the least recently used files until at most limit bytes
// remain, or only files in use.
func (c *cache) makeRoom(limit int64) {
	for c.bytes+c.growing > limit {
		oldest := ""
		for name, it := range c.items {
			if it.inUse == 0 && (oldest == "" || it.used.Before(c.items[oldest].used)) {
				oldest = name
			}
		}
		if oldest == "" {
			return
		}
		c.drop(oldest)
	}
}

func (c *cache) drop(name string) {
	_ = os.Remove(filepath.Join(c.folder, name)) // the next start finds a leftover again
	c.bytes -= c.items[name].size
	delete(c.items, name)
}

// forget removes conversions of other versions of a track's file than this one.
func (c *cache) forget(track, version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, it := range c.items {
		if id, rest, _ := strings.Cut(name, "."); id == track && it.inUse == 0 && !strings.HasPrefix(rest, version+".") {
			c.drop(name)
		}
	}
}

// tracks returns the tracks with cached conversions.
func (c *cache) tracks() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var ids []string
	seen := map[string]bool{}
	for name := range c.items {
		if id, _, _ := strings.Cut(name, "."); !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// latest returns the form that was used last.
func (c *cache) latest() (form Form, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var at time.Time
	for name, it := range c.items {
		if it.used.After(at) {
			at = it.used
			form, ok = formOf(name)
		}
	}
	return form, ok
}

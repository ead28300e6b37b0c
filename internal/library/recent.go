package library

import (
	"bytes"
	"container/list"
	"sync"
	"time"
)

const (
	// maxRecentBytes limits the memory of recentCovers: some 250 covers for grids.
	maxRecentBytes = 8 << 20
	// maxRecentCover is the largest cover in memory. Larger ones are rare in grids.
	maxRecentCover = 128 << 10
)

// coverVersion is a cover in a size and a format.
type coverVersion struct {
	hash   string
	size   int
	format coverFormat
}

// recentCovers holds the content of the covers of the cache that were requested last,
// because pages request the same covers again and again. A cover is read into memory at
// its second request: one that is requested once, or more rarely than the others fit, is
// sent from its file, which is quicker than to read it. The name of a cover is a hash, so
// that its content does not change. The zero value is empty.
type recentCovers struct {
	mu    sync.Mutex
	bytes int
	known map[coverVersion]*list.Element // of *recentCover
	order list.List                      // the latest first
}

type recentCover struct {
	version coverVersion
	size    int    // of the content
	content []byte // nil after the first request
	etag    string
	until   time.Time // then its file is opened again, which records its use
}

// open returns a cover, or nil if its content is not in memory.
func (r *recentCovers) open(v coverVersion, now time.Time) *CoverImage {
	r.mu.Lock()
	defer r.mu.Unlock()
	element := r.known[v]
	if element == nil {
		return nil
	}
	cover := element.Value.(*recentCover) //nolint:forcetypeassert // the list holds nothing else
	if now.After(cover.until) {
		r.remove(element)
		return nil
	}
	if cover.content == nil {
		return nil
	}
	r.order.MoveToFront(element)
	return cover.image()
}

// isAgain notes a request for a cover whose content has a size, and reports whether it
// was requested before.
func (r *recentCovers) isAgain(v coverVersion, size int, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[v] != nil {
		return true
	}
	r.put(&recentCover{version: v, size: size, until: now.Add(touchEvery)})
	return false
}

// add stores a cover and returns it.
func (r *recentCovers) add(v coverVersion, content []byte, now time.Time) *CoverImage {
	cover := &recentCover{version: v, size: len(content), content: content, etag: v.format.tag(v.hash, v.size), until: now.Add(touchEvery)}
	r.mu.Lock()
	defer r.mu.Unlock()
	if before := r.known[v]; before != nil {
		r.remove(before)
	}
	r.put(cover)
	return cover.image()
}

// put makes a cover the latest, and removes those that were not requested for longest if
// there are too many. The caller holds mu.
func (r *recentCovers) put(cover *recentCover) {
	if r.known == nil {
		r.known = map[coverVersion]*list.Element{}
	}
	r.known[cover.version] = r.order.PushFront(cover)
	for r.bytes += cover.size; r.bytes > maxRecentBytes; {
		r.remove(r.order.Back())
	}
}

// forget removes a cover whose file changes.
func (r *recentCovers) forget(v coverVersion) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if element := r.known[v]; element != nil {
		r.remove(element)
	}
}

// remove removes a cover. The caller holds mu.
func (r *recentCovers) remove(element *list.Element) {
	cover := r.order.Remove(element).(*recentCover) //nolint:forcetypeassert // the list holds nothing else
	delete(r.known, cover.version)
	r.bytes -= cover.size
}

func (c *recentCover) image() *CoverImage {
	return &CoverImage{File: inMemory{bytes.NewReader(c.content)}, MIME: c.version.format.mime, ETag: c.etag}
}

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
// because pages request the same covers again and again. The name of a cover is a hash,
// so that its content does not change. The zero value is empty.
type recentCovers struct {
	mu    sync.Mutex
	bytes int
	known map[coverVersion]*list.Element // of *recentCover
	order list.List                      // the latest first
}

type recentCover struct {
	version coverVersion
	content []byte
	etag    string
	until   time.Time // then its file is opened again, which records its use
}

// open returns a cover, or nil if it is not in memory.
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
	r.order.MoveToFront(element)
	return cover.image()
}

// add stores a cover and returns it. It removes those that were not requested for
// longest if there are too many.
func (r *recentCovers) add(v coverVersion, content []byte, now time.Time) *CoverImage {
	cover := &recentCover{version: v, content: content, etag: v.format.tag(v.hash, v.size), until: now.Add(touchEvery)}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[coverVersion]*list.Element{}
	}
	if before := r.known[v]; before != nil {
		r.remove(before)
	}
	r.known[v] = r.order.PushFront(cover)
	for r.bytes += len(content); r.bytes > maxRecentBytes; {
		r.remove(r.order.Back())
	}
	return cover.image()
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
	r.bytes -= len(cover.content)
}

func (c *recentCover) image() *CoverImage {
	return &CoverImage{File: inMemory{bytes.NewReader(c.content)}, MIME: c.version.format.mime, ETag: c.etag}
}

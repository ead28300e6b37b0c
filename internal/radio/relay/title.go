package relay

import (
	"html"
	"strings"
	"sync"

	"sonora/internal/codec/text"
	"sonora/internal/music"
	"sonora/internal/station"
)

const maxTitle = 500 // characters of a title that are kept

// titleBox holds the last title of a stream, from its metadata blocks or its
// metadata URL, until the next frame takes it.
type titleBox struct {
	mu   sync.Mutex
	last station.StreamTitle
	next *station.StreamTitle
	own  bool // titles come from the metadata URL; others are ignored
}

// set records a title. A repetition is ignored.
func (b *titleBox) set(t station.StreamTitle) {
	if t == b.last {
		return
	}
	b.last, b.next = t, &t
}

// told records a title from the stream itself.
func (b *titleBox) told(t station.StreamTitle) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.own {
		b.set(t)
	}
}

// found records a title from the metadata URL. From then on, other titles are
// ignored.
func (b *titleBox) found(t station.StreamTitle) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.own = true
	b.set(t)
}

// take returns a title that was not taken yet. tagged is a title inside the
// sound itself.
func (b *titleBox) take(tagged *station.StreamTitle) *station.StreamTitle {
	b.mu.Lock()
	defer b.mu.Unlock()
	if tagged != nil && !b.own {
		b.set(station.StreamTitle{Artist: clean(tagged.Artist), Title: clean(tagged.Title)})
	}
	next := b.next
	b.next = nil
	return next
}

// titleOf decodes a title as servers send it: in UTF-8 or Windows-1252,
// sometimes HTML-escaped, sometimes with control characters.
func titleOf(raw []byte) station.StreamTitle {
	return station.ParseStreamTitle(clean(text.Decode(raw)))
}

// clean makes one short line of a text, which may be HTML-escaped.
func clean(text string) string {
	if strings.Contains(text, "&") {
		text = html.UnescapeString(text)
	}
	return music.Shorten(music.OneLine(text, 0), maxTitle)
}

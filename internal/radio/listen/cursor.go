package listen

import (
	"time"

	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// cursor is a place in a stream and what has to be sent from there on. A copy
// of it looks ahead.
type cursor struct {
	pending []byte     // goes out before anything else: an answer's head, header pages, a title
	chunk   *hub.Chunk // what is being sent; it stays though the hub let it go
	offset  int        // in its data
	next    uint64     // position of the chunk after it
	joins   bool       // the next chunk has to be one to begin at

	untilMeta int // bytes of sound to the next title; negative without titles
	told      *station.StreamTitle
}

// newCursor begins with so much sound at once.
func newCursor(v *hub.View, burst time.Duration, titles bool) cursor {
	c := cursor{joins: true, untilMeta: -1, next: v.End()}
	if burst > 0 {
		c.next = v.Join(burst)
	}
	if titles {
		c.untilMeta = metaInterval
	}
	return c
}

// piece returns what goes out next, as far as it lies in one place; nil when
// the listener has everything.
func (c *cursor) piece(v *hub.View) []byte {
	for {
		switch {
		case len(c.pending) > 0:
			return c.pending
		case c.chunk == nil || c.offset == len(c.chunk.Data):
			if !c.load(v) {
				return nil
			}
		case c.untilMeta == 0:
			c.pending = c.meta()
			c.untilMeta = metaInterval
		case c.untilMeta > 0 && c.untilMeta < len(c.chunk.Data)-c.offset:
			return c.chunk.Data[c.offset : c.offset+c.untilMeta]
		default:
			return c.chunk.Data[c.offset:]
		}
	}
}

// load goes on to the next chunk.
func (c *cursor) load(v *hub.View) bool {
	chunk := v.At(c.next)
	if chunk == nil {
		return false
	}
	c.next++
	if c.joins && !chunk.Key {
		return true
	}
	if c.joins || chunk.NewHeader {
		c.pending = chunk.Header
	}
	c.joins = false
	c.chunk, c.offset = chunk, 0
	return true
}

// take notes that n bytes of the piece are out.
func (c *cursor) take(n int) {
	if len(c.pending) > 0 {
		c.pending = c.pending[n:]
		return
	}
	c.offset += n
	if c.untilMeta > 0 {
		c.untilMeta -= n
	}
}

// meta is the ICY block due here: the title if it is new.
func (c *cursor) meta() []byte {
	if title := c.chunk.Title; title == c.told || title != nil && c.told != nil && *title == *c.told {
		return noNews
	}
	c.told = c.chunk.Title
	return metaBlock(c.told)
}

// gather collects pieces for one write and returns the cursor after them.
func (c *cursor) gather(v *hub.View, pieces [][]byte) ([][]byte, cursor) {
	ahead := *c
	for bytes := 0; len(pieces) < cap(pieces) && bytes < maxWrite; {
		piece := ahead.piece(v)
		if len(piece) == 0 {
			break
		}
		ahead.take(len(piece))
		pieces = append(pieces, piece)
		bytes += len(piece)
	}
	return pieces, ahead
}

// advance notes that n bytes are out.
func (c *cursor) advance(v *hub.View, n int) {
	for n > 0 {
		k := min(len(c.piece(v)), n)
		if k == 0 {
			return
		}
		c.take(k)
		n -= k
	}
}

// lag is how much sound of the hub the listener still has to be sent.
func (c *cursor) lag(v *hub.View) time.Duration { return v.Sound(c.next) }

// isLapped reports whether the hub let go of what comes next.
func (c *cursor) isLapped(v *hub.View) bool { return c.next < v.First }

// jump leaves sound out. What is begun goes out whole, so the cut is between
// two frames.
func (c *cursor) jump(v *hub.View, burst time.Duration) {
	c.next = v.Join(burst)
	c.joins = true
}

// atEnd reports whether everything there is and will be is out.
func (c *cursor) atEnd(v *hub.View) bool {
	return v.Closed && c.next >= v.End() && len(c.pending) == 0 && (c.chunk == nil || c.offset == len(c.chunk.Data))
}

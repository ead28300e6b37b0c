package listen

import (
	"time"

	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// cursor is a listener's position in a stream, with the bytes that have to be
// sent next. A copy of it can be advanced to look ahead.
type cursor struct {
	pending []byte     // sent before anything else: the response head, header pages, a title
	chunk   *hub.Chunk // being sent; kept even after the hub dropped it
	offset  int        // in the chunk's data
	next    uint64     // position of the next chunk
	joins   bool       // the next chunk has to be one where a listener can start

	isEarly bool          // they came before the first sound
	burst   time.Duration // that they are sent then

	untilMeta int // bytes of sound until the next title; negative without titles
	told      *station.StreamTitle
}

// newCursor returns a cursor that starts with a burst. If there is no sound yet, it
// starts with as much of the first: a server of a cluster gets the last seconds of a
// station at once from the owner.
func newCursor(v *hub.View, burst time.Duration, titles bool) cursor {
	c := cursor{joins: true, untilMeta: -1, next: v.End(), isEarly: v.End() == 0, burst: burst}
	if burst > 0 {
		c.next = v.Join(burst)
	}
	if titles {
		c.untilMeta = metaInterval
	}
	return c
}

// piece returns the next contiguous bytes to send, or nil if the listener is up
// to date.
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

// load moves on to the next chunk.
func (c *cursor) load(v *hub.View) bool {
	if c.isEarly && v.End() > 0 {
		c.isEarly, c.next = false, v.Join(c.burst)
	}
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

// take records that n bytes of the current piece were sent.
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

// meta returns the ICY metadata block that is due: the title if it changed.
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

// advance records that n bytes were sent.
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

// lag returns how much sound in the hub has not been sent to the listener yet.
func (c *cursor) lag(v *hub.View) time.Duration { return v.Sound(c.next) }

// isLapped reports whether the hub dropped the next chunk.
func (c *cursor) isLapped(v *hub.View) bool { return c.next < v.First }

// jump skips sound. A chunk that was started is sent completely, so the cut is
// between two frames.
func (c *cursor) jump(v *hub.View, burst time.Duration) {
	c.next = v.Join(burst)
	c.joins = true
}

// atEnd reports whether the stream has ended and everything was sent.
func (c *cursor) atEnd(v *hub.View) bool {
	return v.Closed && c.next >= v.End() && len(c.pending) == 0 && (c.chunk == nil || c.offset == len(c.chunk.Data))
}

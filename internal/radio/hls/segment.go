// Package hls cuts a station into pieces: for players that want HLS (RFC
// 8216), and to go back to what was on air hours ago. Pieces are bare MP3 or
// AAC frames behind a tag with their time («packed audio»), so that nothing is
// encoded again.
package hls

import (
	"time"

	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

const (
	// segmentTime is how long a piece is at least.
	segmentTime = 4 * time.Second
	// maxSegmentSeconds is what no piece exceeds: one chunk more.
	maxSegmentSeconds = 6
	// liveWindow is how many pieces the live playlist names; a few more can be
	// had, for players that are late.
	liveWindow = 6
	keptLive   = liveWindow + 4
	ticks      = 90 // to a millisecond, of the time in a piece
	// maxClockDrift is how far the clock may be off until a piece counts as not
	// following the one before.
	maxClockDrift   = 1500 * time.Millisecond
	maxSegmentBytes = 4 << 20 // bytes
)

// segment is a few seconds of a station.
type segment struct {
	N       int64     `json:"n"` // rises by one, for ever
	At      time.Time `json:"at"`
	Length  int64     `json:"ms"`
	Time    int64     `json:"t"` // ticks, continuous until the next break
	Breaks  int64     `json:"b"` // how many breaks there were before and at it
	IsBreak bool      `json:"gap,omitempty"`
	Titles  []mark    `json:"titles,omitempty"`
	Offset  int64     `json:"off"` // in the file of its hour
	Size    int       `json:"len"`

	onDisk bool
	data   []byte // while it is live, and where nothing is kept
}

// mark says what plays from a moment on.
type mark struct {
	At time.Time `json:"at"`
	station.StreamTitle
}

func (p *segment) end() time.Time        { return p.At.Add(p.length()) }
func (p *segment) length() time.Duration { return time.Duration(p.Length) * time.Millisecond }

// cutter collects chunks until they make a piece.
type cutter struct {
	next   int64 // number
	time   int64
	breaks int64
	ends   time.Time // of the last piece; zero before the first
	title  *station.StreamTitle
	open   *segment
	sound  time.Duration
}

// add takes a chunk in and returns the pieces that are done: none, one, or two
// when the chunk does not follow.
func (c *cutter) add(chunk *hub.Chunk) (done []*segment) {
	if c.open == nil && c.isRepeated(chunk) {
		return nil
	}
	if c.open != nil && apart(chunk.At, c.open.At.Add(c.sound)) {
		done = append(done, c.close())
	}
	if c.open == nil {
		c.begin(chunk)
	}
	if chunk.Title != nil && (c.title == nil || *c.title != *chunk.Title) {
		c.title = chunk.Title
		c.open.Titles = append(c.open.Titles, mark{chunk.At, *chunk.Title})
	}
	c.open.data = append(c.open.data, chunk.Data...)
	c.sound += chunk.Duration
	if c.sound >= segmentTime || len(c.open.data) > maxSegmentBytes {
		done = append(done, c.close())
	}
	return done
}

// isRepeated reports whether a chunk was in the last piece already: whoever
// follows a station again begins a little before.
func (c *cutter) isRepeated(chunk *hub.Chunk) bool {
	before := c.ends.Sub(chunk.At)
	return before > chunk.Duration/2 && before < 2*segmentTime
}

func apart(a, b time.Time) bool {
	d := a.Sub(b)
	return d > maxClockDrift || d < -maxClockDrift
}

func (c *cutter) begin(chunk *hub.Chunk) {
	c.open = &segment{N: c.next, At: chunk.At}
	c.sound = 0
	if c.next > 0 && apart(chunk.At, c.ends) {
		c.breaks++
		c.open.IsBreak = true
	}
	c.open.Time, c.open.Breaks = c.time, c.breaks
	c.next++
}

func (c *cutter) close() *segment {
	p := c.open
	p.Length = c.sound.Milliseconds()
	p.Size = len(p.data)
	c.time += int64(c.sound) * ticks / int64(time.Millisecond)
	c.ends = p.At.Add(c.sound)
	c.open = nil
	return p
}

// flush closes what is open; nil for nothing.
func (c *cutter) flush() *segment {
	if c.open == nil || c.sound == 0 {
		return nil
	}
	return c.close()
}

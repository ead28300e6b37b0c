// Package hls cuts stations into segments, for players that use HLS (RFC 8216)
// and for rewinding to what was on air hours ago. Segments are MPEG transport
// streams with the MP3 frames of the station, so nothing is encoded again: all
// players and browsers with HLS know them, unlike MP3 without a container or in
// MP4.
package hls

import (
	"time"

	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

const (
	// segmentTime is the minimum length of a segment.
	segmentTime = 4 * time.Second
	// maxSegmentSeconds is the target duration of playlists. No segment is
	// longer: segmentTime and one chunk.
	maxSegmentSeconds = 6
	// liveWindow is how many segments the live playlist lists. A few older ones
	// stay available for players that are late.
	liveWindow = 6
	keptLive   = liveWindow + 4
	ticks      = 90 // per millisecond, of the timestamp in a segment
	// maxClockDrift is how far the clock may be off before a segment counts as
	// discontinuous.
	maxClockDrift   = 1500 * time.Millisecond
	maxSegmentBytes = 4 << 20 // bytes
)

// segment is a few seconds of a station.
type segment struct {
	N       int64     `json:"n"` // increases by one, forever
	At      time.Time `json:"at"`
	Length  int64     `json:"ms"`
	Time    int64     `json:"t"` // ticks, continuous until the next discontinuity
	Breaks  int64     `json:"b"` // number of discontinuities up to and including this segment
	IsBreak bool      `json:"gap,omitempty"`
	Titles  []mark    `json:"titles,omitempty"`
	Offset  int64     `json:"off"` // in the file of its hour
	Size    int       `json:"len"`

	onDisk bool
	data   []byte // while it is live, and if nothing is kept on disk
}

// mark is a title and when it began.
type mark struct {
	At time.Time `json:"at"`
	station.StreamTitle
}

func (seg *segment) end() time.Time        { return seg.At.Add(seg.length()) }
func (seg *segment) length() time.Duration { return time.Duration(seg.Length) * time.Millisecond }

// cutter collects chunks into segments.
type cutter struct {
	next   int64 // number of the next segment
	time   int64
	breaks int64
	ends   time.Time // end of the last segment; zero before the first
	title  *station.StreamTitle
	open   *segment
	sound  time.Duration
}

// add adds a chunk and returns the finished segments: none, one, or two if the
// chunk is discontinuous.
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

// isRepeated reports whether the last segment already contains a chunk. A
// consumer that reconnects starts a little earlier.
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
	seg := c.open
	seg.Length = c.sound.Milliseconds()
	seg.Size = len(seg.data)
	c.time += int64(c.sound) * ticks / int64(time.Millisecond)
	c.ends = seg.At.Add(c.sound)
	c.open = nil
	return seg
}

// flush closes the open segment; nil if there is none.
func (c *cutter) flush() *segment {
	if c.open == nil || c.sound == 0 {
		return nil
	}
	return c.close()
}

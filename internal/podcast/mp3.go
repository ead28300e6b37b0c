package podcast

import (
	"net/http"
	"time"

	"sonora/internal/codec/id3"
	"sonora/internal/codec/mpeg"
)

// frameAt parses a frame header at the beginning of b. It accepts only layer
// III with a bitrate, because a free-format frame does not say where it ends.
func frameAt(b []byte) (h mpeg.Header, ok bool) {
	h, ok = mpeg.Parse(b)
	return h, ok && h.Layer == 3 && h.Bitrate > 0
}

// id3Size returns the length of the ID3v2 tag at the beginning of b; 0 for
// none.
func id3Size(b []byte) int {
	if h, ok := id3.ParseHeader(b); ok {
		return int(h.Total())
	}
	return 0
}

// steadyMP3 reports whether the beginning of a file has a constant bitrate, so
// that players which estimate positions are right. isMP3 reports whether it
// contains MP3 at all.
func steadyMP3(head []byte) (steady, isMP3 bool) {
	head = head[min(len(head), id3Size(head)):]
	bitrate, frames := 0, 0
	for len(head) >= mpeg.HeaderSize {
		f, ok := frameAt(head)
		if !ok {
			if frames > 0 {
				break
			}
			head = head[1:]
			continue
		}
		if frames == 0 {
			if next, ok := frameAt(head[min(len(head), f.Size(0)):]); !ok || !next.Like(f) {
				head = head[1:] // bytes that only look like a frame
				continue
			}
			if info, ok := mpeg.ParseInfo(head, f); ok {
				return info.Kind == mpeg.CBR, true
			}
			bitrate = f.Bitrate
		}
		frames++
		if f.Bitrate != bitrate {
			return false, true
		}
		head = head[min(len(head), f.Size(0)):]
	}
	return frames > 0, frames > 0
}

// Cut is an HTTP response that starts an MP3 at a given time. It counts and
// drops the frames before it, for players that can only estimate its position
// and for servers without range requests. Anything but a complete MP3 passes
// unchanged.
type Cut struct {
	http.ResponseWriter
	left    time.Duration // still to be dropped
	rate    int           // of the first frame
	skip    int           // bytes to drop without parsing them
	begun   bool          // the first frame was found
	through bool
	headed  bool
	rest    []byte
}

// NewCut returns a response that passes only the sound from start on to w.
func NewCut(w http.ResponseWriter, start time.Duration) *Cut {
	return &Cut{ResponseWriter: w, left: start}
}

// WriteHeader implements http.ResponseWriter.
func (c *Cut) WriteHeader(status int) {
	h := c.Header()
	c.headed = true
	c.through = status != http.StatusOK || h.Get("Content-Type") != "audio/mpeg"
	if !c.through {
		for _, name := range []string{"Content-Length", "ETag", "Last-Modified"} {
			h.Del(name)
		}
		h.Set("Accept-Ranges", "none")
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (c *Cut) Write(p []byte) (int, error) {
	if !c.headed {
		c.WriteHeader(http.StatusOK)
	}
	if c.through {
		return c.ResponseWriter.Write(p)
	}
	if c.skip >= len(p) && len(c.rest) == 0 {
		c.skip -= len(p)
		return len(p), nil
	}
	c.rest = append(c.rest, p...)
	if c.drop(); !c.through {
		return len(p), nil
	}
	_, err := c.ResponseWriter.Write(c.rest)
	c.rest = nil
	return len(p), err
}

// maxInfo is how much of a frame mpeg.ParseInfo needs, in bytes.
const maxInfo = 64

// drop removes sound before the start from rest, as far as it has arrived.
func (c *Cut) drop() {
	for {
		n := min(c.skip, len(c.rest))
		c.skip, c.rest = c.skip-n, c.rest[n:]
		if c.skip > 0 || len(c.rest) < maxInfo {
			c.rest = append([]byte(nil), c.rest...)
			return
		}
		f, ok := frameAt(c.rest)
		switch {
		case !c.begun && id3Size(c.rest) > 0:
			c.skip = id3Size(c.rest)
		case !ok || c.begun && f.Rate != c.rate:
			c.skip = 1
		case !c.begun && isInfo(c.rest, f):
			c.begun, c.rate, c.skip = true, f.Rate, f.Size(0)
		case c.left <= 0:
			c.through = true
			return
		default:
			c.begun, c.rate, c.skip = true, f.Rate, f.Size(0)
			c.left -= f.Duration()
		}
	}
}

// isInfo reports whether a frame describes the file and has no sound.
func isInfo(b []byte, h mpeg.Header) bool {
	_, ok := mpeg.ParseInfo(b, h)
	return ok
}

// Unwrap implements the interface of http.ResponseController.
func (c *Cut) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// Head collects the beginning of an HTTP response and rejects the rest.
type Head struct {
	header http.Header
	Status int
	Bytes  []byte
	max    int
}

// NewHead returns a Head that collects at most limit bytes.
func NewHead(limit int) *Head {
	return &Head{header: http.Header{}, Status: http.StatusOK, max: limit}
}

// Header implements http.ResponseWriter.
func (h *Head) Header() http.Header { return h.header }

// WriteHeader implements http.ResponseWriter.
func (h *Head) WriteHeader(status int) { h.Status = status }

// Write implements http.ResponseWriter.
func (h *Head) Write(p []byte) (int, error) {
	n := min(len(p), h.max-len(h.Bytes))
	h.Bytes = append(h.Bytes, p[:n]...)
	if n < len(p) {
		return n, http.ErrContentLength
	}
	return n, nil
}

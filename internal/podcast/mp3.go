package podcast

import (
	"bytes"
	"net/http"
	"time"
)

// mp3Frame is the head of a frame of MPEG audio, layer III, see ISO/IEC 11172-3
// and 13818-3.
type mp3Frame struct {
	size    int // bytes, with the head
	samples int
	rate    int // Hz
	bitrate int // kbit/s
	mono    bool
	version byte // 3 is MPEG 1, 2 MPEG 2, 0 MPEG 2.5
}

const mp3Head = 4

var (
	mp3Bitrates = [2][15]int{
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
		{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	}
	mp3Rates = [3]int{44100, 48000, 32000}
)

// frameAt reads the head of a frame at the beginning of b.
func frameAt(b []byte) (f mp3Frame, ok bool) {
	if len(b) < mp3Head {
		return f, false
	}
	f.version = b[1] >> 3 & 3
	bitrate, rate := b[2]>>4, b[2]>>2&3
	if b[0] != 0xff || b[1]&0xe0 != 0xe0 || f.version == 1 || b[1]>>1&3 != 1 || bitrate == 0 || bitrate == 15 || rate == 3 {
		return f, false
	}
	f.samples, f.rate, f.bitrate, f.mono = 576, mp3Rates[rate], mp3Bitrates[0][bitrate], b[3]>>6 == 3
	switch f.version {
	case 3:
		f.samples, f.bitrate = 1152, mp3Bitrates[1][bitrate]
	case 2:
		f.rate /= 2
	default:
		f.rate /= 4
	}
	f.size = f.samples/8*f.bitrate*1000/f.rate + int(b[2]>>1&1)
	return f, true
}

// tag is what the first frame holds instead of sound: "Xing" for a variable
// bitrate, "Info" for a constant one, "VBRI" by another encoder; "" for sound.
func (f mp3Frame) tag(b []byte) string {
	side := 32 // bytes about the sound, which a tag leaves empty
	switch {
	case f.version == 3 && f.mono:
		side = 17
	case f.version != 3 && f.mono:
		side = 9
	case f.version != 3:
		side = 17
	}
	b = b[:min(len(b), f.size)]
	for _, name := range []string{"Xing", "Info"} {
		if bytes.HasPrefix(b[min(len(b), mp3Head+side):], []byte(name)) {
			return name
		}
	}
	if bytes.HasPrefix(b[min(len(b), mp3Head+32):], []byte("VBRI")) {
		return "VBRI"
	}
	return ""
}

// id3Size is how long an ID3v2 tag at the beginning of b is, 0 for none.
func id3Size(b []byte) int {
	if len(b) < 10 || !bytes.HasPrefix(b, []byte("ID3")) {
		return 0
	}
	return 10 + int(b[6]&0x7f)<<21 + int(b[7]&0x7f)<<14 + int(b[8]&0x7f)<<7 + int(b[9]&0x7f)
}

// Steady reports whether the beginning of a file says that a second of it is
// always as many bytes, so that players who guess where a moment is are right.
// isMP3 is whether there is MP3 in it at all.
func Steady(head []byte) (steady, isMP3 bool) {
	head = head[min(len(head), id3Size(head)):]
	bitrate, frames := 0, 0
	for len(head) >= mp3Head {
		f, ok := frameAt(head)
		if !ok {
			if frames > 0 {
				break
			}
			head = head[1:]
			continue
		}
		if frames == 0 {
			if next, ok := frameAt(head[min(len(head), f.size):]); !ok || next.rate != f.rate {
				head = head[1:] // bytes that look like one
				continue
			}
			switch f.tag(head) {
			case "Xing", "VBRI":
				return false, true
			case "Info":
				return true, true
			}
			bitrate = f.bitrate
		}
		frames++
		if f.bitrate != bitrate {
			return false, true
		}
		head = head[min(len(head), f.size):]
	}
	return frames > 0, frames > 0
}

// Cut is an answer with MP3 that begins at a moment: it counts the frames
// before and leaves them out, for players who can only guess where a moment is
// and for servers that send no parts. Anything but a whole MP3 goes through as
// it is.
type Cut struct {
	http.ResponseWriter
	left    time.Duration // before the sound begins that is wanted
	rate    int           // of the first frame
	skip    int           // bytes that are not looked at
	begun   bool          // the first frame was seen
	through bool
	headed  bool
	rest    []byte
}

// NewCut returns the answer behind which only what comes from start on goes to w.
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

// enough is as much of the beginning of a frame as tells what is in it.
const enough = 64

// drop takes from rest what is before the sound that is wanted, as far as it
// is there.
func (c *Cut) drop() {
	for {
		n := min(c.skip, len(c.rest))
		c.skip, c.rest = c.skip-n, c.rest[n:]
		if c.skip > 0 || len(c.rest) < enough {
			c.rest = append([]byte(nil), c.rest...)
			return
		}
		f, ok := frameAt(c.rest)
		switch {
		case !c.begun && id3Size(c.rest) > 0:
			c.skip = id3Size(c.rest)
		case !ok || c.begun && f.rate != c.rate:
			c.skip = 1
		case !c.begun && f.tag(c.rest) != "":
			c.begun, c.rate, c.skip = true, f.rate, f.size
		case c.left <= 0:
			c.through = true
			return
		default:
			c.begun, c.rate, c.skip = true, f.rate, f.size
			c.left -= time.Duration(f.samples) * time.Second / time.Duration(f.rate)
		}
	}
}

// Unwrap is for http.ResponseController.
func (c *Cut) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// Head collects the beginning of an answer. It refuses what comes behind.
type Head struct {
	header http.Header
	Status int
	Bytes  []byte
	most   int
}

// NewHead collects up to so many bytes.
func NewHead(most int) *Head { return &Head{header: http.Header{}, Status: http.StatusOK, most: most} }

// Header implements http.ResponseWriter.
func (h *Head) Header() http.Header { return h.header }

// WriteHeader implements http.ResponseWriter.
func (h *Head) WriteHeader(status int) { h.Status = status }

// Write implements http.ResponseWriter.
func (h *Head) Write(p []byte) (int, error) {
	n := min(len(p), h.most-len(h.Bytes))
	h.Bytes = append(h.Bytes, p[:n]...)
	if n < len(p) {
		return n, http.ErrContentLength
	}
	return n, nil
}

package frame

import "time"

// mp3Header is the head of an MPEG audio frame (ISO 11172-3, 2.4.2.3).
type mp3Header struct {
	version  int // 1, 2, or 25 for the 2.5 of Fraunhofer
	layer    int // 2 or 3
	bitrate  int // kbit/s; 0 for free format
	rate     int
	channels int
	padding  bool
	crc      bool
}

const mp3HeaderSize = 4

var (
	mp3Rates = [3]int{44100, 48000, 32000}
	// mp3Bitrates by version 1 or lower and layer 2 or 3.
	mp3Bitrates = [2][2][15]int{
		{{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384}, {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}},
		{{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}, {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}},
	}
)

// parseMP3 reads a header. Layer I is left out: nobody sends it, and it makes
// false starts likelier.
func parseMP3(b []byte) (h mp3Header, ok bool) {
	if len(b) < mp3HeaderSize || b[0] != 0xff || b[1]&0xe0 != 0xe0 {
		return h, false
	}
	version, layer := b[1]>>3&3, b[1]>>1&3
	bitrate, rate := b[2]>>4, b[2]>>2&3
	if version == 1 || (layer != 1 && layer != 2) || bitrate == 15 || rate == 3 || b[3]&3 == 2 {
		return h, false
	}
	h = mp3Header{layer: 4 - int(layer), padding: b[2]&2 != 0, crc: b[1]&1 == 0, channels: 2, rate: mp3Rates[rate]}
	lower := 1
	switch version {
	case 3:
		h.version, lower = 1, 0
	case 2:
		h.version = 2
		h.rate /= 2
	default:
		h.version = 25
		h.rate /= 4
	}
	h.bitrate = mp3Bitrates[lower][h.layer-2][bitrate]
	if b[3]>>6 == 3 {
		h.channels = 1
	}
	return h, true
}

// like reports whether two frames belong to one stream. Bitrate and mode may
// change from frame to frame, channels with them.
func (h mp3Header) like(other mp3Header) bool {
	return h.version == other.version && h.layer == other.layer && h.rate == other.rate && (h.bitrate == 0) == (other.bitrate == 0)
}

func (h mp3Header) samples() int {
	if h.layer == 3 && h.version != 1 {
		return 576
	}
	return 1152
}

func (h mp3Header) duration() time.Duration {
	return time.Duration(h.samples()) * time.Second / time.Duration(h.rate)
}

// size is the length of the frame; free is the length without padding of the
// frames of a free-format stream.
func (h mp3Header) size(free int) int {
	size := free
	if h.bitrate > 0 {
		size = h.samples() / 8 * h.bitrate * 1000 / h.rate
	}
	if h.padding {
		size++
	}
	return size
}

// sideInfo is the length of what stands between header and sound in a frame
// of layer III.
func (h mp3Header) sideInfo() int {
	switch {
	case h.version == 1 && h.channels == 2:
		return 32
	case h.version == 1 || h.channels == 2:
		return 17
	default:
		return 9
	}
}

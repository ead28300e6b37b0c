package frame

import "encoding/binary"

const (
	streamInfoSize = 34
	lastBlock      = 0x80
	commentBlock   = 4
	// mostFLACFrame is above the largest frame of 8 channels of 32 bits in the
	// streamable subset (RFC 9639, section 7).
	mostFLACFrame  = 1 << 20
	leastFLACFrame = 10
	// mostFLACHeader is the longest header of a frame.
	mostFLACHeader = 16
)

// streamInfo is what a FLAC stream begins with (RFC 9639, section 8.2).
type streamInfo struct {
	block    int // the largest, in samples
	rate     int
	channels int
}

func parseStreamInfo(b []byte) (info streamInfo, ok bool) {
	if len(b) < streamInfoSize {
		return info, false
	}
	packed := binary.BigEndian.Uint64(b[10:])
	info = streamInfo{block: int(binary.BigEndian.Uint16(b[2:])), rate: int(packed >> 44), channels: int(packed>>41&7) + 1}
	return info, info.rate > 0 && info.rate <= mostRate && info.block >= 16
}

// flacHeader is the head of a frame (RFC 9639, section 9.1).
type flacHeader struct {
	block    int // samples
	rate     int
	channels int
}

var flacRates = [12]int{0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000}

// parseFLAC reads a frame's header; the checksum makes false ones rare.
func parseFLAC(b []byte, info streamInfo) (h flacHeader, ok bool) {
	if len(b) < 6 || b[0] != 0xff || b[1]&^1 != 0xf8 || b[3]&1 != 0 {
		return h, false
	}
	size, rate, channels := b[2]>>4, b[2]&15, b[3]>>4
	if size == 0 || rate == 15 || channels > 10 || b[3]>>1&7 == 3 {
		return h, false
	}
	at := 4 + codedNumber(b[4])
	if at == 4 {
		return h, false
	}
	take := func(n int) int {
		value := 0
		for range n {
			if at < len(b) {
				value = value<<8 | int(b[at])
			}
			at++
		}
		return value
	}
	h.block = flacBlock(size, take)
	h.rate = flacRate(rate, info, take)
	h.channels = 2
	if channels < 8 {
		h.channels = int(channels) + 1
	}
	return h, at < len(b) && crc8(b[:at]) == b[at] && h.rate > 0 && h.rate <= mostRate && h.channels == info.channels
}

func flacBlock(code byte, take func(int) int) int {
	switch {
	case code == 1:
		return 192
	case code <= 5:
		return 144 << code
	case code == 6:
		return take(1) + 1
	case code == 7:
		return take(2) + 1
	default:
		return 1 << code
	}
}

func flacRate(code byte, info streamInfo, take func(int) int) int {
	switch code {
	case 0:
		return info.rate
	case 12:
		return take(1) * 1000
	case 13:
		return take(2)
	case 14:
		return take(2) * 10
	default:
		return flacRates[code]
	}
}

// codedNumber is the length of a number written like a UTF-8 character, of up
// to 7 bytes; 0 for none.
func codedNumber(first byte) int {
	if first < 0x80 {
		return 1
	}
	n := 0
	for bit := byte(0x80); bit != 0 && first&bit != 0; bit >>= 1 {
		n++
	}
	if n < 2 || n > 7 {
		return 0
	}
	return n
}

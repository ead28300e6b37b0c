package frame

import "time"

// silentMP3 makes frames whose side information and sound are zeros: every
// decoder plays silence, and needs nothing of the frames before (the bit
// reservoir begins anew).
func silentMP3(like Frame, d time.Duration) []Frame {
	head, ok := silentHeader(like)
	if !ok {
		return nil
	}
	h, _ := parseMP3(head)
	exact := h.samples() / 8 * h.bitrate * 1000 // divided by the rate: bytes of a frame
	var silence []Frame
	var left int // bytes, by the rate, that padding makes up for
	for sound := time.Duration(0); sound < d; sound += h.duration() {
		size := exact / h.rate
		left += exact % h.rate
		padding := byte(0)
		if left >= h.rate {
			left -= h.rate
			size++
			padding = 2
		}
		data := make([]byte, size)
		copy(data, head)
		data[2] |= padding
		silence = append(silence, Frame{Data: data, Duration: h.duration(), Rate: h.rate, Channels: h.channels, Key: true})
	}
	return silence
}

// silentHeader is the frame's header without checksum and padding; of 128
// kbit/s when the frame is of free format or layer II. What is known of the
// form alone will do.
func silentHeader(like Frame) (head []byte, ok bool) {
	h, isMP3 := parseMP3(like.Data)
	if isMP3 {
		head = []byte{like.Data[0], like.Data[1] | 1, like.Data[2] &^ 2, like.Data[3]}
		if h.layer == 3 && h.bitrate > 0 {
			return head, true
		}
		head[1] = head[1]&^6 | 2
		head[2] = head[2]&0x0f | bitrateIndex(h.version)
		return head, true
	}
	for _, version := range [][2]int{{3, 1}, {2, 2}, {0, 4}} {
		for i, rate := range mp3Rates {
			if rate/version[1] != like.Rate {
				continue
			}
			mode := byte(0x40) // joint stereo
			if like.Channels == 1 {
				mode = 0xc0
			}
			return []byte{0xff, 0xe0 | byte(version[0])<<3 | 3, bitrateIndex(version[1]) | byte(i)<<2, mode}, true
		}
	}
	return nil, false
}

// bitrateIndex is that of 128 kbit/s for version 1, 64 below.
func bitrateIndex(version int) byte {
	if version == 1 {
		return 9 << 4
	}
	return 8 << 4
}

package frame

import (
	"time"

	"sonora/internal/codec/mpeg"
)

// silentMP3 makes frames whose side information and sound are zeros. Decoders
// play silence and do not need the frames before: the bit reservoir is empty.
func silentMP3(like Frame, d time.Duration) []Frame {
	h, ok := silentHeader(like)
	if !ok {
		return nil
	}
	exact := h.Samples() / 8 * h.Bitrate * 1000 // bytes of a frame times the sample rate
	var silence []Frame
	var left int // what rounding left out so far, in the same unit; padding makes up for it
	for sound := time.Duration(0); sound < d; sound += h.Duration() {
		left += exact % h.Rate
		h.Padding = left >= h.Rate
		if h.Padding {
			left -= h.Rate
		}
		head, ok := h.Bytes()
		if !ok {
			return nil
		}
		data := make([]byte, h.Size(0))
		copy(data, head[:])
		silence = append(silence, Frame{Data: data, Duration: h.Duration(), Rate: h.Rate, Channels: h.Channels(), Key: true})
	}
	return silence
}

// silentHeader returns the header of a frame without checksum and padding. Free
// format and layer II become layer III with a common bitrate. If like has no
// data, its rate and channels are enough.
func silentHeader(like Frame) (h mpeg.Header, ok bool) {
	const jointStereo, mono = 1, 3
	h, ok = mpeg.Parse(like.Data)
	if !ok {
		if h.Version, ok = mpeg.VersionOf(like.Rate); !ok {
			return h, false
		}
		h.Rate, h.Mode = like.Rate, jointStereo
		if like.Channels == 1 {
			h.Mode = mono
		}
	}
	h.Protected, h.Padding = false, false
	if h.Layer != 3 || h.Bitrate == 0 {
		h.Layer, h.Bitrate = 3, 64
		if h.Version == mpeg.MPEG1 {
			h.Bitrate = 128
		}
	}
	return h, true
}

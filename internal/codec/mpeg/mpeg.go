// Package mpeg reads and writes the frame headers of MPEG audio, layers II and
// III (ISO/IEC 11172-3, 13818-3 and Fraunhofer's MPEG 2.5), and reads the
// information that encoders of MP3 put into the first frame of a file.
//
// It does not support layer I, which nobody publishes: with it, more random
// bytes would look like a header.
package mpeg

import "time"

// HeaderSize is the length of a frame header in bytes.
const HeaderSize = 4

// MaxFreeFrame is the length of the longest frame of a free-format stream,
// without padding: 640 kbit/s at 32 kHz.
const MaxFreeFrame = 2 * 1440

// Version is a version of MPEG audio: the two bits in the header.
type Version byte

// The versions. 1 is reserved.
const (
	MPEG25 Version = 0 // Fraunhofer's extension to low sample rates
	MPEG2  Version = 2
	MPEG1  Version = 3
)

// mono is the channel mode of one channel.
const mono = 3

// Header is the header of one frame (ISO/IEC 11172-3, 2.4.1.3 and 2.4.2.3).
type Header struct {
	Version   Version
	Layer     int  // 2 or 3
	Protected bool // a checksum of two bytes follows the header
	Bitrate   int  // kbit/s; 0 for free format
	Rate      int  // samples per second
	Padding   bool
	Private   bool
	Mode      byte // stereo, joint stereo, two channels, one channel
	Extension byte // mode extension of joint stereo
	Copyright bool
	Original  bool
	Emphasis  byte
}

var rates = [3]int{44100, 48000, 32000}

// Bitrates in kbit/s by the index in the header.
var (
	bitratesLayer2 = [15]int{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384}
	bitratesLayer3 = [15]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	bitratesLow    = [15]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160} // of MPEG 2 and 2.5
)

// Parse reads the header at the beginning of b. It rejects every reserved
// value: version 01, layer 00, bitrate 1111, sample rate 11 and emphasis 10.
func Parse(b []byte) (h Header, ok bool) {
	if len(b) < HeaderSize || b[0] != 0xff || b[1]&0xe0 != 0xe0 {
		return h, false
	}
	version, layer := Version(b[1]>>3&3), 4-int(b[1]>>1&3)
	bitrate, rate, emphasis := b[2]>>4, b[2]>>2&3, b[3]&3
	if version == 1 || layer != 2 && layer != 3 || bitrate == 15 || rate == 3 || emphasis == 2 {
		return h, false
	}
	h = Header{
		Version: version, Layer: layer, Protected: b[1]&1 == 0, Padding: b[2]&2 != 0, Private: b[2]&1 != 0,
		Mode: b[3] >> 6, Extension: b[3] >> 4 & 3, Copyright: b[3]&8 != 0, Original: b[3]&4 != 0, Emphasis: emphasis,
	}
	h.Rate = rates[rate] / h.Version.divisor()
	h.Bitrate = h.bitrates()[bitrate]
	return h, true
}

// divisor returns the divisor of the sample rates of MPEG 1.
func (v Version) divisor() int {
	switch v {
	case MPEG1:
		return 1
	case MPEG2:
		return 2
	default:
		return 4
	}
}

func (h Header) bitrates() *[15]int {
	switch {
	case h.Version != MPEG1:
		return &bitratesLow
	case h.Layer == 2:
		return &bitratesLayer2
	default:
		return &bitratesLayer3
	}
}

// VersionOf returns the version that supports a sample rate in Hz.
func VersionOf(rate int) (v Version, ok bool) {
	for _, v := range []Version{MPEG1, MPEG2, MPEG25} {
		for _, known := range rates {
			if known/v.divisor() == rate {
				return v, true
			}
		}
	}
	return 0, false
}

// Bytes writes the header. ok is false for values out of range.
func (h Header) Bytes() (b [HeaderSize]byte, ok bool) {
	rate, bitrate := -1, -1
	for i, known := range rates {
		if known/h.Version.divisor() == h.Rate {
			rate = i
		}
	}
	for i, known := range h.bitrates() {
		if known == h.Bitrate {
			bitrate = i
		}
	}
	if rate < 0 || bitrate < 0 || h.Layer != 2 && h.Layer != 3 || h.Version == 1 || h.Version > 3 || h.Mode > 3 || h.Extension > 3 || h.Emphasis > 3 || h.Emphasis == 2 {
		return b, false
	}
	b = [HeaderSize]byte{
		0xff, 0xe0 | byte(h.Version)<<3 | byte(4-h.Layer)<<1 | bit(!h.Protected, 0),
		byte(bitrate)<<4 | byte(rate)<<2 | bit(h.Padding, 1) | bit(h.Private, 0),
		h.Mode<<6 | h.Extension<<4 | bit(h.Copyright, 3) | bit(h.Original, 2) | h.Emphasis,
	}
	return b, true
}

func bit(set bool, at int) byte {
	if set {
		return 1 << at
	}
	return 0
}

// Channels returns the number of channels, 1 or 2.
func (h Header) Channels() int {
	if h.Mode == mono {
		return 1
	}
	return 2
}

// Samples returns the number of samples per channel in the frame.
func (h Header) Samples() int {
	if h.Layer == 3 && h.Version != MPEG1 {
		return 576
	}
	return 1152
}

// Duration returns how long the frame plays.
func (h Header) Duration() time.Duration {
	return time.Duration(h.Samples()) * time.Second / time.Duration(h.Rate)
}

// Size returns the length of the frame in bytes, with its header. free is the
// length of a free-format stream's frames without padding, which the header
// does not contain.
func (h Header) Size(free int) int {
	size := free
	if h.Bitrate > 0 {
		size = h.Samples() / 8 * h.Bitrate * 1000 / h.Rate
	}
	if h.Padding {
		size++
	}
	return size
}

// SideInfo returns the length in bytes of the side information of layer III,
// which follows the header and its checksum.
func (h Header) SideInfo() int {
	switch stereo := h.Channels() == 2; {
	case h.Version == MPEG1 && stereo:
		return 32
	case h.Version == MPEG1 || stereo:
		return 17
	default:
		return 9
	}
}

// Like reports whether two frames can belong to one stream: their layer, sample
// rate (2.4.2.3) and version are the same, and both or neither have free format.
// Bitrate and mode may change from frame to frame.
func (h Header) Like(o Header) bool {
	return h.Version == o.Version && h.Layer == o.Layer && h.Rate == o.Rate && (h.Bitrate == 0) == (o.Bitrate == 0)
}

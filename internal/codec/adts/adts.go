// Package adts reads and writes the headers of AAC frames in ADTS (ISO/IEC
// 13818-7, 6.2; ISO/IEC 14496-3, 1.A.2.2).
package adts

import "time"

const (
	// HeaderSize is the length of a header without checksums.
	HeaderSize = 7
	// BlockSamples is how many samples of each channel a raw data block holds.
	BlockSamples = 1024
	// MaxFrame is the length of the longest frame: the field has 13 bits.
	MaxFrame = 1<<13 - 1
)

// Rates holds the sample rates in Hz, by the index that ADTS and the
// AudioSpecificConfig of MP4 use.
var Rates = [13]int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}

// Header is the header of one frame.
type Header struct {
	MPEG2         bool // the ID bit: MPEG-2 instead of MPEG-4
	Protected     bool // the frame has a checksum
	Profile       byte // 0 Main, 1 LC, 2 SSR, 3 LTP
	Rate          int
	Configuration byte // channel configuration, 0 to 7; 0 if only the sound describes the channels
	Length        int  // bytes, with the header
	Blocks        int  // raw data blocks, 1 to 4
	Fullness      int  // state of the encoder's buffer, 11 bits; all ones for a variable bitrate
}

// Parse reads the header at the beginning of b. It rejects a frame that is not
// longer than its header with checksums.
func Parse(b []byte) (h Header, ok bool) {
	if len(b) < HeaderSize || b[0] != 0xff || b[1]&0xf6 != 0xf0 {
		return h, false
	}
	rate := int(b[2] >> 2 & 15)
	if rate >= len(Rates) {
		return h, false
	}
	h = Header{
		MPEG2: b[1]&8 != 0, Protected: b[1]&1 == 0, Profile: b[2] >> 6, Rate: Rates[rate],
		Configuration: b[2]&1<<2 | b[3]>>6, Length: int(b[3]&3)<<11 | int(b[4])<<3 | int(b[5]>>5),
		Blocks: int(b[6]&3) + 1, Fullness: int(b[5]&31)<<6 | int(b[6]>>2),
	}
	return h, h.Length > h.Size()
}

// Size returns the length of the header in bytes. A protected frame has two
// bytes for the checksum, and two for the position of each raw data block
// except the first (6.2.1, 6.2.3).
func (h Header) Size() int {
	if !h.Protected {
		return HeaderSize
	}
	return HeaderSize + 2 + 2*(h.Blocks-1)
}

// Bytes writes the header. ok is false for values out of range and for a
// protected frame, which Sonora never makes.
func (h Header) Bytes() (b [HeaderSize]byte, ok bool) {
	index := -1
	for i, known := range Rates {
		if known == h.Rate {
			index = i
		}
	}
	if index < 0 || h.Protected || h.Profile > 3 || h.Configuration > 7 || h.Length <= HeaderSize || h.Length > MaxFrame || h.Blocks < 1 || h.Blocks > 4 || h.Fullness < 0 || h.Fullness >= 1<<11 {
		return b, false
	}
	b = [HeaderSize]byte{
		0xff, 0xf1, h.Profile<<6 | byte(index)<<2 | h.Configuration>>2, h.Configuration<<6 | byte(h.Length>>11),
		byte(h.Length >> 3), byte(h.Length<<5) | byte(h.Fullness>>6), byte(h.Fullness<<2) | byte(h.Blocks-1),
	}
	if h.MPEG2 {
		b[1] |= 8
	}
	return b, true
}

// Channels returns the number of channels: 2, the usual number, if only the
// sound describes them.
func (h Header) Channels() int { return Channels(int(h.Configuration)) }

// Channels returns the number of channels of a channel configuration.
func Channels(configuration int) int {
	switch configuration {
	case 0:
		return 2
	case 7:
		return 8
	default:
		return configuration
	}
}

// ConfigurationOf returns the channel configuration of a number of channels.
func ConfigurationOf(channels int) (configuration byte, ok bool) {
	switch {
	case channels == 8:
		return 7, true
	case channels >= 1 && channels <= 6:
		return byte(channels), true
	default:
		return 0, false
	}
}

// Samples returns the number of samples per channel in the frame.
func (h Header) Samples() int { return h.Blocks * BlockSamples }

// Duration returns how long the frame plays.
func (h Header) Duration() time.Duration {
	return time.Duration(h.Samples()) * time.Second / time.Duration(h.Rate)
}

// Like reports whether two frames can belong to one stream: whether a decoder
// would be set up in the same way. It ignores the private, original and home
// bits (6.2.1), which no decoder needs and which differ in joined files.
func (h Header) Like(o Header) bool {
	return h.MPEG2 == o.MPEG2 && h.Protected == o.Protected && h.Profile == o.Profile && h.Rate == o.Rate && h.Configuration == o.Configuration
}

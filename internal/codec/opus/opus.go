// Package opus reads the headers of Opus in Ogg (RFC 7845) and the duration of
// packets (RFC 6716, section 3.1).
package opus

import (
	"encoding/binary"
	"strings"
)

const (
	// Rate is the sample rate of decoded Opus and of granule positions in Ogg.
	Rate = 48000
	// HeadMagic begins the first packet.
	HeadMagic = "OpusHead"
	// TagsMagic begins the second packet; Vorbis comments follow.
	TagsMagic = "OpusTags"

	headSize = 19
)

// Head is the first packet of a stream (RFC 7845, section 5.1).
type Head struct {
	Channels  int
	PreSkip   int // samples to discard at the beginning
	InputRate int // sample rate of the original in Hz; 0 if unknown
	Gain      int // in 1/256 dB
	Family    byte
}

// ParseHead reads the first packet. It rejects a stream without channels.
func ParseHead(b []byte) (h Head, ok bool) {
	if len(b) < headSize || !strings.HasPrefix(string(b[:8]), HeadMagic) || b[9] == 0 {
		return h, false
	}
	le := binary.LittleEndian
	return Head{
		Channels: int(b[9]), PreSkip: int(le.Uint16(b[10:])), InputRate: int(le.Uint32(b[12:])), Gain: int(int16(le.Uint16(b[16:]))), Family: b[18],
	}, true
}

// Bytes writes a first packet of mapping family 0, which has one or two
// channels.
func (h Head) Bytes() []byte {
	le := binary.LittleEndian
	b := append([]byte(HeadMagic), 1, byte(h.Channels))
	b = le.AppendUint16(b, uint16(h.PreSkip))
	b = le.AppendUint32(b, uint32(h.InputRate))
	return append(le.AppendUint16(b, uint16(int16(h.Gain))), h.Family)
}

// MaxSamples is the number of samples in the longest packet, 120 ms.
const MaxSamples = 5760

// Samples returns the number of samples in a packet at 48 kHz; 0 if the packet
// is too short to state it.
func Samples(packet []byte) int64 {
	if len(packet) == 0 {
		return 0
	}
	config := packet[0] >> 3
	var frame int64
	switch {
	case config < 12: // SILK
		frame = [4]int64{480, 960, 1920, 2880}[config&3]
	case config < 16: // hybrid
		frame = [2]int64{480, 960}[config&1]
	default: // CELT
		frame = 120 << (config & 3)
	}
	switch packet[0] & 3 {
	case 0:
		return frame
	case 3:
		if len(packet) < 2 {
			return 0
		}
		return min(frame*int64(packet[1]&63), MaxSamples)
	default:
		return 2 * frame
	}
}

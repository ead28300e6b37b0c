// Package flac encodes FLAC (RFC 9639), and reads and writes its framing: the stream's
// description, the headers of metadata blocks and of frames, and checksums.
package flac

import (
	"encoding/binary"
	"math"
)

const (
	// Magic begins a native FLAC stream.
	Magic = "fLaC"
	// BlockHeaderSize is the length of a metadata block's header.
	BlockHeaderSize = 4
	// InfoSize is the length of the STREAMINFO block.
	InfoSize = 34
	// MaxBlock is the length of the largest metadata block: the field has 24 bits.
	MaxBlock = 1<<24 - 1
	// MaxHeader is the longest header of a frame with its checksum.
	MaxHeader = 16
	// MinFrame is a lower bound for the length of a frame in bytes.
	MinFrame = 10
	// MaxFrame is an upper bound for the length of a frame in bytes: 8 channels
	// of 32 bits in the streamable subset (section 7).
	MaxFrame = 1 << 20
)

// Types of metadata blocks (section 8.1).
const (
	StreamInfo = 0
	Padding    = 1
	Comment    = 4
	Picture    = 6
	Invalid    = 127
)

// Block is the header of a metadata block.
type Block struct {
	Type byte
	Size int
	Last bool
}

// ParseBlock reads the header of a metadata block. ok is false if b is too
// short. The caller must check for the type Invalid.
func ParseBlock(b []byte) (block Block, ok bool) {
	if len(b) < BlockHeaderSize {
		return block, false
	}
	return Block{Type: b[0] & 0x7f, Size: int(b[1])<<16 | int(b[2])<<8 | int(b[3]), Last: b[0]&0x80 != 0}, true
}

// Bytes writes the header of a metadata block.
func (block Block) Bytes() [BlockHeaderSize]byte {
	b := [BlockHeaderSize]byte{block.Type & 0x7f, byte(block.Size >> 16), byte(block.Size >> 8), byte(block.Size)}
	if block.Last {
		b[0] |= 0x80
	}
	return b
}

// Info is the STREAMINFO block (section 8.2).
type Info struct {
	MinBlock, MaxBlock int // samples per frame
	MinFrame, MaxFrame int // bytes per frame; 0 if unknown
	Rate               int
	Channels           int
	Bits               int
	Samples            int64 // 0 if unknown
	MD5                [16]byte
}

// ParseInfo reads a STREAMINFO block. It rejects blocks of fewer than 16
// samples, which section 8.2 forbids, and a sample rate of 0, which marks a
// stream that is not sound.
func ParseInfo(b []byte) (info Info, ok bool) {
	if len(b) < InfoSize {
		return info, false
	}
	v := binary.BigEndian.Uint64(b[10:])
	info = Info{
		MinBlock: int(binary.BigEndian.Uint16(b)), MaxBlock: int(binary.BigEndian.Uint16(b[2:])),
		MinFrame: uint24(b[4:]), MaxFrame: uint24(b[7:]),
		Rate: int(v >> 44), Channels: int(v>>41&7) + 1, Bits: int(v>>36&31) + 1, Samples: int64(v & (1<<36 - 1)),
	}
	copy(info.MD5[:], b[18:])
	return info, info.Rate > 0 && info.MaxBlock >= 16
}

func uint24(b []byte) int { return int(b[0])<<16 | int(b[1])<<8 | int(b[2]) }

// Bytes writes a STREAMINFO block.
func (info Info) Bytes() (b [InfoSize]byte) {
	be := binary.BigEndian
	be.PutUint16(b[0:], uint16(info.MinBlock))
	be.PutUint16(b[2:], uint16(info.MaxBlock))
	be.PutUint32(b[6:], uint32(info.MaxFrame)) // b[6] is set below: it is the lowest byte of MinFrame
	b[4], b[5], b[6] = byte(info.MinFrame>>16), byte(info.MinFrame>>8), byte(info.MinFrame)
	be.PutUint64(b[10:], uint64(info.Rate)<<44|uint64(info.Channels-1)&7<<41|uint64(info.Bits-1)&31<<36|uint64(info.Samples)&(1<<36-1))
	copy(b[18:], info.MD5[:])
	return b
}

// Live returns the description without sizes of frames, length and checksum,
// which are unknown for a live stream.
func (info Info) Live() Info {
	info.MinFrame, info.MaxFrame, info.Samples, info.MD5 = 0, 0, 0, [16]byte{}
	return info
}

// Header is the header of a frame (section 9.1).
type Header struct {
	Variable bool  // frames differ in length and are numbered by samples instead of frames
	Number   int64 // number of the frame, or of its first sample if Variable
	Block    int   // samples per channel
	Rate     int
	Channels int
	Bits     int
	Size     int // bytes of the header, with its checksum
}

var (
	rates = [12]int{0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000}
	depth = [8]int{0, 8, 12, -1, 16, 20, 24, 32}
)

// Parse reads the header of a frame of the stream that info describes. It
// rejects reserved values (such as a bit depth of 011), a coded number that
// violates section 9.1.5, a wrong checksum, and a rate, number of channels or
// bit depth that differs from the stream's.
func Parse(b []byte, info Info) (h Header, ok bool) {
	if len(b) < 6 || b[0] != 0xff || b[1]&^1 != 0xf8 || b[3]&1 != 0 {
		return h, false
	}
	size, rate, channels, bits := b[2]>>4, b[2]&15, b[3]>>4, depth[b[3]>>1&7]
	if size == 0 || rate == 15 || channels > 10 || bits < 0 {
		return h, false
	}
	h = Header{Variable: b[1]&1 != 0, Channels: int(channels) + 1, Bits: bits}
	if channels >= 8 { // stereo, with one channel encoded as a difference
		h.Channels = 2
	}
	var n int
	if h.Number, n = codedNumber(b[4:]); n == 0 || n == 7 && !h.Variable { // 31 bits of frames, 36 of samples
		return h, false
	}
	r := reader{b: b, at: 4 + n}
	h.Block, h.Rate = r.block(size), r.rate(rate)
	if r.at >= len(b) || CRC8(b[:r.at]) != b[r.at] {
		return h, false
	}
	h.Size = r.at + 1
	if h.Rate == 0 {
		h.Rate = info.Rate
	}
	if h.Bits == 0 {
		h.Bits = info.Bits
	}
	return h, h.Rate == info.Rate && h.Channels == info.Channels && h.Bits == info.Bits && h.Block <= math.MaxUint16
}

// First returns the number of the first sample. ok is false if it overflows.
func (h Header) First(info Info) (sample int64, ok bool) {
	if h.Variable {
		return h.Number, true
	}
	return h.Number * int64(info.MaxBlock), h.Number < math.MaxInt64/math.MaxUint16
}

// reader reads numbers from a header. Bytes beyond the end are 0; at is then
// beyond the end, too.
type reader struct {
	b  []byte
	at int
}

func (r *reader) take(n int) (value int) {
	for range n {
		if r.at < len(r.b) {
			value = value<<8 | int(r.b[r.at])
		}
		r.at++
	}
	return value
}

func (r *reader) block(code byte) int {
	switch {
	case code == 1:
		return 192
	case code <= 5:
		return 144 << code
	case code == 6:
		return r.take(1) + 1
	case code == 7:
		return r.take(2) + 1
	default:
		return 1 << code
	}
}

func (r *reader) rate(code byte) int {
	switch code {
	case 12:
		return r.take(1) * 1000
	case 13:
		return r.take(2)
	case 14:
		return r.take(2) * 10
	default:
		return rates[code]
	}
}

// codedNumber reads a number that is written like a UTF-8 character of up to
// seven bytes (section 9.1.5). n is its length, or 0 if it is invalid.
func codedNumber(b []byte) (v int64, n int) {
	if len(b) == 0 {
		return 0, 0
	}
	for n < 8 && b[0]&(0x80>>n) != 0 {
		n++
	}
	switch {
	case n == 0:
		return int64(b[0]), 1
	case n == 1 || n == 8 || len(b) < n:
		return 0, 0
	}
	v = int64(b[0] & (0x7f >> n))
	for _, c := range b[1:n] {
		if c&0xc0 != 0x80 {
			return 0, 0
		}
		v = v<<6 | int64(c&0x3f)
	}
	return v, n
}

// ParseMapping reads the first packet of FLAC in Ogg (section 10.1). last
// reports that no more metadata follows.
func ParseMapping(packet []byte) (info Info, last, ok bool) {
	const mark = "\x7fFLAC"
	const at = 9 + len(Magic)
	if len(packet) < at+BlockHeaderSize+InfoSize || string(packet[:len(mark)]) != mark {
		return info, false, false
	}
	block, _ := ParseBlock(packet[at:])
	info, ok = ParseInfo(packet[at+BlockHeaderSize:])
	return info, block.Last, ok
}

package studio

import (
	"encoding/binary"
	"math/rand/v2"
	"time"

	"sonora/internal/radio/frame"
)

const (
	opusRate  = 48_000 // RFC 7845: granule positions always count 48 kHz
	pagesSpan = 100 * time.Millisecond
	oggFirst  = 2                           // header type: begins a logical stream
	maxLacing = 255 - maxOpusPacket/255 - 1 // another packet still fits the page
)

// oggOpus puts the raw packets of a browser's encoder into Ogg pages
// (RFC 3533, RFC 7845), a tenth of a second each.
type oggOpus struct {
	serial   uint32
	page     uint32 // number of the next one
	granule  uint64
	channels int

	packets [][]byte
	lacing  int // segments of them
	span    time.Duration
	samples uint64
}

func newOggOpus(channels int) *oggOpus { return &oggOpus{serial: rand.Uint32(), channels: channels} }

// header is the frame every listener needs before any other.
func (o *oggOpus) header() frame.Frame {
	head := append([]byte("OpusHead"), 1, byte(o.channels), 0, 0)
	head = binary.LittleEndian.AppendUint32(head, opusRate)
	head = append(head, 0, 0, 0) // no gain, mapping family 0
	const vendor = "Sonora"
	tags := binary.LittleEndian.AppendUint32([]byte("OpusTags"), uint32(len(vendor)))
	tags = append(tags, vendor...)
	tags = binary.LittleEndian.AppendUint32(tags, 0)
	pages := append(o.makePage(oggFirst, [][]byte{head}), o.makePage(0, [][]byte{tags})...)
	return frame.Frame{Header: pages, Rate: opusRate, Channels: o.channels, Key: true}
}

// add takes a packet, and returns a page when there is enough for one.
func (o *oggOpus) add(p packet) (frame.Frame, bool) {
	o.packets = append(o.packets, p.data)
	o.lacing += len(p.data)/255 + 1
	o.span += p.duration
	o.samples += uint64(p.duration * opusRate / time.Second)
	if o.span < pagesSpan && o.lacing < maxLacing {
		return frame.Frame{}, false
	}
	o.granule += o.samples
	f := frame.Frame{Data: o.makePage(0, o.packets), Duration: o.span, Rate: opusRate, Channels: o.channels, Key: true}
	o.packets, o.lacing, o.span, o.samples = nil, 0, 0, 0
	return f, true
}

// makePage is a page of whole packets, each below 64 KB as Opus packets are
// (at most 1275 bytes a frame).
func (o *oggOpus) makePage(flags byte, packets [][]byte) []byte {
	var table, body []byte
	for _, p := range packets {
		for left := len(p); ; left -= 255 {
			table = append(table, byte(min(left, 255)))
			if left < 255 {
				break
			}
		}
		body = append(body, p...)
	}
	b := append([]byte("OggS"), 0, flags)
	b = binary.LittleEndian.AppendUint64(b, o.granule)
	b = binary.LittleEndian.AppendUint32(b, o.serial)
	b = binary.LittleEndian.AppendUint32(b, o.page)
	b = append(b, 0, 0, 0, 0, byte(len(table)))
	b = append(append(b, table...), body...)
	binary.LittleEndian.PutUint32(b[22:], oggCRC(b))
	o.page++
	return b
}

// maxOpusPacket is the longest packet RFC 6716 allows: 48 frames of 1275 bytes
// would not be sound of one packet's 120 ms; 3 × 1275 and their lengths are.
const maxOpusPacket = 4000

// oggTable is the CRC of Ogg pages, polynomial 0x04c11db7, most significant
// bit first (RFC 3533, section 6).
var oggTable = func() (table [256]uint32) {
	for i := range table {
		r := uint32(i) << 24
		for range 8 {
			if r&(1<<31) != 0 {
				r = r<<1 ^ 0x04c11db7
			} else {
				r <<= 1
			}
		}
		table[i] = r
	}
	return table
}()

func oggCRC(b []byte) (crc uint32) {
	for _, v := range b {
		crc = crc<<8 ^ oggTable[byte(crc>>24)^v]
	}
	return crc
}

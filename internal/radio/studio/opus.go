package studio

import (
	"math/rand/v2"
	"time"

	"sonora/internal/codec/ogg"
	"sonora/internal/codec/opus"
	"sonora/internal/codec/vorbis"
	"sonora/internal/radio/frame"
)

const (
	pagesSpan = 100 * time.Millisecond
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
	lacing  int // number of their lacing values
	span    time.Duration
	samples uint64
}

func newOggOpus(channels int) *oggOpus { return &oggOpus{serial: rand.Uint32(), channels: channels} }

// header returns the frame that every listener needs first.
func (o *oggOpus) header() frame.Frame {
	head := opus.Head{Channels: o.channels, InputRate: opus.Rate}.Bytes()
	tags := append([]byte(opus.TagsMagic), vorbis.Block([]byte("Sonora"), nil)...)
	pages := append(o.makePage(ogg.First, [][]byte{head}), o.makePage(0, [][]byte{tags})...)
	return frame.Frame{Header: pages, Rate: opus.Rate, Channels: o.channels, Key: true}
}

// add adds a packet, and returns a page when it is full.
func (o *oggOpus) add(p packet) (frame.Frame, bool) {
	o.packets = append(o.packets, p.data)
	o.lacing += len(p.data)/255 + 1
	o.span += p.duration
	o.samples += uint64(p.duration * opus.Rate / time.Second)
	if o.span < pagesSpan && o.lacing < maxLacing {
		return frame.Frame{}, false
	}
	o.granule += o.samples
	f := frame.Frame{Data: o.makePage(0, o.packets), Duration: o.span, Rate: opus.Rate, Channels: o.channels, Key: true}
	o.packets, o.lacing, o.span, o.samples = nil, 0, 0, 0
	return f, true
}

// makePage returns a page of whole packets. Opus packets are always smaller than
// 64 KB, because a frame has at most 1275 bytes.
func (o *oggOpus) makePage(flags byte, packets [][]byte) []byte {
	var lacing, body []byte
	for _, p := range packets {
		lacing, body = ogg.Lace(lacing, len(p)), append(body, p...)
	}
	header := ogg.Header{Flags: flags, Granule: int64(o.granule), Serial: o.serial, Sequence: o.page, Lacing: lacing}
	o.page++
	return header.Page(body)
}

// maxOpusPacket is the maximum size of a packet in bytes. libopus recommends this
// buffer size for encoders: three frames of 1275 bytes with their lengths fit.
const maxOpusPacket = 4000

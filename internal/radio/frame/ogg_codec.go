package frame

import (
	"bytes"

	"sonora/internal/codec/flac"
	"sonora/internal/codec/opus"
	"sonora/internal/codec/text"
	"sonora/internal/codec/vorbis"
	"sonora/internal/station"
)

// oggKind returns the codec of a stream by its first packet; nil for a stream
// that is neither sound nor video, such as Skeleton.
func oggKind(packet []byte) (oggCodec, error) {
	if head, ok := opus.ParseHead(packet); ok {
		return &oggOpus{channels: head.Channels}, nil
	}
	if head, ok := vorbis.ParseHead(packet); ok && head.Rate <= maxRate {
		return &oggVorbis{rate: head.Rate, channels: head.Channels, block: int64(head.Long)}, nil
	}
	if info, last, ok := flac.ParseMapping(packet); ok && info.Rate <= maxRate {
		return &oggFLAC{info: info, done: last}, nil
	}
	for _, film := range []string{"\x80theora", "BBCD\x00", "\x01video", "OVP80", "\x00\x00\x00\x00DIRAC"} {
		if bytes.HasPrefix(packet, []byte(film)) {
			return nil, ErrVideo
		}
	}
	return nil, nil
}

// maxRate is above every sample rate in use.
const maxRate = 768_000

// oggOpus is Opus (RFC 7845).
type oggOpus struct{ channels int }

func (o *oggOpus) codec() Codec               { return Opus }
func (o *oggOpus) form() (rate, channels int) { return opus.Rate, o.channels }
func (o *oggOpus) granuleRate() int64         { return opus.Rate }
func (o *oggOpus) samples(packet []byte) int64 {
	return opus.Samples(packet)
}

func (o *oggOpus) header(index int, packet []byte) (done bool, title *station.StreamTitle) {
	if index == 0 {
		return false, nil
	}
	comments, ok := bytes.CutPrefix(packet, []byte(opus.TagsMagic))
	if !ok {
		return true, nil
	}
	return true, commentTitle(comments)
}

// oggVorbis is Vorbis I.
type oggVorbis struct {
	rate, channels int
	block          int64 // the long one
}

func (o *oggVorbis) codec() Codec               { return Vorbis }
func (o *oggVorbis) form() (rate, channels int) { return o.rate, o.channels }
func (o *oggVorbis) granuleRate() int64         { return int64(o.rate) }
func (o *oggVorbis) samples([]byte) int64       { return o.block / 2 } // a guess: the setup header says whether a block is long

func (o *oggVorbis) header(index int, packet []byte) (done bool, title *station.StreamTitle) {
	if comments, ok := bytes.CutPrefix(packet, []byte(vorbis.CommentMagic)); ok {
		title = commentTitle(comments)
	}
	return index == 2, title
}

// oggFLAC is FLAC in Ogg (RFC 9639, section 10.1).
type oggFLAC struct {
	info flac.Info
	done bool // the first packet was the only one of the header
}

func (o *oggFLAC) codec() Codec               { return OggFLAC }
func (o *oggFLAC) form() (rate, channels int) { return o.info.Rate, o.info.Channels }
func (o *oggFLAC) granuleRate() int64         { return int64(o.info.Rate) }
func (o *oggFLAC) samples([]byte) int64       { return int64(o.info.MaxBlock) }

func (o *oggFLAC) header(index int, packet []byte) (done bool, title *station.StreamTitle) {
	block, ok := flac.ParseBlock(packet)
	if index == 0 || !ok {
		return o.done, nil
	}
	if block.Type == flac.Comment {
		title = commentTitle(packet[flac.BlockHeaderSize:])
	}
	return block.Last, title
}

// commentTitle returns title and artist of a Vorbis comment.
func commentTitle(b []byte) *station.StreamTitle {
	var artist, title string
	for comment := range vorbis.Comments(b) {
		name, value, _ := bytes.Cut(comment, []byte("="))
		switch string(bytes.ToUpper(name)) {
		case "TITLE":
			title = text.Decode(value)
		case "ARTIST":
			artist = text.Decode(value)
		}
	}
	return titleOf(artist, title)
}

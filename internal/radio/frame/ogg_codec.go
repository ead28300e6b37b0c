package frame

import (
	"bytes"
	"encoding/binary"

	"sonora/internal/station"
)

// oggKind tells the codec of a stream by its first packet: nil for what is
// neither sound nor film, such as Skeleton.
func oggKind(packet []byte) (oggCodec, error) {
	switch {
	case bytes.HasPrefix(packet, []byte("OpusHead")) && len(packet) >= 19 && packet[9] > 0:
		return &oggOpus{channels: int(packet[9])}, nil
	case bytes.HasPrefix(packet, []byte("\x01vorbis")) && len(packet) >= 30:
		rate, channels := int(binary.LittleEndian.Uint32(packet[12:])), int(packet[11])
		if mostRate < rate || rate <= 0 || channels == 0 {
			return nil, nil
		}
		return &oggVorbis{rate: rate, channels: channels, block: int64(1) << (packet[28] >> 4)}, nil
	case bytes.HasPrefix(packet, []byte("\x7fFLAC")) && len(packet) >= 9+4+4+streamInfoSize:
		info, ok := parseStreamInfo(packet[17:])
		if !ok {
			return nil, nil
		}
		return &oggFLAC{info: info, done: packet[13]&lastBlock != 0}, nil
	}
	for _, film := range []string{"\x80theora", "BBCD\x00", "\x01video", "OVP80", "\x00\x00\x00\x00DIRAC"} {
		if bytes.HasPrefix(packet, []byte(film)) {
			return nil, ErrVideo
		}
	}
	return nil, nil
}

// mostRate is above every sample rate in use.
const mostRate = 768_000

// oggOpus is Opus (RFC 7845).
type oggOpus struct{ channels int }

func (o *oggOpus) codec() Codec               { return Opus }
func (o *oggOpus) form() (rate, channels int) { return 48000, o.channels }
func (o *oggOpus) granuleRate() int64         { return 48000 }
func (o *oggOpus) samples(packet []byte) int64 {
	return opusSamples(packet)
}

func (o *oggOpus) header(index int, packet []byte) (done bool, title *station.StreamTitle) {
	if index == 0 {
		return false, nil
	}
	comments, ok := bytes.CutPrefix(packet, []byte("OpusTags"))
	if !ok {
		return true, nil
	}
	return true, commentTitle(comments)
}

// opusSamples is the length of a packet at 48 kHz, by its first byte and the
// number of frames in it (RFC 6716, section 3.1).
func opusSamples(packet []byte) int64 {
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
		return min(frame*int64(packet[1]&63), 5760)
	default:
		return 2 * frame
	}
}

// oggVorbis is Vorbis I.
type oggVorbis struct {
	rate, channels int
	block          int64 // the long one
}

func (o *oggVorbis) codec() Codec               { return Vorbis }
func (o *oggVorbis) form() (rate, channels int) { return o.rate, o.channels }
func (o *oggVorbis) granuleRate() int64         { return int64(o.rate) }
func (o *oggVorbis) samples([]byte) int64       { return o.block / 2 } // a guess: which block it is stands in the setup

func (o *oggVorbis) header(index int, packet []byte) (done bool, title *station.StreamTitle) {
	if comments, ok := bytes.CutPrefix(packet, []byte("\x03vorbis")); ok {
		title = commentTitle(comments)
	}
	return index == 2, title
}

// oggFLAC is the mapping of FLAC (RFC 9639, section 10.1).
type oggFLAC struct {
	info streamInfo
	done bool
}

func (o *oggFLAC) codec() Codec               { return OggFLAC }
func (o *oggFLAC) form() (rate, channels int) { return o.info.rate, o.info.channels }
func (o *oggFLAC) granuleRate() int64         { return int64(o.info.rate) }
func (o *oggFLAC) samples([]byte) int64       { return int64(o.info.block) }

func (o *oggFLAC) header(index int, packet []byte) (done bool, title *station.StreamTitle) {
	if index == 0 || len(packet) < 4 {
		return o.done, nil
	}
	if packet[0]&^lastBlock == commentBlock {
		title = commentTitle(packet[4:])
	}
	return packet[0]&lastBlock != 0, title
}

// commentTitle finds title and artist in a Vorbis comment.
func commentTitle(b []byte) *station.StreamTitle {
	_, b = lengthed(b) // the encoder
	if len(b) < 4 {
		return nil
	}
	var artist, title string
	count := binary.LittleEndian.Uint32(b)
	b = b[4:]
	for ; count > 0 && len(b) >= 4; count-- {
		var comment []byte
		comment, b = lengthed(b)
		name, value, _ := bytes.Cut(comment, []byte("="))
		switch string(bytes.ToUpper(name)) {
		case "TITLE":
			title = string(value)
		case "ARTIST":
			artist = string(value)
		}
	}
	return titleOf(artist, title)
}

func lengthed(b []byte) (text, rest []byte) {
	if len(b) < 4 {
		return nil, nil
	}
	n := binary.LittleEndian.Uint32(b)
	if uint64(n) > uint64(len(b)-4) {
		return nil, nil
	}
	return b[4 : 4+n], b[4+n:]
}

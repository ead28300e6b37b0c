package frame

import (
	"bytes"
	"slices"

	"sonora/internal/codec/flac"
	"sonora/internal/station"
)

// flacParser reads native FLAC. A frame ends where the next header begins and
// the checksum is correct.
type flacParser struct {
	info   flac.Info
	header []byte // nil after it was handed out
	title  *station.StreamTitle
	skip   int // length of the metadata if the input still has it
}

// newFLAC returns a parser if a stream begins here; nil otherwise.
func newFLAC(in *input) *flacParser {
	const infoAt = len(flac.Magic) + flac.BlockHeaderSize
	b := in.peek(infoAt + flac.InfoSize)
	if len(b) < infoAt+flac.InfoSize {
		return nil
	}
	first, _ := flac.ParseBlock(b[len(flac.Magic):])
	info, ok := flac.ParseInfo(b[infoAt:])
	if !ok || first.Type != flac.StreamInfo || first.Size != flac.InfoSize || info.Rate > maxRate {
		return nil
	}
	p := &flacParser{info: info, skip: infoAt + flac.InfoSize, header: flacHeader(info)}
	for last := first.Last; !last; {
		b := in.peek(p.skip + flac.BlockHeaderSize)
		if len(b) < p.skip+flac.BlockHeaderSize {
			return nil
		}
		block, _ := flac.ParseBlock(b[p.skip:])
		last = block.Last
		end := p.skip + flac.BlockHeaderSize + block.Size
		if end > maxKept/2 || block.Type == flac.Invalid {
			return nil
		}
		if block.Type == flac.Comment {
			if b := in.peek(end); len(b) == end {
				p.title = commentTitle(b[p.skip+flac.BlockHeaderSize:])
			}
		}
		p.skip = end
	}
	return p
}

// flacHeader returns the header of a live stream: only the description, without
// tags and pictures.
func flacHeader(info flac.Info) []byte {
	block := flac.Block{Type: flac.StreamInfo, Size: flac.InfoSize, Last: true}.Bytes()
	live := info.Live().Bytes()
	return slices.Concat([]byte(flac.Magic), block[:], live[:])
}

func (p *flacParser) codec() Codec { return FLAC }

func (p *flacParser) resumes(in *input) bool {
	_, ok := flac.Parse(in.peek(flac.MaxHeader), p.info)
	return ok && p.size(in) > 0
}

func (p *flacParser) next(in *input) (Frame, error) {
	in.pass(p.skip)
	p.skip = 0
	b := in.peek(flac.MaxHeader)
	if len(b) == 0 {
		return Frame{}, in.end()
	}
	h, ok := flac.Parse(b, p.info)
	size := 0
	if ok {
		size = p.size(in)
	}
	if size == 0 {
		return Frame{}, errLost
	}
	f := Frame{Data: in.take(size), Duration: samplesLast(int64(h.Block), int64(h.Rate)), Rate: h.Rate, Channels: h.Channels, Key: true}
	f.Header, f.Title = p.header, p.title
	p.header, p.title = nil, nil
	return f, nil
}

// size returns the length of the frame that begins here; 0 if it is incomplete.
// It tries only a few possible ends, which limits the cost of a stream that was
// damaged on purpose.
func (p *flacParser) size(in *input) int {
	const maxFalse = 8
	crc, done, wrong := uint16(0), 0, 0
	for n := flac.MinFrame; n <= flac.MaxFrame && wrong < maxFalse; n++ {
		b := in.peek(n + flac.MaxHeader)
		if len(b) < n+flac.MaxHeader {
			b = in.held()
		}
		if n >= len(b) {
			if flac.CRC16(crc, b[done:]) == 0 {
				return len(b)
			}
			return 0
		}
		if !p.begins(b[n:min(n+flac.MaxHeader, len(b))]) {
			continue
		}
		crc, done = flac.CRC16(crc, b[done:n]), n
		if crc == 0 {
			return n
		}
		wrong++
	}
	return 0
}

// begins reports whether b begins with something that can follow a frame.
func (p *flacParser) begins(b []byte) bool {
	switch b[0] {
	case 0xff:
		_, ok := flac.Parse(b, p.info)
		return ok
	case 'f':
		return bytes.HasPrefix(b, []byte(flac.Magic+"\x00"))
	default:
		return isTag(b)
	}
}

package frame

import (
	"bytes"

	"sonora/internal/station"
)

// flac reads native FLAC. A frame's end is where the next header stands and
// the checksum agrees.
type flac struct {
	info   streamInfo
	header []byte // nil once it is handed out
	title  *station.StreamTitle
	skip   int // length of the metadata, still in the input
}

// newFLAC returns a parser if a stream begins here; nil otherwise.
func newFLAC(in *input) *flac {
	b := in.peek(8 + streamInfoSize)
	if len(b) < 8+streamInfoSize || b[4]&^lastBlock != 0 {
		return nil
	}
	info, ok := parseStreamInfo(b[8:])
	if !ok {
		return nil
	}
	p := &flac{info: info, skip: 8 + streamInfoSize}
	p.header = liveHeader(b)
	for last := b[4]&lastBlock != 0; !last; {
		head := in.peek(p.skip + 4)
		if len(head) < p.skip+4 {
			return nil
		}
		head = head[p.skip:]
		kind, size := head[0]&^lastBlock, int(head[1])<<16|int(head[2])<<8|int(head[3])
		last = head[0]&lastBlock != 0
		if p.skip+4+size > mostKept/2 || kind == 0x7f {
			return nil
		}
		if kind == commentBlock {
			if block := in.peek(p.skip + 4 + size); len(block) == p.skip+4+size {
				p.title = commentTitle(block[p.skip+4:])
			}
		}
		p.skip += 4 + size
	}
	return p
}

// liveHeader is the stream's begin without tags and pictures, and without
// what does not hold for a stream that goes on: sizes, length, checksum.
func liveHeader(b []byte) []byte {
	header := bytes.Clone(b[:8+streamInfoSize])
	header[4] = lastBlock
	info := header[8:]
	clear(info[4:10])
	info[13] &= 0xf0
	clear(info[14:])
	return header
}

func (p *flac) codec() Codec { return FLAC }

func (p *flac) resumes(in *input) bool {
	_, ok := parseFLAC(in.peek(mostFLACHeader), p.info)
	return ok && p.size(in) > 0
}

func (p *flac) next(in *input) (Frame, error) {
	in.pass(p.skip)
	p.skip = 0
	b := in.peek(mostFLACHeader)
	if len(b) == 0 {
		return Frame{}, in.end()
	}
	h, ok := parseFLAC(b, p.info)
	size := 0
	if ok {
		size = p.size(in)
	}
	if size == 0 {
		return Frame{}, errLost
	}
	f := Frame{Data: in.take(size), Duration: samplesLast(int64(h.block), int64(h.rate)), Rate: h.rate, Channels: h.channels, Key: true}
	f.Header, f.Title = p.header, p.title
	p.header, p.title = nil, nil
	return f, nil
}

// size is the length of the frame that begins here; 0 when it is torn. Few
// false headers are believed, or damage made on purpose would cost much.
func (p *flac) size(in *input) int {
	const mostFalse = 8
	crc, done, wrong := uint16(0), 0, 0
	for n := leastFLACFrame; n <= mostFLACFrame && wrong < mostFalse; n++ {
		b := in.peek(n + mostFLACHeader)
		if len(b) < n+mostFLACHeader {
			b = in.held()
		}
		if n >= len(b) {
			if crc16(crc, b[done:]) == 0 {
				return len(b)
			}
			return 0
		}
		if !p.begins(b[n:min(n+mostFLACHeader, len(b))]) {
			continue
		}
		crc, done = crc16(crc, b[done:n]), n
		if crc == 0 {
			return n
		}
		wrong++
	}
	return 0
}

// begins reports whether something begins here that can follow a frame.
func (p *flac) begins(b []byte) bool {
	switch b[0] {
	case 0xff:
		_, ok := parseFLAC(b, p.info)
		return ok
	case 'f':
		return bytes.HasPrefix(b, []byte("fLaC\x00"))
	default:
		return isTag(b)
	}
}

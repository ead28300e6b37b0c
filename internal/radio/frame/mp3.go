package frame

import (
	"sonora/internal/codec/mpeg"
)

// mp3 reads MPEG audio of layers II and III.
type mp3 struct {
	last mpeg.Header
	free int // length without padding of free-format frames
}

// newMP3 returns a parser if at least that many headers of one stream follow, nil
// otherwise.
func newMP3(in *input, headers int) *mp3 {
	h, ok := mpeg.Parse(in.peek(mpeg.HeaderSize))
	if !ok {
		return nil
	}
	p := &mp3{last: h}
	if h.Bitrate == 0 && !p.measure(in) {
		return nil
	}
	if !p.chain(in, 0, headers) {
		return nil
	}
	return p
}

func (p *mp3) codec() Codec { return MP3 }

func (p *mp3) resumes(in *input) bool { return p.chain(in, 0, 2) }

func (p *mp3) chain(in *input, offset, headers int) bool {
	return chain(in, offset, headers, mpeg.HeaderSize, func(b []byte) (int, bool) {
		h, ok := mpeg.Parse(b)
		if !ok || !h.Like(p.last) {
			return 0, false
		}
		return h.Size(p.free), true
	})
}

// chain reports whether the given number of frames of a stream begin at offset.
// There may be fewer before a tag and at the end of the stream. size returns the size of the
// frame whose header it gets, and whether it belongs to the stream.
func chain(in *input, offset, headers, headerSize int, size func(header []byte) (int, bool)) bool {
	for i := range headers {
		b := in.peek(offset + headerSize)
		if len(b) < offset+headerSize {
			return i > 0 && len(b) == offset
		}
		n, ok := size(b[offset:])
		if !ok {
			return i > 0 && isTag(in.peek(offset + tagMagic)[offset:])
		}
		offset += n
	}
	return true
}

// measure finds the length of free-format frames: the distance to the next
// header, if a third one follows at the same distance.
func (p *mp3) measure(in *input) bool {
	b := in.peek(mpeg.MaxFreeFrame + mpeg.HeaderSize)
	for n := mpeg.HeaderSize + p.last.SideInfo(); n+mpeg.HeaderSize <= len(b); n++ {
		h, ok := mpeg.Parse(b[n:])
		if !ok || !h.Like(p.last) {
			continue
		}
		p.free = n
		if p.last.Padding {
			p.free--
		}
		if p.chain(in, 0, 3) {
			return true
		}
		b = in.peek(mpeg.MaxFreeFrame + mpeg.HeaderSize)
	}
	return false
}

func (p *mp3) next(in *input) (Frame, error) {
	for {
		h, ok := mpeg.Parse(in.peek(mpeg.HeaderSize))
		if !ok || !h.Like(p.last) {
			return Frame{}, errLost
		}
		size := h.Size(p.free)
		if p.isTorn(in, size) {
			continue
		}
		if b := in.peek(size); len(b) < size {
			in.pass(len(b)) // cut off by the end
			return Frame{}, in.end()
		}
		p.last = h
		if _, ok := mpeg.ParseInfo(in.peek(size), h); ok { // it describes a file and has no sound
			in.pass(size)
			continue
		}
		return Frame{Data: in.take(size), Duration: h.Duration(), Rate: h.Rate, Channels: h.Channels(), Key: true}, nil
	}
}

// isTorn reports whether other frames begin before the end of this one. It skips
// to them.
func (p *mp3) isTorn(in *input, size int) bool {
	b := in.peek(size + tagMagic)
	if len(b) >= size {
		after := b[size:]
		if _, ok := mpeg.Parse(after); ok || len(after) == 0 || isTag(after) {
			return false
		}
	}
	for i := 1; i < min(size, len(b)); i++ {
		if b := in.peek(size); b[i] == 0xff && p.chain(in, i, 2) {
			in.skip(i)
			return true
		}
	}
	return false
}

package frame

import "bytes"

// mostFree is the longest frame of a free-format stream: 640 kbit/s at 32 kHz.
const mostFree = 2 * 1440

// mp3 reads MPEG audio of layers II and III.
type mp3 struct {
	last mp3Header
	free int // length without padding of free-format frames
}

// newMP3 returns a parser if as many headers of one stream follow one another
// from here on; nil otherwise.
func newMP3(in *input, headers int) *mp3 {
	h, ok := parseMP3(in.peek(mp3HeaderSize))
	if !ok {
		return nil
	}
	p := &mp3{last: h}
	if h.bitrate == 0 && !p.measure(in) {
		return nil
	}
	if !p.chain(in, 0, headers) {
		return nil
	}
	return p
}

func (p *mp3) codec() Codec { return MP3 }

func (p *mp3) resumes(in *input) bool { return p.chain(in, 0, 2) }

// chain reports whether so many frames like the last stand from offset on.
// The stream may end before.
func (p *mp3) chain(in *input, offset, headers int) bool {
	for i := range headers {
		b := in.peek(offset + mp3HeaderSize)
		if len(b) < offset+mp3HeaderSize {
			return i > 0 && len(b) == offset
		}
		h, ok := parseMP3(b[offset:])
		if !ok || !h.like(p.last) {
			return i > 0 && isTag(in.peek(offset + tagMagic)[offset:])
		}
		offset += h.size(p.free)
	}
	return true
}

// measure finds the length of free-format frames: the distance of the next
// header, if another one follows as far behind it.
func (p *mp3) measure(in *input) bool {
	b := in.peek(mostFree + mp3HeaderSize)
	for n := mp3HeaderSize + p.last.sideInfo(); n+mp3HeaderSize <= len(b); n++ {
		h, ok := parseMP3(b[n:])
		if !ok || !h.like(p.last) {
			continue
		}
		p.free = n
		if p.last.padding {
			p.free--
		}
		if p.chain(in, 0, 3) {
			return true
		}
		b = in.peek(mostFree + mp3HeaderSize)
	}
	return false
}

func (p *mp3) next(in *input) (Frame, error) {
	for {
		h, ok := parseMP3(in.peek(mp3HeaderSize))
		if !ok || !h.like(p.last) {
			return Frame{}, errLost
		}
		size := h.size(p.free)
		if p.isTorn(in, size) {
			continue
		}
		if b := in.peek(size); len(b) < size {
			in.pass(len(b)) // torn by the end
			return Frame{}, in.end()
		}
		p.last = h
		if isInfo(in.peek(size), h) {
			in.pass(size)
			continue
		}
		return Frame{Data: in.take(size), Duration: h.duration(), Rate: h.rate, Channels: h.channels, Key: true}, nil
	}
}

// isTorn reports whether the frame stops before its size and others go on,
// and goes there.
func (p *mp3) isTorn(in *input, size int) bool {
	b := in.peek(size + tagMagic)
	if len(b) >= size {
		after := b[size:]
		if _, ok := parseMP3(after); ok || len(after) == 0 || isTag(after) {
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

// isInfo reports whether a frame holds facts about a file instead of sound.
func isInfo(b []byte, h mp3Header) bool {
	if h.layer != 3 {
		return false
	}
	const vbri = mp3HeaderSize + 32
	at := mp3HeaderSize + h.sideInfo()
	if len(b) < at+4 || len(bytes.Trim(b[mp3HeaderSize+2:at], "\x00")) > 0 {
		return false // it has sound
	}
	name := string(b[at : at+4])
	return name == "Xing" || name == "Info" || len(b) >= vbri+4 && string(b[vbri:vbri+4]) == "VBRI"
}

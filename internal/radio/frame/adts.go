package frame

import "time"

// adts reads AAC in ADTS.
type adts struct{ last adtsHeader }

// newADTS is newMP3 for AAC.
func newADTS(in *input, headers int) *adts {
	h, ok := parseADTS(in.peek(adtsHeaderSize))
	if !ok {
		return nil
	}
	if p := (&adts{last: h}); p.chain(in, 0, headers) {
		return p
	}
	return nil
}

func (p *adts) codec() Codec { return AAC }

func (p *adts) resumes(in *input) bool { return p.chain(in, 0, 2) }

func (p *adts) chain(in *input, offset, headers int) bool {
	for i := range headers {
		b := in.peek(offset + adtsHeaderSize)
		if len(b) < offset+adtsHeaderSize {
			return i > 0 && len(b) == offset
		}
		h, ok := parseADTS(b[offset:])
		if !ok || !h.like(p.last) {
			return i > 0 && isTag(b[offset:])
		}
		offset += h.size
	}
	return true
}

func (p *adts) next(in *input) (Frame, error) {
	for {
		h, ok := parseADTS(in.peek(adtsHeaderSize))
		if !ok || !h.like(p.last) {
			return Frame{}, errLost
		}
		if p.isTorn(in, h.size) {
			continue
		}
		if b := in.peek(h.size); len(b) < h.size {
			in.pass(len(b)) // torn by the end
			return Frame{}, in.end()
		}
		duration := time.Duration(h.blocks*samplesOfAAC) * time.Second / time.Duration(h.rate)
		return Frame{Data: in.take(h.size), Duration: duration, Rate: h.rate, Channels: h.channels, Key: true}, nil
	}
}

// isTorn is that of mp3.
func (p *adts) isTorn(in *input, size int) bool {
	b := in.peek(size + adtsHeaderSize)
	if len(b) >= size {
		after := b[size:]
		if _, ok := parseADTS(after); ok || len(after) == 0 || isTag(after) {
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

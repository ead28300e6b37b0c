package frame

import (
	"sonora/internal/codec/adts"
)

// adtsParser reads AAC in ADTS.
type adtsParser struct{ last adts.Header }

// newADTS is newMP3 for AAC.
func newADTS(in *input, headers int) *adtsParser {
	h, ok := adts.Parse(in.peek(adts.HeaderSize))
	if !ok {
		return nil
	}
	if p := (&adtsParser{last: h}); p.chain(in, 0, headers) {
		return p
	}
	return nil
}

func (p *adtsParser) codec() Codec { return AAC }

func (p *adtsParser) resumes(in *input) bool { return p.chain(in, 0, 2) }

func (p *adtsParser) chain(in *input, offset, headers int) bool {
	return chain(in, offset, headers, adts.HeaderSize, func(b []byte) (int, bool) {
		h, ok := adts.Parse(b)
		return h.Length, ok && h.Like(p.last)
	})
}

func (p *adtsParser) next(in *input) (Frame, error) {
	for {
		h, ok := adts.Parse(in.peek(adts.HeaderSize))
		if !ok || !h.Like(p.last) {
			return Frame{}, errLost
		}
		if p.isTorn(in, h.Length) {
			continue
		}
		if b := in.peek(h.Length); len(b) < h.Length {
			in.pass(len(b)) // cut off by the end
			return Frame{}, in.end()
		}
		return Frame{Data: in.take(h.Length), Duration: h.Duration(), Rate: h.Rate, Channels: h.Channels(), Key: true}, nil
	}
}

// isTorn reports whether other frames begin before the end of this one. It skips
// to them.
func (p *adtsParser) isTorn(in *input, size int) bool {
	b := in.peek(size + adts.HeaderSize)
	if len(b) >= size {
		after := b[size:]
		if _, ok := adts.Parse(after); ok || len(after) == 0 || isTag(after) {
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

package mix

const (
	// printEvery is the distance of a print's samples, in samples of both
	// channels: odd, so that it has some of each.
	printEvery = 289
	// maxUnlike is the maximum difference between the samples of like prints;
	// full scale is 32768.
	maxUnlike = 16
)

// Print holds a few samples of the sound of an encoded frame. Two sounds whose
// prints are alike, frame after frame, are the same.
type Print [8]int16

// IsLike reports whether two prints differ by no more than rounding.
func (p *Print) IsLike(o *Print) bool {
	for i := range p {
		if d := int(p[i]) - int(o[i]); d > maxUnlike || d < -maxUnlike {
			return false
		}
	}
	return true
}

// Printer takes the prints of a sound.
type Printer struct {
	heard int // samples since the last print
	print Print
}

// Hear adds sound and calls whole with each completed print.
func (p *Printer) Hear(block []float32, whole func(Print)) {
	for len(block) > 0 {
		n := min(len(block), FrameGrid*Channels-p.heard)
		for i := (p.heard + printEvery - 1) / printEvery; i < len(p.print) && i*printEvery < p.heard+n; i++ {
			p.print[i] = int16(max(-1, min(block[i*printEvery-p.heard], 1)) * 32767)
		}
		block, p.heard = block[n:], p.heard+n
		if p.heard == FrameGrid*Channels {
			whole(p.print)
			p.heard = 0
		}
	}
}

package flac

import (
	"crypto/md5"
	"encoding/binary"
	"hash"
	"io"
)

const (
	encodedBlock = 4096 // samples per frame: code 12 of the header
	frameBytes   = 4    // of one sample of both channels
	maxOrder     = 4    // of the fixed predictors
	maxPartition = 6    // a frame's residual has up to 2^maxPartition parts
	maxRice      = 14   // 15 means uncoded
)

// Encoder is a writer that takes interleaved little-endian 16-bit stereo sound
// and passes it on as native FLAC. It uses the fixed predictors (section 9.2.5),
// which are fast, and no metadata but STREAMINFO.
type Encoder struct {
	w       io.Writer
	info    Info
	md5     hash.Hash
	pending []byte // of an unfinished frame
	number  int64
	out     bits
	signals [4][]int32 // left, right, mid, side
}

// NewEncoder writes the head of a stream at rate Hz to w.
func NewEncoder(w io.Writer, rate int) (*Encoder, error) {
	e := &Encoder{w: w, md5: md5.New(), info: Info{MinBlock: encodedBlock, MaxBlock: encodedBlock, Rate: rate, Channels: 2, Bits: 16}}
	_, err := w.Write(e.head(e.info))
	return e, err
}

func (e *Encoder) head(info Info) []byte {
	block := Block{Type: StreamInfo, Size: InfoSize, Last: true}.Bytes()
	body := info.Bytes()
	return append(append([]byte(Magic), block[:]...), body[:]...)
}

// Write encodes the next samples. Pieces of a sample are not lost.
func (e *Encoder) Write(pcm []byte) (int, error) {
	const size = encodedBlock * frameBytes
	e.pending = append(e.pending, pcm...)
	done := 0
	for ; len(e.pending)-done >= size; done += size {
		if err := e.frame(e.pending[done : done+size]); err != nil {
			return 0, err
		}
	}
	e.pending = append(e.pending[:0], e.pending[done:]...)
	return len(pcm), nil
}

// Close writes the last frame. It returns the head with the length and the
// checksum of the sound, to replace what NewEncoder wrote where that is
// possible. A stream is complete without.
func (e *Encoder) Close() (head []byte, err error) {
	if len(e.pending) >= frameBytes {
		if err := e.frame(e.pending); err != nil {
			return nil, err
		}
	}
	e.md5.Sum(e.info.MD5[:0])
	return e.head(e.info), nil
}

// frame encodes one frame (section 9).
func (e *Encoder) frame(pcm []byte) error {
	n := len(pcm) / frameBytes
	e.md5.Write(pcm)
	e.split(pcm)
	mode, first, second := e.stereo()
	e.out.reset()
	e.header(n, mode)
	e.subframe(first, 16+wider(mode, 0))
	e.subframe(second, 16+wider(mode, 1))
	e.out.align()
	e.out.put(uint64(CRC16(0, e.out.b)), 16)
	e.info.Samples += int64(n)
	e.number++
	if size := len(e.out.b); e.info.MinFrame == 0 {
		e.info.MinFrame, e.info.MaxFrame = size, size
	} else {
		e.info.MinFrame, e.info.MaxFrame = min(e.info.MinFrame, size), max(e.info.MaxFrame, size)
	}
	_, err := e.w.Write(e.out.b)
	return err
}

// split takes the samples apart into left, right, mid and side.
func (e *Encoder) split(pcm []byte) {
	for i := range e.signals {
		e.signals[i] = e.signals[i][:0]
	}
	for i := 0; i+frameBytes <= len(pcm); i += frameBytes {
		l, r := int32(int16(binary.LittleEndian.Uint16(pcm[i:]))), int32(int16(binary.LittleEndian.Uint16(pcm[i+2:])))
		for signal, v := range [4]int32{l, r, (l + r) >> 1, l - r} {
			e.signals[signal] = append(e.signals[signal], v)
		}
	}
}

// The codes of a header for two channels (section 9.1.3).
const (
	leftRight = 1
	leftSide  = 8
	sideRight = 9
	midSide   = 10
)

// wider returns how many bits more a channel has: the difference of two
// samples needs one.
func wider(mode, channel int) int {
	if mode == sideRight && channel == 0 || (mode == leftSide || mode == midSide) && channel == 1 {
		return 1
	}
	return 0
}

// stereo chooses the pair of signals that varies least.
func (e *Encoder) stereo() (mode int, first, second []int32) {
	var size [4]int64
	for i, s := range e.signals {
		size[i] = variation(s)
	}
	mode, pair := leftRight, [2]int{0, 1}
	for _, other := range []struct {
		mode int
		pair [2]int
	}{{leftSide, [2]int{0, 3}}, {sideRight, [2]int{3, 1}}, {midSide, [2]int{2, 3}}} {
		if size[other.pair[0]]+size[other.pair[1]] < size[pair[0]]+size[pair[1]] {
			mode, pair = other.mode, other.pair
		}
	}
	return mode, e.signals[pair[0]], e.signals[pair[1]]
}

// variation returns the sum of the second differences.
func variation(s []int32) (sum int64) {
	for i := 2; i < len(s); i++ {
		d := s[i] - 2*s[i-1] + s[i-2]
		sum += int64(max(d, -d))
	}
	return sum
}

// header writes the header of a frame of n samples.
func (e *Encoder) header(n, mode int) {
	size := uint64(12)
	if n != encodedBlock {
		size = 7 // 16 bits at the end of the header
	}
	e.out.put(0xfff8, 16)
	e.out.put(size, 4)
	e.out.put(rateCode(e.info.Rate), 4)
	e.out.put(uint64(mode), 4)
	e.out.put(4<<1, 4) // 16 bits
	e.out.b = appendCoded(e.out.b, e.number)
	if size == 7 {
		e.out.put(uint64(n-1), 16)
	}
	e.out.put(uint64(CRC8(e.out.b)), 8)
}

// rateCode returns the code of a rate, or 0 for "as in STREAMINFO".
func rateCode(rate int) uint64 {
	for code, r := range rates {
		if r == rate {
			return uint64(code)
		}
	}
	return 0
}

// appendCoded appends a number as section 9.1.5 writes it.
func appendCoded(b []byte, v int64) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	n := 2
	for v >= 1<<(5*n+1) {
		n++
	}
	b = append(b, byte(0xff<<(8-n))|byte(v>>(6*(n-1))))
	for i := n - 2; i >= 0; i-- {
		b = append(b, 0x80|byte(v>>(6*i))&0xbf)
	}
	return b
}

// subframe writes one signal: as a constant, with a fixed predictor, or as it
// is if that is shorter.
func (e *Encoder) subframe(s []int32, width int) {
	if constant(s) {
		e.out.put(0, 8)
		e.out.signed(s[0], width)
		return
	}
	order, residual := predict(s)
	coding := chooseRice(residual, order, len(s))
	if coding.bits+order*width >= len(s)*width {
		e.out.put(1<<1, 8)
		for _, v := range s {
			e.out.signed(v, width)
		}
		return
	}
	e.out.put(uint64(8+order)<<1, 8)
	for _, v := range s[:order] {
		e.out.signed(v, width)
	}
	coding.write(&e.out, residual, order, len(s))
}

func constant(s []int32) bool {
	for _, v := range s {
		if v != s[0] {
			return false
		}
	}
	return true
}

// predict returns the order of the best fixed predictor and what it leaves of
// the samples behind the first ones. The residual of an order is the
// difference of the residual below it.
func predict(s []int32) (order int, residual []int32) {
	best := int64(-1)
	current := s
	for o := 0; o <= min(maxOrder, len(s)-1); o++ {
		if o > 0 {
			next := make([]int32, len(current)-1)
			for i := range next {
				next[i] = current[i+1] - current[i]
			}
			current = next
		}
		if size := absolute(current[min(maxOrder-o, len(current)):]); best < 0 || size < best {
			best, order, residual = size, o, current
		}
	}
	return order, residual
}

func absolute(s []int32) (sum int64) {
	for _, v := range s {
		sum += int64(max(v, -v))
	}
	return sum
}

// rice is how a residual is coded (section 9.2.7): its parts, each with a
// parameter.
type rice struct {
	order      int // 2^order parts
	parameters []int
	bits       int
}

// chooseRice returns the shortest coding of a residual of a block of n samples.
func chooseRice(residual []int32, predictor, n int) (best rice) {
	for order := 0; order <= maxPartition && n%(1<<order) == 0 && n>>order > predictor; order++ {
		coding := rice{order: order, bits: 8 + 6}
		from := 0
		for part := range 1 << order {
			to := (part+1)*(n>>order) - predictor
			k, size := parameter(residual[from:to])
			coding.parameters, coding.bits = append(coding.parameters, k), coding.bits+4+size
			from = to
		}
		if best.parameters == nil || coding.bits < best.bits {
			best = coding
		}
	}
	return best
}

// parameter returns the best Rice parameter of a part and the bits it needs.
func parameter(part []int32) (best, size int) {
	sum := uint64(0)
	for _, v := range part {
		sum += uint64(zigzag(v))
	}
	guess := 0
	for guess < maxRice && uint64(len(part))<<(guess+1) <= sum {
		guess++
	}
	size = -1
	for k := max(0, guess-1); k <= min(maxRice, guess+1); k++ {
		bits := len(part) * (k + 1)
		for _, v := range part {
			bits += int(zigzag(v) >> k)
		}
		if size < 0 || bits < size {
			best, size = k, bits
		}
	}
	return best, size
}

// zigzag maps numbers to those above zero: 0, -1, 1, -2, …
func zigzag(v int32) uint32 { return uint32(v<<1) ^ uint32(v>>31) }

func (c rice) write(out *bits, residual []int32, predictor, n int) {
	out.put(0, 2) // parameters of 4 bits
	out.put(uint64(c.order), 4)
	from := 0
	for part, k := range c.parameters {
		to := (part+1)*(n>>c.order) - predictor
		out.put(uint64(k), 4)
		for _, v := range residual[from:to] {
			u := zigzag(v)
			out.unary(u >> k)
			out.put(uint64(u)&(1<<k-1), k)
		}
		from = to
	}
}

// bits collects bits, the highest first.
type bits struct {
	b    []byte
	acc  uint64
	held int // bits in acc, below 8 between calls
}

func (w *bits) reset() { w.b, w.acc, w.held = w.b[:0], 0, 0 }

// put writes the lowest n bits of v, up to 32.
func (w *bits) put(v uint64, n int) {
	w.acc = w.acc<<n | v&(1<<n-1)
	for w.held += n; w.held >= 8; w.held -= 8 {
		w.b = append(w.b, byte(w.acc>>(w.held-8)))
	}
}

func (w *bits) signed(v int32, n int) { w.put(uint64(uint32(v)), n) }

// unary writes v zeros and a one.
func (w *bits) unary(v uint32) {
	for ; v >= 32; v -= 32 {
		w.put(0, 32)
	}
	w.put(1, int(v)+1)
}

func (w *bits) align() {
	if w.held > 0 {
		w.put(0, 8-w.held)
	}
}

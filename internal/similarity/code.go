package similarity

import "sonora/internal/dsp"

const (
	words  = dsp.VectorSize / 8
	levels = 128 // number of levels of each number in a code
)

// code is a vector of 7-bit numbers, eight to a word. The eighth bit of each
// byte is free, so that a word operation can tell which of two numbers is
// larger.
type code [words]uint64

const (
	highBits = 0x8080808080808080
	lowBytes = 0x00ff00ff00ff00ff
	lanes    = 0x0001000100010001
)

// gaps returns the absolute differences of the eight numbers of two words.
func gaps(x, y uint64) uint64 {
	t := (x | highBits) - y // 128 + x - y in each byte
	less := ^t & highBits   // where x < y
	return (t ^ (less - less>>7)) - highBits + less + less>>7
}

// pairs adds the gaps of two pairs of words, in 16-bit lanes.
func pairs(x0, y0, x1, y1 uint64) uint64 {
	sum := gaps(x0, y0) + gaps(x1, y1)
	return sum&lowBytes + sum>>8&lowBytes
}

// distance returns the L1 distance of two codes. If it exceeds limit, the
// result is some number above limit.
func (c *code) distance(d *code, limit uint32) uint32 {
	sum := pairs(c[0], d[0], c[1], d[1]) + pairs(c[2], d[2], c[3], d[3])
	if total := uint32(sum * lanes >> 48); total > limit {
		return total
	}
	sum += pairs(c[4], d[4], c[5], d[5]) + pairs(c[6], d[6], c[7], d[7])
	if total := uint32(sum * lanes >> 48); total > limit {
		return total
	}
	sum += pairs(c[8], d[8], c[9], d[9]) + pairs(c[10], d[10], c[11], d[11])
	return uint32(sum * lanes >> 48)
}

// at returns number i of the code.
func (c *code) at(i int) uint8 { return uint8(c[i/8] >> (i % 8 * 8)) }

// set replaces number i of the code.
func (c *code) set(i int, v uint8) {
	shift := i % 8 * 8
	c[i/8] = c[i/8]&^(0xff<<shift) | uint64(v)<<shift
}

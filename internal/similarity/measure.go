package similarity

import (
	"math"

	"sonora/internal/dsp"
)

// measure returns the distance of a code from the target. If it exceeds limit, the
// result may be any number above limit.
type measure func(c *code, limit uint32) uint32

// like returns a measure of the distance from one track, or from the blend of
// several tracks.
func like(seeds []hit) measure {
	if len(seeds) == 1 {
		return seeds[0].code.distance
	}
	return newBlend(seeds).distance
}

// blend combines several tracks: the mean of each number, with a weight of 0 to
// 4 quarters. The more the tracks agree in a number, the higher its weight.
type blend struct {
	mean                 code
	whole, half, quarter code // masks that select the differences, half of them and a quarter of them
}

// agreement is the deviation, in levels, that halves the weight of a number.
const agreement = 12

func newBlend(seeds []hit) *blend {
	b := &blend{}
	for i := range dsp.VectorSize {
		var sum, square float64
		for _, s := range seeds {
			v := float64(s.code.at(i))
			sum += v
			square += v * v
		}
		mean := sum / float64(len(seeds))
		deviation := math.Sqrt(max(0, square/float64(len(seeds))-mean*mean))
		b.mean.set(i, uint8(math.Round(mean)))
		quarters := int(math.Round(4 / (1 + deviation/agreement)))
		if quarters == 4 {
			b.whole.set(i, 0x7f)
			continue
		}
		if quarters >= 2 {
			b.half.set(i, 0x3f)
		}
		if quarters != 2 {
			b.quarter.set(i, 0x1f)
		}
	}
	return b
}

// distance implements measure.
func (b *blend) distance(c *code, limit uint32) uint32 {
	var sum uint64
	for i, w := range c {
		g := gaps(b.mean[i], w)
		g = g&b.whole[i] + g>>1&b.half[i] + g>>2&b.quarter[i]
		sum += g&lowBytes + g>>8&lowBytes
		if i%4 == 3 {
			if total := uint32(sum * lanes >> 48); total > limit {
				return total
			}
		}
	}
	return uint32(sum * lanes >> 48)
}

package dsp

// halve filters x symmetrically and appends every second result, x[reach],
// x[reach+2] and so on, to dst. taps are the filter's taps at 1, 3, 5… samples
// from the middle, and reach is the distance of the last one; x has that many
// extra samples on each side. The main loop computes four independent results
// at a time. Each result is summed in the same order at any position, so it
// does not depend on the chunks.
func halve(dst, x, taps []float32, middle float32) []float32 {
	reach := 2*len(taps) - 1
	at := reach
	for ; at+6+reach < len(x); at += 8 {
		c := (*[7]float32)(x[at:])
		r0, r1, r2, r3 := middle*c[0], middle*c[2], middle*c[4], middle*c[6]
		// Read earlier samples backwards and later ones forwards.
		before, after := x[at-reach:at+6], x[at+1:at+7+reach]
		for _, t := range taps {
			n := len(before)
			if n < 7 || len(after) < 7 {
				break
			}
			r0 += t * (before[n-7] + after[0])
			r1 += t * (before[n-5] + after[2])
			r2 += t * (before[n-3] + after[4])
			r3 += t * (before[n-1] + after[6])
			before, after = before[:n-2], after[2:]
		}
		dst = append(dst, r0, r1, r2, r3)
	}
	for ; at+reach < len(x); at += 2 {
		r := middle * x[at]
		for i, t := range taps {
			r += t * (x[at-1-2*i] + x[at+1+2*i])
		}
		dst = append(dst, r)
	}
	return dst
}

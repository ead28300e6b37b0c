package analytics

import "math/bits"

// people is a set of numbers, one bit each.
type people []uint64

func (p *people) add(number int64) {
	i := int(number >> 6)
	if i >= len(*p) {
		*p = append(*p, make([]uint64, i+1-len(*p)+i/4)...)
	}
	(*p)[i] |= 1 << (number & 63)
}

func (p *people) has(number int64) bool {
	i := int(number >> 6)
	return i < len(*p) && (*p)[i]&(1<<(number&63)) != 0
}

func (p *people) count() int {
	n := 0
	for _, word := range *p {
		n += bits.OnesCount64(word)
	}
	return n
}

// unite adds the members of another set.
func (p *people) unite(other people) {
	if len(other) > len(*p) {
		*p = append(*p, make([]uint64, len(other)-len(*p))...)
	}
	for i, word := range other {
		(*p)[i] |= word
	}
}

package similarity

import (
	"slices"
	"testing"
)

// TestMedoids divides numbers on a line at the gaps between them.
func TestMedoids(t *testing.T) {
	line := []int{1, 2, 3, 50, 51, 52, 90, 91}
	apart := make([][]uint32, len(line))
	for i, a := range line {
		for _, b := range line {
			apart[i] = append(apart[i], uint32(max(a-b, b-a)))
		}
	}
	for n, want := range map[int][]int{
		1: {0, 0, 0, 0, 0, 0, 0, 0}, 2: {0, 0, 0, 1, 1, 1, 1, 1}, 3: {0, 0, 0, 1, 1, 1, 2, 2},
	} {
		names, got := map[int]int{}, []int{}
		for _, middle := range nearestOf(apart, medoids(apart, n)) {
			if _, known := names[middle]; !known {
				names[middle] = len(names)
			}
			got = append(got, names[middle])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d groups: %v", n, got)
		}
	}
}

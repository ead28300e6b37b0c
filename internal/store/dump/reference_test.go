package dump

import (
	"math"
	"testing"
)

func TestNumbers(t *testing.T) {
	var set numbers
	if set.has(0) {
		t.Error("an empty set has 0")
	}
	all := []int64{0, 1, 63, 64, pageSize - 1, pageSize, -1, -pageSize, math.MaxInt64, math.MinInt64}
	for _, n := range all {
		set.add(n)
	}
	for _, n := range all {
		if !set.has(n) {
			t.Errorf("%d is missing", n)
		}
	}
	for _, n := range []int64{2, 62, 65, pageSize - 2, pageSize + 1, -2, -pageSize + 1, math.MaxInt64 - 1, math.MinInt64 + 1} {
		if set.has(n) {
			t.Errorf("%d was not added", n)
		}
	}
}

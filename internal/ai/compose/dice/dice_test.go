package dice

import "testing"

func TestTheSamePartsFallAlike(t *testing.T) {
	// Golden numbers: a change of them changes every composed piece.
	r := New(7, "A", "0", "lead")
	if a, b := r.Uint64(), r.Uint64(); a != 5594861345407357179 || b != 15823977809462193017 {
		t.Errorf("New(7, A, 0, lead) falls %d, %d", a, b)
	}
	if New(7, "A", "1").Uint64() == New(7, "A1").Uint64() {
		t.Error("the parts A, 1 and A1 fall alike")
	}
	if New(7, "A").Uint64() == New(8, "A").Uint64() {
		t.Error("two seeds fall alike")
	}
}

func TestPickFollowsWeights(t *testing.T) {
	r := New(1, "pick")
	counts := map[string]int{}
	weights := map[string]float64{"never": 0, "seldom": 1, "often": 3, "below": -2}
	values := []string{"never", "seldom", "below", "often"}
	for range 4000 {
		counts[Pick(r, values, func(v string) float64 { return weights[v] })]++
	}
	if counts["never"]+counts["below"]+counts[""] > 0 {
		t.Errorf("drew what has no weight: %v", counts)
	}
	if counts["often"] < 2850 || counts["often"] > 3150 {
		t.Errorf("drew %d of 4000 where 3 of 4 were likely", counts["often"])
	}
	if got := Pick(r, values, func(string) float64 { return 0 }); got != "" {
		t.Errorf("drew %q where nothing has weight", got)
	}
}

func TestNormalHasItsMeanAndDeviation(t *testing.T) {
	r := New(1, "normal")
	const n = 20000
	var sum, squares float64
	for range n {
		x := Normal(r)
		if x < -3.5 || x > 3.5 {
			t.Fatalf("drew %v", x)
		}
		sum += x
		squares += x * x
	}
	if mean := sum / n; mean < -0.02 || mean > 0.02 {
		t.Errorf("mean %v", mean)
	}
	if variance := squares / n; variance < 0.97 || variance > 1.03 {
		t.Errorf("variance %v", variance)
	}
}

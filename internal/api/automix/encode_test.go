package automix

import (
	"testing"

	"sonora/internal/automix/check"
)

func TestBlendCheckSaysWhatItWasMeasuredBy(t *testing.T) {
	for by, b := range map[string]check.BlendCheck{
		"kicks":   {Kicks: [2]int{16, 16}, Flam: 0.004, Spread: 0.001},
		"attacks": {Kicks: [2]int{16, 0}, Spread: 1, Attacks: &check.Attacks{Flam: 0.004}},
		"alone":   {Kicks: [2]int{0, 0}, Spread: 1, Attacks: &check.Attacks{Flam: 0.004, Alone: true}},
	} {
		out := encodeBlendCheck(&b)
		if !out.IsMeasured || out.By == nil || *out.By != by || out.Flam != 0.004 {
			t.Errorf("%s: %+v", by, out)
		}
	}
	if out := encodeBlendCheck(&check.BlendCheck{Spread: 1}); out.IsMeasured || out.By != nil {
		t.Errorf("nothing clear: %+v", out)
	}
}

package ai

import (
	"testing"
	"time"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/generation"
)

func TestUnderstoodTellsTheLengthThatIsHeard(t *testing.T) {
	p := plan.Make(prompt.Read("lo-fi in D minor at 80 bpm, 40 seconds"), 1)
	x := &generation.Generation{}
	if err := describe(x, &p); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		heard time.Duration // 0 while it is composed
		want  string
	}{
		{0, "Lo-fi in D minor at 80 BPM, 0:39 long."},
		{41_700 * time.Millisecond, "Lo-fi in D minor at 80 BPM, 0:41 long."},
	} {
		if c.heard > 0 {
			x.Duration = c.heard
		}
		if got, err := Understood(x); err != nil || got.String() != c.want {
			t.Errorf("%v: %q, want %q (%v)", c.heard, got, c.want, err)
		}
	}
}

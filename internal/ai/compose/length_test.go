package compose_test

import (
	"math"
	"testing"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/style"
)

// TestAPieceIsAsLongAsAsked holds that pieces of every style end within a tenth of the length that was
// asked for, or 2 s, however long they ring. No tempo of deep house gives whole bars in 15 s.
func TestAPieceIsAsLongAsAsked(t *testing.T) {
	for _, s := range style.All() {
		for _, asked := range []float64{15, 20, 30, 45, 60, 90, 180} {
			for seed := range uint64(4) {
				piece := written(t, plan.Make(prompt.Wish{Style: s.Name, Length: asked}, seed))
				end := piece.Score.Seconds(piece.Score.End())
				off := max(asked/10, 2)
				if shortest, longest := end+0.5, end+plan.Ringing(end); shortest < asked-off || longest > asked+off {
					t.Errorf("%s, %v s, seed %d: lasts %.1f s to %.1f s at %v BPM", s.Name, asked, seed, shortest, longest, piece.Plan.BPM)
				}
				if planned := piece.Plan.Length; math.Abs(planned-end) > 0.1 {
					t.Errorf("%s, %v s, seed %d: the plan has %.1f s and the score %.1f s", s.Name, asked, seed, planned, end)
				}
			}
		}
	}
}

// TestAShortPieceRingsBriefly listens to styles with long echoes.
func TestAShortPieceRingsBriefly(t *testing.T) {
	for text, asked := range map[string]float64{"meditation, 30 seconds": 30, "ambient, 15 seconds": 15} {
		frames := 0
		err := written(t, plan.Make(prompt.Read(text), 1)).Play(t.Context(), compose.Options{Sound: func(samples []float32) error {
			frames += len(samples) / 2
			return nil
		}})
		if lasts := float64(frames) / compose.Rate; err != nil || math.Abs(lasts-asked) > asked/10 {
			t.Errorf("%q lasts %.1f s: %v", text, lasts, err)
		}
	}
}

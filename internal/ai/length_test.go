package ai

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/generation"
)

// TestAMissedLengthIsSaid says how long a piece is that rings longer than was asked for.
func TestAMissedLengthIsSaid(t *testing.T) {
	for _, c := range []struct {
		prompt, parent string
		lasts          time.Duration
		said           bool
	}{
		{"meditation 30 seconds", "", 38 * time.Second, true},
		{"meditation 30 seconds", "", 32 * time.Second, false},
		{"pop, 3 minutes", "", 190 * time.Second, false},
		{"pop, 3 minutes", "", 150 * time.Second, true},
		{"pop, 3 minutes", "another", 150 * time.Second, false},
		{"pop", "", 150 * time.Second, false},
	} {
		made, err := json.Marshal(plan.Make(prompt.Read(c.prompt), 1))
		if err != nil {
			t.Fatal(err)
		}
		words, sentences, err := Unmet(&generation.Generation{Plan: made, ParentID: c.parent, Duration: c.lasts})
		if err != nil || len(words) != len(sentences) || slices.ContainsFunc(words, func(w string) bool { return w == "30 seconds" || w == "3 minutes" }) != c.said {
			t.Errorf("%+v: %v, %v, %v", c, words, sentences, err)
		}
	}
}

package main

import (
	"errors"
	"slices"
	"testing"

	"sonora/internal/ai/chat"
)

func TestComposePrompt(t *testing.T) {
	for text, mood := range map[string]string{"sad": "sad", "triste": "sad", "rock": ""} {
		p, err := (&composeCmd{Prompt: text, Seed: 1}).plan()
		if err != nil || mood != "" && !slices.Contains(p.Moods, mood) {
			t.Errorf("%q: %v %v", text, p.Moods, err)
		}
	}
	for _, text := range []string{"hello", "🎸"} {
		if _, err := (&composeCmd{Prompt: text, Seed: 1}).plan(); err == nil || err.Error() != chat.SayMore.String() {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestComposePromptAndPlan names a plan besides a description, which the plan would ignore.
func TestComposePromptAndPlan(t *testing.T) {
	if _, err := (&composeCmd{Prompt: "rock", Plan: "plan.json"}).plan(); !errors.Is(err, errBoth) {
		t.Error(err)
	}
}

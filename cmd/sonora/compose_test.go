package main

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/ai/chat"
)

func TestComposePrompt(t *testing.T) {
	for text, mood := range map[string]string{"sad": "sad", "triste": "sad", "rock": ""} {
		p, err := (&composeCmd{Prompt: text}).plan()
		if err != nil || mood != "" && !slices.Contains(p.Moods, mood) {
			t.Errorf("%q: %v %v", text, p.Moods, err)
		}
	}
	for _, text := range []string{"hello", "🎸"} {
		if _, err := (&composeCmd{Prompt: text}).plan(); err == nil || err.Error() != chat.SayMore.String() {
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

// TestComposeChangedPlan composes a plan with another seed and another length.
func TestComposeChangedPlan(t *testing.T) {
	p, err := (&composeCmd{Prompt: "waltz in D minor, 2 minutes", Seed: new(uint64(5))}).plan()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	path := filepath.Join(t.TempDir(), "plan.json")
	if err := errors.Join(err, os.WriteFile(path, text, 0o600)); err != nil {
		t.Fatal(err)
	}
	same, err := (&composeCmd{Plan: path}).plan()
	if err != nil || same.Seed != 5 || same.Length != p.Length {
		t.Errorf("seed %d, %v s, %v", same.Seed, same.Length, err)
	}
	other, err := (&composeCmd{Plan: path, Seed: new(uint64(9)), Duration: time.Minute}).plan()
	if err != nil || other.Seed != 9 || math.Abs(other.Length-60) > 5 || other.Key != p.Key || other.Style != p.Style {
		t.Errorf("seed %d, %v s, %v %v, %v", other.Seed, other.Length, other.Key, other.Style, err)
	}
	if _, err := (&composeCmd{Plan: path, Duration: time.Second}).plan(); err == nil {
		t.Error("a second is no length")
	}
}

// TestComposePlanWithoutEnd reads a plan from a file that never ends.
func TestComposePlanWithoutEnd(t *testing.T) {
	if _, err := (&composeCmd{Plan: "/dev/zero"}).plan(); err == nil || !strings.Contains(err.Error(), "too large for a plan") {
		t.Error(err)
	}
}

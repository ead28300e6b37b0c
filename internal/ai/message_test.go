package ai

import (
	"fmt"
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

func TestUnmetWishesAreExplained(t *testing.T) {
	for text, want := range map[string]string{
		"pop, 3 seconds":            "“3 seconds” is too short: the shortest piece lasts 15 seconds.",
		"pop, 20 minutes":           "“20 minutes” is too long: the longest piece lasts 10 minutes.",
		"pop, 0 seconds":            "“0 seconds” was not used: the shortest piece lasts 15 seconds.",
		"pop in H minor":            "“H minor” was taken as B minor: H is the German name of B.",
		"jazz, techno, salsa":       "“salsa” was not used: a piece has a style and a touch of a second one, no more.",
		"pop in C minor, D minor":   "“D minor” was not used: you had asked for something else before it.",
		"900 bpm techno":            "“900 bpm” is not possible: the nearest tempo is 220 BPM.",
		"ambient at 200 bpm":        "“200 bpm” became 100 BPM, half of it.",
		"piano clásico con batería": "“drums” was not used: it does not fit this piece.",
		"pop":                       "",
	} {
		x := &generation.Generation{}
		p := plan.Make(prompt.Read(text), 1)
		if err := describe(x, &p); err != nil {
			t.Fatal(err)
		}
		words, sentences, err := Unmet(x)
		if err != nil || len(words) != len(sentences) {
			t.Fatalf("%q: %q, %v, %v", text, words, sentences, err)
		}
		if got := fmt.Sprint(sentences); got != "["+want+"]" {
			t.Errorf("%q: %s, want %q", text, got, want)
		}
	}
}

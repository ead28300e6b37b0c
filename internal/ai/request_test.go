package ai

import (
	"testing"
	"time"

	"sonora/internal/ai/provider"
	"sonora/internal/generation"
)

// TestOrdersSayInNumbersWhatTheTextSays asks services for the tempo, the key, the metre and the voices
// that a text names, and always for a length and a seed.
func TestOrdersSayInNumbersWhatTheTextSays(t *testing.T) {
	for text, want := range map[string]provider.Request{
		"lo-fi in D minor at 82 BPM, 3/4":  {BPM: 82, Key: "D minor", Metre: "3/4"},
		"house en fa# mayor a 124 bpm":     {BPM: 124, Key: "F# major"},
		"funk in D dorian":                 {Key: "D minor"},
		"pop in G":                         {Key: "G major"},
		"an instrumental rock song":        {Instrumental: true},
		"rock without vocals":              {Instrumental: true},
		"rock sin voz":                     {Instrumental: true},
		"rock with a singer":               {},
		"techno, tempo 9000":               {BPM: maxAsked},
		"something with rain and a violin": {},
	} {
		got := request(&generation.Generation{ID: "x", Prompt: text, Title: "Rain", Duration: time.Minute, Seed: 7})
		if got.Seed == nil || *got.Seed != 7 || got.Duration != time.Minute || got.IdempotencyKey != "x" || got.Prompt != text || got.Title != "Rain" {
			t.Errorf("%q: %+v", text, got)
		}
		if got.BPM != want.BPM || got.Key != want.Key || got.Metre != want.Metre || got.Instrumental != want.Instrumental {
			t.Errorf("%q: %v BPM, %q, %q, instrumental %v", text, got.BPM, got.Key, got.Metre, got.Instrumental)
		}
	}
}

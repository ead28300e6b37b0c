package ai

import (
	"fmt"
	"testing"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
)

func TestOutline(t *testing.T) {
	usual := generation.Usual{Style: "house", Tempos: []float64{130, 128}, Key: 12, Length: 80 * time.Second}
	for description, want := range map[string]string{
		"something for the night":            "something for the night, house, 130 BPM, C minor: house 130 Cm",
		"deep house":                         "deep house, 121 BPM, C minor: deep-house 121 Cm", // the others are too fast for it
		"drum and bass":                      "drum and bass, 174 BPM, C minor: drum-and-bass 174 Cm",
		"techno around 132 bpm in F# minor":  "techno around 132 bpm in F# minor: techno 132 F#m",
		"45 minutes of techno in A major":    "45 minutes of techno in A major, 130 BPM: techno 130 A",
		"canciones melancólicas en la menor": "canciones melancólicas en la menor, house, 130 BPM: house 130 Am",
	} {
		x := Outline(description, usual)
		if got := fmt.Sprint(x.Prompt, ": ", x.Style, " ", x.BPM, " ", x.Key); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	usual.Tempos, usual.Key = []float64{121.7}, music.Key(5)
	if got, want := Outline("drum and bass", usual).Prompt, "drum and bass, 121.7 BPM, F major"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sonora/internal/automix/plan"
	"sonora/internal/sound"
)

func TestSilentFilesAreLeftOut(t *testing.T) {
	loud, silent := &sound.Analysis{}, &sound.Analysis{}
	loud.Loudness.Integrated, silent.Loudness.Integrated = -14, sound.SilenceLUFS
	said := &strings.Builder{}
	files, tracks := fitting(said, []string{"a.wav", "rest.wav", "b.wav"}, []plan.Track{
		{ID: "a.wav", Duration: 60, Sound: loud}, {ID: "rest.wav", Duration: 60, Sound: silent}, {ID: "b.wav", Duration: 60, Sound: loud},
	})
	if !slices.Equal(files, []string{"a.wav", "b.wav"}) || len(tracks) != 2 || tracks[1].ID != "b.wav" {
		t.Errorf("%q, %+v", files, tracks)
	}
	if want := "left out: rest.wav: It is silent.\n"; said.String() != want {
		t.Errorf("%q, want %q", said, want)
	}
}

// TestStepsWithoutATerminal writes what is done to a file, as a service manager does.
func TestStepsWithoutATerminal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	p := newPercentage(out)
	for i := range 77 {
		p.step("composing tracks", i+1, 77)
	}
	p.step("mixing sets", 0, 2)
	p.step("mixing sets", 1, 2)
	p.step("mixing sets", 2, 2)
	p.clear()
	const want = "composing tracks: 20 of 77\ncomposing tracks: 39 of 77\ncomposing tracks: 58 of 77\ncomposing tracks: 77 of 77\nmixing sets: 1 of 2\nmixing sets: 2 of 2\n"
	if written, err := os.ReadFile(path); err != nil || string(written) != want {
		t.Errorf("%q, %v", written, err)
	}
}

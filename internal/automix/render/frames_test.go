package render

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/automix/plan"
	"sonora/internal/testkit/wave"
)

// mp3 renders a whole mix and returns its master and file.
func mp3(t *testing.T, r *Renderer) (*Master, *os.File) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "mix.mp3"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	last := int64(0)
	m, err := r.MP3(t.Context(), file, func(n int64) {
		if n <= last || n > Size(r.Plan) {
			t.Errorf("%d bytes can be heard after %d of %d", n, last, Size(r.Plan))
		}
		last = n
	})
	if err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil || info.Size() != Size(r.Plan) || last != info.Size() || Playable(r.Plan, last) != float64(r.Plan.Frames)/plan.Rate {
		t.Errorf("%d bytes, %d can be heard, %d were announced", info.Size(), last, Size(r.Plan))
	}
	return m, file
}

// TestChangedJoinIsSpliced changes a join in the middle. The MP3 frames before
// and after it must stay the same, without a click where old and new frames
// meet.
func TestChangedJoinIsSpliced(t *testing.T) {
	f := runner(t)
	s := &set{}
	for _, bpm := range []float64{120, 121, 122, 123, 124} {
		s.add(t, f, bpm, 0.2, 50)
	}
	joins := map[int]plan.Choice{}
	for i := range 4 {
		joins[i] = plan.Choice{Bars: 4}
	}
	before := s.renderer(t, f, plan.Options{Joins: joins, JoinStep: Step})
	m, old := mp3(t, before)
	joins[1] = plan.Choice{Kind: plan.Cut}
	changed, err := before.Plan.Rejoin(s.tracks, 1, plan.Options{Joins: joins, JoinStep: Step})
	if err != nil {
		t.Fatal(err)
	}
	after := &Renderer{FFmpeg: f, Plan: changed, Files: s.files, Folder: t.TempDir()}
	moved := after.Plan.Frames - before.Plan.Frames
	c := after.Plan.Compare(before.Plan, Step, Lead)
	if moved == 0 || moved%Step != 0 || c.From < before.Plan.Joins[0].End()/2 || c.To-c.OldTo != moved || c.To >= after.Plan.Frames {
		t.Fatalf("moved by %d frames: %+v of %d", moved, c, after.Plan.Frames)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "again.mp3"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	next, err := after.Again(t.Context(), before.Plan, m, func(i int) bool { return i == 1 }, old, file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := read(t, old), read(t, file)
	if int64(len(is)) != Size(after.Plan) {
		t.Fatalf("%d bytes instead of %d", len(is), Size(after.Plan))
	}
	if n := byteOf(c.From); !bytes.Equal(is[frameBytes:n], was[frameBytes:n]) {
		t.Error("something before the join was rendered again")
	}
	if !bytes.Equal(is[byteOf(c.To):], was[byteOf(c.OldTo):]) {
		t.Error("something after the join was rendered again")
	}
	// The same mix, rendered as a whole with the same master.
	whole := filepath.Join(t.TempDir(), "whole.wav")
	if err := after.Part(t.Context(), next, 0, after.Plan.Frames, whole); err != nil {
		t.Fatal(err)
	}
	want, got := decode(t, f, whole), decode(t, f, file.Name())
	if len(want) != len(got) {
		t.Fatalf("%d samples instead of %d", len(got), len(want))
	}
	for _, seam := range []int64{c.From, c.To} {
		near := want[2*(seam-2*Step) : 2*(seam+2*Step)]
		off := make([]float32, len(near))
		for i := range off {
			off[i] = near[i] - got[int(2*(seam-2*Step))+i]
		}
		if noise := wave.RMS(off) - wave.RMS(near); noise > -25 {
			t.Errorf("the seam at %.1f s is off by %.1f dB", float64(seam)/plan.Rate, noise)
		}
	}
	if math.IsNaN(next.Trim) || next.Trim != m.Trim || len(next.Rides) != 4 {
		t.Errorf("master was %+v and is %+v", m, next)
	}
}

func read(t *testing.T, file *os.File) []byte {
	t.Helper()
	b, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

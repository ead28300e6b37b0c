package render

import (
	"bytes"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
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

// TestChangedJoinIsSpliced changes a join in the middle, and two that are far
// apart. The MP3 frames between the changes must stay the same, without a click
// where old and new frames meet, and the sound must be that of a whole rendering.
func TestChangedJoinIsSpliced(t *testing.T) {
	f := runner(t)
	s := &set{}
	for _, bpm := range []float64{120, 121, 122, 123, 124, 125} {
		s.add(t, f, bpm, 0.2, 50)
	}
	s.tracks[1].Sound.Grid[0].Start += 0.012 // so that entries are shifted
	joins := map[int]plan.Choice{}
	for i := range 5 {
		joins[i] = plan.Choice{Bars: 4}
	}
	before := s.renderer(t, f, plan.Options{Joins: joins, JoinStep: Step})
	m, old := mp3(t, before)
	for _, c := range []struct {
		cut   []int
		parts int
		needs []bool
	}{
		{[]int{1}, 1, []bool{true, true, true, true, false, false}},
		{[]int{0, 3}, 2, []bool{true, true, true, true, true, true}},
	} {
		cut := maps.Clone(joins)
		after := &Renderer{FFmpeg: f, Plan: before.Plan, Files: s.files, Folder: t.TempDir()}
		for _, i := range c.cut {
			cut[i] = plan.Choice{Kind: plan.Cut}
			var err error
			if after.Plan, err = after.Plan.Rejoin(s.tracks, i, plan.Options{Joins: cut, JoinStep: Step}); err != nil {
				t.Fatal(err)
			}
		}
		changes := after.changes(before.Plan)
		if len(changes) != c.parts || !slices.Equal(after.Needs(before.Plan), c.needs) {
			t.Fatalf("%v changed in %+v of %d frames, which need %v", c.cut, changes, after.Plan.Frames, after.Needs(before.Plan))
		}
		last := 0.0
		after.Progress = func(share float64) {
			if share < last || share > 1 {
				t.Errorf("the progress is %v after %v", share, last)
			}
			last = share
		}
		splice(t, before, after, m, old, changes, func(i int) bool { return slices.Contains(c.cut, i) })
		if last < 0.9 {
			t.Errorf("the progress ends at %v", last)
		}
	}
}

// wholly renders a whole mix with the master of an earlier rendering, as MP3 frames.
func wholly(t *testing.T, r *Renderer, m *Master) *os.File {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "whole.mp3"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	if _, err := file.WriteAt(infoFrame(r.Plan), 0); err != nil {
		t.Fatal(err)
	}
	open := func() (encoder, error) {
		return r.encodeTo(t.Context(), &frameWriter{file: file, at: frameBytes, left: mp3Frames(r.Plan)})
	}
	err = r.encode(open, func(e encoder) error {
		out := m.output(r.Plan, true, 0, 0, r.Plan.Frames, e.Write)
		_, err := r.sum(t.Context(), 0, r.Plan.Frames, m.Shifts, func(_ int64, samples []float32) error { return out.write(samples) })
		return errors.Join(err, out.finish())
	})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// splice renders changes and compares the result with the old sound and with a
// whole rendering.
func splice(t *testing.T, before, after *Renderer, m *Master, old *os.File, changes []plan.Change, changed func(int) bool) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "again.mp3"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	next, err := after.Again(t.Context(), before.Plan, m, changed, old, file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := read(t, old), read(t, file)
	if int64(len(is)) != Size(after.Plan) {
		t.Fatalf("%d bytes instead of %d", len(is), Size(after.Plan))
	}
	at, oldAt := int64(0), int64(0)
	for _, c := range changes {
		if n, o := byteOf(at), byteOf(oldAt); c.From-at != c.OldFrom-oldAt || !bytes.Equal(is[n:byteOf(c.From)], was[o:byteOf(c.OldFrom)]) {
			t.Errorf("something before %.1f s was rendered again", float64(c.From)/plan.Rate)
		}
		at, oldAt = c.To, c.OldTo
	}
	if at == after.Plan.Frames || at-oldAt == 0 || !bytes.Equal(is[byteOf(at):], was[byteOf(oldAt):]) {
		t.Errorf("something after %.1f s was rendered again", float64(at)/plan.Rate)
	}
	if math.IsNaN(next.Trim) || next.Trim != m.Trim || len(next.Rides) != len(m.Rides) {
		t.Errorf("master was %+v and is %+v", m, next)
	}
	// The same mix, rendered as a whole with the same master.
	want, got := decode(t, after.FFmpeg, wholly(t, after, next).Name()), decode(t, after.FFmpeg, file.Name())
	if len(want) != len(got) {
		t.Fatalf("%d samples instead of %d", len(got), len(want))
	}
	off := make([]float32, len(want))
	for i := range off {
		off[i] = want[i] - got[i]
	}
	// compare compares the frames [from, to).
	compare := func(from, to int64) {
		from, to = max(from, 0), min(to, after.Plan.Frames)
		if noise := wave.RMS(off[2*from:2*to]) - wave.RMS(want[2*from:2*to]); noise > -60 {
			t.Errorf("from %.2f to %.2f s it is off by %.1f dB", float64(from)/plan.Rate, float64(to)/plan.Rate, noise)
		}
	}
	for at := int64(0); at < after.Plan.Frames; at += plan.Rate {
		compare(at, at+plan.Rate)
	}
	for _, c := range changes {
		compare(c.From-2*Step, c.From+2*Step)
		compare(c.To-2*Step, c.To+2*Step)
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

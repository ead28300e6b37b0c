package render

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/automix/check"
	"sonora/internal/automix/plan"
	"sonora/internal/media/ffmpeg"
)

// changes is a review that changes a join after each attempt.
type changes struct {
	next   []func() (*plan.Plan, []int)
	meters []*check.Meter
}

// Begin implements Review.
func (v *changes) Begin() (ffmpeg.Listener, error) {
	m, err := check.NewMeter()
	v.meters = append(v.meters, m)
	return m, err
}

// Next implements Review.
func (v *changes) Next() (*plan.Plan, []int, error) {
	if len(v.next) == 0 {
		return nil, nil, nil
	}
	p, joins := v.next[0]()
	v.next = v.next[1:]
	return p, joins, nil
}

// TestOnlyChangedJoinsAreMixedAgain changes the first join of a mix and then the
// last one. The files of the tracks at the other end are gone meanwhile.
func TestOnlyChangedJoinsAreMixedAgain(t *testing.T) {
	f := runner(t)
	s := &set{}
	for _, bpm := range []float64{120, 121, 122, 123, 124} {
		s.add(t, f, bpm, 0.2, 40)
	}
	s.tracks[1].Sound.Grid[0].Start += 0.012 // so that entries are shifted
	joins := map[int]plan.Choice{}
	for i := range 4 {
		joins[i] = plan.Choice{Bars: 4}
	}
	o := plan.Options{Joins: joins, JoinStep: Step}
	r := s.renderer(t, f, o)
	before := r.Plan
	cut := func(join, without, with int) func() (*plan.Plan, []int) {
		return func() (*plan.Plan, []int) {
			if err := os.Rename(s.files[without], s.files[without]+".gone"); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(s.files[with]+".gone", s.files[with]); err != nil && join != 0 {
				t.Fatal(err)
			}
			joins[join] = plan.Choice{Kind: plan.Cut}
			next, err := r.Plan.Rejoin(s.tracks, join, o)
			if err != nil {
				t.Fatal(err)
			}
			return next, []int{join}
		}
	}
	path := filepath.Join(t.TempDir(), "mix.wav")
	v := &changes{next: []func() (*plan.Plan, []int){cut(0, 4, 0), cut(3, 0, 4)}}
	m, err := r.Settle(t.Context(), path, v)
	if err != nil {
		t.Fatal(err)
	}
	if r.Plan.Joins[0].Kind != plan.Cut || r.Plan.Joins[3].Kind != plan.Cut || r.Plan.Entries[2].At == before.Entries[2].At {
		t.Fatalf("joins are %v", kinds(r.Plan))
	}
	if err := os.Rename(s.files[0]+".gone", s.files[0]); err != nil {
		t.Fatal(err)
	}
	// The same mix, rendered as a whole with the same master.
	whole := filepath.Join(t.TempDir(), "whole.wav")
	if err := r.Part(t.Context(), m, 0, r.Plan.Frames, whole); err != nil {
		t.Fatal(err)
	}
	want, got := decode(t, f, whole), decode(t, f, path)
	if len(want) != len(got) || len(got) != int(2*r.Plan.Frames) {
		t.Fatalf("%d samples instead of %d", len(got), len(want))
	}
	for i := range want {
		if math.Abs(float64(want[i]-got[i])) > 1e-3 {
			t.Fatalf("the sound differs at %.2f of %.2f s", float64(i)/2/plan.Rate, float64(r.Plan.Frames)/plan.Rate)
		}
	}
	result := v.meters[len(v.meters)-1].Result(r.Plan)
	for _, missed := range result.Missed() {
		t.Error(missed)
	}
	if math.Abs(result.Loudness-m.Loudness) > 0.05 {
		t.Errorf("loudness is %.2f, and was said to be %.2f", result.Loudness, m.Loudness)
	}
}

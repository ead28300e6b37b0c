package plan

import (
	"fmt"
	"testing"

	"sonora/internal/music"
)

// TestWrongJoinsAreEased eases the second of three joins until nothing easier is
// left.
func TestWrongJoinsAreEased(t *testing.T) {
	tracks := []Track{steady(124, 200, 0, 0.5), steady(125, 200, 0, 0.5), steady(126, 200, 0, 0.5), steady(127, 200, 0, 0.5)}
	troubles := map[int]music.Message{1: music.Coded("eased", "It jumps.")}
	o := Options{KeepOrder: true, JoinStep: 1152}
	p := build(t, tracks, o)
	for _, want := range []string{"blend 8", "fade 0"} {
		next, eased, err := p.Ease(tracks, troubles, o)
		if err != nil || len(eased) != 1 || eased[0] != 1 {
			t.Fatalf("%s: %v, %v", want, eased, err)
		}
		j := &next.Joins[1]
		if got := fmt.Sprint(j.Kind, " ", j.Bars); got != want || j.Reasons[0].Code != "eased" {
			t.Errorf("%s, because %v; want %s", got, j.Reasons, want)
		}
		for _, i := range []int{0, 2} {
			if next.Joins[i].Kind != Blend || next.Joins[i].Bars != 16 {
				t.Errorf("%s changes join %d: %+v", want, i, next.Joins[i])
			}
		}
		p = next
	}
	offBeat := map[int]music.Message{0: music.Coded(OffBeat, "Who knows.")}
	if next, _, err := p.Ease(tracks, offBeat, o); err != nil || next.Joins[0].Kind != Fade || next.Joins[0].Reasons[0].Code != OffBeat {
		t.Errorf("a blend off the beat became %+v, %v", next.Joins[0], err)
	}
	if _, eased, err := p.Ease(tracks, troubles, o); err != nil || len(eased) > 0 {
		t.Errorf("a fade was eased: %v, %v", eased, err)
	}
	o.Joins = map[int]Choice{1: {Bars: 16}}
	if _, eased, err := build(t, tracks, o).Ease(tracks, troubles, o); err != nil || len(eased) > 0 {
		t.Errorf("a person's choice was eased: %v, %v", eased, err)
	}
}

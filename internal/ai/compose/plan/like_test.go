package plan

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

var track = Like{
	BPM: 124, Key: score.Key{Tonic: 9, Mode: score.Minor}, Energy: 0.7,
	Sections: []LikeSection{{31, 0.1}, {62, 0.6}, {31, 0.2}, {62, 1}, {15, 0}},
}

func TestMakeLikeTakesWhatTheTrackHas(t *testing.T) {
	for _, s := range style.All() {
		p := MakeLike(prompt.Wish{Style: s.Name}, track, 1)
		if err := p.Valid(); err != nil {
			t.Fatalf("%s: %v: %s", s.Name, err, dump(p))
		}
		if p.Key != track.Key || p.Energy != track.Energy {
			t.Errorf("%s: has key %v and energy %v", s.Name, p.Key, p.Energy)
		}
		if !slices.Contains([]float64{62, 124}, p.BPM) {
			t.Errorf("%s: has %v BPM", s.Name, p.BPM)
		}
		if math.Abs(p.Length-201) > 16 {
			t.Errorf("%s: lasts %v s", s.Name, p.Length)
		}
		if len(p.Doubts) > 0 {
			t.Errorf("%s: doubts %v, though nothing was asked for", s.Name, p.Doubts)
		}
		if len(p.Sections) != len(track.Sections) || climax(p.Sections) != 3 || p.Sections[2].Energy >= p.Sections[1].Energy {
			t.Errorf("%s: has another form: %s", s.Name, dump(p))
		}
	}
}

func TestMakeLikeMeetsWhatIsAskedFor(t *testing.T) {
	for text, meets := range map[string]func(Plan) bool{
		"house at 128 bpm in C major": func(p Plan) bool { return p.BPM == 128 && p.Key == score.Key{Mode: score.Major} },
		"house in D":                  func(p Plan) bool { return p.Key == score.Key{Tonic: 2, Mode: score.Minor} },
		"house in major":              func(p Plan) bool { return p.Key == score.Key{Tonic: 9, Mode: score.Major} },
		"house, happy":                func(p Plan) bool { return p.Key.Tonic == 9 && p.Energy > track.Energy },
		"house, faster":               func(p Plan) bool { return p.BPM == 140 },
		"very slow house":             func(p Plan) bool { return p.BPM < style.Named("house").Tempo.Low },
		"house, one minute":           func(p Plan) bool { return near(p, 60) },
		"house without drums":         func(p Plan) bool { return !has(p, score.Drums) && p.BPM == 124 },
		"":                            func(p Plan) bool { return p.BPM == 124 || p.BPM == 62 },
	} {
		for seed := range uint64(5) {
			if p := MakeLike(prompt.Read(text), track, seed); !meets(p) || p.Valid() != nil {
				t.Errorf("%q, seed %d: %s", text, seed, dump(p))
			}
		}
	}
}

func TestMakeLikeTellsWhatItTook(t *testing.T) {
	for text, want := range map[string][]string{
		"house":                       {"tempo", "key", "energy", "form"},
		"house at 128 bpm":            {"key", "energy", "form"},
		"house in C major":            {"tempo", "energy", "form"},
		"very slow house, happy in D": {"form"},
	} {
		if p := MakeLike(prompt.Read(text), track, 1); !slices.Equal(p.Taken, want) {
			t.Errorf("%q took %v, want %v", text, p.Taken, want)
		}
	}
}

func TestMakeLikeAcceptsAnyTrack(t *testing.T) {
	long := slices.Repeat([]LikeSection{{0.2, 0.5}, {900, 3}, {-4, -1}}, 60)
	for _, like := range []Like{
		{},
		{BPM: 5},
		{BPM: 5000},
		{Key: score.Key{Tonic: 40, Mode: "loud"}},
		{Energy: 9},
		{Sections: long},
		{BPM: 90, Sections: []LikeSection{{3, 0.5}}},
		{Sections: []LikeSection{{math.Inf(1), 1}}},
	} {
		for seed := range uint64(5) {
			if err := MakeLike(prompt.Read("rock"), like, seed).Valid(); err != nil {
				t.Errorf("%v, seed %d: %v", fmt.Sprintf("%.100v", like), seed, err)
			}
		}
	}
	if !reflect.DeepEqual(Make(prompt.Read("rock"), 3), MakeLike(prompt.Read("rock"), Like{}, 3)) {
		t.Error("a track without properties changes the plan")
	}
}

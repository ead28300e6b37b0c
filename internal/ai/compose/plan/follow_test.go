package plan

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
)

// TestAmountsOfFollowUps changes a piece by what the follow-up says, and in its direction.
func TestAmountsOfFollowUps(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major at 109 bpm with piano, bass and drums, 60 seconds"), 1)
	bpm := func(p Plan) float64 { return p.BPM }
	length := func(p Plan) float64 { return p.Length - pop.Length }
	level := func(role score.Role) func(Plan) float64 { return func(p Plan) float64 { return p.Levels[role] } }
	energy := func(p Plan) float64 { return p.Energy - pop.Energy }
	for _, c := range []struct {
		text       string
		of         func(Plan) float64
		want, near float64
	}{
		{"make it longer by 30 seconds", length, 30, 4},
		{"make it shorter by 20 seconds", length, -20, 4},
		{"hazla más larga en 30 segundos", length, 30, 4},
		{"60 bpm faster", bpm, 169, 0},
		{"20 bpm slower", bpm, 89, 0},
		{"faster by 10 bpm", bpm, 119, 0},
		{"10 bpm más rápido", bpm, 119, 0},
		{"90 bpm", bpm, 90, 0},
		{"10% faster", bpm, 119.9, 0},
		{"un 10 % más rápido", bpm, 119.9, 0},
		{"20 percent slower", bpm, 87.2, 0},
		{"un 10 por ciento más lento", bpm, 98.1, 0},
		{"slower faster", bpm, 109, 0},
		{"más fuerte el bajo", level(score.Bass), 3, 0},
		{"más fuerte el bajo", energy, 0, 0},
		{"más suave el bajo", level(score.Bass), -3, 0},
		{"more bass", level(score.Bass), 3, 0},
		{"a bit more bass", level(score.Bass), 1.5, 0},
		{"un poco más de bajo", level(score.Bass), 1.5, 0},
		{"a lot more bass", level(score.Bass), 6, 0},
		{"mucho más bajo", level(score.Bass), 6, 0},
		{"too much bass", level(score.Bass), -3, 0},
		{"the bass is way too loud", level(score.Bass), -6, 0},
		{"baja un poco el bajo", level(score.Bass), -1.5, 0},
		{"make the drums less loud in the chorus", level(score.Drums), -3, 0},
		{"louder", energy, 0, 0},
		{"make it not so loud", energy, 0, 0},
		{"más fuerte", energy, 0, 0},
		{"more energy", energy, 0.15, 0.01},
		{"más energía", energy, 0.15, 0.01},
	} {
		p, _ := Edit(pop, c.text)
		if got := c.of(p); math.Abs(got-c.want) > c.near+1e-9 {
			t.Errorf("%q: %v, not %v", c.text, got, c.want)
		}
	}
}

// TestPartsThatFollowUpsLeaveOut are gone, and the others stay.
func TestPartsThatFollowUpsLeaveOut(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 60 seconds"), 1)
	for text, gone := range map[string]string{
		"no more piano": "grand-piano", "no más piano": "grand-piano", "ya no más piano": "grand-piano",
		"keep the bass, drop the drums": pop.Instruments[score.Drums], "please drop the piano": "grand-piano",
		"keep the bass, drop the piano": "grand-piano",
	} {
		p, _ := Edit(pop, text)
		for _, name := range p.Instruments {
			if name == gone {
				t.Errorf("%q: %v", text, p.Instruments)
			}
		}
		if p.Instruments[score.Bass] != pop.Instruments[score.Bass] {
			t.Errorf("%q changed the bass: %v", text, p.Instruments)
		}
	}
}

// TestListsThatFollowUpsLeaveOut are gone whole, and those of "everything but" stay whole.
func TestListsThatFollowUpsLeaveOut(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass, violin and drums, 60 seconds"), 1)
	still, _ := Edit(pop, "no drums")
	for text, want := range map[string]string{
		"remove drums, bass and violin": "grand-piano", "remove the drums, the bass and the violin": "grand-piano", "quita la batería, el bajo y el violín": "grand-piano",
		"remove everything except the piano": "grand-piano", "remove everything but the violin": "violin", "quita todo menos el piano": "grand-piano", "quita todo excepto el violín": "violin",
	} {
		for _, before := range []Plan{pop, still} {
			p, changes := Edit(before, text)
			playing := slices.Compact(slices.Sorted(maps.Values(p.Instruments)))
			if len(changes) == 0 || !slices.Contains(playing, want) || slices.Contains(playing, "violin") && want != "violin" || has(p, score.Bass) || has(p, score.Drums) {
				t.Errorf("%q: %v, %v", text, playing, changes)
			}
		}
	}
}

// TestWhatIsLikedStays changes nothing for praise.
func TestWhatIsLikedStays(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 60 seconds"), 1)
	for _, text := range []string{"I love the piano", "I really like the drums", "me encanta el piano", "I love the piano and the bass", "not more piano"} {
		if _, changes := Edit(pop, text); len(changes) > 0 {
			t.Errorf("%q: %v", text, changes)
		}
	}
	for _, text := range []string{"I love the piano but make it slower", "I love the piano and make it slower", "Make it slower. I love the piano", "I love it, slower please"} {
		p, changes := Edit(pop, text)
		if p.BPM >= pop.BPM || len(changes) != 1 {
			t.Errorf("%q: %v", text, changes)
		}
	}
}

// TestSoundOfOneSection says that the sound changes everywhere.
func TestSoundOfOneSection(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 60 seconds"), 1)
	for text, want := range map[string]int{"less reverb in the verse": 1, "brighter in the chorus": 1, "menos reverb en la estrofa": 1, "less reverb": 0} {
		p, changes := Edit(pop, text)
		if len(changes) != 1 || len(p.Doubts) != want || want == 1 && (p.Doubts[0].What != "sound" || p.Doubts[0].Done != "whole") {
			t.Errorf("%q: %v, %v", text, changes, p.Doubts)
		}
	}
}

// TestLoudnessOfThePiece changes nothing, because all pieces are equally loud.
func TestLoudnessOfThePiece(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 60 seconds"), 1)
	for _, text := range []string{"louder", "quieter", "make it not so loud", "turn it up", "más fuerte", "más alto", "sube el volumen", "baja el volumen", "menos volumen"} {
		p, changes := Edit(pop, text)
		if len(changes) != 0 || doubts(p) != "level "+text+" mastered" {
			t.Errorf("%q: %v, %s", text, changes, doubts(p))
		}
	}
}

// TestDropTheBass leaves the bass out. A drop is a section otherwise.
func TestDropTheBass(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 60 seconds"), 1)
	for text, want := range map[string]bool{
		"drop the bass": false, "Please drop the bass.": false, "keep the drums and drop the bass": false, "quita el bajo": false,
		"a bass drop": true, "write the drop again": true, "add a drop": true, "un drop": true,
	} {
		p, _ := Edit(pop, text)
		if _, plays := p.Instruments[score.Bass]; plays != want {
			t.Errorf("%q: bass %v", text, plays)
		}
	}
}

// TestOneSection says that the tempo and the energy of one section are those of the whole piece.
func TestOneSection(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 60 seconds"), 1)
	for text, want := range map[string]string{
		"faster in the chorus": "tempo", "make the chorus faster": "tempo", "the verse should be a bit slower": "tempo", "a faster chorus": "tempo",
		"10% faster in the chorus": "tempo", "the chorus at 140 bpm": "tempo", "twice as fast in the bridge": "tempo",
		"más rápido en el estribillo": "tempo", "haz el estribillo más rápido": "tempo", "que la estrofa vaya más lenta": "tempo", "140 bpm en el estribillo": "tempo",
		"more energy in the chorus": "energy", "a calmer verse": "energy", "the intro should have less energy": "energy",
		"más energía en el estribillo": "energy", "la estrofa más tranquila": "energy",
		"faster": "", "faster, and write the chorus again": "", "más rápido": "", "more energy": "", "más energía": "", "add a chorus and make it faster": "",
	} {
		p, changes := Edit(pop, text)
		what := ""
		if len(p.Doubts) > 0 && p.Doubts[0].Done == "whole" {
			what = p.Doubts[0].What
		}
		if len(changes) == 0 || what != want || want == "" && len(p.Doubts) > 0 {
			t.Errorf("%q: %v, %v", text, changes, p.Doubts)
		}
	}
}

// TestKeysOfABareNote are major, unless a mode or an unpleasant mood is named.
func TestKeysOfABareNote(t *testing.T) {
	for text, want := range map[string]score.Mode{
		"pop song in D": score.Major, "happy pop in the key of A": score.Major, "pop song in D minor": score.Minor, "canción pop en re": score.Major,
	} {
		for seed := range uint64(10) {
			if p := Make(prompt.Read(text), seed); p.Key.Mode != want {
				t.Errorf("%q with seed %d is in %s", text, seed, p.Key)
			}
		}
	}
}

// TestIntervals moves the key by what an interval is in a major and in a minor key.
func TestIntervals(t *testing.T) {
	major := Make(prompt.Read("pop song in D major with piano, bass and drums, 60 seconds"), 1)
	minor := Make(prompt.Read("pop song in D minor with piano, bass and drums, 60 seconds"), 1)
	for text, want := range map[string][2]int{
		"up a third": {4, 3}, "down a third": {-4, -3}, "up a major third": {4, 4}, "sube una tercera": {4, 3}, "up a sixth": {9, 8},
		"up a fourth": {5, 5}, "sube una quinta": {7, 7}, "up an octave": {0, 0}, "baja una octava": {0, 0}, "up a ninth": {0, 0},
	} {
		for i, before := range []Plan{major, minor} {
			p, changes := Edit(before, text)
			if moved := want[i]; p.Key != before.Key.Transpose(moved) || (len(changes) == 1) != (moved != 0) || (len(p.Doubts) == 1) != (moved == 0) {
				t.Errorf("%q in %s: %s, %v, %v", text, before.Key, p.Key, changes, p.Doubts)
			}
		}
	}
}

// TestLengthOfOneSection changes nothing if the piece has no such section, and else the whole.
func TestLengthOfOneSection(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 60 seconds"), 1)
	pop.Sections = slices.DeleteFunc(pop.Sections, func(s Section) bool { return s.Name == "intro" })
	for text, want := range map[string]string{
		"make the intro longer": "section intro longer missing", "a longer intro": "section longer intro missing", "una intro más larga": "section intro más larga missing",
		"extend the intro by 10 seconds": "section extend the intro missing", "alarga la intro": "section alarga la intro missing",
		"make the intro twice as long": "section intro twice as long missing",
		"make the chorus longer":       "length chorus longer whole", "acorta el estribillo": "length acorta el estribillo whole",
	} {
		p, changes := Edit(pop, text)
		if missing := strings.HasSuffix(want, "missing"); doubts(p) != want || (len(changes) == 0) != missing || missing && len(p.Sections) != len(pop.Sections) {
			t.Errorf("%q: %v, %s, want %s", text, changes, doubts(p), want)
		}
	}
	if p, changes := Edit(pop, "longer"); len(changes) == 0 || len(p.Doubts) > 0 {
		t.Errorf("longer: %v, %v", changes, p.Doubts)
	}
}

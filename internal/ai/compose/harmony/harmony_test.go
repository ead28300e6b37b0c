package harmony

import (
	"reflect"
	"slices"
	"testing"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

var (
	c      = score.Key{Tonic: 0, Mode: score.Major}
	a      = score.Key{Tonic: 9, Mode: score.Minor}
	dorian = score.Key{Tonic: 2, Mode: score.Dorian}
	lydian = score.Key{Tonic: 5, Mode: score.Lydian}
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		roman  string
		key    score.Key
		symbol string
		tones  []int
		bass   int
	}{
		{"I", c, "C", []int{0, 4, 7}, 0},
		{"ii7", c, "Dm7", []int{2, 5, 9, 0}, 2},
		{"V7", c, "G7", []int{7, 11, 2, 5}, 7},
		{"Imaj7", c, "Cmaj7", []int{0, 4, 7, 11}, 0},
		{"V7/ii", c, "A7", []int{9, 1, 4, 7}, 9},
		{"vii°7/vi", c, "G#dim7", []int{8, 11, 2, 5}, 8},
		{"bVII", c, "Bb", []int{10, 2, 5}, 10},
		{"iv", c, "Fm", []int{5, 8, 0}, 5},
		{"bII", c, "Db", []int{1, 5, 8}, 1},
		{"#iv°", c, "F#dim", []int{6, 9, 0}, 6},
		{"I/3", c, "C/E", []int{0, 4, 7}, 4},
		{"V7/7", c, "G7/F", []int{7, 11, 2, 5}, 5},
		{"V/7", c, "G/F", []int{7, 11, 2}, 5},
		{"i/b3", a, "Am/C", []int{9, 0, 4}, 0},
		{"I/9", c, "C/D", []int{0, 4, 7}, 2},
		{"IV/V", c, "F/G", []int{5, 9, 0}, 7},
		{"V/I", c, "G/C", []int{7, 11, 2}, 0},
		{"I6/9", c, "C69", []int{0, 4, 7, 9, 2}, 0},
		{"V9sus4", c, "G9sus4", []int{7, 0, 2, 5, 9}, 7},
		{"V13", c, "G13", []int{7, 11, 2, 5, 9, 4}, 7},
		{"V7alt", c, "G7alt", []int{7, 11, 3, 5, 8, 10}, 7},
		{"iiø7", c, "Dm7b5", []int{2, 5, 8, 0}, 2},
		{"I5", c, "C5", []int{0, 7}, 0},
		{"Iq", c, "Csus4", []int{0, 5, 10, 3}, 0},
		{"Iadd9", c, "Cadd9", []int{0, 4, 7, 2}, 0},
		{"i", a, "Am", []int{9, 0, 4}, 9},
		{"VI", a, "F", []int{5, 9, 0}, 5},
		{"bVI", a, "F", []int{5, 9, 0}, 5},
		{"V7", a, "E7", []int{4, 8, 11, 2}, 4},
		{"vii°", a, "G#dim", []int{8, 11, 2}, 8},
		{"ii°", a, "Bdim", []int{11, 2, 5}, 11},
		{"ivmaj7", a, "Dmmaj7", []int{2, 5, 9, 1}, 2},
		{"VI", score.Key{Tonic: 3, Mode: a.Mode}, "B", []int{11, 3, 6}, 11},
		{"iv", score.Key{Tonic: 3, Mode: a.Mode}, "Abm", []int{8, 11, 3}, 8},
		{"IV", dorian, "G", []int{7, 11, 2}, 7},
		{"II", lydian, "G", []int{7, 11, 2}, 7},
	} {
		got, err := Parse(test.roman, test.key)
		if err != nil {
			t.Errorf("Parse(%s, %v): %v", test.roman, test.key, err)
			continue
		}
		if got.Symbol != test.symbol || !reflect.DeepEqual(got.Tones, test.tones) || got.Bass != test.bass {
			t.Errorf("Parse(%s, %v) = %s %v over %d, want %s %v over %d", test.roman, test.key, got.Symbol, got.Tones, got.Bass, test.symbol, test.tones, test.bass)
		}
	}
}

func TestParseRefusesWhatIsNoChord(t *testing.T) {
	for _, roman := range []string{"", "X", "bb", "Ifoo", "I/", "I5/3", "##IV", "IV/Vx", "♥"} {
		if got, err := Parse(roman, c); err == nil {
			t.Errorf("Parse(%q) = %v", roman, got)
		}
	}
	if _, err := Parse("I", score.Key{Mode: "loud"}); err == nil {
		t.Error("Parse took a key without a scale")
	}
}

func TestTheScaleFollowsTheChord(t *testing.T) {
	for _, test := range []struct {
		roman string
		key   score.Key
		want  []int
	}{
		{"I", c, []int{0, 2, 4, 5, 7, 9, 11}},
		{"V7/ii", c, []int{1, 2, 4, 5, 7, 9, 11}},
		{"III7", c, []int{0, 2, 4, 5, 8, 9, 11}},
		{"iv", c, []int{0, 2, 4, 5, 7, 8, 11}},
		{"bVII", c, []int{0, 2, 4, 5, 7, 9, 10}},
		{"V", a, []int{9, 11, 0, 2, 4, 5, 8}},
		{"IV", a, []int{9, 11, 0, 2, 4, 6, 7}},
		{"bII", a, []int{9, 10, 0, 2, 4, 5, 7}},
	} {
		got, err := Parse(test.roman, test.key)
		if err != nil || !reflect.DeepEqual(got.Scale, test.want) {
			t.Errorf("over %s in %v: %v, want %v (%v)", test.roman, test.key, got.Scale, test.want, err)
		}
	}
}

func TestVoicesMoveLittle(t *testing.T) {
	romans := []string{"Imaj7", "vi7", "ii7", "V7", "Imaj7", "IV", "iv", "V7/ii", "ii9", "V13", "I5", "Iq"}
	for _, class := range []string{"close", "open", "drop2", "rootless", "power", "spread", "quartal"} {
		v := Voicer{Class: class, Low: 40, High: 79}
		var last []uint8
		for _, roman := range romans {
			chord, err := Parse(roman, c)
			if err != nil {
				t.Fatal(err)
			}
			got := v.Next(chord)
			if len(got) < 2 || got[0] < 40 || got[len(got)-1] > 79 || !slices.IsSorted(got) {
				t.Errorf("%s %s: %v", class, roman, got)
			}
			for i, key := range got {
				if class != "quartal" && !slices.Contains(chord.Tones, int(key)%12) {
					t.Errorf("%s %s: %v has %d, which is not in the chord", class, roman, got, key)
				}
				if i > 0 && got[i-1] < 48 && key-got[i-1] < 7 {
					t.Errorf("%s %s: %v is muddy", class, roman, got)
				}
			}
			if top := len(got) - 1; class != "power" && last != nil && distance(int(got[top]), int(last[len(last)-1])) > 7 {
				t.Errorf("%s %s: the top voice leaps from %v to %v", class, roman, last, got)
			}
			last = got
		}
	}
}

func testStyle() *style.Style {
	return &style.Style{
		Name: "test", Family: "band",
		Modes: []style.Weighted{{Value: "major", Weight: 1}},
		Progressions: []style.Progression{
			{For: []string{"verse"}, Chords: "I | vi | IV | V", Ends: "half", Weight: 1},
			{For: []string{"chorus"}, Chords: "IV | V | I | vi", Ends: "open", Weight: 1},
		},
		Colours: []style.Weighted{{Value: "triad", Weight: 1}, {Value: "7", Weight: 1}},
	}
}

func testPlan() plan.Plan {
	return plan.Plan{Seed: 4, Beats: 4, Key: c, Sections: []plan.Section{
		{Name: "verse", Letter: "A", Bars: 8},
		{Name: "chorus", Letter: "B", Bars: 8},
		{Name: "verse", Letter: "A", Bars: 8},
		{Name: "chorus", Letter: "B", Bars: 8, Shift: 2},
		{Name: "outro", Letter: "A", Bars: 4},
	}}
}

func romansOf(chords []score.Chord, from, bars int) (romans []string) {
	for _, c := range chords {
		if bar := int(c.Start / score.Whole); bar >= from && bar < from+bars {
			romans = append(romans, c.Roman)
		}
	}
	return romans
}

func TestSectionsWithOneLetterShareTheirChords(t *testing.T) {
	p := testPlan()
	chords, err := Write(p, testStyle())
	if err != nil {
		t.Fatal(err)
	}
	at := score.Tick(0)
	for _, c := range chords {
		if c.Start != at || c.Length <= 0 {
			t.Fatalf("chord %v does not start at %d", c, at)
		}
		at = c.Start + c.Length
	}
	if want := 36 * score.Whole; at != want {
		t.Errorf("the chords end at %d, want %d", at, want)
	}
	if a, b := romansOf(chords, 0, 8), romansOf(chords, 16, 8); !reflect.DeepEqual(a, b) {
		t.Errorf("verses differ: %v, %v", a, b)
	}
	if last := chords[len(chords)-1]; last.Root != 0 {
		t.Errorf("the piece ends on %s", last.Symbol)
	}
}

func TestAnotherTakeChangesOnlyItsSection(t *testing.T) {
	before, err := Write(testPlan(), testStyle())
	if err != nil {
		t.Fatal(err)
	}
	changed := false
	for take := 1; take < 9; take++ {
		p := testPlan()
		p.Sections[1].Take = take
		after, err := Write(p, testStyle())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(romansOf(before, 0, 8), romansOf(after, 0, 8)) || !reflect.DeepEqual(romansOf(before, 16, 20), romansOf(after, 16, 20)) {
			t.Errorf("take %d changes another section", take)
		}
		changed = changed || !reflect.DeepEqual(romansOf(before, 8, 8), romansOf(after, 8, 8))
	}
	if !changed {
		t.Error("eight takes have the same chords")
	}
}

func TestEveryStyleHasChords(t *testing.T) {
	for _, s := range style.All() {
		for _, g := range s.Progressions {
			modes := g.Modes
			if len(modes) == 0 {
				for _, m := range s.Modes {
					modes = append(modes, m.Value)
				}
			}
			bars, err := Bars(g.Chords, s.Beats)
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
			}
			for _, roman := range slices.Concat(bars...) {
				for _, mode := range modes {
					if _, err := Parse(roman, score.Key{Mode: score.Mode(mode)}); err != nil {
						t.Errorf("%s: %s: %v", s.Name, g.Chords, err)
					}
				}
			}
		}
	}
}

// TestTheTonicIsPlain holds the tonic to what the ear needs to find it: its root, and
// its third.
func TestTheTonicIsPlain(t *testing.T) {
	for _, class := range []string{"rootless", "power"} {
		chord, err := Parse("Imaj9", c)
		if err != nil {
			t.Fatal(err)
		}
		v := Voicer{Class: class, Low: 40, High: 79}
		got := v.Next(chord)
		for _, tone := range []int{0, 4} {
			if !slices.ContainsFunc(got, func(key uint8) bool { return int(key)%12 == tone }) {
				t.Errorf("%s: %v has no %d", class, got, tone)
			}
		}
	}
	s := testStyle()
	for _, kind := range []string{"power", "sus", "quartal", "9", "13"} {
		s.Colours = []style.Weighted{{Value: kind, Weight: 1}}
		chords, err := Write(testPlan(), s)
		if err != nil {
			t.Fatal(err)
		}
		for _, chord := range chords {
			if isTonic(chord) && (len(chord.Tones) < 3 || len(chord.Tones) > 4 || (chord.Tones[1]-chord.Root+12)%12 != 4) {
				t.Errorf("%s: the tonic is %s", kind, chord.Symbol)
			}
		}
	}
}

func TestSubstitutesBelongToTheKey(t *testing.T) {
	s := testStyle()
	s.Modes = []style.Weighted{{Value: "dorian", Weight: 1}}
	s.Progressions = []style.Progression{{Chords: "i | bVII | v | bIII | bVII | i", Ends: "full", Weight: 1}}
	s.Colours = nil
	for seed := range uint64(60) {
		p := testPlan()
		p.Seed, p.Key = seed, dorian
		chords, err := Write(p, s)
		if err != nil {
			t.Fatal(err)
		}
		for _, chord := range chords {
			if chord.Roman == "iv" || chord.Roman == "bVI" {
				t.Fatalf("seed %d: %s is not Dorian", seed, chord.Roman)
			}
		}
	}
}

func TestAMinorSectionEndsWithItsDominant(t *testing.T) {
	s := testStyle()
	s.Modes = []style.Weighted{{Value: "minor", Weight: 1}}
	s.Progressions = []style.Progression{{Chords: "i | bVI | i | v", Ends: "open", Weight: 1}}
	p := testPlan()
	p.Key = a
	chords, err := Write(p, s)
	if err != nil {
		t.Fatal(err)
	}
	if got := romansOf(chords, 7, 1); !slices.Equal(got, []string{"V7"}) && !slices.Equal(got, []string{"V"}) && !slices.Equal(got, []string{"Vsus4", "V"}) {
		t.Errorf("the verse ends with %v", got)
	}
}

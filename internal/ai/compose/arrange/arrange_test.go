package arrange

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

func weighted(values ...string) []style.Weighted {
	var all []style.Weighted
	for _, v := range values {
		all = append(all, style.Weighted{Value: v, Weight: 1})
	}
	return all
}

var allRoles = []score.Role{score.Drums, score.Percussion, score.Bass, score.Comp, score.Pad, score.Arp, score.Lead, score.Counter, score.Effects}

// band is a style that people play; machine and trio differ from it in what matters to arrangements.
func band() *style.Style {
	return &style.Style{
		Name: "band", Family: "band", Tempo: style.Range{Low: 80, Typical: 110, High: 140}, Beats: 4, Swing: 0.5, Grid: 16,
		Modes: weighted("major", "minor"),
		Progressions: []style.Progression{
			{For: []string{"verse", "intro", "outro"}, Modes: []string{"major"}, Chords: "I | vi | IV | V", Ends: "half", Weight: 1},
			{For: []string{"verse"}, Modes: []string{"major"}, Chords: "I | iii | IV | iv | I | vi | ii7 V7 | I", Ends: "full", Weight: 1},
			{For: []string{"chorus", "drop"}, Modes: []string{"major"}, Chords: "IV | V | vi | I/3", Ends: "open", Weight: 1},
			{Modes: []string{"major"}, Chords: "vi | ii7 | bVII | V7", Ends: "half", Weight: 1},
			{For: []string{"verse"}, Modes: []string{"minor"}, Chords: "i | bVI | bIII | bVII", Ends: "open", Weight: 1},
			{Modes: []string{"minor"}, Chords: "i | iv | V7 | i | bVI | ii° | V7/iv iv | V", Ends: "half", Weight: 1},
		},
		Colours: weighted("triad", "7", "9", "sus", "add9"), Voicing: "close",
		Drums: weighted("rock", "funk"), Percussion: weighted("shaker", "congas"), Bass: weighted("root-eighths", "walking"),
		Comp: weighted("strum", "block"), Arp: weighted("up-down", "sixteenths"),
		Melody: style.Melody{Low: 60, High: 81, Density: 5, Scale: "mode", Leaps: 0.2, Rests: 0.25, Motif: 2},
		Fills:  4, Ending: weighted("hit", "held"),
		Human: style.Human{Timing: 5, Velocity: 0.05, Push: map[score.Role]float64{score.Bass: 4, score.Lead: -6}, Strum: 11},
	}
}

func machine() *style.Style {
	s := band()
	s.Name, s.Family, s.Swing = "machine", "electronic", 0.5
	s.Drums, s.Bass, s.Comp, s.Voicing = weighted("four-floor", "trance"), weighted("pump", "808", "acid"), weighted("stabs", "offbeat"), "spread"
	s.Human = style.Human{}
	s.Melody.Scale, s.Melody.Motif = "pentatonic", 1
	return s
}

func trio() *style.Style {
	s := band()
	s.Name, s.Family, s.Swing, s.Grid = "trio", "jazz", 0.64, 8
	s.Drums, s.Bass, s.Comp, s.Voicing = weighted("swing", "brushes"), weighted("walking", "two-feel"), weighted("rootless-swing", "charleston"), "rootless"
	s.Melody.Scale, s.Melody.Density = "blues", 7
	return s
}

func instruments() map[score.Role]string {
	return map[score.Role]string{
		score.Drums: "rock-kit", score.Percussion: "latin-kit", score.Bass: "finger-bass", score.Comp: "electric-piano", score.Pad: "warm-pad",
		score.Arp: "pluck", score.Lead: "saxophone", score.Counter: "strings", score.Effects: "risers",
	}
}

// song returns a plan with every kind of section.
func song(seed uint64) plan.Plan {
	r := dice.New(seed, "test plan")
	endings := []string{"ritardando", "hit", "held", "stop"}
	p := plan.Plan{
		Seed: seed, Title: "Test", BPM: float64(70 + r.IntN(100)), Beats: 4, Swing: 0.5, Energy: 0.6,
		Key: score.Key{Tonic: r.IntN(12), Mode: []score.Mode{score.Major, score.Minor}[r.IntN(2)]}, Ending: endings[r.IntN(4)], Instruments: instruments(),
		Textures: []string{"rain", "vinyl"},
	}
	section := func(name, letter string, bars int, energy float64, roles ...score.Role) {
		p.Sections = append(p.Sections, plan.Section{Name: name, Letter: letter, Bars: bars, Energy: energy, Roles: roles})
	}
	section("intro", "I", 4, 0.3, score.Comp, score.Pad, score.Drums)
	section("verse", "A", 8<<r.IntN(2), 0.5, score.Drums, score.Bass, score.Comp, score.Lead)
	section("chorus", "B", 8, 0.85, allRoles...)
	section("verse", "A", 8, 0.5, score.Drums, score.Bass, score.Comp, score.Lead, score.Counter)
	section("build", "D", 4+4*r.IntN(2), 0.6, score.Drums, score.Pad, score.Arp, score.Effects)
	section("chorus", "B", 8, 0.9, allRoles...)
	section("bridge", "C", 8, 0.4, score.Drums, score.Bass, score.Pad, score.Counter)
	section("chorus", "B", 8, 0.95, allRoles...)
	section("outro", "I", 2+2*r.IntN(2), 0.3, score.Drums, score.Bass, score.Comp, score.Lead)
	p.Sections[7].Shift = 2 * r.IntN(2)
	return p
}

func write(t *testing.T, p plan.Plan, s *style.Style) *score.Score {
	t.Helper()
	p.Swing = s.Swing
	piece, err := Write(p, s)
	if err != nil {
		t.Fatalf("Write(seed %d, %s): %v", p.Seed, s.Name, err)
	}
	return piece
}

// checkNotes reports what no instrument could play.
func checkNotes(t *testing.T, what string, piece *score.Score) {
	t.Helper()
	for _, part := range piece.Parts {
		on, _ := instrument.Named(part.Instrument)
		ends := map[uint8]score.Tick{}
		for i, n := range part.Notes {
			switch {
			case n.Pitch < on.Low || n.Pitch > on.High:
				t.Errorf("%s: %s plays %d, outside %d to %d", what, part.Role, n.Pitch, on.Low, on.High)
			case n.Start < 0 || n.Length <= 0 || n.End() > piece.End():
				t.Errorf("%s: %s has a note from %d to %d in a piece of %d", what, part.Role, n.Start, n.End(), piece.End())
			case n.Velocity == 0 || n.Velocity > 127:
				t.Errorf("%s: %s has velocity %d", what, part.Role, n.Velocity)
			case n.Start < ends[n.Pitch]:
				t.Errorf("%s: %s plays %d at %d while it sounds until %d", what, part.Role, n.Pitch, n.Start, ends[n.Pitch])
			case i > 0 && (n.Start < part.Notes[i-1].Start || n.Start == part.Notes[i-1].Start && n.Pitch <= part.Notes[i-1].Pitch):
				t.Errorf("%s: %s is not sorted at %d", what, part.Role, n.Start)
			case part.Role != score.Texture && part.Role != score.Pad && n.Length > 4*piece.Bar():
				if part.Role != score.Effects {
					t.Errorf("%s: %s holds a note for %d bars", what, part.Role, n.Length/piece.Bar())
				}
			}
			ends[n.Pitch] = n.End()
		}
	}
}

func TestNotesCanBePlayed(t *testing.T) {
	for seed := range uint64(200) {
		s := []*style.Style{band(), machine(), trio()}[seed%3]
		checkNotes(t, fmt.Sprintf("%s %d", s.Name, seed), write(t, song(seed), s))
	}
}

func TestEveryFamilyCanBePlayed(t *testing.T) {
	sets := map[score.Role]func(*style.Style, []style.Weighted){
		score.Drums:      func(s *style.Style, w []style.Weighted) { s.Drums = w },
		score.Percussion: func(s *style.Style, w []style.Weighted) { s.Percussion = w },
		score.Bass:       func(s *style.Style, w []style.Weighted) { s.Bass = w },
		score.Comp:       func(s *style.Style, w []style.Weighted) { s.Comp = w },
		score.Arp:        func(s *style.Style, w []style.Weighted) { s.Arp = w },
	}
	for _, role := range score.Roles {
		for _, family := range Families(role) {
			for _, beats := range []int{3, 4} {
				s, p := band(), song(3)
				sets[role](s, weighted(family))
				p.Beats = beats
				for i := range p.Sections {
					p.Sections[i].Roles = nil
				}
				piece := write(t, p, s)
				what := fmt.Sprintf("%s %s in %d", role, family, beats)
				checkNotes(t, what, piece)
				if part := piece.Part(role); part == nil || len(part.Notes) < 8 {
					t.Errorf("%s plays next to nothing", what)
				}
			}
		}
	}
}

func TestEveryInstrumentCanHaveEveryRole(t *testing.T) {
	for _, on := range instrument.All {
		if on.Kind == instrument.Kit || on.Kind == instrument.Texture || on.Kind == instrument.Effects {
			continue
		}
		p := song(5)
		for _, role := range []score.Role{score.Bass, score.Comp, score.Pad, score.Arp, score.Lead, score.Counter} {
			p.Instruments[role] = on.Name
		}
		checkNotes(t, on.Name, write(t, p, band()))
	}
}

func TestTheSamePlanGivesTheSameScore(t *testing.T) {
	for seed := range uint64(6) {
		s := []*style.Style{band(), machine(), trio()}[seed%3]
		if !reflect.DeepEqual(write(t, song(seed), s), write(t, song(seed), s)) {
			t.Errorf("seed %d gives two scores", seed)
		}
	}
}

// notesIn returns the notes of a part that start in a section.
func notesIn(piece *score.Score, role score.Role, section int) []score.Note {
	part := piece.Part(role)
	if part == nil {
		return nil
	}
	from, until := piece.Sections[section].Start, piece.End()
	if section+1 < len(piece.Sections) {
		until = piece.Sections[section+1].Start
	}
	var found []score.Note
	for _, n := range part.Notes {
		if n.Start >= from && n.Start < until {
			found = append(found, n)
		}
	}
	return found
}

func TestAnotherTakeChangesOnlyItsSection(t *testing.T) {
	for seed := range uint64(9) {
		s := []*style.Style{band(), machine(), trio()}[seed%3]
		before := write(t, song(seed), s)
		p := song(seed)
		again := 1 + int(seed)%6
		p.Sections[again].Take = 1
		after := write(t, p, s)
		changed := false
		for _, role := range allRoles {
			for i := range p.Sections {
				same := reflect.DeepEqual(notesIn(before, role, i), notesIn(after, role, i))
				if i == again {
					changed = changed || !same
				} else if !same {
					t.Errorf("seed %d: another take of section %d changes the %s of section %d", seed, again, role, i)
				}
			}
		}
		if !changed {
			t.Errorf("seed %d: another take of section %d is the same", seed, again)
		}
	}
}

func TestAnotherTakeOfAPartChangesOnlyIt(t *testing.T) {
	for seed := range uint64(6) {
		s := []*style.Style{band(), machine(), trio()}[seed%3]
		before := write(t, song(seed), s)
		for _, again := range []score.Role{score.Lead, score.Bass, score.Comp} {
			p := song(seed)
			p.Takes = map[score.Role]int{again: 1}
			after := write(t, p, s)
			changed := false
			for _, role := range allRoles {
				same := true
				for i := range p.Sections {
					same = same && reflect.DeepEqual(notesIn(before, role, i), notesIn(after, role, i))
				}
				answers := role == score.Counter && again == score.Lead
				switch {
				case role == again:
					changed = !same
				case !same && !answers && again != score.Comp: // all follow new chords
					t.Errorf("seed %d: another take of the %s changes the %s", seed, again, role)
				}
			}
			if !changed {
				t.Errorf("seed %d: another take of the %s is the same", seed, again)
			}
			if sameChords := reflect.DeepEqual(before.Chords, after.Chords); sameChords == (again == score.Comp) {
				t.Errorf("seed %d: another take of the %s: the same chords: %t", seed, again, sameChords)
			}
		}
	}
}

func chordAt(piece *score.Score, at score.Tick) score.Chord {
	i := slices.IndexFunc(piece.Chords, func(c score.Chord) bool { return at < c.Start+c.Length })
	return piece.Chords[i]
}

func TestMelodiesFitTheirChords(t *testing.T) {
	for seed := range uint64(60) {
		s := []*style.Style{band(), machine(), trio()}[seed%3]
		piece := write(t, song(seed), s)
		strong, fit := 0, 0
		for _, n := range piece.Part(score.Lead).Notes {
			const near = score.Quarter / 8 // people are not exact
			at := (n.Start + near) / (2 * score.Quarter) * (2 * score.Quarter)
			if n.Start < at-near || n.Start > at+near {
				continue
			}
			strong++
			if slices.Contains(chordAt(piece, at).Tones, int(n.Pitch)%12) {
				fit++
			}
		}
		if strong < 8 || fit*100 < strong*80 {
			t.Errorf("%s %d: %d of %d notes on strong beats fit their chords", s.Name, seed, fit, strong)
		}
	}
}

// rhythm returns when a section's lead has notes in some bars, in sixteenths.
func rhythm(piece *score.Score, section, bar, bars int) []int {
	s := piece.Sections[section]
	const sixteenth = score.Quarter / 4
	var onsets []int
	for _, n := range notesIn(piece, score.Lead, section) {
		at := int((n.Start - s.Start + sixteenth/2) / sixteenth)
		if at >= bar*16 && at < (bar+bars)*16 {
			onsets = append(onsets, at-bar*16)
		}
	}
	return onsets
}

func TestMotifsReturn(t *testing.T) {
	for seed := range uint64(40) {
		s := band()
		piece := write(t, song(seed), s)
		if a, b := rhythm(piece, 2, 0, 2), rhythm(piece, 2, 2, 2); len(a) == 0 || !reflect.DeepEqual(a, b) {
			t.Errorf("seed %d: the chorus begins with %v and goes on with %v", seed, a, b)
		}
		if a, b := rhythm(piece, 2, 0, 8), rhythm(piece, 5, 0, 8); !reflect.DeepEqual(a, b) {
			t.Errorf("seed %d: the choruses differ: %v, %v", seed, a, b)
		}
		var first, second []uint8
		for _, n := range notesIn(piece, score.Lead, 2) {
			first = append(first, n.Pitch)
		}
		for _, n := range notesIn(piece, score.Lead, 5) {
			second = append(second, n.Pitch)
		}
		if !slices.Equal(first, second) {
			t.Errorf("seed %d: the hook has other pitches the second time", seed)
		}
	}
}

func TestASecondVerseVariesTheFirst(t *testing.T) {
	varied := 0
	for seed := range uint64(40) {
		piece := write(t, song(seed), band())
		if a, b := rhythm(piece, 1, 0, 1), rhythm(piece, 3, 0, 1); len(a) == 0 || !reflect.DeepEqual(a, b) {
			t.Errorf("seed %d: the verses begin with %v and %v", seed, a, b)
		}
		if !reflect.DeepEqual(rhythm(piece, 1, 0, 8), rhythm(piece, 3, 0, 8)) {
			varied++
		}
	}
	if varied < 20 {
		t.Errorf("%d of 40 second verses have another rhythm", varied)
	}
}

func TestCountersAnswerCalls(t *testing.T) {
	s := band()
	s.Melody.Answers = true
	for seed := range uint64(40) {
		piece := write(t, song(seed), s)
		chorus, unit := piece.Sections[5], score.Tick(s.Melody.Motif)*piece.Bar()
		answers := 0
		for nth := range 3 { // the fourth motif is no call
			from, half := chorus.Start+score.Tick(nth)*unit, unit/2
			answered := false
			for _, n := range notesIn(piece, score.Counter, 5) {
				answered = answered || n.Start >= from+half/2 && n.Start < from+unit
			}
			for _, n := range notesIn(piece, score.Lead, 5) {
				if n.Start >= from+half+score.Quarter/4 && n.Start < from+unit-score.Quarter/4 {
					t.Errorf("seed %d: the lead goes on after call %d", seed, nth)
				}
			}
			if answered {
				answers++
			}
		}
		if answers == 0 {
			t.Errorf("seed %d: nobody answers", seed)
		}
	}
}

func TestSectionsHaveOneClimax(t *testing.T) {
	for seed := range uint64(40) {
		piece := write(t, song(seed), band())
		for _, section := range []int{1, 2, 3, 5} {
			notes := notesIn(piece, score.Lead, section)
			top := slices.MaxFunc(notes, func(a, b score.Note) int { return int(a.Pitch) - int(b.Pitch) })
			peaks := 0
			for _, n := range notes {
				if n.Pitch == top.Pitch {
					peaks++
				}
			}
			if peaks != 1 {
				t.Errorf("seed %d: section %d reaches its highest note %d times", seed, section, peaks)
			}
		}
	}
}

func TestSeedsDiffer(t *testing.T) {
	for _, s := range []*style.Style{band(), machine(), trio()} {
		chords, melodies := map[string]uint64{}, map[string]uint64{}
		for seed := range uint64(40) {
			p := song(seed)
			p.Key = score.Key{Tonic: 0, Mode: score.Major}
			piece := write(t, p, s)
			var romans []string
			for _, c := range piece.Chords {
				romans = append(romans, c.Roman)
			}
			var steps []int
			for i, n := range notesIn(piece, score.Lead, 2) {
				steps = append(steps, int(n.Start)/240-int(piece.Sections[2].Start)/240, int(n.Pitch), i)
			}
			for what, seen := range map[string]map[string]uint64{fmt.Sprint(romans): chords, fmt.Sprint(steps): melodies} {
				if other, ok := seen[what]; ok {
					t.Errorf("%s: seeds %d and %d share %s", s.Name, other, seed, what)
				}
				seen[what] = seed
			}
		}
	}
}

func TestBassMeetsTheKick(t *testing.T) {
	s := machine()
	s.Bass = weighted("808")
	piece := write(t, song(1), s)
	kicks := map[score.Tick]bool{}
	for _, n := range notesIn(piece, score.Drums, 2) {
		if n.Pitch == score.Kick {
			kicks[n.Start] = true
		}
	}
	bass := notesIn(piece, score.Bass, 2)
	if len(bass) == 0 || len(kicks) == 0 {
		t.Fatal("no bass or no kick")
	}
	for _, n := range bass {
		if !kicks[n.Start] {
			t.Errorf("the 808 plays at %d without the kick", n.Start)
		}
	}
}

func TestEndings(t *testing.T) {
	for ending, length := range map[string]score.Tick{"hit": score.Quarter, "held": score.Whole, "ritardando": score.Whole} {
		p := song(2)
		p.Ending = ending
		p.Textures = []string{"vinyl"}
		piece := write(t, p, machine())
		last := piece.End() - piece.Bar()
		if vinyl := piece.Part(score.Texture).Notes[0]; vinyl.End() <= last || vinyl.End() >= piece.End() {
			t.Errorf("%s: the texture sounds until %d of %d, beyond the last chord", ending, vinyl.End(), piece.End())
		}
		for _, role := range []score.Role{score.Drums, score.Bass, score.Comp} {
			notes := piece.Part(role).Notes
			final := notes[len(notes)-1]
			if final.Start != last || final.Length > length {
				t.Errorf("%s: the %s ends with %+v, and the last bar starts at %d", ending, role, final, last)
			}
		}
		if slower := len(piece.Slowing) > 0; slower != (ending == "ritardando") {
			t.Errorf("%s: the tempo changes: %v", ending, slower)
		}
	}
	p := song(2)
	p.Ending = "stop"
	piece := write(t, p, machine())
	for _, role := range []score.Role{score.Drums, score.Bass, score.Comp} {
		for _, n := range piece.Part(role).Notes {
			if n.End() > piece.End()-score.Quarter {
				t.Errorf("stop: the %s sounds until %d of %d", role, n.End(), piece.End())
			}
		}
	}
}

func TestRisersLeadIntoLoudSections(t *testing.T) {
	piece := write(t, song(1), machine())
	var risers, impacts int
	for _, n := range piece.Part(score.Effects).Notes {
		switch n.Pitch {
		case score.Riser:
			risers++
			if n.End() != piece.Sections[5].Start {
				t.Errorf("a riser ends at %d, before the chorus at %d", n.End(), piece.Sections[5].Start)
			}
		case score.Impact:
			impacts++
		}
	}
	if risers != 1 || impacts != 3 {
		t.Errorf("%d risers and %d impacts", risers, impacts)
	}
}

func TestWriteRefusesWhatCannotBePlayed(t *testing.T) {
	for what, spoil := range map[string]func(*plan.Plan){
		"no section":    func(p *plan.Plan) { p.Sections = nil },
		"an empty one":  func(p *plan.Plan) { p.Sections[1].Bars = 0 },
		"five beats":    func(p *plan.Plan) { p.Beats = 5 },
		"no tempo":      func(p *plan.Plan) { p.BPM = 0 },
		"no key":        func(p *plan.Plan) { p.Key.Mode = "loud" },
		"no instrument": func(p *plan.Plan) { p.Instruments[score.Lead] = "theremin" },
	} {
		p := song(1)
		spoil(&p)
		if _, err := Write(p, band()); err == nil {
			t.Errorf("Write took a plan with %s", what)
		}
	}
}

package style

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sonora/internal/ai/compose/embedded"
	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/score"
)

// The numerals and suffixes that Progression describes.
var chord = regexp.MustCompile(`^[b#]?(VII|VI|IV|V|III|II|I|vii|vi|iv|v|iii|ii|i)` +
	`(6|7|maj7|m7b5|o|o7|\+|9|13|maj9|add9|sus2|sus4|7sus4|7b9|5)?(/[b#]?([1-7]|(?i:VII|VI|IV|V|III|II|I)))?$`)

var (
	families = []string{"electronic", "urban", "band", "jazz", "acoustic", "latin", "orchestral", "calm"}
	sections = []string{"intro", "verse", "build", "drop", "chorus", "bridge", "solo", "break", "outro"}
	colours  = []string{"triad", "power", "sus", "add9", "6", "7", "9", "13", "quartal"}
	voicings = []string{"close", "open", "drop2", "rootless", "power", "spread", "quartal"}
	endings  = []string{"ritardando", "hit", "held", "stop"}
	cadences = []string{"full", "half", "plagal", "deceptive", "open"}
	scales   = []string{"mode", "pentatonic", "blues"}
)

func TestEveryFile(t *testing.T) {
	owners := map[string]string{}
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			check := checks{t}
			check.words(s, owners)
			check.numbers(s)
			check.harmony(s)
			check.families(s)
			check.forms(s)
			check.mix(s)
		})
	}
	if len(owners) == 0 {
		t.Fatal("no words ask for any style")
	}
}

type checks struct{ *testing.T }

func (t checks) words(s *Style, owners map[string]string) {
	if s.Label.English == "" || s.Label.Spanish == "" {
		t.Error("has no label in both languages")
	}
	oneOf(t, "family", s.Family, families)
	for _, phrase := range slices.Concat(s.Words, s.Hints) {
		if !regexp.MustCompile(`^[a-z0-9&]+( [a-z0-9&]+)*$`).MatchString(phrase) {
			t.Errorf("the phrase %q is not of folded words", phrase)
		}
		if owner, taken := owners[phrase]; taken {
			t.Errorf("the phrase %q already asks for %s", phrase, owner)
		}
		owners[phrase] = s.Name
	}
}

func (t checks) numbers(s *Style) {
	t.within("tempo", s.Tempo.Low, 40, s.Tempo.Typical)
	t.within("tempo", s.Tempo.High, s.Tempo.Typical, 220)
	t.within("beats", float64(s.Beats), 3, 4)
	t.within("swing", s.Swing, 0.5, 0.75)
	oneOf(t, "grid", s.Grid, []int{8, 12, 16})
	if s.Grid%s.Beats != 0 {
		t.Errorf("a grid of %d does not fit %d beats", s.Grid, s.Beats)
	}
	t.within("energy", s.Energy, 0, 1)
	t.within("fills", float64(s.Fills), 0, 32)
	t.within("keyChange", s.KeyChange, 0, 1)
	m := s.Melody
	t.within("melody.low", float64(m.Low), 40, float64(m.High)-12)
	t.within("melody.high", float64(m.High), 0, 100)
	t.within("melody.density", m.Density, 0.5, 12)
	t.within("melody.leaps", m.Leaps, 0, 1)
	t.within("melody.rests", m.Rests, 0, 0.9)
	t.within("melody.motif", float64(m.Motif), 1, 2)
	oneOf(t, "melody.scale", m.Scale, scales)
	t.within("human.timing", s.Human.Timing, 0, 20)
	t.within("human.velocity", s.Human.Velocity, 0, 0.3)
	t.within("human.strum", s.Human.Strum, 0, 40)
	for role, push := range s.Human.Push {
		oneOf(t, "human.push", role, score.Roles)
		t.within("human.push", push, -30, 30)
	}
}

func (t checks) harmony(s *Style) {
	t.choices("modes", s.Modes, nil)
	for _, mode := range s.Modes {
		if !(score.Key{Mode: score.Mode(mode.Value)}).Valid() {
			t.Errorf("has no mode %q", mode.Value)
		}
	}
	t.choices("colours", s.Colours, colours)
	t.choices("ending", s.Ending, endings)
	oneOf(t, "voicing", s.Voicing, voicings)
	if len(s.Progressions) < 6 {
		t.Errorf("has %d progressions; 6 are the least", len(s.Progressions))
	}
	seen := map[string]bool{}
	for _, p := range s.Progressions {
		where := fmt.Sprintf("progression %q", p.Chords)
		if key := fmt.Sprint(p.Modes, p.For, p.Chords); seen[key] {
			t.Errorf("%s occurs twice", where)
		} else {
			seen[key] = true
		}
		for bar := range strings.SplitSeq(p.Chords, "|") {
			chords := strings.Fields(bar)
			t.within(where, float64(len(chords)), 1, float64(s.Beats))
			for _, c := range chords {
				if !chord.MatchString(c) {
					t.Errorf("%s: %q is no chord", where, c)
				}
			}
		}
		if minorFourth := regexp.MustCompile(`(^| )iv\d*( |$)`); slices.Contains(p.Modes, string(score.Dorian)) && minorFourth.MatchString(p.Chords) {
			t.Errorf("%s has a minor fourth degree, which is not Dorian", where)
		}
		for _, mode := range p.Modes {
			if !slices.ContainsFunc(s.Modes, func(m Weighted) bool { return m.Value == mode }) {
				t.Errorf("%s is for %s, which the style does not use", where, mode)
			}
		}
		for _, section := range p.For {
			oneOf(t, where, section, sections)
		}
		oneOf(t, where, p.Ends, cadences)
		t.within(where, p.Weight, 0.1, 10)
	}
}

func (t checks) families(s *Style) {
	for role, instruments := range s.Instruments {
		oneOf(t, "instruments", role, score.Roles)
		t.choices("instruments of "+string(role), instruments, nil)
		for _, choice := range instruments {
			i, known := instrument.Named(choice.Value)
			if !known {
				t.Errorf("has no instrument %q", choice.Value)
			}
			wants := map[score.Role]instrument.Kind{
				score.Drums: instrument.Kit, score.Percussion: instrument.Kit,
				score.Texture: instrument.Texture, score.Effects: instrument.Effects,
			}
			if want, strict := wants[role]; strict && i.Kind != want || !strict && slices.Contains(
				[]instrument.Kind{instrument.Kit, instrument.Texture, instrument.Effects}, i.Kind) {
				t.Errorf("%s cannot play the %s", choice.Value, role)
			}
			if role == score.Lead && (i.Low > s.Melody.Low+5 || i.High < s.Melody.High-5) {
				t.Errorf("the melody (%d to %d) does not fit the %s (%d to %d)", s.Melody.Low, s.Melody.High, i.Name, i.Low, i.High)
			}
		}
	}
	patterns := map[score.Role]Choices{
		score.Drums: s.Drums, score.Percussion: s.Percussion, score.Bass: s.Bass, score.Comp: s.Comp, score.Arp: s.Arp,
	}
	for role, choices := range patterns {
		if _, plays := s.Instruments[role]; plays != (len(choices) > 0) {
			t.Errorf("%s has instruments without patterns, or patterns without instruments", role)
		}
		if len(choices) > 0 {
			t.choices(string(role), choices, nil)
		}
	}
}

func (t checks) forms(s *Style) {
	if len(s.Forms) < 2 {
		t.Errorf("has %d forms; 2 are the least", len(s.Forms))
	}
	for i, form := range s.Forms {
		where := fmt.Sprintf("form %d", i)
		t.within(where, form.Weight, 0.1, 10)
		t.within(where, float64(len(form.Sections)), 3, 16)
		climaxes, top := 0, 0.0
		for _, section := range form.Sections {
			oneOf(t, where, section.Name, sections)
			t.within(where, section.Energy, 0.05, 1)
			t.within(where, float64(section.Bars), 2, 32)
			if section.Energy > top {
				climaxes, top = 0, section.Energy
			}
			if section.Energy == top {
				climaxes++
			}
			if len(section.Roles) == 0 {
				t.Errorf("%s: nobody plays the %s", where, section.Name)
			}
			for _, role := range section.Roles {
				if len(s.Instruments[role]) == 0 {
					t.Errorf("%s: the %s of the %s have no instrument", where, role, section.Name)
				}
			}
			for _, mode := range s.Modes {
				if !slices.ContainsFunc(s.Progressions, func(p Progression) bool {
					return (len(p.For) == 0 || slices.Contains(p.For, section.Name)) &&
						(len(p.Modes) == 0 || slices.Contains(p.Modes, mode.Value))
				}) {
					t.Errorf("%s: the %s has no progression in %s", where, section.Name, mode.Value)
				}
			}
		}
		if climaxes != 1 {
			t.Errorf("%s has %d climaxes", where, climaxes)
		}
	}
}

func (t checks) mix(s *Style) {
	m := s.Mix
	for name, levels := range map[string]struct {
		of        map[score.Role]float64
		low, high float64
	}{"mix.levels": {m.Levels, -9, 6}, "mix.reverb": {m.Reverb, 0, 1}, "mix.delay": {m.Delay, 0, 1}} {
		for role, level := range levels.of {
			t.within(name, level, levels.low, levels.high)
			if _, plays := s.Instruments[role]; !plays {
				t.Errorf("%s names %s, which the style does not have", name, role)
			}
		}
	}
	t.within("mix.room", m.Room, 0.2, 8)
	oneOf(t, "mix.delayBeats", m.DelayBeats, []float64{0.25, 0.5, 0.75, 1, 1.5})
	t.within("mix.sidechain", m.Sidechain, 0, 10)
	t.within("mix.drive", m.Drive, 0, 0.6)
	t.within("mix.width", m.Width, 0.5, 1.6)
	t.within("mix.tilt", m.Tilt, -1.5, 1)
	t.within("mix.sub", m.Sub, -6, 6)
	if m.Lowpass != 0 {
		t.within("mix.lowpass", m.Lowpass, 2000, 18000)
	}
	oneOf(t, "mix.loudness", m.Loudness, []float64{-14, -16})
}

func (t checks) within(where string, v, low, high float64) {
	t.Helper()
	if !(v >= low && v <= high) {
		t.Errorf("%s: %v is not from %v to %v", where, v, low, high)
	}
}

func oneOf[T comparable](t checks, where string, v T, list []T) {
	t.Helper()
	if !slices.Contains(list, v) {
		t.Errorf("%s: %v is none of %v", where, v, list)
	}
}

func (t checks) choices(where string, choices Choices, known []string) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range choices {
		if seen[c.Value] {
			t.Errorf("%s: %s occurs twice", where, c.Value)
		}
		seen[c.Value] = true
		t.within(where, c.Weight, 0.1, 10)
		if known != nil {
			oneOf(t, where, c.Value, known)
		}
	}
	if len(seen) == 0 {
		t.Errorf("%s: nothing to choose from", where)
	}
}

func TestFilesRefuseWhatStylesDoNotHave(t *testing.T) {
	for text, want := range map[string]string{
		`{"tempi": {}}`:             "unknown field",
		`{"modes": ["minor"]}`:      "an object from values to weights",
		`{"modes": {"minor": "a"}}`: "the weight of minor",
		`{"beats": 3.5}`:            "cannot unmarshal",
	} {
		if _, err := embedded.Parse[Style]([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
}

func TestNamed(t *testing.T) {
	if s := Named("techno"); s == nil || s.Label.English != "Techno" {
		t.Errorf("Named(techno) = %v", s)
	}
	if s := Named("no such style"); s != nil {
		t.Errorf("Named(no such style) = %v", s)
	}
	names := map[string]bool{}
	for _, s := range All() {
		names[s.Name] = true
	}
	if len(names) != len(All()) || len(names) < 32 {
		t.Errorf("%d styles: %v", len(names), slices.Sorted(maps.Keys(names)))
	}
}

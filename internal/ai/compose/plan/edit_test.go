package plan

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
)

// countOf returns how many sections of a name a plan has.
func countOf(p Plan, name string) int {
	n := 0
	for _, s := range p.Sections {
		if s.Name == name {
			n++
		}
	}
	return n
}

func TestFollowUpsChangeWhatTheySay(t *testing.T) {
	pop := Make(prompt.Read("sad pop in D minor at 100 bpm with piano, drums and bass, 3 minutes"), 3)
	slower := func(p Plan) bool { return p.BPM < pop.BPM }
	faster := func(p Plan) bool { return p.BPM > pop.BPM }
	happier := func(p Plan) bool { return !slices.Contains(p.Moods, "sad") && p.Energy > pop.Energy }
	calmer := func(p Plan) bool { return p.Energy < pop.Energy && !slices.Contains(p.Moods, "energetic") }
	introWithoutDrums := func(p Plan) bool {
		for _, s := range p.Sections {
			drums := slices.Contains(s.Roles, score.Drums)
			if s.Name == "intro" && drums || s.Name == "chorus" && !drums {
				return false
			}
		}
		return p.Instruments[score.Drums] == pop.Instruments[score.Drums]
	}
	bpm := func(want float64) func(Plan) bool { return func(p Plan) bool { return p.BPM == want } }
	level := func(role score.Role, want float64) func(Plan) bool {
		return func(p Plan) bool { return p.Levels[role] == want }
	}
	take := func(roles ...score.Role) func(Plan) bool {
		return func(p Plan) bool {
			for _, role := range roles {
				if p.Takes[role] != 1 {
					return false
				}
			}
			return len(p.Takes) == len(roles) && p.BPM == pop.BPM
		}
	}
	by := func(seconds float64) func(Plan) bool {
		return func(p Plan) bool { return math.Abs(p.Length-pop.Length-seconds) <= pop.bar() }
	}
	violin := func(p Plan) bool {
		return p.Instruments[score.Lead] == "violin" && p.Instruments[score.Comp] == pop.Instruments[score.Comp]
	}
	chorus := func(p Plan) bool {
		return countOf(p, "chorus") == countOf(pop, "chorus")+1 && p.Length > pop.Length
	}
	for _, test := range []struct {
		texts []string
		holds func(Plan) bool
	}{
		{[]string{"not so fast", "no tan rápido", "too fast", "demasiado rápido", "it's way too fast", "va muy rápido"}, slower},
		{[]string{"too slow", "demasiado lento", "not so slow", "no tan lenta"}, faster},
		{[]string{"less sad", "menos triste", "not sad", "demasiado triste", "happier", "más alegre"}, happier},
		{[]string{"not so energetic", "no tan enérgica", "less energetic", "menos enérgica"}, calmer},
		{[]string{"without drums in the intro", "no drums in the intro", "sin batería en la intro", "quita la batería de la intro"}, introWithoutDrums},
		{[]string{"add a second chorus", "añade otro estribillo", "add another chorus", "añade un segundo estribillo"}, chorus},
		{[]string{"twice as fast", "el doble de rápido", "double the tempo"}, bpm(200)},
		{[]string{"half the tempo", "la mitad de tempo", "half as fast", "a la mitad de velocidad"}, bpm(50)},
		{[]string{"change the melody", "keep everything but change the melody", "otra melodía", "cambia la melodía", "a new melody"}, take(score.Lead)},
		{[]string{"new chords", "cambia los acordes", "nuevos acordes", "different chords"}, take(score.Comp)},
		{[]string{"change the melody and the drums", "cambia la melodía y la batería"}, take(score.Lead, score.Drums)},
		{[]string{"play the melody on violin", "the melody on a violin", "toca la melodía con violín", "la melodía con el violín, toca la melodía en el violín"}, violin},
		{[]string{"too much bass", "bass too loud", "turn the bass down", "demasiado bajo", "el bajo está muy alto"}, level(score.Bass, -levelStep)},
		{[]string{"la batería está muy alta", "the drums are too loud", "turn down the drums"}, level(score.Drums, -levelStep)},
		{[]string{"turn the drums up", "la batería está demasiado baja", "drums too quiet"}, level(score.Drums, levelStep)},
		{[]string{"extend it by 30 seconds", "alárgala 30 segundos", "30 seconds longer", "30 segundos más", "add 30 seconds"}, by(30)},
		{[]string{
			"I don't like the melody", "I really don't like this melody", "no me gusta la melodía", "the melody is boring", "la melodía es muy aburrida", "I hate the melody",
			"no me gusta nada la melodía", "the melody sounds awful",
		}, take(score.Lead)},
		{[]string{"I don't like the chords", "no me gustan los acordes", "the chords are too dull"}, take(score.Comp)},
		{[]string{"I hate the drums", "no me gusta la batería"}, take(score.Drums)},
		{[]string{
			"bring down the piano", "bájale al piano",
		}, level(score.Comp, -levelStep)},
		{[]string{"raise the piano", "súbele el volumen al piano"}, level(score.Comp, levelStep)},
		{[]string{
			"piano down a bit", "the piano down a bit", "piano a little down", "baja un poco el piano", "lower the piano a bit", "el piano un poco más bajo",
		}, level(score.Comp, -levelStep/2.0)},
		{[]string{"piano up a bit", "sube un poco el piano"}, level(score.Comp, levelStep/2.0)},
		{[]string{"sube el bajo", "bass up", "more bass in the chorus", "más bajo en el estribillo"}, level(score.Bass, levelStep)},
		{[]string{
			"twice as long", "make it twice as long", "double the length", "el doble de larga", "que dure el doble", "duplica la duración", "el doble de duración",
		}, by(pop.Length)},
		{[]string{"half as long", "half the length", "la mitad de larga", "que dure la mitad", "la mitad de duración"}, by(-pop.Length / 2)},
		{[]string{"shorten it by 30 seconds", "acórtala 30 segundos"}, by(-30)},
	} {
		for _, text := range test.texts {
			changed, changes := Edit(pop, text)
			if len(changes) == 0 || !test.holds(changed) {
				t.Errorf("%q: %v, doubts %v", text, changes, changed.Doubts)
			}
			if changed.Style != pop.Style || changed.Key != pop.Key || changed.Seed != pop.Seed || changed.Title != pop.Title {
				t.Errorf("%q makes another piece: %s in %s", text, changed.Style, changed.Key)
			}
			if err := changed.Valid(); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

// TestFollowUpsSayWhatTheyDoOtherwise asks for what is so already, or what the composer does
// in another way.
func TestFollowUpsSayWhatTheyDoOtherwise(t *testing.T) {
	pop := Make(prompt.Read("sad pop in D minor at 100 bpm with piano, drums and bass, 3 minutes"), 3)
	for text, want := range map[string]string{
		"change the key to D":               "[{key D already}]",
		"change the key to D minor":         "[{key D minor already}]",
		"cambia la tonalidad a re menor":    "[{key re menor already}]",
		"make it 100 bpm":                   "[{tempo 100 bpm already}]",
		"add drums":                         "[{instrument drums already}]",
		"con piano y batería":               "[{instrument piano already} {instrument batería already}]",
		"sin lluvia":                        "[{without sin lluvia already}]",
		"no violin":                         "[{without no violin already}]",
		"cambia la trompeta por una flauta": "[{instrument cambia la trompeta por una flauta ignored}]",
		"más trompeta":                      "[{instrument más trompeta ignored}]",
		"pop":                               "[{style pop already}]",
		"more bass in the chorus":           "[{section more bass in the chorus whole}]",
		"menos batería en la intro":         "[{section menos batería en la intro whole}]",
		"turn the drums up in the bridge":   "[{section drums up in the bridge whole}]",
		"more bass, and another chorus":     "[]",
		"change the key to E":               "[]",
		"more bass, without piano at last":  "[]",
	} {
		if changed, _ := Edit(pop, text); fmt.Sprint(changed.Doubts) != want {
			t.Errorf("%q has doubts %v, want %s", text, changed.Doubts, want)
		}
	}
	long, _ := Edit(pop, "twice as long")
	if long, _ = Edit(long, "el doble de larga"); long.Length > MaxLength || fmt.Sprint(long.Doubts) != "[{length el doble de larga clamped}]" {
		t.Errorf("%v s, doubts %v", long.Length, long.Doubts)
	}
}

// TestAMoodGoesFurther asks for the mood of a piece again, until there is no more of it.
func TestAMoodGoesFurther(t *testing.T) {
	p := Make(prompt.Read("pop song with piano and drums"), 3)
	for step := range 3 {
		next, changes := Edit(p, "make it sadder")
		if len(changes) != 1 || next.Energy >= p.Energy || next.Style != p.Style || next.Key != p.Key {
			t.Errorf("step %d: %v, energy %v after %v", step, changes, next.Energy, p.Energy)
		}
		p = next
	}
	for range 30 {
		p, _ = Edit(p, "hazla más triste")
	}
	if last, changes := Edit(p, "make it sadder"); len(changes) > 0 || fmt.Sprint(last.Doubts) != "[{mood sadder already}]" {
		t.Errorf("%v, doubts %v", changes, last.Doubts)
	}
}

func TestABitLongerIsNotHalfAsLongAgain(t *testing.T) {
	pop := Make(prompt.Read("pop, 3 minutes, 100 bpm"), 3)
	for text, want := range map[string]float64{
		"un poco más corta": 1 / 1.15, "a bit shorter": 1 / 1.15, "make it a little shorter": 1 / 1.15, "slightly shorter": 1 / 1.15, "shorten it a bit": 1 / 1.15,
		"a little longer": 1.15, "un poco más larga": 1.15, "alárgala un poco": 1.15, "longer": 1.5, "más corta": 1 / 1.5,
	} {
		if p, _ := Edit(pop, text); math.Abs(p.Length-pop.Length*want) > pop.bar() {
			t.Errorf("%q: %v s after %v", text, p.Length, pop.Length)
		}
	}
}

func TestASoloIsAdded(t *testing.T) {
	p := Make(prompt.Read("jazz with saxophone"), 3)
	next, changes := Edit(p, "add a saxophone solo")
	if countOf(next, "solo") != countOf(p, "solo")+1 || next.Instruments[score.Lead] != p.Instruments[score.Lead] {
		t.Errorf("%v: %v solos after %v", changes, countOf(next, "solo"), countOf(p, "solo"))
	}
}

func TestWhatShallStayStays(t *testing.T) {
	pop := Make(prompt.Read("sad pop in D minor at 100 bpm with piano, drums and bass"), 3)
	for text, want := range map[string]string{
		"don't remove the drums":       "[{without don't remove the drums kept}]",
		"no quites la batería":         "[{without no quites la batería kept}]",
		"don't make it slower":         "[{tempo don't make it slower kept}]",
		"without drums in the bridge2": "[]",
		"less techno":                  "[]",
	} {
		changed, changes := Edit(pop, text)
		if text == "without drums in the bridge2" { // no section
			if changed.Instruments[score.Drums] != "" {
				t.Errorf("%q keeps the drums", text)
			}
			continue
		}
		if len(changes) > 0 || fmt.Sprint(changed.Doubts) != want {
			t.Errorf("%q: %v, doubts %v, want %s", text, changes, changed.Doubts, want)
		}
	}
	changed, _ := Edit(pop, "twice as fast")
	changed, changes := Edit(changed, "twice as fast")
	if changed.BPM != maxBPM || fmt.Sprint(changed.Doubts) != "[{tempo twice as fast clamped}]" {
		t.Errorf("%v BPM, %v, doubts %v", changed.BPM, changes, changed.Doubts)
	}
}

func TestNoPieceIsShorterThanTheShortest(t *testing.T) {
	for _, wish := range []string{"5 seconds of techno", "waltz, 15 seconds", "techno at 133 bpm, 15 s"} {
		for seed := range uint64(20) {
			if p := Make(prompt.Read(wish), seed); p.Length < MinLength-0.05 {
				t.Errorf("%q, seed %d: %v s", wish, seed, p.Length)
			}
		}
	}
}

func TestThreeFourIsAWaltzWithoutAStyle(t *testing.T) {
	if p := Make(prompt.Read("something sad in 3/4"), 1); p.Beats != 3 || len(p.Doubts) > 0 {
		t.Errorf("%s in %d/4, doubts %v", p.Style, p.Beats, p.Doubts)
	}
}

// TestKindsOfMusicThatAreNoStyles asks for kinds that a style and something more stand for.
func TestKindsOfMusicThatAreNoStyles(t *testing.T) {
	for _, c := range []struct {
		text  string
		holds func(Plan) bool
	}{
		{"jazz waltz", func(p Plan) bool { return p.Style == "waltz" && p.Beats == 3 }},
		{"un vals de jazz", func(p Plan) bool { return p.Style == "waltz" && p.Beats == 3 }},
		{"cumbia", func(p Plan) bool { return p.Style == "salsa" && p.BPM >= 90 && p.BPM <= 100 }},
		{"cumbia at 110 bpm", func(p Plan) bool { return p.BPM == 110 }},
		{"salsa", func(p Plan) bool { return p.BPM > 150 }},
		{"tema de terror con órgano", func(p Plan) bool { return p.Style == "cinematic" && p.Key.Minorish() }},
		{"piano ballad", func(p Plan) bool {
			return p.Style == "pop" && p.BPM <= 100 && p.Instruments[score.Comp] == "grand-piano"
		}},
		{"canción de cuna", func(p Plan) bool { return p.Style == "new-age" && p.BPM <= 70 && p.Energy < 0.3 }},
	} {
		for seed := range uint64(8) {
			if p := Make(prompt.Read(c.text), seed); !c.holds(p) {
				t.Errorf("%q, seed %d: %s in %d/4 at %v BPM, %s, energy %v, %v", c.text, seed, p.Style, p.Beats, p.BPM, p.Key, p.Energy, p.Instruments)
			}
		}
	}
}

func TestNoPercussionIsNoKit(t *testing.T) {
	for _, wish := range []string{"techno sin percusión", "techno without any percussion"} {
		p := Make(prompt.Read(wish), 1)
		if p.Instruments[score.Drums] != "" || p.Instruments[score.Percussion] != "" {
			t.Errorf("%q: %v", wish, p.Instruments)
		}
	}
}

func TestSynthesizersAreExchanged(t *testing.T) {
	for seed := range uint64(10) {
		p := Make(prompt.Read("80s pop sin sintetizadores"), seed)
		for role, name := range p.Instruments {
			if isSynth(name) && len(p.Doubts) == 0 {
				t.Errorf("seed %d: %s plays %s, and nobody says so", seed, role, name)
			}
		}
	}
}

func TestAMelodyIsAddedOnTheInstrumentThatShallPlayIt(t *testing.T) {
	techno, _ := Edit(Make(prompt.Read("techno"), 1), "no melody")
	for _, text := range []string{"play the melody on violin", "toca la melodía con violín"} {
		if p, changes := Edit(techno, text); len(changes) != 1 || p.Instruments[score.Lead] != "violin" {
			t.Errorf("%q: %v, %v", text, changes, p.Instruments)
		}
	}
}

package plan

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
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

// TestSectionsThatPiecesLeaveOut are gone, and the others stay.
func TestSectionsThatPiecesLeaveOut(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 2 minutes"), 1)
	names := func(p Plan) (list []string) {
		for _, s := range p.Sections {
			list = append(list, s.Name)
		}
		return list
	}
	before := strings.Join(names(pop), " ")
	for text, want := range map[string]string{
		"remove the intro":         strings.Replace(before, "intro ", "", 1),
		"quita la intro":           strings.Replace(before, "intro ", "", 1),
		"no bridge and no outro":   strings.Replace(strings.Replace(before, "bridge ", "", 1), " outro", "", 1),
		"elimina el último coro":   strings.Replace(before, "bridge chorus", "bridge", 1),
		"remove the first chorus":  strings.Replace(before, "chorus bridge", "bridge", 1),
		"drop the drop":            before,
		"remove the fourth chorus": before,
	} {
		p, changes := Edit(pop, text)
		if got := strings.Join(names(p), " "); got != want || (len(changes) == 0) != (want == before) {
			t.Errorf("%q: %s, want %s; %v", text, got, want, changes)
		}
		if err := p.Valid(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if p, changes := Edit(pop, "no drop"); len(changes) > 0 || doubts(p) != "section no drop none" {
		t.Errorf("no drop: %v, %s", changes, doubts(p))
	}
	short := pop
	short.Sections = pop.Sections[:1]
	if p, changes := Edit(short, "sin intro"); len(changes) > 0 || doubts(p) != "section sin intro last" {
		t.Errorf("sin intro: %v, %s", changes, doubts(p))
	}
	short.Sections = []Section{pop.Sections[0], pop.Sections[1]}
	short.Sections[1].Bars = 2
	if p, _ := Edit(short, "no intro"); p.Length < MinLength-0.05 || len(p.Sections) != 1 {
		t.Errorf("%v s, %v", p.Length, names(p))
	}
	for _, text := range []string{"pop without an intro, 2 minutes", "pop sin intro, 2 minutos"} {
		for seed := range uint64(10) {
			if p := Make(prompt.Read(text), seed); slices.Contains(names(p), "intro") || p.Length < 110 {
				t.Errorf("%q with seed %d: %v, %v s", text, seed, names(p), p.Length)
			}
		}
	}
}

// TestKeysAndMetresThatAreNotWanted are not those of pieces.
func TestKeysAndMetresThatAreNotWanted(t *testing.T) {
	major := score.Key{Tonic: 0, Mode: score.Major}
	for seed := range uint64(40) {
		for _, text := range []string{"lo-fi in a key other than C major", "lo-fi en una tonalidad que no sea do mayor"} {
			if p := Make(prompt.Read(text), seed); p.Key == major {
				t.Errorf("%q with seed %d is in %s", text, seed, p.Key)
			}
		}
		if p := Make(prompt.Read("pop, not in a major key"), seed); p.Key.Mode == score.Major {
			t.Errorf("seed %d is in %s", seed, p.Key)
		}
		if p := Make(prompt.Read("something calm, not in 4/4"), seed); p.Beats != 3 || len(p.Doubts) > 0 {
			t.Errorf("seed %d is in %s", seed, p.metre())
		}
	}
	pop := Make(prompt.Read("pop in C major"), 1)
	for text, want := range map[string]string{"not in C major": "G major", "que no sea en do": "G major", "not in a major key": "C minor", "not in E minor": "C major"} {
		if p, changes := Edit(pop, text); p.Key.String() != want || (len(changes) == 1) != (want != "C major") {
			t.Errorf("%q: %s, %v, %v", text, p.Key, changes, p.Doubts)
		}
	}
	if p := Make(prompt.Read("pop not in 4/4"), 1); doubts(p) != "metre not in 4/4 ignored" {
		t.Errorf("doubts %s", doubts(p))
	}
}

// TestMoodsThatAreNotWanted move a piece the other way, and two opposite ones leave it where it is.
func TestMoodsThatAreNotWanted(t *testing.T) {
	usual := Make(prompt.Read("pop"), 1)
	if p := Make(prompt.Read("pop, neither sad nor happy"), 1); math.Abs(p.Energy-usual.Energy) > 0.02 || len(p.Moods) > 0 {
		t.Errorf("energy %v after %v, moods %v", p.Energy, usual.Energy, p.Moods)
	}
	minor := func(text string) (n int) {
		for seed := range uint64(60) {
			if Make(prompt.Read(text), seed).Key.Minorish() {
				n++
			}
		}
		return n
	}
	if not, plain := minor("pop, nada triste"), minor("pop"); not >= plain {
		t.Errorf("%d pieces that are not sad are minor, %d of all", not, plain)
	}
}

// TestJazzWithoutSwing is jazz in even eighths.
func TestJazzWithoutSwing(t *testing.T) {
	for _, text := range []string{"jazz but not swing", "jazz sin swing"} {
		if p := Make(prompt.Read(text), 1); p.Style != "jazz-swing" || p.Swing != 0.5 {
			t.Errorf("%q: %s with swing %v", text, p.Style, p.Swing)
		}
	}
	if p, changes := Edit(Make(prompt.Read("jazz"), 1), "no swing"); p.Style != "jazz-swing" || p.Swing != 0.5 || len(changes) != 1 {
		t.Errorf("%s with swing %v: %v", p.Style, p.Swing, changes)
	}
	for _, order := range []string{"jazz without swing", "hip hop sin swing"} {
		straight := Make(prompt.Read(order), 1)
		for _, text := range []string{"with swing", "swing it", "que tenga swing", "make it swing again"} {
			p, changes := Edit(straight, text)
			if usual := style.Named(straight.Style).Swing; p.Style != straight.Style || p.Seed != straight.Seed || p.Swing != usual || len(changes) != 1 || len(p.Doubts) > 0 {
				t.Errorf("%s, %q: %s with swing %v: %v, %v", order, text, p.Style, p.Swing, changes, p.Doubts)
			}
		}
	}
	if p := Make(prompt.Read("something without swing"), 1); p.Style == "jazz-swing" || p.Swing != 0.5 {
		t.Errorf("%s with swing %v", p.Style, p.Swing)
	}
}

// TestEndings ends pieces as they are asked for.
func TestEndings(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 2 minutes"), 1)
	for text, want := range map[string]string{
		"fade out": "fade", "que termine con un fundido": "fade", "abrupt ending": "stop", "final abrupto": "stop", "slow down at the end": "ritardando", "último acorde largo": "held",
	} {
		p, changes := Edit(pop, text)
		if p.Ending != want || len(changes) != 1 || p.BPM != pop.BPM || p.Valid() != nil {
			t.Errorf("%q: %s, %v", text, p.Ending, changes)
		}
		if again, changes := Edit(p, text); len(changes) > 0 || len(again.Doubts) != 1 || again.Doubts[0].Done != "already" {
			t.Errorf("%q again: %v, %v", text, changes, again.Doubts)
		}
	}
	faded, _ := Edit(pop, "fade out")
	if p, _ := Edit(faded, "no fade out"); p.Ending == "fade" {
		t.Error("the piece still fades out")
	}
	for _, text := range []string{"pop that fades out", "pop con final en fundido"} {
		if p := Make(prompt.Read(text), 1); p.Ending != "fade" {
			t.Errorf("%q: %s", text, p.Ending)
		}
	}
}

// TestOrderOfSections moves sections, and says why where it cannot.
func TestOrderOfSections(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 2 minutes"), 1)
	letters := func(p Plan) string {
		var b strings.Builder
		for _, s := range p.Sections {
			b.WriteString(s.Name[:2] + " ")
		}
		return b.String()
	}
	if before := letters(pop); before != "in ve so bu ch br ch ou " {
		t.Fatal(before)
	}
	for text, want := range map[string]string{
		"swap verse and chorus": "in ch so bu ve br ch ou ", "intercambia la estrofa y el estribillo": "in ch so bu ve br ch ou ",
		"swap the verse and the last chorus": "in ch so bu ch br ve ou ", "switch the bridge with the solo": "in ve br bu ch so ch ou ",
		"put the bridge before the chorus": "in ve so bu br ch ch ou ", "pon el puente antes del estribillo": "in ve so bu br ch ch ou ",
		"move the solo after the last chorus": "in ve bu ch br ch so ou ", "el solo después del último estribillo": "in ve bu ch br ch so ou ",
		"start with the chorus": "ch ve so bu br ch ou ", "empieza con el estribillo": "ch ve so bu br ch ou ", "the bridge at the beginning": "br ve so bu ch ch ou ",
		"end with the chorus": "in ve so bu ch br ch ", "que termine con el puente": "in ve so bu ch ch br ", "move the bridge to the end": "in ve so bu ch ch br ",
		"mueve el puente al final": "in ve so bu ch ch br ",
	} {
		p, changes := Edit(pop, text)
		if letters(p) != want || len(changes) != 1 || len(p.Doubts) > 0 || p.Valid() != nil {
			t.Errorf("%q: %s, want %s; %v, %v", text, letters(p), want, changes, p.Doubts)
		}
	}
	for text, want := range map[string]string{
		"swap verse and drop": "section swap verse and drop missing", "start with the intro": "section start with the intro already", "end with the drop": "section end with the drop missing",
	} {
		if p, changes := Edit(pop, text); doubts(p) != want || len(changes) > 0 {
			t.Errorf("%q: %s, want %s", text, doubts(p), want)
		}
	}
	raised := pop.clone()
	raised.Sections[6].Shift = 2
	if p, _ := Edit(raised, "swap the verse and the last chorus"); p.Sections[1].Shift != 0 || p.Sections[6].Shift != 2 {
		t.Errorf("keys %v", p.Sections)
	}
	for _, text := range []string{"pop that starts with the chorus", "pop que empiece con el estribillo"} {
		if p := Make(prompt.Read(text), 1); p.Style != "pop" || p.Sections[0].Name != "chorus" {
			t.Errorf("%q: %s, %s", text, p.Style, letters(p))
		}
	}
}

// TestDecades writes the piece that is there in the style of a decade, as it does in a style.
func TestDecades(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 2 minutes"), 1)
	for text, want := range map[string]string{
		"more like the 80s": "synthwave", "más ochentero": "synthwave", "make it more 80s": "synthwave", "hazla más de los 70": "disco", "more like jazz": "jazz-swing", "less 80s": "pop",
	} {
		p, changes := Edit(pop, text)
		if p.Style != want || p.Key != pop.Key || p.Title != pop.Title || p.Seed != pop.Seed || math.Abs(p.Length-pop.Length) > 4 || (len(changes) == 0) != (want == "pop") {
			t.Errorf("%q: %s in %s, %v s; %v", text, p.Style, p.Key, p.Length, changes)
		}
		if want == "pop" {
			continue
		}
		if again, changes := Edit(p, text); len(changes) > 0 || len(again.Doubts) != 1 || again.Doubts[0].Done != "already" {
			t.Errorf("%q again: %v, %v", text, changes, again.Doubts)
		}
	}
	if p, _ := Edit(pop, "drums like in the 80s"); p.Style != "pop" {
		t.Errorf("drums make the piece %s", p.Style)
	}
	wave := Make(prompt.Read("synthwave"), 1)
	if p, changes := Edit(wave, "menos ochentero"); p.Style == "synthwave" || len(changes) == 0 {
		t.Errorf("menos ochentero: %s, %v", p.Style, changes)
	}
}

// TestBarsOfThePiece counts the length in bars, at the tempo that the piece has.
func TestBarsOfThePiece(t *testing.T) {
	for text, want := range map[string]int{
		"16 bars of blues": 16, "blues de 16 compases": 16, "salsa, 32 compases": 32, "a 24-bar waltz": 24,
	} {
		if p := Make(prompt.Read(text), 1); p.bars() != want || len(p.Doubts) > 0 {
			t.Errorf("%q: %d bars, %v", text, p.bars(), p.Doubts)
		}
	}
	if p := Make(prompt.Read("8 bars of techno"), 1); doubts(p) != "length 8 bars clamped" || p.Length < MinLength {
		t.Errorf("%v s, %s", p.Length, doubts(p))
	}
	pop := Make(prompt.Read("pop song in D major, 2 minutes"), 1)
	for _, text := range []string{"remove the last 4 bars", "un redoble cada 4 compases", "drums come in after 8 bars"} {
		if p, changes := Edit(pop, text); p.bars() != pop.bars() || len(changes) > 0 {
			t.Errorf("%q: %d bars, want %d; %v", text, p.bars(), pop.bars(), changes)
		}
	}
	for text, want := range map[string]int{"32 bars": 32, "8 bars longer": pop.bars() + 8, "añade 8 compases": pop.bars() + 8, "4 compases menos": pop.bars() - 4} {
		if p, changes := Edit(pop, text); p.bars() != want || len(changes) != 1 {
			t.Errorf("%q: %d bars, want %d; %v", text, p.bars(), want, changes)
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

// TestLengthOfOneSection changes nothing if the piece has no such section, and else that section
// alone.
func TestLengthOfOneSection(t *testing.T) {
	pop := Make(prompt.Read("pop song in D major with piano, bass and drums, 60 seconds"), 1)
	roles := []score.Role{score.Drums, score.Bass, score.Comp}
	pop.Sections = []Section{{"verse", "A", 8, 0.5, roles, 0, 0}, {"chorus", "B", 4, 0.7, roles, 0, 0}, {"bridge", "C", 4, 0.5, roles, 0, 0}, {"chorus", "B", 8, 0.8, roles, 1, 0}}
	for text, want := range map[string]string{
		"make the intro longer": "section intro longer missing", "a longer intro": "section longer intro missing", "una intro más larga": "section intro más larga missing",
		"extend the intro by 10 seconds": "section extend the intro missing", "alarga la intro": "section alarga la intro missing",
		"make the intro twice as long": "section intro twice as long missing", "a 10 second intro": "section 10 second intro missing",
		"make the chorus 200 bars long, and slower": "length chorus 200 bars section", "make the verse 8 bars": "length verse 8 bars already",
	} {
		if p, _ := Edit(pop, text); doubts(p) != want || p.bars() != pop.bars() {
			t.Errorf("%q: %s, want %s; %d bars", text, doubts(p), want, p.bars())
		}
	}
	for text, want := range map[string][4]int{
		"make the chorus longer": {8, 8, 4, 12}, "alarga el estribillo": {8, 8, 4, 12}, "a longer bridge": {8, 4, 8, 8}, "un puente más largo": {8, 4, 8, 8},
		"make the second chorus longer": {8, 4, 4, 12}, "alarga el último estribillo": {8, 4, 4, 12}, "the chorus a bit longer": {8, 6, 4, 10},
		"acorta la estrofa": {4, 4, 4, 8}, "a shorter bridge": {8, 4, 2, 8}, "a short verse": {4, 4, 4, 8}, "haz más corta la estrofa": {4, 4, 4, 8}, "la estrofa es demasiado larga": {4, 4, 4, 8}, "cut the verse in half": {4, 4, 4, 8}, "double the bridge": {8, 4, 8, 8}, "una estrofa corta": {4, 4, 4, 8},
		"make the bridge twice as long": {8, 4, 8, 8}, "haz el puente el doble de largo": {8, 4, 8, 8}, "make the verse half as long": {4, 4, 4, 8},
		"make the bridge 12 bars long": {8, 4, 12, 8}, "un puente de 12 compases": {8, 4, 12, 8}, "make the verse 4 bars longer": {12, 4, 4, 8}, "alarga la estrofa 4 compases": {12, 4, 4, 8},
		"the second chorus 4 bars": {8, 4, 4, 4}, "add 4 bars to the bridge": {8, 4, 8, 8}, "añade 4 compases al puente": {8, 4, 8, 8}, "add 10 seconds to the bridge": {8, 4, 9, 8},
		"extend the bridge by 10 seconds": {8, 4, 9, 8}, "a bridge of 20 seconds": {8, 4, 9, 8}, "un puente de 20 segundos": {8, 4, 9, 8},
	} {
		p, changes := Edit(pop, text)
		got := [4]int{p.Sections[0].Bars, p.Sections[1].Bars, p.Sections[2].Bars, p.Sections[3].Bars}
		if got != want || len(changes) == 0 || len(p.Doubts) > 0 || p.BPM != pop.BPM || p.Valid() != nil {
			t.Errorf("%q: %v, want %v; %v, %v", text, got, want, changes, p.Doubts)
		}
	}
	if p := Make(prompt.Read("pop with a 20 second intro, 2 minutes"), 1); p.Sections[0].Name != "intro" || p.Sections[0].Bars != 9 || p.Length < 110 {
		t.Errorf("%v, %v s", p.Sections[0], p.Length)
	}
	if p, changes := Edit(pop, "longer"); len(changes) == 0 || len(p.Doubts) > 0 {
		t.Errorf("longer: %v, %v", changes, p.Doubts)
	}
}

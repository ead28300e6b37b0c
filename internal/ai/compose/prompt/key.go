package prompt

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sonora/internal/ai/compose/score"
)

var (
	letters = map[string]string{
		"c": "C", "d": "D", "e": "E", "f": "F", "g": "G", "a": "A", "b": "B", "h": "B",
		"do": "C", "re": "D", "mi": "E", "fa": "F", "sol": "G", "la": "A", "si": "B",
	}
	pitches    = map[string]int{"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
	sharps     = map[string]bool{"#": true, "sharp": true, "sostenido": true}
	flats      = map[string]bool{"b": true, "flat": true, "bemol": true}
	beforeKey  = map[string]bool{"in": true, "en": true, "key": true, "tonalidad": true, "to": true}
	shortMinor = regexp.MustCompile(`^[A-H][#♯b♭]?m(in)?$`)
	notPitches = map[string]bool{"a": true, "e": true, "la": true, "mi": true, "si": true, "do": true, "re": true, "sol": true, "fa": true}
	modes      = map[string]score.Mode{
		"minor": score.Minor, "min": score.Minor, "menor": score.Minor, "major": score.Major, "maj": score.Major, "mayor": score.Major,
		"dorian": score.Dorian, "dorico": score.Dorian, "dorica": score.Dorian, "phrygian": score.Phrygian, "frigio": score.Phrygian,
		"frigia": score.Phrygian, "lydian": score.Lydian, "lidio": score.Lydian, "lidia": score.Lydian, "mixolydian": score.Mixolydian,
		"mixolidio": score.Mixolydian, "mixolidia": score.Mixolydian, "aeolian": score.Minor, "eolio": score.Minor, "ionian": score.Major,
		"harmonic minor": score.Harmonic, "menor armonica": score.Harmonic, "menor armonico": score.Harmonic,
		"phrygian dominant": score.Dominant, "frigio dominante": score.Dominant, "frigia dominante": score.Dominant,
	}
)

// modeAt returns the mode at a token and how many tokens it takes.
func (r *reader) modeAt(i int) (score.Mode, int) {
	if mode, ok := modes[r.text(i)+" "+r.text(i+1)]; ok {
		return mode, 2
	}
	if mode, ok := modes[r.text(i)]; ok {
		return mode, 1
	}
	return "", 0
}

// pitch returns the name of the note at a token, such as "F#", and how many tokens it takes.
func (r *reader) pitch(i int) (string, int) {
	text, accidental := r.text(i), ""
	if letters[text] == "" && len(text) > 1 && (strings.HasSuffix(text, "#") || strings.HasSuffix(text, "b")) {
		text, accidental = text[:len(text)-1], text[len(text)-1:]
	}
	letter := letters[text]
	if letter == "" {
		return "", 0
	}
	n := 1
	if next := r.text(i + 1); accidental == "" && (sharps[next] || flats[next]) && !r.tokens[i+1].comma {
		n = 2
		accidental = "#"
		if flats[next] {
			accidental = "b"
		}
	}
	return letter + accidental, n
}

// key reads "in D minor", "re menor", "Fa# mayor", "in A", "Dm".
func (r *reader) key(i int) (int, func()) {
	said := beforeKey[r.text(i-1)] || (r.text(i-1) == "of" || r.text(i-1) == "de") && beforeKey[r.text(i-2)]
	return r.keyAt(i, said)
}

// keyAt reads the key at a token. said is whether the words before announce one.
func (r *reader) keyAt(i int, said bool) (int, func()) {
	if i >= len(r.tokens) {
		return 0, nil
	}
	if original := r.tokens[i].original; (said || r.shortKey(i)) && shortMinor.MatchString(original) {
		name, _, _ := strings.Cut(original, "m")
		tonic := strings.NewReplacer("♯", "#", "♭", "b", "H", "B").Replace(name)
		return 1, r.noteKey(tonic, score.Minor, i, i+1)
	}
	tonic, n := r.pitch(i)
	if n == 0 {
		return 0, nil
	}
	mode, m := r.modeAt(i + n)
	if n == 1 && m > 0 && r.isArticle(i, i+n+m, mode) {
		return 0, nil
	}
	if m == 0 && (!said || !r.bareNote(i, n)) {
		return 0, nil
	}
	return n + m, r.noteKey(tonic, mode, i, i+n+m)
}

// isArticle reports whether the "a" at a token is no note: "in a minor key", "a dorian waltz". The
// mode after it ends at another token.
func (r *reader) isArticle(i, end int, mode score.Mode) bool {
	if r.tokens[i].original != "a" {
		return false
	}
	switch r.text(end) {
	case "key", "mood", "mode", "tune", "song":
		return true
	case "", "in", "with", "at", "and", "en", "con":
		return false
	}
	common := mode == score.Minor || mode == score.Major
	return !common && !beforeKey[r.text(i-1)] && !r.tokens[end].comma
}

// shortKey reports whether a word such as "Am" is a key without more, which it is not in "Am I".
func (r *reader) shortKey(i int) bool {
	next := r.text(i + 1)
	return r.tokens[i].original != "Am" || next != "i" && next != "not" && next != "a" && next != "the" && r.text(i-1) != "i"
}

// bareNote reports whether a note without a mode is meant as one: "in A", but not
// "in a dream" or "en la noche".
func (r *reader) bareNote(i, n int) bool {
	ends := i+n == len(r.tokens) || r.tokens[i+n].comma
	upper := unicode.IsUpper([]rune(r.tokens[i].original)[0])
	return ends || n == 2 || !notPitches[r.text(i)] || upper && len(r.text(i)) == 1
}

// mode reads a mode without a tonic before it: "in a minor key", "modo dorico". A note may follow:
// "lydian F", "the dorian mode of D".
func (r *reader) mode(i int) (int, func()) {
	mode, n := r.modeAt(i)
	if n == 0 || r.text(i) == "min" || r.text(i) == "maj" {
		return 0, nil
	}
	if tonic, end := r.tonicAfter(i + n); end > 0 {
		return end - i, r.noteKey(tonic, mode, i, end)
	}
	if r.text(i+n) == "keys" { // no piano
		n++
	}
	return n, r.noteKey("", mode, i, i+n)
}

var (
	modeWords  = wordSet("mode", "scale", "key", "modo", "escala")
	beforeNote = wordSet("of", "on", "in", "de", "en")
)

// tonicAfter returns the note that the mode before a token is of, and the token after it: "F", "mode
// of D", "de mi".
func (r *reader) tonicAfter(i int) (tonic string, end int) {
	at := i
	if modeWords[r.text(at)] {
		at++
	}
	said := beforeNote[r.text(at)]
	if said {
		at++
	}
	tonic, n := r.pitch(at)
	if n == 0 || r.apart(i, at) || !r.bareNote(at, n) {
		return "", 0
	}
	if _, more := r.modeAt(at + n); more > 0 {
		return "", 0
	}
	if first := []rune(r.tokens[at].original)[0]; !said && n == 1 && !unicode.IsUpper(first) {
		return "", 0
	}
	return tonic, at + n
}

// germanB is the German name of the note B, with what may be written together with it.
var germanB = regexp.MustCompile(`^h[#b]?(m|min)?$`)

func (r *reader) noteKey(tonic string, mode score.Mode, from, to int) func() {
	return func() {
		w := &r.wish
		if r.denied() {
			w.NotKeys = append(w.NotKeys, Tonality{tonic, mode})
			r.deny(strings.TrimSpace(tonic+" "+string(mode)), to)
			return
		}
		german := tonic != "" && slices.ContainsFunc(r.tokens[from:to], func(t token) bool { return germanB.MatchString(t.text) })
		if german && w.Tonic == "" {
			r.doubtful("key", from, to, "german")
		}
		if r.completesKey(tonic, mode, from) {
			tonic, mode = cmp.Or(tonic, w.Tonic), cmp.Or(mode, w.Mode)
			from = r.dropKey(from)
		} else if w.Tonic != "" || w.Mode != "" && tonic == "" {
			if tonic != w.Tonic || mode != w.Mode {
				r.doubt("key", from, to)
			}
			return
		}
		w.Tonic, w.Mode = tonic, mode
		r.reading("key", strings.TrimSpace(tonic+" "+string(mode)), from, to)
	}
}

// completesKey reports whether a note and a mode that are read apart are one key: "lydian ambient in
// F", "a tune in D, dorian". "Major" and "minor" mean other things too, far after a note.
func (r *reader) completesKey(tonic string, mode score.Mode, from int) bool {
	w := &r.wish
	if tonic != "" {
		return mode == "" && w.Tonic == "" && w.Mode != ""
	}
	common := mode == score.Minor || mode == score.Major
	beside := slices.ContainsFunc(r.read, func(p place) bool { return p.what == "key" && p.to == from })
	return w.Tonic != "" && w.Mode == "" && (!common || beside)
}

// dropKey takes back the reading of half a key, and returns the token at which both begin.
func (r *reader) dropKey(from int) int {
	r.wish.Readings = slices.DeleteFunc(r.wish.Readings, func(known Reading) bool { return known.What == "key" })
	for _, p := range r.read {
		if p.what == "key" {
			from = min(from, p.from)
		}
	}
	return from
}

// Pitch returns the pitch class of the wish's tonic, 0 to 11, and whether it has one.
func (w *Wish) Pitch() (int, bool) {
	if w.Tonic == "" {
		return 0, false
	}
	pitch := pitches[w.Tonic[:1]]
	switch w.Tonic[1:] {
	case "#":
		pitch++
	case "b":
		pitch += 11
	}
	return pitch % 12, true
}

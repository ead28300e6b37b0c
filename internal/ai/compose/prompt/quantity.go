package prompt

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sonora/internal/ai/compose/score"
)

// quantity reads the tempo, length, key or shift of the key at a token. It returns how many tokens that
// takes, 0 for none, and what makes it a wish.
func (r *reader) quantity(i int) (int, func()) {
	for _, try := range []func(int) (int, func()){r.metre, r.percent, r.tempo, r.length, r.transposition, r.key, r.mode} {
		if n, note := try(i); n > 0 {
			return n, note
		}
	}
	return 0, nil
}

// text returns the folded token at i, or nothing beyond the end.
func (r *reader) text(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return r.tokens[i].text
}

var numbers = map[string]float64{
	"zero": 0, "cero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "sixty": 60, "ninety": 90,
	"un": 1, "una": 1, "uno": 1, "a": 1, "an": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
	"ocho": 8, "nueve": 9, "diez": 10, "quince": 15, "veinte": 20, "treinta": 30, "cuarenta": 40, "sesenta": 60, "noventa": 90,
}

var withUnit = regexp.MustCompile(`^(\d{1,6}(?:[.,]\d{1,3})?)([a-z]*)$`)

// number returns the number at a token, the unit that is written with it, and whether
// it is written in digits.
func (r *reader) number(i int) (value float64, unit string, digits, ok bool) {
	if n, ok := numbers[r.text(i)]; ok {
		return n, "", false, true
	}
	parts := withUnit.FindStringSubmatch(r.text(i))
	if parts == nil {
		return 0, "", false, false
	}
	n, err := strconv.ParseFloat(strings.Replace(parts[1], ",", ".", 1), 64)
	return n, parts[2], true, err == nil
}

var bar = regexp.MustCompile(`^([2-9]|1[0-9])/(2|4|8|16)$`)

// metre reads "3/4" and "6/8".
func (r *reader) metre(i int) (int, func()) {
	if i+1 >= len(r.tokens) {
		return 0, nil
	}
	said := string(r.runes[r.tokens[i].from:r.tokens[i+1].to])
	if !bar.MatchString(said) {
		return 0, nil
	}
	return 2, func() {
		if r.wish.Metre == "" {
			r.wish.Metre = said
			r.reading("metre", said, i, i+2)
		} else if r.wish.Metre != said {
			r.doubt("metre", i, i+2)
		}
	}
}

var (
	perMinute = map[string]int{ // words of the unit of a tempo
		"bpm": 1, "bpms": 1, "ppm": 1, "beats per minute": 3, "pulsos por minuto": 3, "pulsaciones por minuto": 3,
		"golpes por minuto": 3, "beats por minuto": 3,
	}
	beforeTempo = map[string]bool{"bpm": true, "tempo": true, "ppm": true, "at": true, "a": true, "to": true, "around": true}
)

// beats returns how many tokens from i on are the unit of a tempo.
func (r *reader) beats(i int) int {
	if n := perMinute[r.text(i)]; n == 1 {
		return 1
	}
	return perMinute[r.text(i)+" "+r.text(i+1)+" "+r.text(i+2)]
}

// tempo reads "120 BPM", "120-128 bpm", "tempo 120", "at 120", "a 120", "trance 138".
func (r *reader) tempo(i int) (int, func()) {
	bpm, unit, digits, ok := r.number(i)
	if !ok || !digits {
		return 0, nil
	}
	n := 1
	if second, unit2, digits, ok := r.number(i + 1); ok && digits && unit == "" && (unit2 == "bpm" || r.beats(i+2) > 0) {
		bpm, unit, n = (bpm+second)/2, unit2, 2
	}
	said := unit == "bpm" || unit == "ppm"
	if more := r.beats(i + n); unit == "" && more > 0 {
		said, n = true, n+more
	}
	before := r.text(i - 1)
	if before == "of" || before == "de" {
		before = r.text(i - 2)
	}
	if !said && unit == "" && beforeTempo[before] && bpm >= 40 && bpm <= 240 {
		_, isTime := units[r.text(i+n)]
		said = !isTime
	}
	if last := i+n == len(r.tokens) || r.tokens[i+n].comma || r.announcesKey(i+n); !said && unit == "" && last && i > 0 && bpm >= 60 && bpm <= 200 { // vocal trance 138
		_, era := r.phrases[before+" "+r.text(i)]
		said = !era
	}
	if !said {
		return 0, nil
	}
	if by, more := r.quickening(i, i+n); by != 0 {
		n += more
		return n, func() {
			r.wish.BPMBy = by * bpm
			r.reading("tempo", strconv.FormatFloat(r.wish.BPMBy, 'f', -1, 64), i, i+n)
		}
	}
	return n, func() {
		if bpm == 0 {
			r.doubtful("tempo", i, i+n, "ignored")
			return
		}
		if r.wish.BPM != 0 {
			if r.wish.BPM != bpm {
				r.doubt("tempo", i, i+n)
			}
			return
		}
		r.wish.BPM = bpm
		r.reading("tempo", strconv.FormatFloat(bpm, 'f', -1, 64), i, i+n)
	}
}

// announcesKey reports whether the key is said from a token on: "in A minor".
func (r *reader) announcesKey(i int) bool {
	if word := r.text(i); word != "in" && word != "en" {
		return false
	}
	n, _ := r.keyAt(i+1, true)
	return n > 0
}

// The words around a number that is to be added to the tempo, or taken away.
var (
	fasterAfter  = regexp.MustCompile(`^(faster|quicker|mas (rapid[oa]s?|deprisa)|menos lent[oa]s?) `)
	slowerAfter  = regexp.MustCompile(`^(slower|mas (lent[oa]s?|despacio)|menos rapid[oa]s?) `)
	fasterBefore = regexp.MustCompile(` (faster|quicker|rapid[oa]s?|speed it up|raise the tempo|increase the tempo) (by|en|un|unos) (un )?$`)
	slowerBefore = regexp.MustCompile(` (slower|lent[oa]s?|slow it down|lower the tempo|reduce the tempo) (by|en|un|unos) (un )?$`)
)

// quickening reports whether the number between two tokens is to be added to the tempo, 1, or
// taken away, -1, and how many words after it say so: "20 bpm faster", "slower by 10 %".
func (r *reader) quickening(from, to int) (by float64, words int) {
	before, after := r.before(from), r.after(to, to+2)
	switch {
	case fasterAfter.MatchString(after):
		return 1, strings.Count(fasterAfter.FindString(after), " ")
	case slowerAfter.MatchString(after):
		return -1, strings.Count(slowerAfter.FindString(after), " ")
	case fasterBefore.MatchString(before):
		return 1, 0
	case slowerBefore.MatchString(before):
		return -1, 0
	}
	return 0, 0
}

// percent reads "10% faster", "un 10 % más lento", "faster by 5 percent".
func (r *reader) percent(i int) (int, func()) {
	value, unit, digits, ok := r.number(i)
	if !ok || !digits || unit != "" {
		return 0, nil
	}
	n := 1
	switch end := r.tokens[i].to; {
	case strings.HasPrefix(strings.TrimLeft(string(r.runes[end:min(len(r.runes), end+3)]), " \u00a0\u202f"), "%"):
	case r.text(i+1) == "percent":
		n = 2
	case r.text(i+1) == "por" && r.text(i+2) == "ciento":
		n = 3
	default:
		return 0, nil
	}
	by, more := r.quickening(i, i+n)
	if by == 0 {
		return 0, nil
	}
	n += more
	return n, func() {
		r.wish.Percent = by * value
		r.reading("tempo", strconv.FormatFloat(r.wish.Percent, 'f', -1, 64)+"%", i, i+n)
	}
}

var (
	units = map[string]float64{ // in s
		"s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "seg": 1, "segs": 1, "segundo": 1, "segundos": 1,
		"m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "minuto": 60, "minutos": 60,
		"h": 3600, "hour": 3600, "hours": 3600, "hora": 3600, "horas": 3600,
	}
	clock     = regexp.MustCompile(`^(\d{1,2}):([0-5]\d)$`)
	joined    = regexp.MustCompile(`^(\d{1,2})m(?:in)?([0-5]?\d)s?$`)
	forLength = map[string]bool{"for": true, "of": true, "lasting": true, "lasts": true, "durante": true, "dure": true, "duracion": true, "about": true, "length": true}
)

// length reads "2 minutes", "90 s", "1:30", "1 min 30 s", "un minuto y medio", "half a minute".
func (r *reader) length(i int) (int, func()) {
	seconds, n := r.stretch(i)
	if n == 0 {
		return 0, nil
	}
	for { // "1 min 30 s", "one minute and 20 seconds"
		at := i + n
		if r.text(at) == "and" || r.text(at) == "y" {
			at++
		}
		more, m := r.stretch(at)
		if m == 0 || more >= 60 || r.tokens[at].comma {
			break
		}
		seconds, n = seconds+more, at+m-i
	}
	if by, more := r.lengthening(i, i+n); by != 0 {
		n += more
		return n, func() {
			r.wish.By = by * seconds
			r.reading("length", strconv.FormatFloat(r.wish.By, 'f', -1, 64), i, i+n)
		}
	}
	return n, func() {
		if seconds == 0 {
			r.doubtful("length", i, i+n, "ignored")
			return
		}
		if r.wish.Length != 0 {
			if r.wish.Length != seconds {
				r.doubt("length", i, i+n)
			}
			return
		}
		r.wish.Length = seconds
		r.reading("length", strconv.FormatFloat(seconds, 'f', -1, 64), i, i+n)
	}
}

var (
	lengthen = map[string]float64{
		"extend": 1, "lengthen": 1, "add": 1, "another": 1, "extra": 1, "alarga": 1, "alargala": 1, "alargalo": 1, "alargar": 1,
		"extiende": 1, "extiendela": 1, "extiendelo": 1, "anade": 1, "anadele": 1, "agrega": 1, "agregale": 1, "otros": 1,
		"shorten": -1, "cut": -1, "trim": -1, "acorta": -1, "acortala": -1, "acortalo": -1, "acortar": -1, "recorta": -1, "recortala": -1, "recortalo": -1,
	}
	lengthened = map[string]float64{"longer": 1, "more": 1, "extra": 1, "mas": 1, "shorter": -1, "less": -1, "menos": -1}
	stretched  = map[string]float64{ // "longer by 30 seconds"
		"longer": 1, "larga": 1, "largo": 1, "shorter": -1, "corta": -1, "corto": -1,
	}
	extent = map[string]bool{
		"it": true, "by": true, "the": true, "song": true, "piece": true, "track": true, "la": true, "el": true, "lo": true, "en": true, "unos": true,
		"cancion": true, "pieza": true, "tema": true, "le": true,
	}
)

// lengthening reports whether the length between two tokens is to be added, 1, or taken away, -1,
// and how many words after it say so: "extend it by 30 seconds", "30 segundos más corta".
func (r *reader) lengthening(from, to int) (by float64, words int) {
	if to-from == 3 && (r.text(from+1) == "more" || r.text(from+1) == "extra") {
		return 1, 0
	}
	at := from - 1
	for at >= 0 && !r.tokens[at+1].comma && (extent[r.text(at)] || r.namesSection(at)) {
		at--
	}
	if at >= 0 && !r.tokens[at+1].comma {
		by = lengthen[r.text(at)]
		if extended := stretched[r.text(at)]; extended != 0 && (r.text(from-1) == "by" || r.text(from-1) == "en") {
			by = extended
		}
	}
	if to == len(r.tokens) || r.tokens[to].comma || lengthened[r.text(to)] == 0 {
		return by, 0
	}
	switch next := r.text(to + 1); {
	case r.text(to) != "mas" && r.text(to) != "menos":
		return lengthened[r.text(to)], 1
	case strings.HasPrefix(next, "cort") || strings.HasPrefix(next, "breve"):
		return -1, 2
	case strings.HasPrefix(next, "larg"):
		return 1, 2
	case to+1 == len(r.tokens) || r.tokens[to+1].comma || next == "de" || next == "y":
		return lengthened[r.text(to)], 1
	}
	return by, 0 // "30 segundos, más lento"
}

// namesSection reports whether the word at a token is a section: "intro".
func (r *reader) namesSection(at int) bool {
	return slices.ContainsFunc(r.phrases[r.text(at)], func(m meaning) bool { return m.kind == isSection })
}

// stretch reads one number with its unit of time, and returns it in seconds with the
// number of its tokens.
func (r *reader) stretch(i int) (seconds float64, n int) {
	for _, pattern := range []*regexp.Regexp{clock, joined} {
		if parts := pattern.FindStringSubmatch(r.text(i)); parts != nil {
			minutes, _, _, _ := (&reader{tokens: []token{{text: parts[1]}}}).number(0)
			rest, _, _, _ := (&reader{tokens: []token{{text: parts[2]}}}).number(0)
			return 60*minutes + rest, 1
		}
	}
	if text := r.text(i); text == "half" || text == "medio" || text == "media" {
		n = 1
		if next := r.text(i + 1); next == "a" || next == "an" {
			n = 2
		}
		if unit := units[r.text(i+n)]; unit > 1 && len(r.text(i+n)) > 1 {
			return unit / 2, n + 1
		}
		return 0, 0
	}
	if unit := units[r.text(i)]; unit > 1 && len(r.text(i)) > len("mins") { // minuto y medio
		if half := r.halfAfter(i + 1); half > 0 {
			return 1.5 * unit, 1 + half
		}
	}
	if r.text(i) == "a" && r.text(i+1) == "min" && r.tokens[i].original == "A" {
		return 0, 0 // "in A min" is a key
	}
	value, suffix, digits, ok := r.number(i)
	if !ok || value < 0 || r.decade(i) {
		return 0, 0
	}
	n = 1
	unit, timed := units[suffix]
	if suffix == "" {
		half := false
		if next := r.text(i + 1); (next == "second" || next == "segundo" || next == "segunda") && !digits && value == 1 {
			return 0, 0 // "a second chorus"
		}
		if next := r.text(i + 1); next == "more" || next == "extra" { // 30 more seconds
			if unit := units[r.text(i+2)]; unit > 0 {
				return value * unit, 3
			}
		}
		if r.text(i+1) == "and" && r.text(i+2) == "a" && r.text(i+3) == "half" { // two and a half minutes
			half, n = true, 4
		}
		unit, timed = units[r.text(i+n)]
		if half {
			value += 0.5
		}
		if len(r.text(i+n)) == 1 && !digits { // "a m" is not a length
			timed = false
		}
		n++
	}
	if !timed {
		return 0, 0
	}
	seconds = value * unit
	if half := r.halfAfter(i + n); half > 0 { // a minute and a half, un minuto y medio
		return seconds + unit/2, n + half
	}
	return seconds, n
}

var (
	fullDecade  = regexp.MustCompile(`^(19|20)\d0s$`)
	lateDecade  = regexp.MustCompile(`^[5-9]0s$`)
	earlyDecade = regexp.MustCompile(`^[1-4]0s$`)
	// earlyStyles are those that people name with the decades before the fifties. "30s techno" is
	// half a minute of it.
	earlyStyles = wordSet("jazz-swing", "blues", "tango")
	beforeEra   = wordSet("from", "of", "in", "like", "to", "during")
)

// decade reports whether the token at i is a decade and no length: "1990s", "90s", "20s jazz",
// "3 minutes of 80s pop", but not "a length of 90s".
func (r *reader) decade(i int) bool {
	text, before := r.text(i), r.text(i-1)
	if fullDecade.MatchString(text) {
		return true
	}
	if before == "the" && beforeEra[r.text(i-2)] || before == "los" {
		return lateDecade.MatchString(text) || earlyDecade.MatchString(text)
	}
	style := ""
	if _, meanings := r.phrase(i + 1); i+1 < len(r.tokens) && !r.tokens[i+1].comma {
		style, _ = (&span{meanings: meanings}).value(isStyle)
	}
	switch timed := units[r.text(i-2)] > 0; {
	case earlyDecade.MatchString(text):
		return earlyStyles[style] && (timed || !forLength[before])
	case lateDecade.MatchString(text):
		return r.text(i+1) != "long" && (!forLength[before] || before == "of" && (timed || style != ""))
	}
	return false
}

// halfAfter returns how many tokens from i on are "and a half" or "y medio".
func (r *reader) halfAfter(i int) int {
	switch {
	case r.text(i) == "and" && r.text(i+1) == "a" && r.text(i+2) == "half":
		return 3
	case r.text(i) == "y" && (r.text(i+1) == "medio" || r.text(i+1) == "media"):
		return 2
	}
	return 0
}

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

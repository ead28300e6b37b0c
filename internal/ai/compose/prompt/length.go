package prompt

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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
	return r.lasting(i, n, seconds)
}

// lengthRange reads "2-3 minutes", "between two and three minutes", "de 2 a 3 minutos": the middle.
func (r *reader) lengthRange(i int) (int, func()) {
	low, unit, _, ok := r.number(i)
	_, _, to := r.upTo(i)
	if !ok || unit != "" || to == 0 {
		return 0, nil
	}
	seconds, n := r.stretch(to - 1)
	if n == 0 || r.decade(to-1) {
		return 0, nil
	}
	high, _, _, _ := r.number(to - 1)
	return r.lasting(i, to-1-i+n, float64(seconds*(1+low/high))/2)
}

// lasting returns how many tokens a length of so many s takes, with what says that it is to be added
// or taken away, and what makes it a wish.
func (r *reader) lasting(i, n int, seconds float64) (int, func()) {
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
		if r.ofOneSection(i, i+n, SectionLength{Seconds: seconds}) {
			return
		}
		if r.wish.Length != 0 || r.wish.Bars != 0 {
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
		"shorten": -1, "cut": -1, "trim": -1, "remove": -1, "quita": -1, "quitale": -1, "acorta": -1, "acortala": -1, "acortalo": -1, "acortar": -1, "recorta": -1, "recortala": -1, "recortalo": -1,
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
	if unit, rest := r.mark(i, value, suffix); unit > 0 {
		return float64(value*unit) + rest, 1 + min(1, int(rest))
	}
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

// longestMarked is the longest length in minutes with a mark: 'techno 120' is a quotation.
const longestMarked = 20

// mark returns how many s the mark after a number means, 0 for none, and the seconds that follow it
// without a space: 3', 2'30, 45″.
func (r *reader) mark(i int, value float64, suffix string) (unit, seconds float64) {
	rest := string(r.runes[r.tokens[i].to:min(len(r.runes), r.tokens[i].to+2)])
	switch {
	case suffix != "":
		return 0, 0
	case secondsMark.MatchString(rest), (strings.HasPrefix(rest, `"`) || strings.HasPrefix(rest, "”")) && i > 0 && minuteMark.MatchString(string(r.runes[r.tokens[i-1].to:r.tokens[i].from])):
		return 1, 0
	case value > longestMarked || !minuteMark.MatchString(rest):
		return 0, 0
	}
	if next := r.text(i + 1); i+1 < len(r.tokens) && r.tokens[i+1].from == r.tokens[i].to+1 && secondsOnly.MatchString(next) {
		seconds, _, _, _ = r.number(i + 1)
	}
	return 60, seconds
}

var (
	minuteMark  = regexp.MustCompile(`^['’′]([^\pL]|$)`)
	secondsMark = regexp.MustCompile(`^(''|’’|″)`)
	secondsOnly = regexp.MustCompile(`^[0-5]\d$`)
)

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

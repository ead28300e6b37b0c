package prompt

import (
	"regexp"
	"strconv"
	"strings"
)

// quantity reads the tempo, length, key or shift of the key at a token. It returns how many tokens that
// takes, 0 for none, and what makes it a wish.
func (r *reader) quantity(i int) (int, func()) {
	for _, try := range []func(int) (int, func()){r.metre, r.percent, r.lengthRange, r.tempo, r.bars, r.length, r.transposition, r.key, r.mode} {
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
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"un": 1, "una": 1, "uno": 1, "a": 1, "an": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
	"ocho": 8, "nueve": 9, "diez": 10, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciseis": 16, "diecisiete": 17, "dieciocho": 18, "diecinueve": 19,
	"veinte": 20, "veinticuatro": 24, "veinticinco": 25, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90,
	"cien": 100, "doscientos": 200,
}

var withUnit = regexp.MustCompile(`^(\d{1,12}(?:[.,]\d{1,3})?)([a-z]*)$`)

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

var bar = regexp.MustCompile(`^\d{1,3}/(1|2|4|8|16|32)$`)

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
		if r.denied() {
			r.wish.NotMetres = append(r.wish.NotMetres, said)
			r.deny(said, i+2)
			return
		}
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

// absolute reports whether the word before a number says that it is a tempo, however absurd: "tempo
// 500", but not "90 BPM 2 minutes".
func (r *reader) absolute(i int, before string) bool {
	_, timed := units[r.text(i+1)]
	_, _, _, numbered := r.number(i - 2)
	return !timed && !r.tokens[i].comma && !numbered && (before == "tempo" || perMinute[before] == 1)
}

// beats returns how many tokens from i on are the unit of a tempo.
func (r *reader) beats(i int) int {
	if n := perMinute[r.text(i)]; n == 1 {
		return 1
	}
	return perMinute[r.text(i)+" "+r.text(i+1)+" "+r.text(i+2)]
}

// upTo returns the end of a range whose begin is the number at a token, with its unit, and the token
// after it: "90-100", "90 to 100", "between 90 and 100", "dos o tres". It returns 0 for none.
func (r *reader) upTo(i int) (high float64, unit string, to int) {
	at := i + 1
	if at >= len(r.tokens) {
		return 0, "", 0
	}
	switch joiner, before := r.text(at), r.text(i-1); {
	case r.apart(min(i+1, len(r.tokens)-1), min(i+2, len(r.tokens)-1)):
		return 0, "", 0
	case joiner == "to" || joiner == "or" || joiner == "o" || joiner == "a" || joiner == "hasta":
		at++
	case (joiner == "and" || joiner == "y" || joiner == "e") && (before == "between" || before == "entre"):
		at++
	default:
		if dash := strings.TrimSpace(string(r.runes[r.tokens[i].to:r.tokens[at].from])); dash != "-" && dash != "–" && dash != "—" {
			return 0, "", 0
		}
	}
	low, _, _, _ := r.number(i)
	high, unit, _, ok := r.number(at)
	if !ok || high <= low || low <= 0 || r.text(i) == "a" || r.text(i) == "an" || r.text(at) == "a" {
		return 0, "", 0
	}
	return high, unit, at + 1
}

// minSpoken is the slowest tempo that people say in words without a unit: "at ninety".
const minSpoken = 40

// bareTempi reports whether a range without a unit, up to a token, is one of tempi: "between 120 and
// 130", "techno 120 to 130".
func (r *reader) bareTempi(i, to int, low, high float64) bool {
	_, timed := units[r.text(to)]
	ends := to == len(r.tokens) || r.tokens[to].comma
	between := r.text(i-1) == "between" || r.text(i-1) == "entre"
	return low >= 60 && high <= 240 && !timed && (between || ends)
}

// tempo reads "120 BPM", "120-128 bpm", "tempo 120", "at 120", "a 120", "trance 138".
func (r *reader) tempo(i int) (int, func()) {
	bpm, unit, digits, ok := r.number(i)
	if !ok {
		return 0, nil
	}
	n, said := 1, false
	if high, suffix, to := r.upTo(i); to > 0 && unit == "" && (suffix == "bpm" || suffix == "" && (r.beats(to) > 0 || r.bareTempi(i, to, bpm, high))) {
		said = suffix == "" && r.beats(to) == 0
		bpm, unit, n = (bpm+high)/2, suffix, to-i
	}
	if !digits && r.beats(i+n) == 0 && (r.text(i-1) != "tempo" && r.text(i-1) != "at" || bpm < minSpoken) {
		return 0, nil
	}
	said = said || unit == "bpm" || unit == "ppm"
	if barWords[r.text(i+n)] { // between 60 and 80 bars
		return 0, nil
	}
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
	said = said || unit == "" && digits && r.absolute(i, before)
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

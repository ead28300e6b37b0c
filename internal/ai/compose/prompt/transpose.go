package prompt

import (
	"math"
	"strconv"
	"strings"
)

var (
	// turns are the verbs of "raise the key", with the direction that they give.
	turns = map[string]int{
		"raise": 1, "lift": 1, "lower": -1, "drop": -1, "move": 0, "shift": 0,
		"sube": 1, "subele": 1, "subelo": 1, "subela": 1, "subir": 1, "baja": -1, "bajale": -1, "bajalo": -1, "bajala": -1, "bajar": -1,
	}
	directions = map[string]int{
		"up": 1, "higher": 1, "arriba": 1, "down": -1, "lower": -1, "abajo": -1,
		"mas alto": 1, "mas alta": 1, "mas agudo": 1, "mas aguda": 1, "mas bajo": -1, "mas baja": -1, "mas grave": -1,
	}
	keyWords   = map[string]bool{"key": true, "pitch": true, "tonalidad": true, "tono": true, "transpose": true, "transporta": true, "transponer": true}
	keyTargets = map[string]bool{"to": true, "a": true, "al": true, "hasta": true}
	keyFillers = map[string]bool{
		"the": true, "a": true, "an": true, "it": true, "its": true, "by": true, "everything": true, "whole": true,
		"el": true, "la": true, "lo": true, "le": true, "un": true, "una": true, "de": true, "en": true, "todo": true, "entero": true,
	}
	steps = map[string]float64{ // in semitones
		"semitone": 1, "semitones": 1, "half step": 1, "half steps": 1, "half tone": 1, "half a tone": 1, "semitono": 1, "semitonos": 1, "medio tono": 1,
		"tone": 2, "tones": 2, "whole tone": 2, "whole tones": 2, "whole step": 2, "whole steps": 2, "tonos": 2,
	}
	// intervals stand after "a", "an", "one" or the like: "the third chorus" is none. Those of
	// byKey are a semitone less in minor keys.
	intervals = map[string]float64{ // in semitones
		"minor second": 1, "major second": 2, "minor third": 3, "major third": 4, "fourth": 5, "perfect fourth": 5, "tritone": 6, "fifth": 7, "perfect fifth": 7,
		"minor sixth": 8, "major sixth": 9, "minor seventh": 10, "major seventh": 11, "octave": 12, "octaves": 12, "full octave": 12, "whole octave": 12,
		"segunda menor": 1, "segunda mayor": 2, "tercera menor": 3, "tercera mayor": 4, "cuarta": 5, "cuarta justa": 5, "tritono": 6, "quinta": 7, "quinta justa": 7,
		"sexta menor": 8, "sexta mayor": 9, "septima menor": 10, "septima mayor": 11, "octava": 12, "octavas": 12, "octava entera": 12,
	}
	byKey = map[string]float64{"third": 4, "sixth": 9, "seventh": 11, "tercera": 4, "sexta": 9, "septima": 11}
	// unmeasured are words for distances that a key cannot go.
	unmeasured = wordSet("eighth", "ninth", "tenth", "eleventh", "twelfth", "quarter", "interval", "novena", "decima", "undecima", "duodecima", "cuarto", "intervalo")
)

// longestShift is how many words may say a shift of the key.
const longestShift = 20

// maxShift is the largest shift of a key that a text may ask for, in semitones.
const maxShift = 12

// transposition reads "raise the key", "sube un tono", "two semitones lower": a shift of
// the key, by a semitone unless the text says how far. The words may come in any order.
// "Raise the key to D" is a key instead.
func (r *reader) transposition(i int) (int, func()) {
	var direction, n int
	var named bool
	var by distance
	for at := i; at < min(len(r.tokens), i+longestShift) && (at == i || !r.tokens[at].comma); {
		text := r.text(at)
		if taken, far := r.interval(at); taken > 0 {
			by, at = far, at+taken
			n = at - i
			continue
		}
		if turn, ok := r.direction(at, &direction); ok {
			at += turn
			n = at - i
			continue
		}
		if named && keyTargets[text] {
			if taken, note := r.keyAt(at+1, true); taken > 0 {
				return at + 1 + taken - i, note
			}
		}
		switch {
		case keyWords[text]:
			named = true
			n = at + 1 - i
		case by.semitones == 0 && (named || direction != 0) && r.unmeasured(at):
			return r.askHowFar(i, at+1, direction, named)
		case !keyFillers[text] || at == i:
			return r.shift(i, n, direction, by, named)
		}
		at++
	}
	return r.shift(i, n, direction, by, named)
}

// direction reads a verb or a direction, and returns how many tokens it takes. The first
// direction counts.
func (r *reader) direction(at int, direction *int) (int, bool) {
	n := 1
	d, ok := directions[r.text(at)]
	if two, both := directions[r.text(at)+" "+r.text(at+1)]; both {
		d, ok, n = two, true, 2
	}
	if turn, verb := turns[r.text(at)]; !ok && verb {
		d, ok = turn, true
	}
	if *direction == 0 {
		*direction = d
	}
	return n, ok
}

// distance is how far a key goes.
type distance struct {
	semitones float64
	byKey     bool // a semitone less in minor keys: "a third"
}

// interval reads "a semitone", "medio tono", "two whole tones", "un tono", "a fifth". It returns how
// many tokens that takes and how far it is.
func (r *reader) interval(at int) (int, distance) {
	count, n := 1.0, 0
	if value, unit, _, ok := r.number(at); ok && unit == "" {
		count, n = value, 1
		if text := r.text(at + 1); text == "tono" { // "el tono" is the key
			return 2, distance{semitones: 2 * count}
		}
	}
	for words := 3; words > 0; words-- {
		list := make([]string, words)
		for k := range list {
			list[k] = r.text(at + n + k)
		}
		name := strings.Join(list, " ")
		if semitones, ok := steps[name]; ok {
			return n + words, distance{semitones: count * semitones}
		}
		if semitones, ok := intervals[name]; ok && n > 0 {
			return n + words, distance{semitones: count * semitones}
		}
		if semitones, ok := byKey[name]; ok && n > 0 && count == 1 {
			return n + words, distance{semitones: semitones, byKey: true}
		}
	}
	return 0, distance{}
}

// unmeasured reports whether the token at a place says how far the key shall go, in another way than
// this package knows: "a ninth", "by 3", "up two steps".
func (r *reader) unmeasured(at int) bool {
	if text, before := r.text(at), r.text(at-1); unmeasured[text] {
		return before == "a" || before == "an" || before == "un" || before == "una"
	}
	_, unit, digits, ok := r.number(at)
	if !ok || unit != "" || !digits && keyFillers[r.text(at)] {
		return false
	}
	tempo, _ := r.tempo(at)
	length, _ := r.length(at)
	percent, _ := r.percent(at)
	return tempo+length+percent == 0
}

// askHowFar notes a shift of the key whose distance is not known.
func (r *reader) askHowFar(i, end, direction int, named bool) (int, func()) {
	if direction == 0 || !named && !unmeasured[r.text(end-1)] {
		return 0, nil
	}
	return end - i, func() { r.doubtful("key", i, end, "unclear") }
}

// shift returns what notes a shift of the key, if the words that were read are one.
func (r *reader) shift(i, n, direction int, by distance, named bool) (int, func()) {
	if n == 0 || direction == 0 || by.semitones == 0 && !named {
		return 0, nil
	}
	semitones := direction * int(math.Round(min(max(by.semitones, 1), maxShift)))
	return n, func() {
		if r.wish.Shift != 0 {
			if r.wish.Shift != semitones {
				r.doubt("key", i, i+n)
			}
			return
		}
		r.wish.Shift, r.wish.ShiftByKey = semitones, by.byKey
		value := strconv.Itoa(semitones)
		if semitones > 0 {
			value = "+" + value
		}
		r.reading("key", value, i, i+n)
	}
}

// ShiftIn returns how many semitones the key goes up or down from a minor key or another one.
func (w *Wish) ShiftIn(minor bool) int {
	if w.ShiftByKey && minor {
		return w.Shift - w.Shift/max(w.Shift, -w.Shift)
	}
	return w.Shift
}

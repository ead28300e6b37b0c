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
)

// maxShift is the largest shift of a key that a text may ask for, in semitones.
const maxShift = 12

// transposition reads "raise the key", "sube un tono", "two semitones lower": a shift of
// the key, by a semitone unless the text says how far. The words may come in any order.
// "Raise the key to D" is a key instead.
func (r *reader) transposition(i int) (int, func()) {
	var direction, n int
	var named bool
	var by float64
	for at := i; at < len(r.tokens) && (at == i || !r.tokens[at].comma); {
		text := r.text(at)
		if taken, semitones := r.interval(at); taken > 0 {
			by, at = semitones, at+taken
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

// interval reads "a semitone", "medio tono", "two whole tones", "un tono". It returns how many
// tokens that takes and how many semitones it is.
func (r *reader) interval(at int) (int, float64) {
	count, n := 1.0, 0
	if value, unit, _, ok := r.number(at); ok && unit == "" {
		count, n = value, 1
		if text := r.text(at + 1); text == "tono" { // "el tono" is the key
			return 2, 2 * count
		}
	}
	for words := 3; words > 0; words-- {
		list := make([]string, words)
		for k := range list {
			list[k] = r.text(at + n + k)
		}
		if semitones, ok := steps[strings.Join(list, " ")]; ok {
			return n + words, count * semitones
		}
	}
	return 0, 0
}

// shift returns what notes a shift of the key, if the words that were read are one.
func (r *reader) shift(i, n, direction int, by float64, named bool) (int, func()) {
	if n == 0 || direction == 0 || by == 0 && !named {
		return 0, nil
	}
	semitones := direction * int(math.Round(min(max(by, 1), maxShift)))
	return n, func() {
		if r.wish.Shift != 0 {
			if r.wish.Shift != semitones {
				r.doubt("key", i, i+n)
			}
			return
		}
		r.wish.Shift = semitones
		value := strconv.Itoa(semitones)
		if semitones > 0 {
			value = "+" + value
		}
		r.reading("key", value, i, i+n)
	}
}

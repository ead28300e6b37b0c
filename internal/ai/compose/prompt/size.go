package prompt

import (
	"slices"
	"strconv"
)

// sizes are the lengths in s of pieces that shall be short or long.
var sizes = map[string]float64{
	"short": 75, "brief": 75, "corto": 75, "corta": 75, "breve": 75, "cortito": 75, "cortita": 75,
	"long": 300, "lengthy": 300, "largo": 300, "larga": 300,
}

// The factors of very short and very long pieces.
const (
	veryShort = 0.4
	veryLong  = 1.6
)

// beforeSize are the words that make a size extreme.
var beforeSize = wordSet("very", "really", "extremely", "super", "muy", "bien")

// beingSo are the words before a size that is said of the whole piece: "make it short".
var beingSo = wordSet("it", "be", "is", "and", "but", "y", "pero", "sea", "hazla", "hazlo", "hacerla", "hacerlo", "keep", "quite", "bastante", "something", "algo", "rather", "fairly")

// size reads "a short pop song" and "una canción larga", unless the text says how long in numbers.
func (r *reader) size() {
	for i := range r.tokens {
		seconds := sizes[r.text(i)]
		if seconds == 0 || !r.isSize(i) {
			continue
		}
		from := i
		if i > 0 && !r.tokens[i].comma && beforeSize[r.text(i-1)] {
			from--
			if seconds < 100 {
				seconds *= veryShort
			} else {
				seconds *= veryLong
			}
		}
		w := &r.wish
		switch asked := w.Length; {
		case w.Longer != 0 || w.By != 0 || w.BarsBy != 0 || w.LengthTimes != 0:
		case asked == 0 && w.Bars == 0 && w.LengthOf.Section == "":
			w.Length = seconds
			r.reading("length", strconv.FormatFloat(seconds, 'f', -1, 64), from, i+1)
		case asked != 0 && (asked < seconds/2 || asked > seconds*2):
			r.doubtful("length", from, i+1, "number")
		}
		return
	}
}

// isSize reports whether the word at a token is about the length of the piece, and not of a section
// or a note: "short song", "jazz corto", "make it long", "techno, short".
func (r *reader) isSize(i int) bool {
	if slices.ContainsFunc(r.spans, func(s span) bool { return s.from <= i && i < s.to && len(s.meanings) > 0 && !s.is(isFiller) }) {
		return false // "largo tempo", "too long"
	}
	before := i - 1
	if beforeSize[r.text(before)] {
		before--
	}
	starts := i == 0 || before < 0 || r.tokens[before+1].comma
	ends := i+1 == len(r.tokens) || r.tokens[i+1].comma
	switch {
	case ends && (starts || beingSo[r.text(before)]):
		return true
	case !starts && (pieces[r.text(before)] || r.endsWith(before+1, isStyle)): // canción corta
		return true
	}
	for at := i + 1; at < min(len(r.tokens), i+1+near) && !r.tokens[at].comma; { // a short sad piano song
		if pieces[r.text(at)] || r.text(at) == "jingle" || r.text(at) == "sintonia" {
			return true
		}
		s := r.spanAt(at)
		switch {
		case s == nil || s.is(isSection) || s.is(isTexture):
			return false
		case s.note != nil: // a short 2 minute song
			at = s.to
		case s.is(isStyle) || s.is(isHint):
			return true
		case s.is(isMood) || s.is(isPace) || s.is(isInstrument) || s.is(isEnergy) || s.is(isJoiner):
			at = s.to
		default:
			return false
		}
	}
	return false
}

// spanAt returns the span that begins at a token, or nil.
func (r *reader) spanAt(token int) *span {
	for k := range r.spans {
		if r.spans[k].from == token {
			return &r.spans[k]
		}
	}
	return nil
}

// endsWith reports whether a span of a kind ends before a token.
func (r *reader) endsWith(token int, of kind) bool {
	return slices.ContainsFunc(r.spans, func(s span) bool { return s.to == token && s.is(of) })
}

package prompt

import (
	"math"
	"slices"
	"strconv"
)

var barWords = wordSet("bar", "bars", "measure", "measures", "compas", "compases")

// bars reads "16 bars", "8 more bars", "8-16 bars" and "32 compases".
func (r *reader) bars(i int) (int, func()) {
	value, n := r.barsAt(i)
	if n == 0 {
		return 0, nil
	}
	if r.isForm(i, i+n, value) {
		return 0, nil
	}
	if r.isMoment(i, i+n) {
		return n, func() { r.moment(i, i+n, value) }
	}
	if by, more := r.lengthening(i, i+n); by != 0 {
		n += more
		return n, func() {
			r.wish.BarsBy = int(by) * value
			r.reading("length", strconv.Itoa(r.wish.BarsBy)+" bars", i, i+n)
		}
	}
	return n, func() {
		switch {
		case r.ofOneSection(i, i+n, SectionLength{Bars: value}):
		case r.wish.Length != 0 || r.wish.Bars != 0 || r.wish.LengthOf.Bars != 0 && r.amongSections(i, i+n):
			r.doubt("length", i, i+n)
		case r.ofPiece(i, i+n) || !r.amongSections(i, i+n) && !r.amongFragments(i, i+n):
			r.wish.Bars = value
			r.reading("length", strconv.Itoa(r.wish.Bars)+" bars", i, i+n)
		}
	}
}

// barsAt returns how many bars the words from a token on name, the middle of a range, and how many
// words that are; 0 for none.
func (r *reader) barsAt(i int) (value, n int) {
	low, unit, _, ok := r.number(i)
	if article := r.text(i); !ok || unit != "" || low != math.Trunc(low) || low < 1 || article == "a" || article == "an" || article == "un" {
		return 0, 0
	}
	if high, suffix, to := r.upTo(i); to > 0 && suffix == "" && barWords[r.text(to)] {
		return int((low + high) / 2), to + 1 - i
	}
	n = 2
	if next := r.text(i + 1); next == "more" || next == "extra" {
		n = 3
	}
	if !barWords[r.text(i+n-1)] {
		return 0, 0
	}
	return int(low), n
}

// isForm reports whether the bars between two tokens are those of a form, which repeats: "8-bar
// blues", "blues de 12 compases".
func (r *reader) isForm(from, to, bars int) bool {
	return r.text(to) == "blues" || r.text(from-2) == "blues" && (bars == 8 || bars == 12)
}

var (
	// beforeMoment are the words before a number of bars that says where something is in the piece.
	beforeMoment = wordSet("every", "each", "cada", "after", "before", "tras", "at", "within", "over", "until", "hasta",
		"first", "last", "final", "next", "primeros", "ultimos", "siguientes")
	// afterMoment are the words after such a number.
	afterMoment = wordSet("before", "after", "later", "antes", "despues")
	// beforeLasting are the words before "last" where it is a verb: "it should last 32 bars".
	beforeLasting = wordSet("it", "to", "should", "must", "shall", "will", "song", "piece", "track", "music", "that")
	// fragments are what may have so many bars, and is no section.
	fragments = wordSet("fill", "fills", "redoble", "redobles", "phrase", "phrases", "frase", "frases", "riff", "riffs", "motif", "motivo", "pause", "pausa", "silence", "silencio",
		"turnaround", "lick", "section", "sections", "seccion", "secciones", "part", "parts", "parte", "partes", "pattern", "patron", "progression", "chord", "chords", "acorde", "acordes",
		"modulation", "modulacion")
	// pieces are the words for the whole music, beside its length.
	pieces = wordSet("song", "piece", "track", "tune", "loop", "music", "cancion", "pieza", "tema", "musica", "bucle")
	// lasting are the words between one of these and its length.
	lasting = wordSet("of", "de", "in", "en", "with", "con", "about", "lasting", "unos", "exactly")
)

// isMoment reports whether the bars between two tokens say where something is in the piece, and not
// how long the piece is: "every 8 bars", "the last 4 bars", "a los 8 compases", "8-bar phrases".
func (r *reader) isMoment(from, to int) bool {
	if !r.tokens[from].comma {
		before := r.text(from - 1)
		if before == "last" && beforeLasting[r.text(from-2)] {
			return false
		}
		if (before == "for" || before == "durante") && r.ofPart(from) {
			return true
		}
		if beforeMoment[before] || before == "los" && r.text(from-2) == "a" {
			return true
		}
		if earlier := r.text(from - 2); before == "de" && (earlier == "antes" || earlier == "despues" || earlier == "dentro") || before == "the" && beforeMoment[earlier] {
			return true
		}
	}
	if to == len(r.tokens) || r.tokens[to].comma {
		return false
	}
	ends := to+1 == len(r.tokens) || r.tokens[to+1].comma
	return afterMoment[r.text(to)] || fragments[r.text(to)] || r.text(to) == "in" && ends
}

// ofPart reports whether the clause before a token names a part, and neither a style nor the piece:
// "mute the bass for 8 bars".
func (r *reader) ofPart(to int) bool {
	from, named := r.clauseFrom(to), false
	for k := range r.spans {
		s := &r.spans[k]
		if s.from < from || s.to > to {
			continue
		}
		if s.is(isStyle) {
			return false
		}
		_, part := s.part()
		named = named || part
	}
	return named && !slices.ContainsFunc(r.tokens[from:to], func(t token) bool { return pieces[t.text] })
}

// ofPiece reports whether the words beside the bars between two tokens are about the whole piece: "16
// bars of jazz with a drum fill", "a song of 32 bars with an intro".
func (r *reader) ofPiece(from, to int) bool {
	if to < len(r.tokens) && !r.tokens[to].comma {
		next := to
		if word := r.text(next); word == "of" || word == "de" {
			next++
		}
		if word := r.text(to); pieces[r.text(next)] || r.names(next, isStyle) || from == r.clauseFrom(from) && (word == "with" || word == "con") {
			return true
		}
	}
	at := from
	for at > 0 && !r.tokens[at].comma && lasting[r.text(at-1)] {
		at--
	}
	if at == 0 || r.tokens[at].comma {
		return false
	}
	return pieces[r.text(at-1)] || slices.ContainsFunc(r.spans, func(s span) bool { return s.to == at && s.is(isStyle) })
}

// names reports whether the words from a token on have a meaning of a kind.
func (r *reader) names(token int, of kind) bool {
	return slices.ContainsFunc(r.spans, func(s span) bool { return s.from == token && s.is(of) })
}

// amongSections reports whether the clause around the words between two tokens names a section that
// the piece shall have.
func (r *reader) amongSections(from, to int) bool {
	from, to = r.clauseFrom(from), r.clauseTo(to)
	for k := range r.spans {
		s := &r.spans[k]
		name, ok := s.value(isSection)
		if !ok || s.from < from || s.to > to || name == "solo" && (r.wish.Alone || r.wish.Only) {
			continue
		}
		if !s.used || slices.Contains(r.wish.Add, name) || slices.Contains(r.wish.Rewrite, name) {
			return true
		}
	}
	return false
}

// amongFragments reports whether the clause around the words between two tokens names what may have
// so many bars and is no section: "a 2 bar drum fill".
func (r *reader) amongFragments(from, to int) bool {
	return slices.ContainsFunc(r.tokens[r.clauseFrom(from):r.clauseTo(to)], func(t token) bool { return fragments[t.text] })
}

// clauseTo returns the token after the words that no punctuation mark separates from those before a
// token.
func (r *reader) clauseTo(token int) int {
	to := token
	for to < len(r.tokens) && !r.tokens[to].comma && to-token < 2*near {
		to++
	}
	return to
}

package prompt

import "regexp"

// The words between a negation and a verb that it refuses: "I don't want the song to end".
var refusing = wordSet("i", "we", "the", "song", "piece", "track", "music", "by", "just", "always", "please", "make", "making", "hagas", "haga", "hacer", "dejes", "el", "los", "las", "cancion", "pieza", "tema", "musica", "siempre")

// ending are the verbs before the way in which a piece ends.
var ending = wordSet("end", "ends", "ended", "ending", "finish", "finishes", "close", "conclude", "termine", "termina", "terminar", "termines", "acabe", "acaba", "acabar", "acabes", "finalice", "finaliza", "finalizar", "cierre", "cierra")

// The words that ask why a piece is as it is, and those that suggest something instead.
var (
	asking     = regexp.MustCompile(` (why|how come|por que) `)
	suggesting = regexp.MustCompile(` (why (not|don t (you|we))|por que no) `)
	askedAfter = regexp.MustCompile(`^((and|but|y|pero) )?(why|how come|por que) $`)
)

// refuses reports whether a negation in the same clause refuses what is asked for from a token on,
// and returns the token at which it begins: "don't start with the chorus".
func (r *reader) refuses(token int, verbs map[string]bool) (from int, refused bool) {
	if suggesting.MatchString(r.clauseBefore(token)) {
		return 0, false
	}
	for k := range r.spans {
		not := &r.spans[k]
		if not.to > token || !not.is(isNegation) || not.is(isRemoval) || r.apart(not.from+1, token) {
			continue
		}
		refused = true
		for _, t := range r.tokens[not.to:token] {
			refused = refused && (having[t.text] || refusing[t.text] || verbs[t.text])
		}
		if refused {
			return not.from, true
		}
	}
	return 0, false
}

// asked reports whether a text asks why something is so that is said between two tokens: "why does
// it start with the verse?"
func (r *reader) asked(from, to int) bool {
	before := r.clauseBefore(from)
	if asking.MatchString(before) {
		return !suggesting.MatchString(before + r.after(from, to))
	}
	for to < len(r.tokens) && !r.tokens[to].comma {
		to++
	}
	return to < len(r.tokens) && askedAfter.MatchString(r.text(to)+" "+r.after(to+1, len(r.tokens)))
}

// staysSo notes a request that is refused, or only asked about, between two tokens.
func (r *reader) staysSo(what string, from, to int, verbs map[string]bool) bool {
	if not, refused := r.refuses(from, verbs); refused {
		from = not
	} else if !r.asked(from, to) {
		return false
	}
	r.doubtful(what, from, to, "kept")
	r.use(from, to)
	return true
}

// The words around "with a fade" that are about the beginning of a piece.
var (
	fadesIn    = regexp.MustCompile(`^(in|de entrada) `)
	fadesInEnd = regexp.MustCompile(`^in (the )?(very )?(end|ending|outro) `)
	begins     = regexp.MustCompile(` (start|starts|starting|begin|begins|beginning|open|opens|intro|empieza|empiece|empezar|empezando|comienza|comience|comenzar|arranca|entra) $`)
)

// ends reads how the piece shall end, or shall not: "end with a fade".
func (r *reader) ends(way string, s *span) {
	after := r.after(s.to, s.to+near)
	if s.to < len(r.tokens) && r.tokens[s.to].comma {
		after = ""
	}
	from, refused := r.refuses(s.from, ending)
	switch {
	case fadesIn.MatchString(after) && !fadesInEnd.MatchString(after) || begins.MatchString(r.clauseBefore(s.from)):
		r.doubtful("ending", s.from, s.to, "unclear")
	case refused:
		r.wish.NotEnding = way
		r.reading("ending", "-"+way, from, s.to)
	case r.asked(s.from, s.to):
		r.doubtful("ending", s.from, s.to, "kept")
	default:
		r.wish.Ending = way
		r.reading("ending", way, s.from, s.to)
	}
}

// The words around a part that is heard in one place: "start with drums", "piano in the chorus".
var (
	atStart = regexp.MustCompile(` (start|starts|starting|begin|begins|beginning|open|opens|end|ends|finish|finishes|empieza|empiece|empezar|empezando|comienza|comience|comenzar|arranca|arranque|termina|termine|terminar|acaba|acabe|acabar) ` +
		`((it|the|song|piece|track|off|la|el|cancion|pieza|tema) )*(with|on|con|en|just|only|solo|solamente|unicamente) `)
	inPlace = regexp.MustCompile(` (in|for|at|to|during|until|en|para|durante|hasta|al|a) ((the|el|la|very) )*(start|beginning|end|begin|principio|comienzo|inicio|empezar|final) `)
	within  = regexp.MustCompile(` (in|for|at|during|until|of|en|para|durante|hasta|del?|al) ` + nth + `$`)
	placed  = regexp.MustCompile(`^ ((in|for|at|during|en|para|durante) )?` + nth + `$`)
)

// inOnePlace reports whether a part at a span is asked for in one place of the piece only.
func (r *reader) inOnePlace(part *span) bool {
	if atStart.MatchString(r.clauseBefore(part.from)) || inPlace.MatchString(" "+r.after(part.to, part.to+2*near)) {
		return true
	}
	for k := range r.spans {
		s := &r.spans[k]
		if name, ok := s.value(isSection); !ok || s.used || name == "solo" {
			continue
		}
		switch {
		case s.to <= part.from && !r.apart(s.from+1, part.from), // the verse with piano
			s.to <= part.from && placed.MatchString(r.clauseBefore(s.from)) && !r.apart(s.from+1, s.to-1) && r.clauseFrom(part.from) == s.to, // in the verse, piano
			s.from >= part.to && part.to < len(r.tokens) && !r.apart(part.to, s.from) && within.MatchString(r.clauseBefore(s.from)):
			return true
		}
	}
	return false
}

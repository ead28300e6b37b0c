package prompt

import (
	"regexp"
)

// alone reads who shall play without others: "string quartet", "a cappella", "piano solo". With other
// music, these are parts of it: "pop with a string quartet", "rock with a guitar solo".
func (r *reader) alone() {
	r.ensembles()
	r.groups()
	r.soloists()
	for i, t := range r.tokens {
		if n := groups[t.text]; n > 0 && r.instruments() == n && !r.accompanies(i, joining) {
			r.wish.Alone = true
		}
	}
}

// ensembles reads groups of players, who play what there is to play.
func (r *reader) ensembles() {
	for k := range r.spans {
		s := &r.spans[k]
		name, ok := s.value(isEnsemble)
		if !ok || s.used || r.accompanies(s.from, accompanying) || r.hasOthers(k, "choir") {
			continue
		}
		r.wish.Only = true
		for _, part := range ensembles[name] {
			r.play(part, s)
		}
		if classical[name] {
			r.hints = append(r.hints, span{from: s.from, to: s.to, meanings: []meaning{{kind: isHint, value: "classical-piano"}}})
		}
		for j := range r.spans { // "a cappella choir" names it twice
			if _, named := r.spans[j].part(); named || j == k {
				r.spans[j].used = true
			}
		}
	}
}

// soloists reads "piano solo" and "guitarra sola".
func (r *reader) soloists() {
	for k := range r.spans {
		s := &r.spans[k]
		part, ok := s.part()
		if !ok || part.Instrument == "" || s.used || !soloist.MatchString(r.after(s.to, s.to+2)) || r.tokens[s.to].comma {
			continue
		}
		if !r.accompanies(s.from, accompanying) && !momentary[r.text(s.to+1)] && !r.inOnePlace(s) && !r.hasOthers(k, part.Instrument) {
			r.wish.Alone = true
		}
	}
}

// soloist are the words after an instrument that plays alone.
var soloist = regexp.MustCompile(`^(solo|sola|a solas) `)

// instruments returns how many different instruments the text names, or 0 if it names roles as well.
func (r *reader) instruments() int {
	names := map[string]bool{}
	for k := range r.spans {
		switch part, ok := r.spans[k].part(); {
		case ok && part.Instrument == "":
			return 0
		case ok:
			names[part.Instrument] = true
		}
	}
	return len(names)
}

// accompanying are the words before a part that is one of several, or a moment of a piece.
var accompanying = wordSet("with", "con", "plus", "and", "y", "e", "featuring", "feat", "includes", "include", "including", "incluye", "has", "have", "having", "tiene", "tenga",
	"que", "add", "adds", "added", "anade", "agrega", "then", "luego", "another", "more", "otro", "otra", "no", "not", "without", "sin", "put", "pon", "mete", "long", "short", "longer", "shorter")

// joining are those that say so of a duet too, whose own names have an "and" between them.
var joining = wordSet("with", "con", "plus", "featuring", "feat", "add", "anade", "agrega", "no", "not", "without", "sin")

// accompanies reports whether one of some words before a token says that what follows is one part
// of several.
func (r *reader) accompanies(token int, words map[string]bool) bool {
	for i := token - 1; i >= max(0, token-near) && !r.tokens[i+1].comma; i-- {
		if words[r.text(i)] {
			return true
		}
	}
	return false
}

// momentary are the words after a solo that is a moment of a piece.
var momentary = wordSet("in", "en", "at", "al", "before", "antes", "after", "despues", "over", "during", "durante", "section", "part", "louder", "quieter", "longer", "shorter")

// hasOthers reports whether the text names a part apart from the one at a span, which is played
// by an instrument.
func (r *reader) hasOthers(k int, instrument string) bool {
	for j := range r.spans {
		part, ok := r.spans[j].part()
		if ok && j != k && part.Instrument != instrument {
			return true
		}
	}
	return false
}

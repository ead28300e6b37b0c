package prompt

import (
	"regexp"
	"slices"
)

// place is where the text says something.
type place struct {
	what     string // as Reading.What
	from, to int    // tokens
}

var (
	// becoming are the words between a section and what it shall be: "the chorus should be faster".
	becoming = wordSet("a", "bit", "little", "lot", "much", "way", "far", "should", "could", "must", "be", "is", "go", "goes", "has", "have", "with", "to", "at", "needs", "play", "plays",
		"un", "poco", "mucho", "sea", "vaya", "suene", "con", "que", "tenga", "debe", "deberia", "ser", "ir", "tener", "a")
	// comparing is a change, unlike "slow": "faster", "menos energía".
	comparing = regexp.MustCompile(` (more|less|mas|menos|[a-z]{3,}er) `)
)

// wholePiece notes wishes for the tempo or the energy of one section: they are those of the whole
// piece. "Fast solo" may be about the whole. Wishes for another length note which section they name.
func (r *reader) wholePiece() {
	for _, p := range r.read {
		if p.what == "tempo" || p.what == "energy" || p.what == "length" && r.wish.Length == 0 {
			r.inOneSection(p)
		}
	}
}

// inOneSection notes a wish that names a section before or after it: "faster in the chorus", "make
// the chorus faster", "a faster chorus".
func (r *reader) inOneSection(p place) {
	for k := range r.spans {
		s := &r.spans[k]
		name, ok := s.value(isSection)
		if !ok {
			continue
		}
		first, last := min(s.from, p.from), max(s.to, p.to)
		if !r.belongs(p, s) || r.apart(first+1, last-1) || slices.Contains(r.wish.Add, name) {
			continue
		}
		if p.what == "length" {
			r.wish.LengthOf = Reading{What: p.what, Value: name, Words: r.words(first, last)}
		} else {
			r.doubtful(p.what, first, last, "whole")
		}
		return
	}
}

// belongs reports whether a section has a wish beside it.
func (r *reader) belongs(p place, s *span) bool {
	switch {
	case s.to <= p.from:
		return r.all(s.to, p.from, becoming)
	case s.from == p.to:
		return comparing.MatchString(" "+r.after(p.from, p.to)) && r.text(s.from) != "solo"
	case s.from > p.to:
		return r.all(p.to, s.from, inside)
	}
	return false
}

// all reports whether all tokens from one to another are among some words.
func (r *reader) all(from, to int, words map[string]bool) bool {
	return !slices.ContainsFunc(r.tokens[from:to], func(t token) bool { return !words[t.text] })
}

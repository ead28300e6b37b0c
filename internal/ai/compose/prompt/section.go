package prompt

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// place is where the text says something.
type place struct {
	what     string // as Reading.What
	from, to int    // tokens
}

var (
	// becoming are the words between a section and what it shall be: "the chorus should be faster".
	becoming = wordSet("a", "bit", "little", "lot", "much", "way", "far", "should", "could", "must", "be", "is", "go", "goes", "has", "have", "with", "to", "at", "needs", "play", "plays",
		"es", "esta", "muy", "of", "long", "lasting", "last", "lasts", "dure", "de",
		"un", "poco", "mucho", "sea", "vaya", "suene", "con", "que", "tenga", "debe", "deberia", "ser", "ir", "tener", "a")
	// towardsSection are the words between a length that is added and the section that gets it.
	towardsSection = wordSet("to", "the", "first", "second", "third", "last", "a", "al", "la", "primer", "primera", "segundo", "segunda", "tercer", "tercera", "ultimo", "ultima")
	// comparing is a change, unlike "slow": "faster", "menos energía".
	comparing = regexp.MustCompile(` (more|less|mas|menos|[a-z]{3,}er) `)
)

// wholePiece notes wishes for the tempo or the energy of one section: they are those of the whole
// piece. "Fast solo" may be about the whole. Wishes for another length note which section they name.
func (r *reader) wholePiece() {
	for _, p := range r.read {
		if p.what == "tempo" || p.what == "energy" || p.what == "length" && r.wish.Length == 0 && r.wish.Bars == 0 {
			r.inOneSection(p)
		}
	}
	if r.wish.Longer == 0 && r.wish.LengthTimes == 0 {
		r.shortSections()
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
			r.wish.LengthOf = SectionLength{Place: r.placeOf(s, p), Words: r.words(first, last)}
		} else {
			r.doubtful(p.what, first, last, "whole")
		}
		return
	}
}

// linked are the verbs before a section that shall have a length: "make the chorus 20 seconds".
var linked = regexp.MustCompile(` (make|makes|made|let|set|haz|deja|pon|que) ` + nth + `$`)

// ofOneSection notes a length in seconds or bars that is said between two tokens, if it is that of a
// section: "an intro of 10 seconds", but not "guitar solo 2 minutes".
func (r *reader) ofOneSection(from, to int, of SectionLength) bool {
	p := place{"section", from, to}
	for k := range r.spans {
		s := &r.spans[k]
		name, ok := s.value(isSection)
		if !ok || s.used {
			continue
		}
		first, last := min(s.from, from), max(s.to, to)
		its := s.from == to && name != "solo" || s.to == from && (linked.MatchString(r.clauseBefore(s.from)) || of.Bars > 0 && name != "solo") || s.to < from && r.all(s.to, from, becoming) ||
			s.from == to+1 && of.Bars > 0 && (r.text(to) == "of" || r.text(to) == "de") // 8 bars of intro
		if !its || r.apart(first+1, last-1) {
			continue
		}
		of.Place, of.Words = r.placeOf(s, p), r.words(first, last)
		if r.hasLength(of.Place) {
			return false
		}
		if r.wish.LengthOf.Section == "" {
			r.wish.LengthOf = of
		} else {
			r.wish.AlsoOf = append(r.wish.AlsoOf, of)
		}
		r.reading("section", of.Place.String(), first, last)
		return true
	}
	return false
}

// hasLength reports whether the text has said how long a section shall be.
func (r *reader) hasLength(p Place) bool {
	return r.wish.LengthOf.Place == p || slices.ContainsFunc(r.wish.AlsoOf, func(of SectionLength) bool { return of.Place == p })
}

// counts reads how many sections of a name there shall be: "with 3 choruses".
func (r *reader) counts() {
	for k := range r.spans {
		s := &r.spans[k]
		name, ok := s.value(isSection)
		if !ok || s.used || name == "solo" || s.from == 0 || r.tokens[s.from].comma || !strings.HasSuffix(r.text(s.to-1), "s") || r.text(s.to-1) == "chorus" {
			continue
		}
		if number, unit, _, ok := r.number(s.from - 1); ok && unit == "" && number >= 2 && number == math.Trunc(number) {
			r.wish.Counts = append(r.wish.Counts, Count{name, int(min(number, 1e6)), r.words(s.from-1, s.to)})
		}
	}
}

// placeOf returns which section a span names that a wish is about.
func (r *reader) placeOf(s *span, p place) Place {
	name, _ := s.value(isSection)
	from := r.nthFrom(s.from)
	if p.to <= s.from {
		from = max(from, p.to)
	}
	return Place{name, r.ordinal(from, s.from)}
}

// sized are the words beside a section that is to be short or long.
var sized = map[string]int{"short": -1, "brief": -1, "corta": -1, "corto": -1, "breve": -1, "long": 1, "larga": 1, "largo": 1}

// The words beside a section that is to be half or twice as long.
var (
	halved  = regexp.MustCompile(`^(in half|(a|por) la mitad) `)
	doubled = regexp.MustCompile(` (double|duplica|dobla) ` + nth + `$`)
)

// times returns how many times as long the words beside a section ask for: -2 for half; 0 for none.
func (r *reader) times(s *span) int {
	switch {
	case halved.MatchString(r.after(s.to, s.to+3)):
		return -2
	case doubled.MatchString(r.clauseBefore(s.from)):
		return 2
	}
	return 0
}

// shortSections reads "a short intro" and "un estribillo largo".
func (r *reader) shortSections() {
	for k := range r.spans {
		s := &r.spans[k]
		if !s.is(isSection) || s.used {
			continue
		}
		from, to, size := s.from, s.to, 0
		if s.from > 0 && !r.tokens[s.from].comma {
			size = sized[r.text(s.from-1)]
			from--
		}
		if size == 0 && s.to < len(r.tokens) && !r.tokens[s.to].comma {
			size, from = sized[r.text(s.to)], s.from
			to++
		}
		if times := r.times(s); times != 0 && r.wish.LengthOf.Section == "" {
			r.wish.LengthTimes = times
			r.wish.LengthOf = SectionLength{Place: r.placeOf(s, place{"section", s.from, s.from}), Words: r.words(r.clauseFrom(s.from), s.to)}
			r.reading("section", r.wish.LengthOf.Place.String(), s.from, s.to)
			return
		}
		of := SectionLength{Place: r.placeOf(s, place{"section", s.from, s.from}), Words: r.words(from, to)}
		switch {
		case size == 0 || r.hasLength(of.Place):
			continue
		case r.wish.LengthOf.Section == "":
			r.wish.Longer, r.wish.LengthOf = size, of
		default:
			of.Size = size
			r.wish.AlsoOf = append(r.wish.AlsoOf, of)
		}
		r.reading("section", of.Place.String(), from, to)
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
		return r.all(p.to, s.from, inside) || p.what == "length" && r.all(p.to, s.from, towardsSection)
	}
	return false
}

// all reports whether all tokens from one to another are among some words.
func (r *reader) all(from, to int, words map[string]bool) bool {
	return !slices.ContainsFunc(r.tokens[from:to], func(t token) bool { return !words[t.text] })
}

package prompt

import (
	"regexp"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/score"
)

// takenOut stands before a section that is taken "out".
var takenOut = regexp.MustCompile(` (take|leave|cut|edit) ` + nth + `$`)

// Place names sections of a piece.
type Place struct {
	Section string
	Which   int // 1 for the first of its name, -1 for the last; 0 for all of them
}

// String returns the name of the sections.
func (p Place) String() string {
	if p.Which == 0 {
		return p.Section
	}
	return p.Section + " " + strconv.Itoa(p.Which)
}

// Tonality is a key, or half of one: the other half is empty.
type Tonality struct {
	Tonic string
	Mode  score.Mode
}

var (
	// omitting are the words between a negation and a section that the piece shall not have.
	omitting = wordSet(
		"the", "a", "an", "any", "my", "its", "all", "have", "having", "has", "contain", "include", "add", "adding", "use", "using", "put", "with", "need", "want", "there", "be", "is", "it", "to",
		"el", "la", "los", "las", "un", "una", "su", "sus", "ningun", "ninguna", "tenga", "tener", "lleve", "llevar", "haya", "hay", "haber", "que", "quiero", "quiere", "pongas", "ponga", "poner",
		"anadas", "anada", "incluya", "incluyas", "uses", "de", "del", "todos", "todas",
	)
	// leaving are the verbs that leave a section out. A part that is cut may only be quieter.
	leaving = wordSet("drop", "cut", "skip", "scrap", "ditch", "corta", "salta", "saltate", "suprime")
	// shaping are the words after a section that shall not be left out, but be otherwise.
	shaping = wordSet("by", "to", "so", "too", "that", "be", "sound", "like", "tan", "que", "como", "suene", "sea")
	which   = map[string]int{
		"first": 1, "second": 2, "third": 3, "last": -1, "primer": 1, "primera": 1, "primero": 1, "segundo": 2, "segunda": 2, "tercer": 3, "tercera": 3, "ultimo": -1, "ultima": -1,
	}
)

// leavings reads "no intro", "sin puente", "remove the second verse" and "drop the intro and the
// outro".
func (r *reader) leavings() {
	last, head := -1, 0 // span of the section before, if that is left out, and where the list begins
	for k := range r.spans {
		s := &r.spans[k]
		name, ok := s.value(isSection)
		notOnly := s.is(isOnly) && r.partAfter(k+1, s.to-2) >= 0 // no solo el piano
		if !ok || s.used || notOnly || r.shaped(k) || r.isEndless(s) {
			continue
		}
		begin, place := r.leaver(k, name)
		if begin >= 0 {
			head = begin
		} else if last >= 0 && r.joins(head, last, k) {
			begin, place = r.spans[last].from, Place{name, r.ordinal(r.spans[last].to, s.from)}
		}
		if begin < 0 || r.stays(begin, s) {
			continue
		}
		last = k
		r.wish.Leave = append(r.wish.Leave, place)
		r.reading("section", "-"+place.String(), begin, s.to)
		r.use(begin, s.to)
	}
}

// isEndless reports whether a span is the second word of "never ending", and no section.
func (r *reader) isEndless(s *span) bool {
	return r.text(s.from) == "ending" && r.text(s.from-1) == "never"
}

// leaver returns the token at which the request begins to leave out the section at a span, or -1,
// and which section that is.
func (r *reader) leaver(k int, name string) (begin int, place Place) {
	s := &r.spans[k]
	if words := takenOut.FindString(r.clauseBefore(s.from)); words != "" && r.text(s.to) == "out" {
		return s.from - count(words), Place{name, r.ordinal(r.nthFrom(s.from), s.from)}
	}
	at := s.from
	for ; at > 0 && !r.tokens[at].comma && s.from-at < near; at-- {
		if j := r.endingAt(at, k); j >= 0 && (r.spans[j].is(isNegation) || r.spans[j].is(isExcept)) {
			return r.spans[j].from, Place{name, r.ordinal(at, s.from)}
		}
		word := r.text(at - 1)
		if leaving[word] && r.leaves(at-1, s) {
			return at - 1, Place{name, r.ordinal(at, s.from)}
		}
		if !omitting[word] && which[word] == 0 {
			break
		}
	}
	return -1, Place{}
}

// endingAt returns the span before another one that ends at a token, or -1.
func (r *reader) endingAt(token, before int) int {
	for j := before - 1; j >= 0; j-- {
		if r.spans[j].to == token && !r.spans[j].used {
			return j
		}
	}
	return -1
}

// leaves reports whether the word at a token is a verb that leaves the section at a span out, as it
// is at the beginning of a clause. A "drop intro" is an intro, and one that is cut "in half" stays.
func (r *reader) leaves(at int, s *span) bool {
	begins := at == 0 || r.tokens[at].comma || beforeDrop[r.text(at-1)]
	noun := r.text(at) == "drop" || r.text(at) == "scrap"
	return begins && (!noun || at+1 < s.from) && (r.text(s.to) != "in" && r.text(s.to) != "a" && r.text(s.to) != "por")
}

// shaped reports whether the words after a section ask for another one, not for none.
func (r *reader) shaped(k int) bool {
	to := r.spans[k].to
	if to == len(r.tokens) || r.tokens[to].comma {
		return false
	}
	if shaping[r.text(to)] {
		return true
	}
	return r.changed(k) || k+1 < len(r.spans) && r.spans[k+1].from == to && (r.spans[k+1].is(isSection) || r.spans[k+1].is(isAgain))
}

// changed reports whether the words right after a span say how it shall change: "longer".
func (r *reader) changed(k int) bool {
	if k+1 == len(r.spans) || r.spans[k+1].from != r.spans[k].to || r.tokens[r.spans[k].to].comma {
		return false
	}
	changes := []kind{isPaceChange, isLengthChange, isLengthFactor, isTempoFactor}
	return slices.ContainsFunc(changes, r.spans[k+1].is)
}

// link is how a section follows the one before in a list.
type link struct{ joined, comma bool }

// link returns how the section at a span follows that at another one: neither way unless a list does.
func (r *reader) link(last, k int) link {
	from, to := r.spans[last].to, r.spans[k].from
	if from == to && !r.tokens[to].comma || to-from > near || r.apart(from+1, to) {
		return link{}
	}
	l := link{comma: r.tokens[from].comma}
	for at := from; at < to; at++ {
		switch word := r.text(at); word {
		case "and", "or", "nor", "y", "e", "o", "ni":
			l.joined = true
		default:
			if !articles[word] && which[word] == 0 {
				return link{}
			}
		}
	}
	return l
}

// joins reports whether a section is the next one of a list that begins with the word at a token:
// "the intro and the outro", "the intro, the bridge and the outro".
func (r *reader) joins(begin, last, k int) bool {
	switch l := r.link(last, k); {
	case l.joined && l.comma:
		before := r.sectionBefore(last)
		return before >= 0 && r.spans[before].used && r.link(before, last).comma
	case l.comma:
		return r.listEnds(begin, k)
	default:
		return l.joined
	}
}

// sectionBefore returns the span of the section before another one, or -1.
func (r *reader) sectionBefore(k int) int {
	for k--; k >= 0 && !r.spans[k].is(isSection); k-- {
	}
	return k
}

// listEnds reports whether the list of sections that goes on at a span ends in "and" and one more. "No
// intro, verse and chorus" is not one, but "no intro, verse or chorus" is.
func (r *reader) listEnds(begin, k int) bool {
	for next := k + 1; next < len(r.spans); next++ {
		if !r.spans[next].is(isSection) {
			continue
		}
		l := r.link(k, next)
		if l.joined {
			last := slices.IndexFunc(r.tokens[r.spans[k].to:r.spans[next].from], func(t token) bool { return denying[t.text] })
			return !r.shaped(next) && (r.text(begin) != "no" || last >= 0)
		}
		if !l.comma {
			return false
		}
		k = next
	}
	return false
}

// ordinal returns which section the words between two tokens name: 2 for "the second".
func (r *reader) ordinal(from, to int) int {
	for at := from; at < to; at++ {
		if n := which[r.text(at)]; n != 0 {
			return n
		}
	}
	return 0
}

// stays reports whether a request to leave out a section is negated itself, and notes that it stays:
// "don't remove the intro".
func (r *reader) stays(begin int, s *span) bool {
	for k := range r.spans {
		not := &r.spans[k]
		if not.to == begin && !r.tokens[begin].comma && not.is(isNegation) && !not.is(isRemoval) && r.removes(begin) {
			r.doubtful("without", not.from, s.to, "kept")
			r.use(not.from, s.to)
			return true
		}
	}
	return false
}

// removes reports whether the word at a token is a verb that leaves something out.
func (r *reader) removes(at int) bool {
	return leaving[r.text(at)] || slices.ContainsFunc(r.spans, func(s span) bool { return s.from == at && s.is(isRemoval) })
}

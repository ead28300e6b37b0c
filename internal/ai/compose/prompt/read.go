package prompt

import (
	"slices"
	"strings"

	"sonora/internal/ai/compose/score"
	"sonora/internal/music"
)

// maxText is the longest text that is read, in characters. The rest is ignored.
const maxText = 10_000

// maxReadings limits the readings and the doubts of a text.
const maxReadings = 40

// Read returns what a text asks for.
func Read(text string) Wish {
	runes := []rune(text)
	runes = runes[:min(len(runes), maxText)]
	r := &reader{lexicon: read(), runes: runes, tokens: numbered(tokens(runes)), wish: Wish{Text: music.OneLine(text, maxText)}}
	r.find()
	r.moves()
	r.leavings()
	r.loudness()
	r.additions()
	r.swaps()
	r.rewrites()
	r.anews()
	r.alone()
	r.walk()
	r.settle()
	r.volume()
	return r.wish
}

// reader reads one text.
type reader struct {
	*lexicon
	runes  []rune
	tokens []token
	spans  []span
	wish   Wish
	read   []place
	hints  []span
	op     operator

	artists  []span
	moments  []moment
	absences []absence
}

// span is a run of words with a meaning.
type span struct {
	from, to int // tokens
	meanings []meaning
	used     bool
	note     func() // reads a number or key; nil for phrases
}

func (s *span) value(kind kind) (string, bool) {
	for _, m := range s.meanings {
		if m.kind == kind {
			return m.value, true
		}
	}
	return "", false
}

func (s *span) is(kind kind) bool {
	_, yes := s.value(kind)
	return yes
}

// part returns the role or instrument that the span names.
func (s *span) part() (Part, bool) {
	if name, ok := s.value(isInstrument); ok {
		return Part{Instrument: name}, true
	}
	if role, ok := s.value(isRole); ok {
		return Part{Role: score.Role(role)}, true
	}
	return Part{}, false
}

// find cuts the text into spans: numbers and keys, then the longest phrases.
func (r *reader) find() {
	for i := 0; i < len(r.tokens); {
		if n, note := r.quantity(i); n > 0 {
			r.spans = append(r.spans, span{from: i, to: i + n, note: note})
			i += n
			continue
		}
		n, meanings := r.phrase(i)
		if n > 0 && !r.isOther(i) {
			r.spans = append(r.spans, span{from: i, to: i + n, meanings: meanings})
		}
		i += max(1, n)
	}
}

// isOther reports whether the word at a token means nothing here: the "sea" of "que sea triste" is no
// water, and the "scrap" of "scrap percussion" leaves nothing out, unlike "scrap the percussion".
func (r *reader) isOther(i int) bool {
	if r.text(i) == "scrap" {
		return !articles[r.text(i+1)] && r.text(i+1) != "all"
	}
	return r.text(i) == "sea" && r.text(i-1) == "que"
}

// phrase returns the longest phrase at a token. Punctuation ends phrases.
func (r *reader) phrase(i int) (int, []meaning) {
	for n := min(r.longest, len(r.tokens)-i); n > 0; n-- {
		var text []string
		for k, t := range r.tokens[i : i+n] {
			if k > 0 && t.comma {
				text = nil
				break
			}
			text = append(text, t.text)
		}
		if meanings := r.phrases[strings.Join(text, " ")]; text != nil && len(meanings) > 0 {
			return n, meanings
		}
	}
	return 0, nil
}

func (r *reader) words(from, to int) string {
	return music.OneLine(string(r.runes[r.tokens[from].from:r.tokens[to-1].to]), 100)
}

func (r *reader) reading(what, value string, from, to int) {
	r.read = append(r.read, place{what, from, to})
	for _, known := range r.wish.Readings {
		if known.What == what && known.Value == value {
			return
		}
	}
	if len(r.wish.Readings) == maxReadings {
		return
	}
	r.wish.Readings = append(r.wish.Readings, Reading{what, value, r.words(from, to)})
}

// doubt notes a second wish for what had one: the first is met.
func (r *reader) doubt(what string, from, to int) { r.doubtful(what, from, to, "first") }

// doubtful notes a wish that is not met as it was said.
func (r *reader) doubtful(what string, from, to int, done string) {
	if len(r.wish.Doubts) == maxReadings {
		return
	}
	r.wish.Doubts = append(r.wish.Doubts, Doubt{what, r.words(from, to), done})
}

// near is how many words may lie between words that belong together.
const near = 5

// partAfter returns the next span from k on that names a part, within near words.
func (r *reader) partAfter(k, token int) int {
	for ; k < len(r.spans) && r.spans[k].from <= token+near; k++ {
		if _, ok := r.spans[k].part(); ok && !r.spans[k].used {
			return k
		}
	}
	return -1
}

var towards = map[string]bool{"to": true, "for": true, "with": true, "into": true, "by": true, "por": true, "a": true, "al": true, "con": true}

var uses = map[string]bool{"use": true, "play": true, "put": true, "take": true, "have": true, "usa": true, "pon": true, "pone": true, "toca": true, "mete": true, "quiero": true}

// replacement returns the span of the part that plays instead of another one, or -1: "guitar
// instead of piano", "instead of piano use guitar". instead is the span of "instead of", from
// that of the other part.
func (r *reader) replacement(instead, from int) int {
	s := &r.spans[instead]
	after := r.partAfter(from+1, r.spans[from].to)
	begins := s.from == 0 || r.tokens[s.from].comma
	if after >= 0 && begins && slices.ContainsFunc(r.tokens[r.spans[from].to:r.spans[after].from], func(t token) bool { return uses[t.text] }) {
		return after
	}
	for j := instead - 1; j >= 0 && r.spans[j].to >= s.from-near; j-- {
		if _, ok := r.spans[j].part(); ok && !r.spans[j].used {
			return j
		}
	}
	return after
}

// swaps reads "change the piano to guitar" and "a guitar instead of the piano".
func (r *reader) swaps() {
	for k := range r.spans {
		s := &r.spans[k]
		if s.used {
			continue
		}
		var from int
		to := -1
		switch {
		case s.is(isSwap):
			if from = r.partAfter(k+1, s.to); from >= 0 {
				to = r.partAfter(from+1, r.spans[from].to)
			}
			if to >= 0 && !slices.ContainsFunc(r.tokens[r.spans[from].to:r.spans[to].from], func(t token) bool { return towards[t.text] }) {
				continue
			}
		case s.is(isInstead):
			if from = r.partAfter(k+1, s.to); from >= 0 {
				to = r.replacement(k, from)
			}
		default:
			from, to = k, r.carrier(k)
		}
		if from < 0 || to < 0 {
			continue
		}
		old, _ := r.spans[from].part()
		replacement, _ := r.spans[to].part()
		r.wish.Swaps = append(r.wish.Swaps, Swap{old, replacement})
		first, last := min(k, from, to), max(k, from, to)
		r.reading("instrument", replacement.String(), r.spans[first].from, r.spans[last].to)
		for j := first; j <= last; j++ {
			r.spans[j].used = true
		}
	}
}

// rewrites reads "write the chorus again" and "otro estribillo".
func (r *reader) rewrites() {
	last := -1 // span of the section before, if that is rewritten
	for k := range r.spans {
		section, ok := r.spans[k].value(isSection)
		if !ok || r.spans[k].used {
			continue
		}
		if r.dislikes(&r.spans[k]) {
			r.wish.Rewrite = append(r.wish.Rewrite, section)
			r.reading("section", section, r.spans[k].from, r.spans[k].to)
			r.spans[k].used = true
			continue
		}
		verb := r.rewriter(k)
		if verb < 0 && last >= 0 && r.spans[k].from-r.spans[last].to < 3 { // the chorus and the bridge
			verb = last
		}
		if verb < 0 || r.text(r.spans[verb].from) == "haz" && r.changed(k) {
			continue
		}
		if r.refused(min(r.spans[verb].from, r.spans[k].from), &r.spans[k]) {
			continue
		}
		last = k
		if !slices.Contains(r.wish.Rewrite, section) {
			r.wish.Rewrite = append(r.wish.Rewrite, section)
			r.reading("section", section, min(r.spans[verb].from, r.spans[k].from), max(r.spans[verb].to, r.spans[k].to))
		}
		r.spans[k].used = true
	}
}

// rewriter returns the span that asks for a section to be rewritten, or -1.
func (r *reader) rewriter(k int) int {
	found := -1
	for j := max(0, k-near); j < min(len(r.spans), k+near); j++ {
		verb := &r.spans[j]
		before := j < k && r.spans[k].from-verb.to < 3 && (verb.is(isRewrite) || verb.is(isAgain))
		after := j > k && verb.from-r.spans[k].to < 3 && verb.is(isAgain)
		if !verb.used && (before || after) {
			verb.used = true
			if found < 0 {
				found = j
			}
		}
	}
	return found
}

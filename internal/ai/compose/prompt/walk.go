package prompt

import (
	"regexp"
	"slices"

	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// operator is what the words before say about a part: "no", "more", "less", "only".
type operator struct {
	kind     kind
	from, to int  // tokens
	met      bool // a part has followed
	joined   bool // "and" has followed the part
	listed   bool // a comma has followed the part, and the list goes on
	styles   bool // a style has followed instead
	keys     bool // a key or a metre has followed instead
	denies   bool // "nor" or "or" has followed: what comes next is not wanted either
	without  int  // parts that were left out before
	removes  bool // a verb such as "remove"
}

const (
	noOperator kind = -1
	isKeep     kind = -2 // "don't remove"
)

// walk reads the spans in the order of the text.
func (r *reader) walk() {
	r.op.kind = noOperator
	next := 0 // token
	for k := range r.spans {
		s := &r.spans[k]
		switch {
		case s.from == next && !r.tokens[s.from].comma || r.lacks(next, s.from):
		case s.from == next && r.listed(k):
			r.op.joined, r.op.listed = true, true
		default: // unknown words, or punctuation
			r.op.kind = noOperator
		}
		next = s.to
		switch {
		case s.used:
			r.op.kind = noOperator
		case s.note != nil:
			s.note()
			if !r.op.keys {
				r.op.kind = noOperator
			}
		case r.operates(k):
		case r.applies(k):
		default:
			r.op.kind = noOperator
			r.plain(s)
		}
	}
}

// operates reports whether a span only changes how the next ones are read.
func (r *reader) operates(k int) bool {
	s := &r.spans[k]
	if r.notOnly(k) || r.excepts(k) || r.lacks(s.from, s.to-1) && r.lacking(s) {
		return true
	}
	if s.is(isRemoval) && !r.op.met && (r.op.kind == isNegation || r.op.kind == isKeep) {
		r.op.kind = isKeep
		return true
	}
	if s.is(isExcess) && r.qualifies(k) {
		from := s.from
		if r.op.kind == isNegation && !r.op.met { // "not too fast"
			from = r.op.from
		}
		r.op = operator{kind: isLess, from: from, to: s.to}
		return true
	}
	if r.noMore(s) || r.dropsPart(k) || r.onlyBefore(k) {
		return true
	}
	for _, kind := range []kind{isNegation, isMore, isLess} {
		if s.is(kind) && (!r.op.met || !s.is(isJoiner)) {
			r.op = operator{kind: kind, from: s.from, to: s.to, without: len(r.wish.Without), removes: s.is(isRemoval)}
			return true
		}
	}
	guitarSolo := k > 0 && s.is(isSection) && r.endsWithPart(k-1, s.from)
	soloOf := r.text(s.from) == "solo" && r.text(s.to) == "de" && r.accompanies(s.from, accompanying) // rock con un solo de guitarra
	if s.is(isOnly) && !guitarSolo && !soloOf && r.text(s.from) != "alone" && r.partAfter(k+1, s.to-2) >= 0 {
		r.op = operator{kind: isOnly, from: s.from, to: s.to}
		return true
	}
	if s.is(isJoiner) && r.op.met {
		r.op.joined, r.op.denies = true, r.op.kind == isNegation && denying[r.text(s.from)] && !r.turns(s)
		return true
	}
	if r.op.joined && indefinite[r.text(s.from)] { // no drums and a fiddle
		r.op.kind = noOperator
	}
	return s.is(isFiller) || s.is(isJoiner)
}

// noMore reads the second word of "no more piano", which asks for none, and of "not more
// piano", which asks for no change.
func (r *reader) noMore(s *span) bool {
	if r.op.kind != isNegation || r.op.met || r.text(s.from) != "more" && r.text(s.from) != "mas" || s.to-s.from != 1 {
		return false
	}
	if r.text(r.op.from) == "not" {
		r.op.kind = isKeep
	}
	return true
}

// dropsPart reads "drop the drums" and "cut the bass", which leave them out. A drop is a section
// otherwise, and what is cut "a bit" or "by half" stays.
func (r *reader) dropsPart(k int) bool {
	s := &r.spans[k]
	starts := s.from == 0 || r.tokens[s.from].comma || beforeDrop[r.text(s.from-1)]
	next := r.partAfter(k+1, s.to)
	if word := r.text(s.from); word != "drop" && word != "cut" || s.to-s.from != 1 || !starts || next < 0 {
		return false
	}
	if after := r.text(r.spans[next].to); r.text(s.from) == "cut" && (after == "a" || after == "by" || after == "down" || after == "in") {
		return false
	}
	between := r.after(s.to, r.spans[next].from)
	if between != "the " && between != "all the " || r.apart(s.to, r.spans[next].from) {
		return false
	}
	r.op = operator{kind: isNegation, from: s.from, to: s.to, without: len(r.wish.Without), removes: true}
	return true
}

var beforeDrop = wordSet("and", "but", "please", "then", "you", "just", "now", "y", "pero", "favor", "puedes", "ahora")

// allPercussion are the words that mean the drum kit too, where they are not wanted.
var allPercussion = map[string]bool{"percussion": true, "percusion": true, "percusiones": true}

var indefinite = map[string]bool{"a": true, "an": true, "un": true, "una": true, "some": true, "algo": true}

// qualifies reports whether a span belongs to the word right after it: "too" in "too fast", but
// not in "drums too".
func (r *reader) qualifies(k int) bool {
	if k+1 == len(r.spans) {
		return false
	}
	s, next := &r.spans[k], &r.spans[k+1]
	return next.from == s.to && !r.tokens[s.to].comma && !next.is(isJoiner)
}

// endsWithPart reports whether a span names a part just before a token: "guitar solo".
func (r *reader) endsWithPart(k, token int) bool {
	_, ok := r.spans[k].part()
	return ok && r.spans[k].to == token
}

// applies applies the operator to a span, and reports whether there was one.
func (r *reader) applies(k int) bool {
	if r.op.kind == noOperator {
		return false
	}
	s := &r.spans[k]
	part, named := s.part()
	texture, sounds := s.value(isTexture)
	genre, styled := s.value(isStyle)
	belongs := r.op.joined && (named || sounds || styled && r.op.styles || r.op.denies)
	if r.makes(s) {
		return true
	}
	if r.op.met && !belongs {
		r.op.kind = noOperator
		return false
	}
	r.op.met, r.op.joined = true, false
	w := &r.wish
	switch {
	case r.op.kind == isKeep:
		r.doubtful("without", r.op.from, s.to, "kept")
	case r.op.kind == isNegation && sounds:
		w.Without = append(w.Without, Part{score.Texture, texture})
		r.reading("without", texture, r.op.from, s.to)
	case r.op.kind == isNegation:
		switch {
		case named:
			if allPercussion[r.text(s.to-1)] {
				part = Part{Role: score.Drums}
			}
			w.Without = append(w.Without, part)
			r.absences = append(r.absences, absence{part, r.op.from, s.to})
			r.reading("without", part.String(), r.op.from, s.to)
			r.inSections(k)
		case styled && s.to-s.from == 1 && r.text(s.from) == "swing":
			r.op.styles, w.Straight = true, true
			r.reading("without", "swing", r.op.from, s.to)
		case styled:
			r.op.styles = true
			w.Avoid = append(w.Avoid, genre)
			r.reading("without", genre, r.op.from, s.to)
		default:
			r.reverse(s)
		}
	case r.op.kind == isLess && sounds && !named:
		w.Quieter = append(w.Quieter, Part{Role: score.Texture})
		r.reading("instrument", "-"+texture, r.op.from, s.to)
	case r.op.kind == isLess && !named && r.reverse(s):
	case !named:
		r.op.kind = noOperator
		return false
	case r.op.kind == isMore:
		w.Louder = append(w.Louder, part)
		r.reading("instrument", "+"+part.String(), r.op.from, s.to)
		r.amount(part, r.op.from, s.to)
		r.everywhere("section", r.op.from, s.to)
	case r.op.kind == isLess:
		w.Quieter = append(w.Quieter, part)
		r.reading("instrument", "-"+part.String(), r.op.from, s.to)
		r.amount(part, r.op.from, s.to)
		r.everywhere("section", r.op.from, s.to)
	case r.op.kind == isOnly:
		w.Only = w.Only || !r.inOnePlace(s)
		r.play(part, s)
	}
	return true
}

func (r *reader) play(part Part, s *span) {
	if !slices.Contains(r.wish.Play, part) {
		r.wish.Play = append(r.wish.Play, part)
	}
	r.reading("instrument", part.String(), s.from, s.to)
}

// plain reads a span that no operator changes.
func (r *reader) plain(s *span) {
	w := &r.wish
	for _, m := range s.meanings {
		switch m.kind {
		case isStyle:
			r.style(m.value, s)
		case isHint:
			r.hints = append(r.hints, span{from: s.from, to: s.to, meanings: []meaning{m}})
		case isMood:
			if r.isLoving(s) {
				continue
			}
			if r.opposes(m.value) {
				r.doubtful("mood", s.from, s.to, "both")
			}
			if !slices.Contains(w.Moods, m.value) {
				w.Moods = append(w.Moods, m.value)
			}
			r.reading("mood", m.value, s.from, s.to)
		case isArtist:
			r.artist(m, s)
		case isEra:
			w.Era, w.EraStyle = m.value, r.eras[m.value]
			r.reading("era", m.value, s.from, s.to)
		case isEnding:
			r.ends(m.value, s)
		case isTexture:
			if !slices.Contains(w.Textures, m.value) {
				w.Textures = append(w.Textures, m.value)
			}
			r.reading("texture", m.value, s.from, s.to)
		case isInstrument:
			r.play(Part{Instrument: m.value}, s)
		case isRole:
			r.play(Part{Role: score.Role(m.value)}, s)
		case isPace:
			r.level("tempo", &w.Pace, m, s)
		case isUsualTempo:
			w.UsualBPM = float64(m.level)
		case isPaceChange:
			r.level("tempo", &w.Faster, m, s)
		case isTempoFactor:
			r.level("tempo", &w.Times, m, s)
		case isLengthFactor:
			r.level("length", &w.LengthTimes, m, s)
		case isLengthChange:
			r.level("length", &w.Longer, m, s)
			w.LengthBit = r.isLittle(s)
		case isEnergy:
			r.level("energy", &w.Energy, m, s)
		case isBrightness:
			r.level("sound", &w.Bright, m, s)
		case isRoom:
			r.level("sound", &w.Wet, m, s)
		case isVoice:
			r.doubtful("voice", s.from, s.to, "instrumental")
		case isAgain:
			w.Again = true
			r.reading("again", "", s.from, s.to)
		default: // means something only beside other words
		}
	}
}

// isLittle reports whether the words around a change ask for a little of it: "a bit shorter",
// "shorten it a bit".
func (r *reader) isLittle(s *span) bool {
	after := s.to
	if r.text(after) == "it" {
		after++
	}
	return littleBefore.MatchString(r.before(s.from)) || littleAfter.MatchString(" "+r.after(after, after+3))
}

// exclusive are the kinds of levels of which a piece has one or the other.
var exclusive = map[kind]bool{isPace: true, isEnergy: true, isBrightness: true, isRoom: true}

// level reads a level of the wish.
func (r *reader) level(what string, of *int, m meaning, s *span) {
	if *of*m.level < 0 && (m.kind == isPaceChange || m.kind == isLengthChange) {
		r.wish.Opposed = true
	}
	if *of*m.level < 0 && exclusive[m.kind] {
		r.doubt(what, s.from, s.to)
		return
	}
	*of = m.level
	r.reading(what, r.words(s.from, s.to), s.from, s.to)
	if m.kind == isRoom || m.kind == isBrightness {
		r.everywhere("sound", s.from, s.to)
	}
}

// style takes the first style as the style, the second as its colour.
func (r *reader) style(name string, s *span) {
	switch w := &r.wish; {
	case w.Style == "":
		w.Style = name
		r.reading("style", name, s.from, s.to)
	case w.Style == name || w.Colour == name:
	case w.Colour == "" && inThree(name) && !inThree(w.Style):
		r.colourWith(w.Style)
		w.Style, w.Colour = name, w.Style
		r.reading("style", name, s.from, s.to)
	case w.Colour == "":
		w.Colour = name
		r.reading("colour", name, s.from, s.to)
	default:
		r.doubt("style", s.from, s.to)
	}
}

// inThree reports whether a style is in three, which no style in four can borrow: a jazz waltz is
// a waltz.
func inThree(name string) bool { return style.Named(name).Beats == 3 }

// colourWith makes a style that was read the colour of another one.
func (r *reader) colourWith(name string) {
	for i := range r.wish.Readings {
		if read := &r.wish.Readings[i]; read.What == "style" && read.Value == name {
			read.What = "colour"
		}
	}
}

// swung is a text that asks for swing, which may be that of the style: "with swing", "swing it".
var swung = regexp.MustCompile(`^((with|but|and|now|please|make|let|it|put|add|give|bring|back|more|some|a|bit|of|the|con|pero|y|ahora|ponle|dale|pon|anade|anadele|que|tenga|mas|algo|un|poco|de|el) )*` +
	`swing ((it|again|back|in|please|por|favor|otra|vez) )*$`)

// isInstrumental reports whether the text asks for an instrumental.
func (r *reader) isInstrumental() bool {
	return slices.ContainsFunc(r.tokens, func(t token) bool {
		return t.text == "instrumental" || t.text == "instrumentals" || t.text == "instrumentales"
	})
}

// settle decides what only the whole text can decide.
func (r *reader) settle() {
	w := &r.wish
	w.Swung = swung.MatchString(r.after(0, len(r.tokens)))
	w.Instrumental = w.Instrumental || r.isInstrumental()
	r.wholePiece()
	r.likeArtists()
	r.strangers()
	r.silences()
	r.counts()
	r.contradictions()
	r.size()
	if w.Style == "" && len(r.hints) > 0 {
		hint := r.hints[0]
		r.style(hint.meanings[0].value, &hint)
	}
	spanish := 0
	for _, t := range r.tokens {
		if r.spanish[t.text] {
			spanish++
		}
	}
	w.Spanish = spanish > 0 && spanish*6 >= len(r.tokens)
}

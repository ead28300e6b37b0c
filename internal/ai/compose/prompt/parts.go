package prompt

import (
	"regexp"
	"slices"
	"strings"

	"sonora/internal/ai/compose/score"
)

// The words after a part that say how loud it is, each with a space after it: "la batería está
// muy alta", "the bass is too quiet".
var (
	tooLoud = regexp.MustCompile(`^((is|are|was|were|sounds?|seems?|feels?|a|bit|little|way|far|just|esta|estan|suena|suenan|se|oye|oyen|un|poco) )*` +
		`((too|so|very|muy|demasiado|tan) (loud|strong|high|prominent|present|heavy|alt[oa]s?|fuertes?)|(less|menos|not (so|as)|no tan) (loud|alt[oa]s?|fuertes?)|quieter|softer|lower|mas (baj[oa]s?|suaves?|floj[oa]s?)) `)
	tooQuiet = regexp.MustCompile(`^((is|are|was|were|sounds?|seems?|feels?|a|bit|little|way|far|just|esta|estan|suena|suenan|se|oye|oyen|un|poco) )*` +
		`((too|muy|demasiado) (quiet|soft|low|weak|faint|baj[oa]s?|suaves?|floj[oa]s?|debil|debiles)|louder|stronger|higher|mas (alt[oa]s?|fuertes?)) `)
	// strong and weak stand before a part that they ask to be so: "más fuerte el bajo".
	strong = regexp.MustCompile(` mas (fuertes?|alt[oa]s?) ((el|la|los|las) )+$`)
	weak   = regexp.MustCompile(` mas (suaves?|floj[oa]s?|baj[oa]s?) ((el|la|los|las) )+$`)
	turned = regexp.MustCompile(` (turn|bring|push|pull|take|put)( (the|its|that|down|up))* $`)
	// down and up are alone after a part, or only how far: "piano down a bit".
	down = regexp.MustCompile(`^((a|bit|little|touch|just|slightly) )*down ((a|bit|little|touch|just|slightly|please) )*$`)
	up   = regexp.MustCompile(`^((a|bit|little|touch|just|slightly) )*up ((a|bit|little|touch|just|slightly|please) )*$`)
	// lowered and raised stand before a part, a word that says how loud it is: "baja un poco el piano".
	lowered = regexp.MustCompile(`( (lower|soften)| (baja|bajale|bajar|bajad))( (a|bit|little|slightly|un|poco|poquito|el|la|los|las|al|the|volumen|volume|of|de|del))* $`)
	raised  = regexp.MustCompile(`( (raise|boost)| (sube|subele|subir|subid))( (a|bit|little|slightly|un|poco|poquito|el|la|los|las|al|the|volumen|volume|of|de|del))* $`)
)

// loudness reads how loud parts are, after their names: "bass too loud", "turn the piano
// down".
func (r *reader) loudness() {
	for k := range r.spans {
		s := &r.spans[k]
		part, ok := s.part()
		if !ok || s.used {
			continue
		}
		words, by := r.loudnessAfter(s)
		if by == 0 {
			continue
		}
		sign := "+"
		if by < 0 {
			sign = "-"
			r.wish.Quieter = append(r.wish.Quieter, part)
		} else {
			r.wish.Louder = append(r.wish.Louder, part)
		}
		r.reading("instrument", sign+part.String(), s.from, s.to+words)
		r.use(s.from, s.to+words)
		r.amount(part, s.from, s.to+words)
		r.everywhere("section", s.from, s.to+words)
	}
}

// loudnessAfter returns how many words after a part say that it should be louder, 1, or
// quieter, -1; 0 for none.
func (r *reader) loudnessAfter(s *span) (words, by int) {
	after, before := r.after(s.to, s.to+2*near), r.before(s.from)
	switch {
	case tooLoud.MatchString(after):
		return strings.Count(tooLoud.FindString(after), " "), -1
	case tooQuiet.MatchString(after):
		return strings.Count(tooQuiet.FindString(after), " "), 1
	case strong.MatchString(before):
		r.use(s.from-strings.Count(strong.FindString(before), " ")+1, s.from)
		return 0, 1
	case weak.MatchString(before):
		r.use(s.from-strings.Count(weak.FindString(before), " ")+1, s.from)
		return 0, -1
	case down.MatchString(after):
		return strings.Count(after, " "), -1
	case up.MatchString(after):
		return strings.Count(after, " "), 1
	case turned.MatchString(before) && strings.HasPrefix(after, "down "):
		return 1, -1
	case turned.MatchString(before) && strings.HasPrefix(after, "up "):
		return 1, 1
	case lowered.MatchString(before):
		return 0, -1
	case raised.MatchString(before):
		return 0, 1
	}
	return 0, 0
}

// everywhere notes a wish for the level of a part or the sound in one section: they are those of
// the whole piece. The wish is between two tokens.
func (r *reader) everywhere(what string, from, to int) {
	for k := range r.spans {
		s := &r.spans[k]
		if s.from < to || !s.is(isSection) {
			continue
		}
		between := r.tokens[to:s.from]
		if len(between) > 0 && !slices.ContainsFunc(between, func(t token) bool { return t.comma || !inside[t.text] }) && !r.tokens[s.from].comma {
			s.used = true
			r.doubtful(what, from, s.to, "whole")
		}
		return
	}
}

// after returns the words from one token to another, or up to the next punctuation mark, each
// with a space after it.
func (r *reader) after(from, to int) string {
	var b strings.Builder
	for i := from; i < min(to, len(r.tokens)) && !r.tokens[i].comma; i++ {
		b.WriteString(r.tokens[i].text + " ")
	}
	return b.String()
}

// before returns the words just before a token, from the last punctuation mark on, with a space
// around each.
func (r *reader) before(token int) string {
	words := " "
	for i := token - 1; i >= max(0, token-near) && !r.tokens[i+1].comma; i-- {
		words = " " + r.text(i) + words
	}
	return words
}

// use marks all spans between two tokens as read.
func (r *reader) use(from, to int) {
	for k := range r.spans {
		if s := &r.spans[k]; s.from >= from && s.from < to {
			s.used = true
		}
	}
}

var (
	onInstrument   = regexp.MustCompile(`^(played |tocad[oa]s? )?(on|by)( (a|an|the))* $|^(tocad[oa]s? )?(en|por)( (un|una|el|la))* $`)
	withInstrument = regexp.MustCompile(`^(with|con|al?)( (a|an|the|un|una|el|la))* $`)
	plays          = regexp.MustCompile(` (play|plays|toca|tocar|toque|toquen|tocame|put|pon)( (the|its|la|el|los|las|su))* $`)
)

// carrier returns the span of the instrument that shall play the role at a span, or -1: "play
// the melody on violin", "toca la melodía con violín".
func (r *reader) carrier(k int) int {
	s := &r.spans[k]
	to := r.partAfter(k+1, s.to)
	if !s.is(isRole) || s.is(isInstrument) || to < 0 || !r.spans[to].is(isInstrument) {
		return -1
	}
	between := r.after(s.to, r.spans[to].from)
	asked := plays.MatchString(r.before(s.from))
	if onInstrument.MatchString(between) || asked && withInstrument.MatchString(between) {
		return to
	}
	return -1
}

// rewriting are the verbs that ask for other notes; "write a melody" asks for music.
var rewriting = map[string]bool{
	"change": true, "rewrite": true, "redo": true, "cambia": true, "cambies": true, "reescribas": true, "rehagas": true, "rehaz": true, "reescribe": true,
}

// other are the words that ask for other notes of a role. Of an instrument they ask for one
// more: "another guitar".
var other = map[string]bool{
	"new": true, "another": true, "different": true, "nuevo": true, "nueva": true, "nuevos": true, "nuevas": true,
	"otro": true, "otra": true, "otros": true, "otras": true, "distinto": true, "distinta": true, "distintos": true, "distintas": true,
}

// anews reads "change the melody", "nuevos acordes", "write the bass again".
func (r *reader) anews() {
	last := -1 // span of the part before, if that is written again
	for k := range r.spans {
		s := &r.spans[k]
		part, ok := s.played()
		if !ok || s.used {
			continue
		}
		if r.disliked(s, part) {
			r.wish.Anew = append(r.wish.Anew, part)
			r.reading("part", part.String(), s.from, s.to)
			s.used = true
			continue
		}
		from := r.anewer(k)
		if from < 0 && last >= 0 && s.from-r.spans[last].to < 3 && !r.tokens[s.from].comma && r.spans[last+1].is(isJoiner) {
			from = r.spans[last].from
		}
		if from < 0 {
			continue
		}
		if r.refused(from, s) {
			continue
		}
		last = k
		r.wish.Anew = append(r.wish.Anew, part)
		r.reading("part", part.String(), min(from, s.from), s.to)
		s.used = true
	}
}

// The words around a part that somebody does not like: "no me gusta la melodía", "the chords
// are boring".
var (
	dislike = regexp.MustCompile(` ((don t|dont|do not|don|t|can t|not) (really )?(like|love|stand)|dislike|hate|(no me|no nos) (gusta|gustan|convence[n]?)|odio)( (at|all|nada|mucho|the|this|that|these|those|el|la|los|las|esta|este|estos|estas|esa|ese))* $`)
	boring  = regexp.MustCompile(`^(is|are|sounds?|es|son|suenan?) ((a|bit|too|so|very|really|muy|demasiado|un|poco|tan) )*(boring|bad|ugly|awful|terrible|dull|weak|aburrid[oa]s?|fe[oa]s?|mal[oa]s?|mal|horribles?|sos[oa]s?|flojas?) `)
)

// disliked reports whether a role is not liked as it is played, and uses the words that say so.
// What is not liked of an instrument may be its sound.
func (r *reader) disliked(s *span, part Part) bool { return part.Role != "" && r.dislikes(s) }

// dislikes reports whether what a span names is not liked, and uses the words that say so.
func (r *reader) dislikes(s *span) bool {
	before := dislike.FindString(r.before(s.from))
	after := boring.FindString(r.after(s.to, s.to+2*near))
	if before == "" && after == "" {
		return false
	}
	r.use(s.from-strings.Count(strings.TrimSpace(before), " ")-1, s.to+strings.Count(after, " "))
	return true
}

// refused reports whether a negation stands before the request for a span that begins at a
// token, and notes that it stays: "don't change the melody".
func (r *reader) refused(from int, s *span) bool {
	for k := range r.spans {
		if not := &r.spans[k]; not.to == from && not.is(isNegation) && !r.tokens[from].comma {
			r.doubtful("part", not.from, s.to, "kept")
			r.use(not.from, s.to)
			return true
		}
	}
	return false
}

// played returns the part that a span names in a request to write it again. A beat may be the
// whole music.
func (s *span) played() (Part, bool) {
	if role, ok := s.value(isPlayed); ok {
		return Part{Role: score.Role(role)}, true
	}
	return s.part()
}

// anewer returns the token from which on the part at a span is asked for anew, or -1.
func (r *reader) anewer(k int) int {
	s := &r.spans[k]
	if text := r.text(s.from); (text == "beat" || text == "beats") && r.text(s.from-1) != "the" {
		return -1
	}
	for j := max(0, k-near); j < min(len(r.spans), k+near); j++ {
		verb := &r.spans[j]
		word := r.text(verb.from)
		before := j < k && s.from-verb.to < 3 && verb.is(isRewrite) && (rewriting[word] || other[word] && !s.is(isInstrument))
		after := j > k && verb.from-s.to < 2 && (verb.is(isAgain) || verb.is(isRewrite) && other[word] && !s.is(isInstrument))
		if !verb.used && (before || after) && !r.apart(min(verb.to, s.to), max(verb.from, s.from)) {
			verb.used = true
			return min(verb.from, s.from)
		}
	}
	return -1
}

// apart reports whether a punctuation mark stands before a token from one to another.
func (r *reader) apart(from, to int) bool {
	return slices.ContainsFunc(r.tokens[from:to+1], func(t token) bool { return t.comma })
}

// more are the words between "add" and a section.
var more = map[string]bool{
	"a": true, "an": true, "one": true, "more": true, "another": true, "extra": true, "second": true, "third": true, "new": true, "the": true,
	"un": true, "una": true, "otro": true, "otra": true, "mas": true, "segundo": true, "segunda": true, "tercer": true, "tercera": true,
	"nuevo": true, "nueva": true, "el": true, "la": true, "in": true,
}

// additions reads "add a second chorus", "añade otro puente" and "add a flute solo".
func (r *reader) additions() {
	for k := range r.spans {
		s := &r.spans[k]
		name, ok := s.value(isSection)
		if !ok || s.used {
			continue
		}
		for j := k - 1; j >= 0 && r.spans[j].to+near >= s.from; j-- {
			verb := &r.spans[j]
			end := s.from
			if name == "solo" && r.endsWithPart(k-1, s.from) {
				end = max(verb.to, r.spans[k-1].from)
			}
			moreOf := verb.to == s.from && (r.text(verb.from) == "more" || r.text(verb.from) == "mas")
			if !verb.is(isAddition) && !moreOf || verb.used || r.apart(verb.to, s.from) || !r.all(verb.to, end, more) {
				continue
			}
			r.wish.Add = append(r.wish.Add, name)
			r.reading("section", "+"+name, verb.from, s.to)
			r.use(verb.from, end)
			s.used = true
			break
		}
	}
}

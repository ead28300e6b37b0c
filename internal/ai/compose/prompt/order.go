package prompt

import (
	"regexp"
	"strings"
)

// Move is a change of the order of sections.
type Move struct {
	What   Place
	Where  string // before or after Beside, start, end, or swap with Beside
	Beside Place
}

// String returns what the move does: "bridge before chorus".
func (m Move) String() string {
	if m.Beside.Section == "" {
		return m.What.String() + " " + m.Where
	}
	return m.What.String() + " " + m.Where + " " + m.Beside.String()
}

// nth are the words before a section that name one of several, or none in particular.
const nth = `((the|a|el|la|los|las|un|una|first|second|third|last|primer|primera|segundo|segunda|tercer|tercera|ultimo|ultima) )*`

// The words around sections that ask for another order, in small letters without accents.
var (
	exchanging = regexp.MustCompile(` (swap|switch|exchange|interchange|intercambia|intercambiar|permuta|(change|swap) the order of|cambia el orden de) ` + nth + `$`)
	exchanged  = regexp.MustCompile(`^(and|with|for|y|con|por) ` + nth + `$`)
	placing    = regexp.MustCompile(`(^ | (put|move|place|bring|shift|want|mueve|mover|pon|poner|coloca|colocar|pasa|lleva|quiero) )` + nth + `$`)
	beforeIt   = regexp.MustCompile(`^((to|right|just|directly|should|come|comes|go|goes|be|que|vaya|justo) )*(before|antes del?|delante del?) ` + nth + `$`)
	afterIt    = regexp.MustCompile(`^((to|right|just|directly|should|come|comes|go|goes|be|que|vaya|justo) )*(after|despues del?|detras del?|tras) ` + nth + `$`)
	toStart    = regexp.MustCompile(`^(to|at|al|en el) (the )?(very )?(start|beginning|front|principio|comienzo|inicio) |^(first|primero) $`)
	toEnd      = regexp.MustCompile(`^(to|at|al|en el) (the )?(very )?(end|final) `)
	startsWith = regexp.MustCompile(` (start|starts|starting|begin|begins|beginning|open|opens|empieza|empiece|empezar|empezando|comienza|comience|comenzar|arranca|arranque|abre) ` + among + nth + `$`)
	endsWith   = regexp.MustCompile(` (end|ends|finish|finishes|close|closes|termina|termine|terminar|acaba|acabe|acabar|finaliza|cierra) ` + among + nth + `$`)
)

// among are the words between "start" or "end" and the section.
const among = `((it|the|song|piece|track|off|straight|directly|la|el|cancion|pieza|tema|directamente) )*(with|on|con|por|en) `

// moves reads "swap the verse and the chorus", "put the bridge before the last chorus" and "start
// with the chorus".
func (r *reader) moves() {
	for k := range r.spans {
		s := &r.spans[k]
		name, ok := s.value(isSection)
		if !ok || s.used {
			continue
		}
		what := Place{name, r.ordinal(r.nthFrom(s.from), s.from)}
		move, from, to := r.beside(k, what)
		if move.Where == "" {
			move, from, to = r.toEdge(s, what)
		}
		if move.Where == "" || r.staysSo("section", from, to, nil) {
			continue
		}
		r.wish.Moves = append(r.wish.Moves, move)
		r.reading("section", move.String(), from, to)
		r.use(from, to)
	}
}

// toEdge reads a move of a section to the start or the end, and returns from which token to which
// that takes.
func (r *reader) toEdge(s *span, what Place) (move Move, from, to int) {
	before, after := r.clauseBefore(s.from), r.after(s.to, s.to+near)
	for _, edge := range []struct {
		where         string
		with, towards *regexp.Regexp
	}{{"start", startsWith, toStart}, {"end", endsWith, toEnd}} {
		if words := edge.with.FindString(before); words != "" {
			return Move{What: what, Where: edge.where}, s.from - count(words), s.to
		}
		if words := edge.towards.FindString(after); words != "" && placing.MatchString(before) {
			return Move{What: what, Where: edge.where}, s.from - count(placing.FindString(before)), s.to + count(words)
		}
	}
	return move, 0, 0
}

// count returns how many words a text with spaces between them has.
func count(words string) int { return len(strings.Fields(words)) }

// beside reads a move of the section at a span that names the next section too, and returns from
// which token to which that takes.
func (r *reader) beside(k int, what Place) (move Move, from, to int) {
	next := k + 1
	for next < len(r.spans) && !r.spans[next].is(isSection) {
		next++
	}
	s := &r.spans[k]
	if next == len(r.spans) || r.spans[next].from > s.to+2*near || r.apart(s.to, r.spans[next].from) {
		return move, 0, 0
	}
	b := &r.spans[next]
	before, between := r.clauseBefore(s.from), r.after(s.to, b.from)
	name, _ := b.value(isSection)
	for _, way := range []struct {
		where         string
		verb, between *regexp.Regexp
	}{{"swap", exchanging, exchanged}, {"before", placing, beforeIt}, {"after", placing, afterIt}} {
		if way.verb.MatchString(before) && way.between.MatchString(between) {
			move = Move{What: what, Where: way.where, Beside: Place{name, r.ordinal(s.to, b.from)}}
			return move, s.from - count(way.verb.FindString(before)), b.to
		}
	}
	return move, 0, 0
}

// clauseFrom returns the first token of the words before another one that no punctuation mark
// separates from it.
func (r *reader) clauseFrom(token int) int {
	from := token
	for from > 0 && !r.tokens[from].comma && token-from < 2*near {
		from--
	}
	return from
}

// clauseBefore returns the words of the clause before a token, with a space around each.
func (r *reader) clauseBefore(token int) string {
	from := r.clauseFrom(token)
	if from == token {
		return " "
	}
	return " " + r.tokens[from].text + " " + r.after(from+1, token)
}

// nthFrom returns the first of the ordinals and articles right before a token.
func (r *reader) nthFrom(token int) int {
	for token > 0 && !r.tokens[token].comma && (which[r.text(token-1)] != 0 || articles[r.text(token-1)]) {
		token--
	}
	return token
}

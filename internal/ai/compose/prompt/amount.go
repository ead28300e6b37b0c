package prompt

import (
	"regexp"
	"slices"
)

// The words that say how far a part gets louder or quieter, each with a space around it.
const (
	littleWords = ` (a (bit|little|touch|tad)|slightly|un (poco|poquito)|ligeramente) `
	muchWords   = ` (a (whole )?lot|lots|way|much|far|mucho|mucha|bastante) `
)

// littleSteps and muchSteps are how far "a bit" and "a lot" go.
const littleSteps, muchSteps = 0.5, 2

var (
	little       = regexp.MustCompile(littleWords)
	littleBefore = regexp.MustCompile(littleWords + `$`)
	littleAfter  = regexp.MustCompile(`^` + littleWords)
	much         = regexp.MustCompile(muchWords)
	muchBefore   = regexp.MustCompile(muchWords + `$`)
	muchAfter    = regexp.MustCompile(`^` + muchWords)
	excess       = regexp.MustCompile(` (too|so) much `)
)

// amount notes how far a part gets louder or quieter by the words around the wish, which is
// between two tokens: "a bit more bass", "baja mucho el piano".
func (r *reader) amount(part Part, from, to int) {
	before, after := r.before(from), " "+r.after(to, to+3)
	within := excess.ReplaceAllString(" "+r.after(from, to), " ")
	steps := 0.0
	switch {
	case littleBefore.MatchString(before), little.MatchString(within), littleAfter.MatchString(after):
		steps = littleSteps
	case muchBefore.MatchString(before), much.MatchString(within), muchAfter.MatchString(after):
		steps = muchSteps
	case lowered.MatchString(before), raised.MatchString(before):
		steps = stepsOf(before)
	}
	if steps == 0 {
		return
	}
	if r.wish.Steps == nil {
		r.wish.Steps = map[Part]float64{}
	}
	r.wish.Steps[part] = steps
}

// stepsOf returns how far "baja un poco el" goes, 0 if it does not say.
func stepsOf(words string) float64 {
	switch {
	case little.MatchString(words):
		return littleSteps
	case much.MatchString(words):
		return muchSteps
	}
	return 0
}

// The words that say how loud the whole piece shall be.
var (
	pieceQuieter = regexp.MustCompile(` (quieter|(too|so|as|less|menos|tan|demasiado) (loud|fuerte|alt[oa])|turn (it|this|the (volume|music|song)) down|turn down the (volume|music)|` +
		`(lower|reduce|decrease|less) (the )?volume|(baja|bajale|bajar) (el|al) volumen|menos volumen) `)
	pieceLouder = regexp.MustCompile(` (louder|too quiet|mas (alt[oa]|fuerte)|turn (it|this|the (volume|music|song)) up|turn up the (volume|music)|` +
		`(raise|increase|more) (the )?volume|(sube|subele|subir) (el|al) volumen|mas volumen) `)
)

// volume reads "louder" and "make it not so loud", which are about the whole piece unless the
// text names a part. Pieces are mastered to one loudness, so that it only notes the wish.
func (r *reader) volume() {
	w := &r.wish
	if w.Ending == "fade" { // "baja el volumen al final"
		return
	}
	named := slices.ContainsFunc(r.spans, func(s span) bool { _, ok := s.part(); return ok })
	if named || w.Shift != 0 || len(r.tokens) == 0 {
		return
	}
	words := " " + folded(string(r.runes)) + " "
	quieter, louder := pieceQuieter.MatchString(words), pieceLouder.MatchString(words)
	if quieter == louder {
		w.Opposed = w.Opposed || quieter
		return
	}
	w.Volume = 1
	if quieter {
		w.Volume = -1
	}
	r.doubtful("level", 0, len(r.tokens), "mastered")
}

package prompt

import (
	"cmp"
	"slices"
	"strings"
)

// reverse reads a feeling or a level that is not wanted, or less of it: "not so fast", "less
// sad", "demasiado brillante". It reports whether a span is one. Styles and the like that
// shall be less count as nothing.
func (r *reader) reverse(s *span) bool {
	w, known := &r.wish, false
	for _, m := range s.meanings {
		switch m.kind {
		case isMood:
			if !slices.Contains(w.NotMoods, m.value) {
				w.NotMoods = append(w.NotMoods, m.value)
			}
			r.reading("mood", "-"+m.value, r.op.from, s.to)
		case isPace:
			r.opposite("tempo", &w.Faster, -cmp.Compare(m.level, 0), s)
		case isPaceChange:
			r.change("tempo", &w.Faster, m.level, s)
		case isLengthChange:
			r.change("length", &w.Longer, m.level, s)
		case isEnergy:
			r.opposite("energy", &w.Energy, -m.level, s)
		case isBrightness:
			r.opposite("sound", &w.Bright, -m.level, s)
		case isRoom:
			r.opposite("sound", &w.Wet, -m.level, s)
		case isEnding:
			w.NotEnding = m.value
			r.reading("ending", "-"+m.value, r.op.from, s.to)
		case isVoice:
			w.Instrumental = true
		case isEra:
			w.Avoid = append(w.Avoid, r.eras[m.value])
			r.reading("without", m.value, r.op.from, s.to)
		case isStyle, isHint: // means nothing
		default:
			continue
		}
		known = true
	}
	return known
}

// change reads a change that is not wanted: "don't make it slower" changes nothing, "not too
// long" asks for a shorter piece, and "less slower" for a faster one.
func (r *reader) change(what string, of *int, level int, s *span) {
	first := r.tokens[s.from].text
	switch {
	case first == "not" || first == "no" || first == "too" || strings.HasPrefix(first, "demasiad"):
		r.opposite(what, of, level, s)
	case r.op.kind == isLess:
		r.opposite(what, of, -level, s)
	default:
		r.doubtful(what, r.op.from, s.to, "kept")
	}
}

// opposite reads a level with the words before it that turn it round.
func (r *reader) opposite(what string, of *int, level int, s *span) {
	if *of*level < 0 { // neither fast nor slow
		*of = 0
		r.doubtful(what, r.op.from, s.to, "kept")
		return
	}
	*of = level
	r.reading(what, r.words(r.op.from, s.to), r.op.from, s.to)
}

// inside are the words between a part and the section in which it shall be silent.
var inside = map[string]bool{
	"in": true, "during": true, "from": true, "of": true, "the": true, "and": true, "first": true, "second": true, "last": true,
	"third": true, "primer": true, "primera": true, "segundo": true, "segunda": true, "tercer": true, "tercera": true, "ultimo": true, "ultima": true,
	"en": true, "durante": true, "de": true, "del": true, "el": true, "la": true, "los": true, "las": true, "y": true,
}

// inSections moves the parts that the operator leaves out to the sections that follow a
// part: "no drums and bass in the intro and the outro".
func (r *reader) inSections(k int) {
	end := r.spans[k].to
	var names []string
	for j := k + 1; j < len(r.spans); j++ {
		s := &r.spans[j]
		name, section := s.value(isSection)
		if !section {
			if inside[r.text(s.from)] {
				continue
			}
			break
		}
		between := r.tokens[end:s.from]
		if len(between) == 0 || slices.ContainsFunc(between, func(t token) bool { return t.comma || !inside[t.text] }) || r.tokens[s.from].comma {
			break
		}
		names, end = append(names, name), s.to
		s.used = true
	}
	if len(names) == 0 {
		return
	}
	for _, part := range r.wish.Without[r.op.without:] {
		for _, name := range names {
			r.wish.WithoutIn = append(r.wish.WithoutIn, Absence{part, name})
		}
	}
	r.wish.Without = r.wish.Without[:r.op.without]
	r.reading("without", strings.Join(names, ", "), r.op.from, end)
}

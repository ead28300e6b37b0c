package prompt

import (
	"slices"
	"strconv"
)

// Silence is a part that does not play in the first bars of a piece, or in the last ones.
type Silence struct {
	Part Part
	Bars int    // below 0 for the last ones
	Said string // words of the text
}

// moment is a number of bars that says where something is in the piece.
type moment struct {
	from, to int // tokens, with the words before the number
	bars     int // of the beginning; below 0 of the end; 0 for any other place
}

var (
	firstBars = wordSet("first", "opening", "initial", "primeros", "primer")
	lastBars  = wordSet("last", "final", "ultimos")
	// leading are the words before a moment that belong to it.
	leading = wordSet("in", "for", "during", "the", "within", "over", "of", "en", "durante", "los", "de", "every", "each", "cada", "after", "before", "tras", "a", "until", "hasta")
)

// moment notes where the bars between two tokens are.
func (r *reader) moment(from, to, bars int) {
	m := moment{from: from, to: to}
	if before := r.text(from - 1); from > 0 && !r.tokens[from].comma {
		switch {
		case firstBars[before]:
			m.bars = bars
		case lastBars[before]:
			m.bars = -bars
		}
		if m.bars != 0 {
			m.from--
		}
	}
	for m.from > 0 && !r.tokens[m.from].comma && leading[r.text(m.from-1)] {
		m.from--
	}
	r.moments = append(r.moments, m)
}

// silences moves parts that shall be silent in a moment from those that the piece is without: "the
// first 8 bars without drums", "sin batería en los primeros 8 compases".
func (r *reader) silences() {
	r.numberedBars()
	for _, absent := range r.absences {
		for _, m := range r.moments {
			before := m.to <= absent.from && !r.apart(m.from+1, absent.from) && r.unused(m.to, absent.from)
			after := absent.to <= m.from && !r.apart(absent.from+1, m.from) && r.unused(absent.to, m.from)
			if !before && !after {
				continue
			}
			first, last := min(m.from, absent.from), max(m.to, absent.to)
			r.silence(absent, m, first, last)
			break
		}
	}
}

// numberedBars reads "bars 9 to 16" and "del compás 9 al 16".
func (r *reader) numberedBars() {
	for i := range r.tokens {
		if _, unit, digits, ok := r.number(i + 1); !barWords[r.text(i)] || !ok || unit != "" || !digits || r.tokens[i+1].comma {
			continue
		}
		to := i + 2
		if _, _, end := r.upTo(i + 1); end > 0 {
			to = end
		}
		r.moment(i, to, 0)
	}
}

// unused reports whether only words without a meaning of their own stand between two tokens.
func (r *reader) unused(from, to int) bool {
	for k := range r.spans {
		if s := &r.spans[k]; s.from >= from && s.to <= to && !s.is(isFiller) && !s.is(isJoiner) {
			return false
		}
	}
	return to-from <= near
}

// silence makes an absence one of a moment.
func (r *reader) silence(absent absence, m moment, first, last int) {
	w := &r.wish
	var left []Part
	for _, part := range w.Without {
		if part != absent.part {
			left = append(left, part)
		}
	}
	if len(left) == len(w.Without) {
		return
	}
	w.Without = left
	w.Readings = slices.DeleteFunc(w.Readings, func(read Reading) bool { return read.What == "without" && read.Value == absent.part.String() })
	if m.bars == 0 {
		r.doubtful("without", first, last, "moment")
		return
	}
	w.Silences = append(w.Silences, Silence{absent.part, m.bars, r.words(first, last)})
	r.reading("without", absent.part.String()+" "+strconv.Itoa(m.bars)+" bars", first, last)
}

// absence is a part that the text leaves out, and where it says so.
type absence struct {
	part     Part
	from, to int // tokens
}

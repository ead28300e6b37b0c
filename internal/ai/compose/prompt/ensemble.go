package prompt

import (
	"slices"

	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// ensembles are groups of players that need nobody else, by their names in words.json. The viola is
// played by the strings, the horn by the brass.
var ensembles = map[string][]Part{
	"string duo":     {violin1, cello},
	"string trio":    {violin1, viola, cello},
	"string quartet": {violin1, violin2, viola, cello},
	"string quintet": {violin1, violin2, viola, {Role: score.Pad, Instrument: "strings"}, cello},
	"piano trio":     {violin1, {Role: score.Counter, Instrument: "cello"}, piano},
	"piano quartet":  {violin1, viola2, cello, piano},
	"piano quintet":  {violin1, violin2, {Role: score.Pad, Instrument: "strings"}, cello, piano},
	"brass trio":     {trumpet1, trumpet2, brassBass},
	"brass quartet":  {trumpet1, trumpet2, horn, brassBass},
	"brass quintet":  {trumpet1, trumpet2, {Role: score.Comp, Instrument: "brass"}, horn, brassBass},
	"wind trio":      {{Role: score.Lead, Instrument: "flute"}, {Role: score.Counter, Instrument: "oboe"}, {Role: score.Bass, Instrument: "clarinet"}},
	"wind quartet":   {{Role: score.Lead, Instrument: "flute"}, {Role: score.Counter, Instrument: "oboe"}, {Role: score.Pad, Instrument: "clarinet"}, {Role: score.Bass, Instrument: "clarinet"}},
	"wind quintet":   {{Role: score.Lead, Instrument: "flute"}, {Role: score.Counter, Instrument: "oboe"}, {Role: score.Comp, Instrument: "clarinet"}, horn, {Role: score.Bass, Instrument: "clarinet"}},
	"a cappella": {
		{Role: score.Lead, Instrument: "choir"}, {Role: score.Counter, Instrument: "choir"}, {Role: score.Pad, Instrument: "choir"}, {Role: score.Bass, Instrument: "choir"},
	},
}

// classical are the ensembles whose music is that of concert halls, unless the text names another style.
var classical = map[string]bool{
	"piano trio": true, "piano quartet": true, "piano quintet": true, "brass trio": true, "brass quartet": true, "brass quintet": true,
	"wind trio": true, "wind quartet": true, "wind quintet": true,
}

var (
	violin1   = Part{Role: score.Lead, Instrument: "violin"}
	violin2   = Part{Role: score.Counter, Instrument: "violin"}
	viola     = Part{Role: score.Comp, Instrument: "strings"}
	viola2    = Part{Role: score.Counter, Instrument: "strings"}
	cello     = Part{Role: score.Bass, Instrument: "cello"}
	piano     = Part{Role: score.Comp, Instrument: "grand-piano"}
	trumpet1  = Part{Role: score.Lead, Instrument: "trumpet"}
	trumpet2  = Part{Role: score.Counter, Instrument: "trumpet"}
	horn      = Part{Role: score.Pad, Instrument: "brass"}
	brassBass = Part{Role: score.Bass, Instrument: "brass"}
)

// groups are the words for so many players.
var groups = map[string]int{
	"duet": 2, "duets": 2, "duo": 2, "duos": 2, "dueto": 2, "trio": 3, "trios": 3, "terceto": 3, "quartet": 4, "quartets": 4, "cuarteto": 4, "quintet": 5, "quintets": 5, "quinteto": 5,
}

// of are the words between a number of players and who they are.
var of = wordSet("of", "for", "de", "para")

// groups reads "jazz trio", "guitar duet" and "cuarteto de saxofones": so many players, and nobody
// else.
func (r *reader) groups() {
	for i, t := range r.tokens {
		n := groups[t.text]
		if n == 0 || r.wish.Only || r.accompanies(i, joining) || r.accompanies(i, wordSet("and", "y", "in", "en", "for", "para")) && r.isAside(i) {
			continue
		}
		s := r.groupOf(i)
		if s == nil || s.used {
			continue
		}
		var parts []Part
		switch name, plays := s.value(isInstrument); {
		case plays && r.instruments() != 1:
			continue
		case plays:
			parts = r.sameInstruments(name, n)
		case r.instruments() == 0:
			parts = band(s.genre(), n)
		}
		if len(parts) == 0 {
			continue
		}
		r.wish.Only, r.wish.Players = true, n
		for _, part := range parts {
			r.play(part, &span{from: min(s.from, i), to: max(s.to, i+1)})
		}
		if s.is(isInstrument) {
			s.used = true
		}
	}
}

// isAside reports whether a group plays only in one section: "pop with a guitar duet in the bridge".
func (r *reader) isAside(i int) bool { return r.inOnePlace(&span{from: i, to: i + 1}) }

// genre returns the style that a span names or hints at; "" for none.
func (s *span) genre() string {
	for _, kind := range []kind{isStyle, isHint} {
		if name, ok := s.value(kind); ok {
			return name
		}
	}
	return ""
}

// groupOf returns the span of the instrument or the style of the group at a token, or nil: "jazz trio",
// "trío de jazz".
func (r *reader) groupOf(i int) *span {
	for k := range r.spans {
		s := &r.spans[k]
		if !s.is(isInstrument) && s.genre() == "" {
			continue
		}
		if s.from <= i && i < s.to && s.genre() != "" || s.to == i && !r.tokens[i].comma || s.from == i+2 && of[r.text(i+1)] && !r.apart(i+1, i+2) {
			return s
		}
	}
	return nil
}

// sameInstruments returns what so many players of one instrument play. In a style that the text names,
// a trio of an instrument is one with bass and drums: "jazz piano trio".
func (r *reader) sameInstruments(name string, n int) []Part {
	for k := range r.spans {
		if genre, ok := r.spans[k].value(isStyle); ok && n > 2 && len(style.Named(genre).Drums) > 0 {
			parts := band(genre, n)
			parts[0] = Part{Role: score.Comp, Instrument: name}
			return parts
		}
	}
	roles := []score.Role{score.Lead, score.Comp, score.Counter, score.Bass, score.Pad}
	if i, _ := instrument.Named(name); i.Kind == instrument.Wind || i.Kind == instrument.Bowed {
		roles = []score.Role{score.Lead, score.Counter, score.Pad, score.Bass, score.Comp}
	}
	var parts []Part
	for _, role := range roles[:n] {
		parts = append(parts, Part{role, name})
	}
	return parts
}

// band returns who plays in a group of a style, the chords first. The player of the chords has the
// melody too, if nobody else has.
func band(genre string, n int) []Part {
	chords := Part{Role: score.Comp}
	bass := Part{Role: score.Bass}
	s := style.Named(genre)
	switch {
	case s == nil:
		return nil
	case genre == "classical-piano":
		return slices.Clone(ensembles[map[int]string{2: "string duo", 3: "piano trio", 4: "string quartet", 5: "string quintet"}[n]])
	case genre == "jazz-swing":
		chords.Instrument, bass.Instrument = "grand-piano", "upright-bass"
	}
	parts := []Part{chords, bass, {Role: score.Drums}, {Role: score.Lead}, {Role: score.Counter}}
	if n == 2 || len(s.Drums) == 0 {
		parts = []Part{chords, {Role: score.Lead}, bass, {Role: score.Counter}, {Role: score.Pad}}
	}
	return parts[:n]
}

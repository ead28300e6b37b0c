package prompt

import (
	"regexp"
	"slices"
)

// artists is artists.json: names of artists and composers, by the style that stands for them. Those
// that are ambiguous are words of their own too, and mean an artist only where the text says so: "like
// Queen".
type artists struct {
	Names, Ambiguous map[string][]string
}

// The words around the name of an artist, in small letters without accents.
var (
	likeArtist = regexp.MustCompile(` (like|style of|manner of|vein of|way of|similar to|inspired by|reminiscent of|as|a la|a lo|estilo|estilo de|estilo del|manera de|como|tipo|parecid[oa] a|inspirad[oa] (en|por)|suene a|suena a) ((the|el|la|los|las) )?$`)
	artistLike = regexp.MustCompile(`^(style|like|ish|esque|inspired) `)
	// inStyleOf names nobody else than an artist, a style or a time.
	inStyleOf = regexp.MustCompile(`(in the (style|manner|vein) of|inspired by|al estilo del?|a la manera del?|inspirad[oa] (en|por)) ((the|el|la|los|las|a|an|un|una) )*$`)
)

// artist reads the name of an artist, for whom a style stands. Nobody's music is imitated.
func (r *reader) artist(m meaning, s *span) {
	if m.level > 0 && !likeArtist.MatchString(r.clauseBefore(s.from)) && !artistLike.MatchString(r.after(s.to, s.to+1)) {
		return
	}
	r.artists = append(r.artists, span{from: s.from, to: s.to, meanings: []meaning{m}})
	r.doubtful("style", s.from, s.to, "artist")
}

// likeArtists takes the styles of the artists that the text names, where it names no others before.
func (r *reader) likeArtists() {
	for _, s := range r.artists {
		if w := &r.wish; w.Style == "" || w.Colour == "" {
			r.style(s.meanings[0].value, &s)
		}
	}
}

// naming are the kinds of what "in the style of" may name.
var naming = []kind{isArtist, isStyle, isHint, isMood, isEra, isInstrument, isRole, isEnsemble, isTexture, isPace, isEnergy, isBrightness}

// strangers notes artists that are not known: "in the style of Zork".
func (r *reader) strangers() {
	for i := range r.tokens {
		before := r.clauseBefore(i)
		words := inStyleOf.FindString(before)
		if words == "" || r.tokens[i].comma || inStyleOf.MatchString(before+r.text(i)+" ") {
			continue
		}
		known := slices.ContainsFunc(r.spans, func(s span) bool {
			return s.to > i && s.from <= i+near && (s.note != nil || slices.ContainsFunc(naming, s.is)) && !r.apart(i, s.from)
		})
		if !known {
			r.doubtful("style", i, min(i+3, r.clauseTo(i)), "stranger")
		}
	}
}

package plan

import (
	"math"
	"slices"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// Like is what a piece takes from a track that it should resemble. It holds no notes,
// so the melody cannot be taken. Zero values leave the choice to the composer.
type Like struct {
	BPM      float64
	Key      score.Key
	Energy   float64 // 0 to 1
	Sections []LikeSection
}

// LikeSection is a section of a track.
type LikeSection struct {
	Seconds float64
	Energy  float64 // 0 to 1, relative to the range of the track
}

// MakeLike returns the plan for a wish that resembles a track. What the wish says
// wins over the track. The same arguments give the same plan.
func MakeLike(w prompt.Wish, like Like, seed uint64) Plan {
	m := &maker{wish: w, like: like, seed: seed}
	p := m.make()
	p.Taken = like.taken(p)
	return p
}

// taken returns what a plan has of the track.
func (l *Like) taken(p Plan) (taken []string) {
	if l.BPM != 0 && p.BPM == math.Round(l.tempo(style.Named(p.Style))) {
		taken = append(taken, "tempo")
	}
	if l.Key.Valid() && p.Key == l.Key {
		taken = append(taken, "key")
	}
	if l.Energy != 0 && math.Abs(p.Energy-l.Energy) < 0.01 {
		taken = append(taken, "energy")
	}
	if len(l.Sections) > 0 {
		taken = append(taken, "form")
	}
	return taken
}

// suits returns how well a style suits the tempo and the mode of the track, from 0 to 1.
func (l *Like) suits(s *style.Style) float64 {
	suits := 1.0
	if bpm := l.tempo(s); l.BPM != 0 && (bpm < s.Tempo.Low || bpm > s.Tempo.High) {
		suits /= 20
	}
	if l.Key.Valid() && !slices.ContainsFunc(s.Modes, func(c style.Weighted) bool {
		return score.Key{Mode: score.Mode(c.Value)}.Minorish() == l.Key.Minorish()
	}) {
		suits /= 20
	}
	return suits
}

// tempo returns the tempo of the track, or its half or double where a style counts so.
func (l *Like) tempo(s *style.Style) float64 {
	bpm := clamp(l.BPM, minBPM, maxBPM)
	if half := bpm / 2; bpm > s.Tempo.High && half >= max(s.Tempo.Low, minBPM) {
		return half
	}
	if double := bpm * 2; bpm < s.Tempo.Low && double <= min(s.Tempo.High, maxBPM) {
		return double
	}
	return bpm
}

// sections returns the sections of the track in bars of so many s, each with the name
// and the roles of the section of a form that has its place and the nearest energy.
func (l *Like) sections(form []Section, bar float64) (sections []Section) {
	low, high := 1.0, 0.0
	for _, s := range form {
		low, high = min(low, s.Energy), max(high, s.Energy)
	}
	for _, section := range l.Sections {
		sections = append(sections, Section{
			Bars:   wholeBars(section.Seconds / bar),
			Energy: round(low+float64(clamp(section.Energy, 0, 1)*(high-low)), 0.001),
		})
	}
	for i := range sections {
		s := nearest(form, sections, i)
		sections[i].Name, sections[i].Letter, sections[i].Roles = s.Name, s.Letter, s.Roles
	}
	return sections
}

// nearest returns the section of a form whose energy is nearest to that of a section
// of the track. Only the first may be an intro, only the last an outro, and only a short
// one may lead to others.
func nearest(form, sections []Section, i int) Section {
	of, all := sections[i], total(sections)
	best, distance := form[climax(form)], math.Inf(1)
	for _, s := range form {
		placed := (s.Name != "intro" || i == 0) && (s.Name != "outro" || i == len(sections)-1) &&
			(!slices.Contains(transitions, s.Name) || of.Bars <= longest(s.Name, all))
		if d := math.Abs(s.Energy - of.Energy); placed && d < distance {
			best, distance = s, d
		}
	}
	return best
}

// wholeBars rounds a number of bars to whole phrases, or to whole bars if it is less than a phrase.
func wholeBars(bars float64) int {
	bars = clamp(bars, 1, maxBars)
	if bars < phrase {
		return int(math.Round(bars))
	}
	return int(math.Round(bars/phrase)) * phrase
}

// formLike gives the plan the form of the track, which lasts as long unless the wish
// says how long. The form of the style says who plays in its sections.
func (m *maker) formLike() {
	p := &m.plan
	form := dice.Pick(m.dice("form"), m.style.Forms, func(f style.Form) float64 { return f.Weight })
	p.Sections = m.like.sections(sectionsOf(form), p.bar())
	p.Sections = fit(m.leave(p.Sections), m.barsAsked())
	m.settleForm()
}

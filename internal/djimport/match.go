package djimport

import (
	"math"
	"slices"
	"strings"
	"time"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/location"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
)

const (
	// lengthSlack is by how much programs disagree about the length of a file.
	lengthSlack = 2 * time.Second
	// tempoSlack is by how much they disagree about a tempo, as a share.
	tempoSlack = 0.01
)

// matcher has the tracks of the library that a batch may mean.
type matcher struct {
	names, titles map[string][]music.Candidate
	tempos        func(ids []string) map[string]float64 // BPM, without those unknown
}

// lookUp finds the tracks that have the names of files and the titles in a batch.
func (w *work) lookUp(batch []collection.Track) (*matcher, error) {
	var names, titles []string
	for i := range batch {
		if parts, ok := location.Parts(batch[i].Location); ok {
			names = append(names, parts[len(parts)-1])
		}
		titles = append(titles, titlesOf(&batch[i])...)
	}
	m := &matcher{tempos: w.tempos}
	var err error
	if m.names, err = w.Store.TracksNamed(w.ctx, w.viewer, names); err != nil {
		return nil, err
	}
	m.titles, err = w.Store.TracksTitled(w.ctx, w.viewer, titles)
	return m, err
}

// originalMix ends titles of shops, not those of albums.
const originalMix = " (Original Mix)"

// titlesOf returns the titles under which a track may be in the library.
func titlesOf(t *collection.Track) []string {
	title := strings.TrimSpace(t.Title)
	if title == "" {
		return nil
	}
	if n := len(title) - len(originalMix); n > 0 && strings.EqualFold(title[n:], originalMix) {
		return []string{title, title[:n]}
	}
	return []string{title, title + originalMix}
}

// find returns the track of the library that a track of a file means, or the
// reason why there is none: the file with the most equal folders, otherwise the
// same artist and title, in both cases with the same length.
func (m *matcher) find(t *collection.Track) (*music.Candidate, Reason) {
	alike := m.byPath(t)
	if len(alike) == 1 {
		return &alike[0], ""
	}
	tagged := m.byTags(t)
	if len(alike) > 1 {
		if both := slices.DeleteFunc(slices.Clone(tagged), func(c music.Candidate) bool { return !has(alike, c.ID) }); len(both) > 0 {
			tagged = both
		} else if len(tagged) == 0 {
			tagged = alike
		}
	}
	switch best := m.closest(t, tagged); len(best) {
	case 0:
		return nil, NotFound
	case 1:
		return &best[0], ""
	}
	return nil, Ambiguous
}

func has(list []music.Candidate, id string) bool {
	return slices.ContainsFunc(list, func(c music.Candidate) bool { return c.ID == id })
}

// byPath returns the tracks whose path has the longest tail in common. A name
// alone, such as 01.mp3, only counts if nothing speaks against it.
func (m *matcher) byPath(t *collection.Track) (best []music.Candidate) {
	parts, ok := location.Parts(t.Location)
	if !ok {
		return nil
	}
	longest := 0
	for _, c := range m.names[parts[len(parts)-1]] {
		n := location.Tail(parts, c.Folder+"/"+c.Name)
		if !sameLength(t, &c) || n == 1 && t.Title != "" && !sameTitle(t, &c) {
			continue
		}
		switch {
		case n > longest:
			longest, best = n, []music.Candidate{c}
		case n == longest:
			best = append(best, c)
		}
	}
	return best
}

func sameLength(t *collection.Track, c *music.Candidate) bool {
	return t.Duration <= 0 || math.Abs(t.Duration-c.Duration.Seconds()) <= lengthSlack.Seconds()
}

func sameTitle(t *collection.Track, c *music.Candidate) bool {
	return slices.ContainsFunc(titlesOf(t), func(title string) bool { return store.Folded(title) == store.Folded(c.Title) })
}

// byTags returns the tracks with the same artist, title and length. Without an
// artist the length must be known.
func (m *matcher) byTags(t *collection.Track) (fitting []music.Candidate) {
	for _, title := range titlesOf(t) {
		for _, c := range m.titles[title] {
			if sameLength(t, &c) && sameArtist(t, &c) && !has(fitting, c.ID) {
				fitting = append(fitting, c)
			}
		}
	}
	return fitting
}

func sameArtist(t *collection.Track, c *music.Candidate) bool {
	one, other := store.Folded(t.Artist), store.Folded(c.Artist)
	if one == "" {
		return t.Duration > 0
	}
	return strings.Contains(" "+one+" ", " "+other+" ") || strings.Contains(" "+other+" ", " "+one+" ")
}

// closest narrows tracks that all fit: by album, by tempo, then by length.
func (m *matcher) closest(t *collection.Track, list []music.Candidate) []music.Candidate {
	narrow := func(keep func(c *music.Candidate) bool) {
		if rest := slices.DeleteFunc(slices.Clone(list), func(c music.Candidate) bool { return !keep(&c) }); len(list) > 1 && len(rest) > 0 {
			list = rest
		}
	}
	if t.Album != "" {
		narrow(func(c *music.Candidate) bool { return store.Folded(c.Album) == store.Folded(t.Album) })
	}
	if t.BPM > 0 && len(list) > 1 {
		tempos := m.tempos(ids(list))
		narrow(func(c *music.Candidate) bool {
			bpm := tempos[c.ID]
			return bpm > 0 && math.Abs(sound.TempoRatio(t.BPM, bpm)-1) <= tempoSlack
		})
	}
	if t.Duration > 0 {
		narrow(func(c *music.Candidate) bool { return math.Abs(t.Duration-c.Duration.Seconds()) < sameSeconds })
	}
	return list
}

// sameSeconds is a difference in length that rounding explains.
const sameSeconds = 0.6

func ids(list []music.Candidate) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].ID
	}
	return out
}

// tempos returns the tempos of tracks. Without an analysis a track has none, and
// an analysis that cannot be read does not help to tell tracks apart either.
func (w *work) tempos(ids []string) map[string]float64 {
	known, err := w.analyses(ids)
	if err != nil {
		return nil
	}
	tempos := map[string]float64{}
	for id, a := range known {
		switch {
		case a.Edit.BPM != nil:
			tempos[id] = *a.Edit.BPM
		case a.Measured != nil:
			tempos[id] = a.Measured.Tempo.BPM
		}
	}
	return tempos
}

// analyses returns what is known about the sound of tracks, by ID.
func (w *work) analyses(ids []string) (map[string]*sound.TrackAnalysis, error) {
	list, err := w.Store.TrackAnalyses(w.ctx, w.viewer, ids)
	known := map[string]*sound.TrackAnalysis{}
	for i := range list {
		known[list[i].TrackID] = &list[i]
	}
	return known, err
}

package playlist

import (
	"context"
	"regexp"
	"strings"
	"time"

	"sonora/internal/codec/location"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/store"
)

// match finds the tracks of a file's items, in order, and reports the rest.
func (s *Service) match(ctx context.Context, v music.Viewer, f *file, result *Imported) ([]found, error) {
	m, err := s.lookUp(ctx, v, f.items)
	if err != nil {
		return nil, err
	}
	var tracks []found
	for i := range f.items {
		one := &f.items[i]
		if id, reason := m.find(one); id != "" {
			tracks = append(tracks, found{one, id})
		} else {
			result.miss(one, reason)
		}
	}
	return tracks, nil
}

// Find returns the tracks that descriptions of another service or program mean, in
// their order. It finds them by MusicBrainz ID, by path, and otherwise by their tags, as
// Import does.
func (s *Service) Find(ctx context.Context, v music.Viewer, described []intake.Described) ([]intake.Match, error) {
	items := make([]item, len(described))
	for i, d := range described {
		items[i] = item{recordingID: d.RecordingID, location: d.Path, title: d.Title, artist: d.Artist, album: d.Album, duration: d.Duration}
	}
	m, err := s.lookUp(ctx, v, items)
	if err != nil {
		return nil, err
	}
	matches := make([]intake.Match, len(items))
	for i := range items {
		id, reason := m.find(&items[i])
		matches[i] = intake.Match{TrackID: id, Ambiguous: reason == ambiguous}
	}
	return matches, nil
}

// matcher holds the tracks of the library that have the names in a file.
type matcher struct {
	ids, recordings, names, titles map[string][]music.Candidate
}

func (s *Service) lookUp(ctx context.Context, v music.Viewer, items []item) (*matcher, error) {
	var ids, recordings, names, titles []string
	for i := range items {
		one := &items[i]
		if one.id != "" {
			ids = append(ids, one.id)
		}
		if one.recordingID != "" {
			recordings = append(recordings, one.recordingID)
		}
		if parts, ok := location.Parts(one.location); ok {
			names = append(names, parts[len(parts)-1])
		}
		for _, t := range one.tags() {
			titles = append(titles, t.title)
		}
	}
	m := &matcher{}
	var err error
	if m.ids, err = s.store.CandidatesByID(ctx, v, ids); err != nil {
		return nil, err
	}
	if m.recordings, err = s.store.TracksRecorded(ctx, v, recordings); err != nil {
		return nil, err
	}
	if m.names, err = s.store.TracksNamed(ctx, v, names); err != nil {
		return nil, err
	}
	m.titles, err = s.store.TracksTitled(ctx, v, titles)
	return m, err
}

// find returns the track of an item, or the reason why there is none.
func (m *matcher) find(one *item) (id, reason string) {
	if list := m.ids[one.id]; one.id != "" && len(list) == 1 {
		return list[0].ID, ""
	}
	if list := m.recordings[one.recordingID]; one.recordingID != "" && len(list) > 0 {
		return closest(list, tags{album: one.album, duration: one.duration}), "" // any of them is the recording
	}
	parts, isFile := location.Parts(one.location)
	var alike []music.Candidate
	if isFile {
		if id, alike = m.byPath(one, parts); id != "" {
			return id, ""
		}
	}
	id, several := m.byTags(one, alike)
	switch {
	case id != "":
		return id, ""
	case several || len(alike) > 1:
		return "", ambiguous
	case one.location != "" && !isFile:
		return "", notAFile
	}
	return "", notFound
}

// byPath finds the track whose path shares the longest tail with the item's. If
// several do, it returns them all.
func (m *matcher) byPath(one *item, parts []string) (id string, alike []music.Candidate) {
	longest := 0
	for _, c := range m.names[parts[len(parts)-1]] {
		switch n := location.Tail(parts, pathOf(&c)); {
		case n > longest:
			longest, alike = n, []music.Candidate{c}
		case n == longest:
			alike = append(alike, c)
		}
	}
	if len(alike) != 1 || one.contradicts(&alike[0]) && !one.isAt(parts, &alike[0], longest) {
		return "", alike
	}
	return alike[0].ID, nil
}

// certainParts is the number of parts of a path, such as artist, album and file, that two
// songs do not share by chance.
const certainParts = 3

// isAt reports whether a track is the file that the item names although its tags are
// different, as after somebody has edited them: the paths are the same, not only the names
// of an album and of a file, and the durations may be.
func (i *item) isAt(parts []string, c *music.Candidate, shared int) bool {
	isWhole := shared == len(parts) || shared >= certainParts && shared > strings.Count(pathOf(c), "/")
	return isWhole && (i.duration == 0 || (c.Duration-i.duration).Abs() <= lengthSlack)
}

// contradicts reports whether the item's tags describe a different track.
func (i *item) contradicts(c *music.Candidate) bool {
	tags := i.tags()
	for _, t := range tags {
		if t.fits(c) {
			return false
		}
	}
	return len(tags) > 0
}

// byTags finds the track by the item's tags, among alike if that is not empty.
// several means that there is more than one candidate.
func (m *matcher) byTags(one *item, alike []music.Candidate) (id string, several bool) {
	for _, t := range one.tags() {
		var fitting []music.Candidate
		for _, c := range append(alike, m.titles[t.title]...) {
			if t.fits(&c) {
				fitting = append(fitting, c)
			}
		}
		if len(fitting) > 0 {
			return closest(fitting, t), false
		}
		several = several || t.artist == "" && len(m.titles[t.title]) > 1
	}
	return "", several
}

// closest returns the track of the same album and with the closest duration.
// Any of them is correct, since they have the same artist and title.
func closest(list []music.Candidate, t tags) string {
	best, score := "", time.Duration(1<<62)
	for i := range list {
		away := (list[i].Duration - t.duration).Abs()
		if t.duration == 0 {
			away = 0
		}
		if t.album != "" && store.Folded(list[i].Album) != store.Folded(t.album) {
			away += time.Hour
		}
		if away < score {
			best, score = list[i].ID, away
		}
	}
	return best
}

// tags is one interpretation of an item's description.
type tags struct {
	title, artist, album string
	duration             time.Duration
}

// tags returns the possible interpretations. In "A - B - C", either dash may
// separate artist and title.
func (i *item) tags() []tags {
	var all []tags
	add := func(artist, title string) {
		artist, title = strings.TrimSpace(artist), strings.TrimSpace(title)
		if title != "" {
			all = append(all, tags{title, artist, i.album, i.duration})
		}
	}
	add(i.artist, i.title)
	if plain := withoutEdition(i.title); plain != i.title {
		add(i.artist, plain)
	}
	if i.info == "" || i.title != "" {
		return all
	}
	for _, dash := range []string{" - ", " – ", " — "} {
		parts := strings.Split(i.info, dash)
		for n := 1; n < min(len(parts), 4); n++ {
			add(strings.Join(parts[:n], dash), strings.Join(parts[n:], dash))
		}
	}
	add(i.artist, i.info)
	return all
}

// edition matches what services add to the titles of songs for an edition or a guest,
// which tags often leave out.
var edition = regexp.MustCompile(`(?i)\s*(?:[(\[](?:feat\.?|ft\.?|with|from|\d{4} (?:digital )?remaster|remaster|mono|stereo|album version|single version|bonus track)[^)\]]*[)\]]|\s-\s(?:(?:\d{4} )?(?:digital )?remaster|mono|stereo|album version|single version|bonus track|from ).*$)`)

// withoutEdition returns a title without what services add to it.
func withoutEdition(title string) string {
	return strings.TrimSpace(edition.ReplaceAllString(title, ""))
}

// lengthSlack is by how much the durations of one recording differ between
// files.
const lengthSlack = 7 * time.Second

// fits reports whether a track matches the tags. Without an artist the duration
// decides.
func (t *tags) fits(c *music.Candidate) bool {
	near := (c.Duration - t.duration).Abs() <= lengthSlack
	if store.Folded(c.Title) != store.Folded(t.title) || t.duration > 0 && !near {
		return false
	}
	if t.artist == "" {
		return t.duration > 0 || t.album != "" && store.Folded(c.Album) == store.Folded(t.album)
	}
	one, other := " "+store.Folded(c.Artist)+" ", " "+store.Folded(t.artist)+" "
	return strings.Contains(one, other) || strings.Contains(other, one)
}

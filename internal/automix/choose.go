package automix

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"time"

	"sonora/internal/automix/plan"
	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/stock"
	"sonora/internal/store"
)

const (
	maxCandidates = 500              // tracks read per genre or artist
	minCandidate  = time.Minute      // minimum length of a track for a description
	maxCandidate  = 15 * time.Minute // maximum length of a track for a description
	maxLookUps    = 12               // searches for artists per description
)

var (
	errNotFound = music.NewError(music.NotFound, "These tracks were not found.")
	errNoTracks = music.NewError(music.Invalid, "There are no tracks here that you may hear.")
	errNoneFits = music.FieldError(music.Invalid, "prompt", music.Say("No track of the library fits this description."))
)

// choose returns at least minTracks tracks for a person's wishes, and a title for
// the mix.
func (s *Service) choose(ctx context.Context, v music.Viewer, w *Wishes) (title string, tracks []music.Track, err error) {
	switch {
	case w.PlaylistID != "":
		title, tracks, err = s.ofPlaylist(ctx, v, w)
	case w.Prompt != "":
		title = titleOf(w.Prompt)
		tracks, err = s.described(ctx, v, w)
	default:
		title = "Mix – " + s.Now().UTC().Format(time.DateOnly)
		tracks, w.Unknown, err = s.named(ctx, v, w.TrackIDs)
		w.Repeated = len(w.TrackIDs) - len(tracks) - len(w.Unknown)
	}
	if err == nil && len(tracks) < minTracks {
		err = w.tooFew(tracks)
	}
	return title, tracks, err
}

// tooFew returns why the tracks that were found, less than minTracks, are no mix.
func (w *Wishes) tooFew(found []music.Track) error {
	switch {
	case len(found) == 0 && len(w.TrackIDs) > 0:
		return errNotFound
	case len(found) == 0:
		return errNoTracks
	case w.Prompt != "":
		return music.FieldError(music.Invalid, "prompt", music.Say("Only “%s” fits this description, and a mix needs two tracks. You can play that track, or describe more music.", found[0].Title))
	case w.PlaylistID != "":
		return music.FieldError(music.Invalid, "playlistId", music.Say("“%s” is the only track of this playlist that you may hear, and a mix needs two. You can play that track, or add others to the playlist.", found[0].Title))
	case w.Repeated > 0 && len(w.Unknown) == 0:
		return music.FieldError(music.Invalid, "trackIds", music.Say("You named only “%s”, and a mix needs two different tracks. You can play that track, or name others too.", found[0].Title))
	default:
		return music.FieldError(music.Invalid, "trackIds", music.Say("“%s” is the only track that was found, and a mix needs two. You can play that track, or name others too.", found[0].Title))
	}
}

// ofPlaylist returns the name of a playlist and its tracks, each once. It reads the
// first music.MaxPageSize entries, five times as many as a mix has at most.
func (s *Service) ofPlaylist(ctx context.Context, v music.Viewer, w *Wishes) (string, []music.Track, error) {
	p, err := s.Store.Playlist(ctx, v, w.PlaylistID)
	if err != nil {
		return "", nil, err
	}
	list, err := s.Entries(ctx, v, w.PlaylistID, music.Page{Limit: music.MaxPageSize})
	if err != nil {
		return "", nil, err
	}
	var tracks []music.Track
	seen := map[string]bool{}
	for _, e := range list.Items {
		if !seen[e.Track.ID] {
			seen[e.Track.ID] = true
			tracks = append(tracks, e.Track)
		}
	}
	w.Repeated, w.Unread = len(list.Items)-len(tracks), list.Total-len(list.Items)
	return p.Name, tracks, nil
}

// named returns the tracks with the given IDs, each once, and the IDs of tracks
// that the viewer may not hear.
func (s *Service) named(ctx context.Context, v music.Viewer, ids []string) (tracks []music.Track, unknown []string, err error) {
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		t, err := s.Store.Track(ctx, v, id)
		if music.CodeOf(err) == music.NotFound {
			unknown = append(unknown, id)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		tracks = append(tracks, t.Track)
	}
	return tracks, unknown, nil
}

// described returns tracks that fit a description, best first, as many as the
// length of the mix needs.
func (s *Service) described(ctx context.Context, v music.Viewer, w *Wishes) ([]music.Track, error) {
	u, artists, err := s.understood(ctx, v, w.Prompt)
	if err != nil {
		return nil, err
	}
	w.Understood = u
	w.Minutes = cmp.Or(w.Minutes, u.Minutes, usualMinutes)
	w.Curve = cmp.Or(w.Curve, u.Curve)
	enough := time.Duration(w.Minutes) * time.Minute
	// In a small library too few tracks may fit: then drop one limit after
	// another, from the end of the list.
	names := []string{"bpm", "energy", "keys"}
	for n := len(names); ; n-- {
		tracks, err := s.candidates(ctx, v, u, artists, names[:n], minCandidate)
		if err != nil {
			return nil, err
		}
		if total(tracks) >= enough || n == 0 || u.limits(names[:n]) == 0 {
			if len(tracks) == 0 {
				return nil, errNoneFits
			}
			for _, limit := range names[n:] {
				if u.limits([]string{limit}) > 0 {
					u.Relaxed = append(u.Relaxed, limit)
				}
			}
			return s.withPins(ctx, v, w, alike(tracks, u))
		}
	}
}

// understood returns what a description asks for, and the artists that it names.
func (s *Service) understood(ctx context.Context, v music.Viewer, prompt string) (*Understood, []music.Artist, error) {
	genres, err := s.Store.Genres(ctx, v)
	if err != nil {
		return nil, nil, err
	}
	u, left := understand(prompt, genres)
	artists, err := s.names(ctx, v, u, left, genres)
	return u, artists, err
}

// withPins adds the tracks with which the mix is to begin and end.
func (s *Service) withPins(ctx context.Context, v music.Viewer, w *Wishes, tracks []music.Track) ([]music.Track, error) {
	for _, id := range []string{w.First, w.Last} {
		if id == "" || slices.ContainsFunc(tracks, func(t music.Track) bool { return t.ID == id }) {
			continue
		}
		pinned, _, err := s.named(ctx, v, []string{id})
		if err != nil {
			return nil, err
		}
		tracks = append(pinned, tracks...)
	}
	return tracks, nil
}

func total(tracks []music.Track) (length time.Duration) {
	for i := range tracks {
		length += addedLength(&tracks[i])
	}
	return length
}

// limits counts which of the named limits the description sets.
func (u *Understood) limits(names []string) (n int) {
	for _, name := range names {
		if name == "bpm" && (u.BPMFrom > 0 || u.BPMTo > 0) || name == "energy" && (u.EnergyFrom > 0 || u.EnergyTo > 0) || name == "keys" && len(u.Keys) > 0 {
			n++
		}
	}
	return n
}

// candidates returns tracks of the genres and artists that a description names,
// or of the whole library if it names none, within the given limits, and at
// least shortest long. Of the files of one recording it returns one.
func (s *Service) candidates(ctx context.Context, v music.Viewer, u *Understood, artists []music.Artist, within []string, shortest time.Duration) ([]music.Track, error) {
	seed := fnv.New64a()
	_, _ = seed.Write([]byte(u.text)) // a hash does not fail
	f := music.TrackFilter{
		Sort: music.TracksRandom, Seed: int64(seed.Sum64() >> 1), WithoutGenres: u.WithoutGenres, WithoutArtistIDs: u.withoutArtistIDs, WithoutMixes: true,
	}
	for _, name := range within {
		switch name {
		case "bpm":
			f.Tempo = music.Range{Min: known(u.BPMFrom), Max: known(u.BPMTo)}
		case "energy":
			f.Energy = music.Range{Min: known(u.EnergyFrom), Max: known(u.EnergyTo)}
		case "keys":
			for _, k := range u.Keys {
				f.Keys = append(f.Keys, k.Compatible()...)
			}
		}
	}
	var filters []music.TrackFilter
	for _, g := range u.Genres {
		of := f
		of.Genre = g
		filters = append(filters, of)
	}
	for i := range artists {
		of := f
		of.ArtistID = artists[i].ID
		filters = append(filters, of)
	}
	if len(filters) == 0 {
		filters = append(filters, f)
	}
	var found []music.Track
	seen := map[string]bool{}
	for _, f := range filters {
		list, err := s.Store.Tracks(ctx, v, f, music.Page{Limit: maxCandidates})
		if err != nil {
			return nil, err
		}
		for i := range list.Items {
			if t := &list.Items[i]; !seen[t.ID] && t.MissingAt.IsZero() && t.Duration >= shortest && t.Duration <= maxCandidate {
				seen[t.ID] = true
				found = append(found, *t)
			}
		}
	}
	return s.distinct(ctx, v, found)
}

// distinct returns tracks without further files of the same recording: those
// with the same sound, or with the same title by the same artist.
func (s *Service) distinct(ctx context.Context, v music.Viewer, tracks []music.Track) ([]music.Track, error) {
	ids := make([]string, len(tracks))
	for i := range tracks {
		ids[i] = tracks[i].ID
	}
	seeds, err := s.Store.Seeds(ctx, v, ids)
	if err != nil {
		return nil, err
	}
	sounds := map[string]uint64{}
	for i := range seeds {
		sounds[seeds[i].ID] = seeds[i].AudioKey
	}
	first := firstFiles(tracks, sounds)
	var kept []music.Track
	for i, t := range tracks {
		if first[i] == i {
			kept = append(kept, t)
		}
	}
	return kept, nil
}

// mark is what two files of one recording may share.
type mark struct {
	sound         uint64
	artist, title string
}

// firstFiles returns for each track the first one of the same recording, by its index.
func firstFiles(tracks []music.Track, sounds map[string]uint64) []int {
	return stock.FirstOf(len(tracks), func(i int) []mark { return marksOf(&tracks[i], sounds) }, nil)
}

func marksOf(t *music.Track, sounds map[string]uint64) (marks []mark) {
	if sound, known := sounds[t.ID]; known {
		marks = append(marks, mark{sound: sound})
	}
	if t.Artist != "" && t.Title != "" {
		marks = append(marks, mark{artist: store.Folded(t.Artist), title: store.Folded(t.Title)})
	}
	return marks
}

func known(v float64) *float64 {
	if v == 0 {
		return nil
	}
	return &v
}

// alike sorts tracks: those with compatible tempos come first, and tracks of
// unknown tempo last.
func alike(tracks []music.Track, u *Understood) []music.Track {
	var tempos []float64
	for i := range tracks {
		if tracks[i].Tempo > 0 {
			tempos = append(tempos, tracks[i].Tempo)
		}
	}
	if len(tempos) == 0 {
		return tracks
	}
	slices.Sort(tempos)
	middle := tempos[len(tempos)/2]
	if u.BPMFrom > 0 && u.BPMTo > 0 {
		middle = (u.BPMFrom + u.BPMTo) / 2
	}
	far := func(t *music.Track) float64 {
		if t.Tempo <= 0 {
			return math.Inf(1)
		}
		return math.Abs(math.Log(sound.TempoRatio(middle, t.Tempo)))
	}
	slices.SortStableFunc(tracks, func(a, b music.Track) int { return cmp.Compare(far(&a), far(&b)) })
	return tracks
}

// names finds the artists that a description names, and the genres of the
// vocabulary, in the runs of words that are left of it. An artist's name is
// their whole name. What follows a negation is excluded, until its list ends. It records the
// remaining words as not understood.
func (s *Service) names(ctx context.Context, v music.Viewer, u *Understood, left [][]string, genres []music.Genre) ([]music.Artist, error) {
	var artists []music.Artist
	lookUps := maxLookUps
	for _, run := range left {
		negation := "" // the word that excludes what is named after it
		for from, isBeginning := 0, true; from < len(run); {
			w := run[from]
			if isNegation[w] || negation != "" && isContinuing[w] {
				negation = cmp.Or(negation, w)
				from++
				continue
			}
			if isBeginning && small[w] {
				from++
				continue
			}
			artist, n, err := s.artistAt(ctx, v, run[from:], &lookUps)
			if err != nil {
				return nil, err
			}
			isBeginning = n == 0 && fillers[w]
			genre, words := kindAt(run[from:])
			switch {
			case n > 0 && negation != "":
				u.WithoutArtists, u.withoutArtistIDs = append(u.WithoutArtists, artist.Name), append(u.withoutArtistIDs, artist.ID)
			case n > 0:
				artists, u.Artists = append(artists, artist), append(u.Artists, artist.Name)
			case words > 0:
				u.addKind(genre, negation != "", genres)
				n = words
			case !small[w] && !fillers[w]:
				u.Ignored = append(u.Ignored, strings.TrimSpace(negation+" "+w))
				negation = ""
			}
			from += max(n, 1)
			if n > 0 && !continues(run[from:]) {
				negation = ""
			}
		}
	}
	return artists, nil
}

// continues reports whether a list of what is excluded goes on: with "or" and the
// like, or with a genre before such a word, as in "no metal, rock or jazz".
func continues(words []string) bool {
	if len(words) == 0 || isContinuing[words[0]] {
		return len(words) > 0
	}
	_, n := kindAt(words)
	return n > 0 && n < len(words) && isChoice[words[n]]
}

// maxNameWords is the maximum number of words of a name in a description.
const maxNameWords = 4

// artistAt returns the artist whose whole name the first words are, and the
// number of these words; 0 for none. After a filler it expects one word.
func (s *Service) artistAt(ctx context.Context, v music.Viewer, words []string, lookUps *int) (music.Artist, int, error) {
	longest, shortest := maxNameWords, 1
	if fillers[words[0]] {
		longest, shortest = 2, 2
	}
	for n := min(len(words), longest); n >= shortest && *lookUps > 0; n-- {
		name := joined(words[:n])
		*lookUps--
		r, err := s.Store.Search(ctx, v, discovery.Query{Text: name, Limit: 5, Now: s.Now()})
		if err != nil {
			return music.Artist{}, 0, err
		}
		if i := slices.IndexFunc(r.Artists, func(a music.Artist) bool { return store.Folded(a.Name) == store.Folded(name) }); i >= 0 {
			return r.Artists[i], n, nil
		}
	}
	return music.Artist{}, 0, nil
}

// planOptions returns o with the wishes of the person for a plan of these
// tracks.
func (w *Wishes) planOptions(tracks []plan.Track, o plan.Options) plan.Options {
	o.Curve, o.KeepOrder, o.Bars = w.Curve, w.KeepOrder, w.Bars
	for i := range tracks {
		if tracks[i].ID == w.First {
			o.First = i + 1
		}
		if tracks[i].ID == w.Last {
			o.Last = i + 1
		}
	}
	return o
}

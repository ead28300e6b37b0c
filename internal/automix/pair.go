package automix

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"sonora/internal/automix/plan"
	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// Pair is what goes on the two decks of a DJ.
type Pair struct {
	Decks      [2]Pick
	Understood *Understood
}

// Pick is what goes on one deck.
type Pick struct {
	Track  *music.Track        // the nearest track of the library; nil if it has none
	Wanted *generation.Outline // what to compose, because Track does not fit; nil if it fits
}

// What the tracks of a pair are like if the description does not say: in A minor
// and in C minor.
var (
	usualBPM  = [2]float64{128, 130}
	usualKeys = [2]music.Key{12 + 9, 12}
)

const (
	minPaired = 30 * time.Second // minimum length of a track of a pair
	maxPaired = 60               // tracks of which all pairs are compared

	maxStretch = 0.08 // by how much tempos of a pair may differ, as a share
	octaveCost = 3.0  // of half or double the tempo that was asked for

	usualStyle     = "house"
	composedLength = 80 * time.Second // long enough for a transition, and soon made
)

// pairLimits are the limits of a description that a pair keeps, the most
// important first.
var pairLimits = []string{"genres", "bpm", "energy", "keys"}

// Pair chooses what goes on the two decks of a DJ: tracks of a known tempo that
// meet the description and go together. For a deck for which the library has none,
// it says what to compose, and returns the nearest track: one that meets fewer limits
// of the description, but never what the description excludes.
func (s *Service) Pair(ctx context.Context, v music.Viewer, prompt string) (*Pair, error) {
	f := music.FieldErrors{}
	prompt = music.Tidy(prompt)
	f.CheckText("prompt", prompt, maxPrompt)
	if prompt == "" {
		f.Add("prompt", "Describe the mix.")
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	u, artists, err := s.understood(ctx, v, prompt)
	if err != nil {
		return nil, err
	}
	all, err := s.candidates(ctx, v, u, artists, pairLimits, minPaired)
	if err != nil {
		return nil, err
	}
	fitting := u.fitting(all)
	if a, b := bestPair(u, fitting, nil); b != nil && goTogether(a, b) {
		return &Pair{[2]Pick{{Track: a}, {Track: b}}, u}, nil
	}
	first := u.nearest(fitting)
	a, b, err := s.nearestPair(ctx, v, u, artists, first)
	if err != nil {
		return nil, err
	}
	p := &Pair{[2]Pick{{Track: a}, {Track: b}}, u}
	if first == nil {
		p.Decks[0].Wanted = s.Outline(prompt, u.usual(0, nil))
	}
	p.Decks[1].Wanted = s.Outline(prompt, u.usual(1, first))
	return p, nil
}

// nearestPair returns the two tracks that come nearest to a description, the first
// of which may be given; nil for those that the library does not have. It drops one
// limit of the description after another.
func (s *Service) nearestPair(ctx context.Context, v music.Viewer, u *Understood, artists []music.Artist, first *music.Track) (a, b *music.Track, err error) {
	for n := len(pairLimits); ; n-- {
		of, named := *u, artists
		if n == 0 {
			of.Genres, named = nil, nil
		}
		tracks, err := s.candidates(ctx, v, &of, named, pairLimits[min(1, n):n], minPaired)
		if err != nil {
			return nil, nil, err
		}
		if a, b = bestPair(u, tracks, first); b != nil || n == 0 {
			u.relax(pairLimits[n:])
			return a, b, nil
		}
	}
}

// relax records which of these limits the description sets.
func (u *Understood) relax(limits []string) {
	for _, limit := range limits {
		if u.limits([]string{limit}) > 0 || limit == "genres" && len(u.Genres)+len(u.Artists) > 0 {
			u.Relaxed = append(u.Relaxed, limit)
		}
	}
}

// fitting returns those of the tracks within all limits that are what the
// description asks for. If it says nothing about the music, those are tracks like
// the usual pair.
func (u *Understood) fitting(tracks []music.Track) []music.Track {
	if len(u.Genres)+len(u.Artists) == 0 && len(u.MissingGenres) > 0 {
		return nil
	}
	if u.isWish() {
		return tracks
	}
	var fitting []music.Track
	for i := range tracks {
		for deck := range usualBPM {
			if tracks[i].Key == usualKeys[deck] && math.Abs(tracks[i].Tempo/usualBPM[deck]-1) <= aroundBPM {
				fitting = append(fitting, tracks[i])
				break
			}
		}
	}
	return fitting
}

// isWish reports whether the description says anything about the music itself.
func (u *Understood) isWish() bool {
	return len(u.Genres)+len(u.Artists)+len(u.WithoutGenres)+len(u.WithoutArtists) > 0 || u.limits(pairLimits) > 0
}

// goTogether reports whether a DJ can play two tracks at one tempo.
func goTogether(a, b *music.Track) bool {
	return math.Abs(math.Log(sound.TempoRatio(a.Tempo, b.Tempo))) <= math.Log(1+maxStretch)
}

// playable returns the tracks of a known tempo that can be heard, those nearest to
// the description first.
func (u *Understood) playable(tracks []music.Track) []music.Track {
	tracks = slices.DeleteFunc(slices.Clone(tracks), func(t music.Track) bool { return t.Tempo <= 0 || !t.MissingAt.IsZero() })
	slices.SortStableFunc(tracks, func(a, b music.Track) int { return cmp.Compare(u.cost(&a), u.cost(&b)) })
	return tracks
}

// nearest returns the track that is nearest to the description, or nil.
func (u *Understood) nearest(tracks []music.Track) *music.Track {
	if tracks = u.playable(tracks); len(tracks) > 0 {
		return &tracks[0]
	}
	return nil
}

// bestPair returns the two tracks that fit the description and each other best, the
// first of which may be given. Of fewer than two it returns what there is.
func bestPair(u *Understood, tracks []music.Track, first *music.Track) (a, b *music.Track) {
	tracks = u.playable(tracks)
	tracks = tracks[:min(len(tracks), maxPaired)]
	firsts := tracks
	if a = first; first != nil {
		firsts = []music.Track{*first}
	} else if len(tracks) > 0 {
		a = &tracks[0]
	}
	lowest := math.Inf(1)
	for i := range firsts {
		for j := range tracks {
			one, other := &firsts[i], &tracks[j]
			if one.ID == other.ID || first == nil && j < i {
				continue
			}
			if sum := u.cost(one) + u.cost(other) + 2*plan.MatchCost(one, other); sum < lowest {
				a, b, lowest = one, other, sum
			}
		}
	}
	return a, b
}

// usual returns what a piece for a deck is like where its description does not
// say: it goes with the track on the other deck.
func (u *Understood) usual(deck int, beside *music.Track) generation.Usual {
	g := generation.Usual{Style: usualStyle, Tempos: []float64{usualBPM[deck], usualBPM[1-deck]}, Key: usualKeys[deck], Length: composedLength}
	switch {
	case beside != nil:
		g.Tempos = []float64{beside.Tempo}
	case u.BPMFrom > usualBPM[deck]:
		g.Tempos = []float64{u.BPMFrom}
	case u.BPMTo > 0 && u.BPMTo < usualBPM[deck]:
		g.Tempos = []float64{u.BPMTo}
	}
	switch {
	case len(u.Keys) > 0:
		g.Key = u.Keys[min(deck, len(u.Keys)-1)]
	case beside != nil && beside.Key.Valid():
		g.Key = beside.Key
	}
	return g
}

// cost returns how far a track is from the tempo and the keys of the
// description, or from the usual ones.
func (u *Understood) cost(t *music.Track) float64 {
	bpm := usualBPM[0]
	switch {
	case u.BPMFrom > 0 && u.BPMTo > 0:
		bpm = math.Sqrt(u.BPMFrom * u.BPMTo)
	case u.BPMFrom+u.BPMTo > 0:
		bpm = u.BPMFrom + u.BPMTo // only one of them is set
	}
	keys := u.Keys
	if len(keys) == 0 {
		keys = usualKeys[:1]
	}
	far := math.Inf(1)
	for _, k := range keys {
		wanted := music.Track{Tempo: bpm, Key: k, Energy: t.Energy}
		far = min(far, plan.MatchCost(&wanted, t))
	}
	return far + octaveCost*math.Abs(math.Log2(t.Tempo/bpm))
}

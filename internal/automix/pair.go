package automix

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"sonora/internal/automix/plan"
	"sonora/internal/music"
)

// Pair holds the two tracks that fit a description and each other best.
type Pair struct {
	Tracks     []music.Track // two, or none if no two tracks fit
	Understood *Understood
}

// What the first track of a pair is like if the description does not say: in A
// minor.
const (
	usualBPM = 128
	usualKey = music.Key(12 + 9)
)

const (
	minPaired = 30 * time.Second // minimum length of a track of a pair
	maxPaired = 60               // tracks of which all pairs are compared

	octaveCost = 3.0 // of half or double the tempo that was asked for
)

// Pair chooses two tracks for the two decks of a DJ: tracks of a known tempo
// that the description allows. It drops a limit of the description that fewer
// than two tracks meet, but never what the description excludes.
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
	limits := []string{"genres", "bpm", "energy", "keys"}
	for n := len(limits); ; n-- {
		of, named := *u, artists
		if n == 0 {
			of.Genres, named = nil, nil
		}
		within := limits[min(1, n):n]
		tracks, err := s.candidates(ctx, v, &of, named, within, minPaired)
		if err != nil {
			return nil, err
		}
		if best := bestPair(u, tracks); best != nil || n == 0 {
			for _, limit := range limits[n:] {
				if u.limits([]string{limit}) > 0 || limit == "genres" && len(u.Genres)+len(u.Artists) > 0 {
					u.Relaxed = append(u.Relaxed, limit)
				}
			}
			return &Pair{best, u}, nil
		}
	}
}

// bestPair returns the two tracks that fit the description and each other
// best; nil if fewer than two have a tempo.
func bestPair(u *Understood, tracks []music.Track) []music.Track {
	tracks = slices.DeleteFunc(slices.Clone(tracks), func(t music.Track) bool { return t.Tempo <= 0 || !t.MissingAt.IsZero() })
	slices.SortStableFunc(tracks, func(a, b music.Track) int { return cmp.Compare(u.cost(&a), u.cost(&b)) })
	tracks = tracks[:min(len(tracks), maxPaired)]
	var best []music.Track
	lowest := math.Inf(1)
	for i := range tracks {
		for j := i + 1; j < len(tracks); j++ {
			a, b := &tracks[i], &tracks[j]
			if sum := u.cost(a) + u.cost(b) + 2*plan.MatchCost(a, b); sum < lowest {
				best, lowest = []music.Track{*a, *b}, sum
			}
		}
	}
	return best
}

// cost returns how far a track is from the tempo and the keys of the
// description, or from the usual ones.
func (u *Understood) cost(t *music.Track) float64 {
	bpm := float64(usualBPM)
	switch {
	case u.BPMFrom > 0 && u.BPMTo > 0:
		bpm = math.Sqrt(u.BPMFrom * u.BPMTo)
	case u.BPMFrom+u.BPMTo > 0:
		bpm = u.BPMFrom + u.BPMTo // only one of them is set
	}
	keys := u.Keys
	if len(keys) == 0 {
		keys = []music.Key{usualKey}
	}
	far := math.Inf(1)
	for _, k := range keys {
		wanted := music.Track{Tempo: bpm, Key: k, Energy: t.Energy}
		far = min(far, plan.MatchCost(&wanted, t))
	}
	return far + octaveCost*math.Abs(math.Log2(t.Tempo/bpm))
}

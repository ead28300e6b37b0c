package daily

import (
	"cmp"
	"context"
	"slices"

	"sonora/internal/history"
)

const (
	maxSeeds      = 60 // recent tracks that daily mixes are made from
	minSeeds      = 3
	ownTracks     = 14 // tracks of a daily mix that the person has played before
	mixLength     = 42
	mixSeeds      = 6
	maxFavourites = 100 // tracks from which those of the day are drawn
	maxArtists    = 60  // artists whose new music is considered
	maxGenres     = 3
	minGroup      = 2
)

// addDaily adds mixes of recently played and liked music, one per group of
// similar tracks, each with similar tracks added.
func (m *maker) addDaily(ctx context.Context) error {
	ids := m.lately()
	if len(ids) < minSeeds {
		return nil
	}
	groups, err := m.Similar.Groups(ctx, m.viewer, ids, min(history.MaxDailyMixes, max(1, len(ids)/minSeeds)))
	if err != nil {
		return err
	}
	number := 0
	for _, group := range groups {
		if len(group) < minGroup {
			continue
		}
		tracks, err := m.blend(ctx, group, ids)
		if err != nil {
			return err
		}
		before := len(m.mixes)
		if err := m.add(ctx, history.DailyMix, number+1, tracks); err != nil {
			return err
		}
		number += len(m.mixes) - before
	}
	return nil
}

// lately lists the tracks that were played most recently and often, then the
// liked ones.
func (m *maker) lately() []string {
	recent := m.those(func(t *history.HeardTrack) bool {
		return t.Plays > 0 && t.LastAt.After(m.until.Add(-lately)) || t.Liked
	})
	slices.SortStableFunc(recent, func(a, b history.HeardTrack) int {
		return cmp.Or(cmp.Compare(b.Recent, a.Recent), b.LastAt.Compare(a.LastAt))
	})
	return idsOf(recent[:min(len(recent), maxSeeds)])
}

// blend returns some tracks of a group, chosen by the day, each followed by
// similar ones.
func (m *maker) blend(ctx context.Context, group, heard []string) ([]string, error) {
	own := slices.Clone(group)
	m.shuffle(own)
	own = own[:min(len(own), ownTracks)]
	like, err := m.Similar.Endless(ctx, m.viewer, own[:min(len(own), mixSeeds)], heard, mixLength-len(own))
	if err != nil {
		return nil, err
	}
	mix, others := []string{}, like.Tracks
	for i, id := range own {
		mix = append(mix, id)
		for n := len(others) / (len(own) - i); n > 0; n-- {
			mix, others = append(mix, others[0].ID), others[1:]
		}
	}
	return mix, nil
}

// addOnRepeat adds the tracks played again and again, the most played first.
func (m *maker) addOnRepeat(ctx context.Context) error {
	again := m.those(func(t *history.HeardTrack) bool { return t.Recent >= minPlays })
	slices.SortStableFunc(again, func(a, b history.HeardTrack) int { return cmp.Compare(b.Recent, a.Recent) })
	return m.add(ctx, history.DailyOnRepeat, 0, idsOf(again[:min(len(again), shortMix)]))
}

// addForgotten adds tracks that were once loved and have not been played for
// long.
func (m *maker) addForgotten(ctx context.Context) error {
	loved := m.those(func(t *history.HeardTrack) bool {
		return (t.Plays >= minPlays || t.Liked) && !t.LastAt.IsZero() && t.LastAt.Before(m.until.Add(-longAgo))
	})
	slices.SortStableFunc(loved, func(a, b history.HeardTrack) int { return cmp.Compare(b.Plays, a.Plays) })
	ids := idsOf(loved[:min(len(loved), maxFavourites)])
	m.shuffle(ids)
	return m.add(ctx, history.DailyForgotten, 0, ids[:min(len(ids), shortMix)])
}

// addNew adds recently added tracks by the artists or in the genres that the
// person plays.
func (m *maker) addNew(ctx context.Context) error {
	var artists []string
	genres := map[string]int{}
	for i := range m.heard {
		t := &m.heard[i]
		if t.ArtistID != "" && len(artists) < maxArtists && !slices.Contains(artists, t.ArtistID) {
			artists = append(artists, t.ArtistID)
		}
		if t.Genre != "" {
			genres[t.Genre] += t.Plays
		}
	}
	if len(m.heard) == 0 {
		return nil
	}
	span := history.Span{From: m.until.Add(-newFor), To: m.until}
	fresh, err := m.Store.NewFor(ctx, m.viewer, span, artists, topKeys(genres, maxGenres), shortMix)
	if err != nil {
		return err
	}
	return m.add(ctx, history.DailyNewForYou, 0, idsOf(fresh))
}

// topKeys returns the n keys with the largest counts.
func topKeys(counts map[string]int, n int) []string {
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return keys[:min(n, len(keys))]
}

// those returns the played tracks that match a condition.
func (m *maker) those(which func(*history.HeardTrack) bool) []history.HeardTrack {
	var out []history.HeardTrack
	for i := range m.heard {
		if which(&m.heard[i]) {
			out = append(out, m.heard[i])
		}
	}
	return out
}

func idsOf(tracks []history.HeardTrack) []string {
	ids := make([]string, len(tracks))
	for i := range tracks {
		ids[i] = tracks[i].ID
	}
	return ids
}

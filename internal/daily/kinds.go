package daily

import (
	"cmp"
	"context"
	"slices"

	"sonora/internal/music"
)

const (
	mostSeeds    = 60 // tracks of late that daily mixes are made of
	leastSeeds   = 3
	ownOfMix     = 14 // tracks of a daily mix that were heard before
	lengthOfMix  = 42
	seedsOfMix   = 6
	favourites   = 100 // tracks from which those of the day are drawn
	mostArtists  = 60  // whose new music is for somebody
	mostGenres   = 3
	leastByGroup = 2
)

// addDaily adds mixes of what was heard and liked lately, one of each manner,
// and of what sounds like it.
func (m *maker) addDaily(ctx context.Context) error {
	ids := m.lately()
	if len(ids) < leastSeeds {
		return nil
	}
	groups, err := m.Similar.Groups(ctx, m.viewer, ids, min(music.MostDailyMixes, max(1, len(ids)/leastSeeds)))
	if err != nil {
		return err
	}
	number := 0
	for _, group := range groups {
		if len(group) < leastByGroup {
			continue
		}
		tracks, err := m.blend(ctx, group, ids)
		if err != nil {
			return err
		}
		before := len(m.mixes)
		if err := m.add(ctx, music.DailyMix, number+1, tracks); err != nil {
			return err
		}
		number += len(m.mixes) - before
	}
	return nil
}

// lately lists what was played most of late, then what is liked.
func (m *maker) lately() []string {
	late := m.those(func(t *music.HeardTrack) bool {
		return t.Plays > 0 && t.LastAt.After(m.until.Add(-lately)) || t.Liked
	})
	slices.SortStableFunc(late, func(a, b music.HeardTrack) int {
		return cmp.Or(cmp.Compare(b.Recent, a.Recent), b.LastAt.Compare(a.LastAt))
	})
	return idsOf(late[:min(len(late), mostSeeds)])
}

// blend is what a day chose of a group, each followed by others like it.
func (m *maker) blend(ctx context.Context, group, heard []string) ([]string, error) {
	own := slices.Clone(group)
	m.shuffle(own)
	own = own[:min(len(own), ownOfMix)]
	like, err := m.Similar.Endless(ctx, m.viewer, own[:min(len(own), seedsOfMix)], heard, lengthOfMix-len(own))
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

// addOnRepeat adds what is heard again and again, the most heard first.
func (m *maker) addOnRepeat(ctx context.Context) error {
	again := m.those(func(t *music.HeardTrack) bool { return t.Recent >= leastHeard })
	slices.SortStableFunc(again, func(a, b music.HeardTrack) int { return cmp.Compare(b.Recent, a.Recent) })
	return m.add(ctx, music.DailyOnRepeat, 0, idsOf(again[:min(len(again), shortMix)]))
}

// addForgotten adds some of what was loved once and not heard for long.
func (m *maker) addForgotten(ctx context.Context) error {
	loved := m.those(func(t *music.HeardTrack) bool {
		return (t.Plays >= leastHeard || t.Liked) && !t.LastAt.IsZero() && t.LastAt.Before(m.until.Add(-longAgo))
	})
	slices.SortStableFunc(loved, func(a, b music.HeardTrack) int { return cmp.Compare(b.Plays, a.Plays) })
	ids := idsOf(loved[:min(len(loved), favourites)])
	m.shuffle(ids)
	return m.add(ctx, music.DailyForgotten, 0, ids[:min(len(ids), shortMix)])
}

// addNew adds what came of late by whom, or in what genres, they hear.
func (m *maker) addNew(ctx context.Context) error {
	var artists []string
	genres := map[string]int{}
	for i := range m.heard {
		t := &m.heard[i]
		if t.ArtistID != "" && len(artists) < mostArtists && !slices.Contains(artists, t.ArtistID) {
			artists = append(artists, t.ArtistID)
		}
		if t.Genre != "" {
			genres[t.Genre] += t.Plays
		}
	}
	if len(m.heard) == 0 {
		return nil
	}
	span := music.Span{From: m.until.Add(-newFor), To: m.until}
	fresh, err := m.Store.NewFor(ctx, m.viewer, span, artists, most(genres, mostGenres), shortMix)
	if err != nil {
		return err
	}
	return m.add(ctx, music.DailyNewForYou, 0, idsOf(fresh))
}

// most are the keys with the largest counts.
func most(counts map[string]int, n int) []string {
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return keys[:min(n, len(keys))]
}

// those are the heard tracks of a kind.
func (m *maker) those(which func(*music.HeardTrack) bool) []music.HeardTrack {
	var out []music.HeardTrack
	for i := range m.heard {
		if which(&m.heard[i]) {
			out = append(out, m.heard[i])
		}
	}
	return out
}

func idsOf(tracks []music.HeardTrack) []string {
	ids := make([]string, len(tracks))
	for i := range tracks {
		ids[i] = tracks[i].ID
	}
	return ids
}

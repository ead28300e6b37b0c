package daily

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
)

const (
	lookBack = 3 * 365 * dayLength // period of the history to use
	lately   = 60 * dayLength
	repeated = 30 * dayLength // period in which music on repeat was played
	longAgo  = 90 * dayLength // period in which forgotten music was not played
	newFor   = 30 * dayLength // period in which new music was added
	maxHeard = 3000
	fewPlays = 20 // plays below which today counts too, so that new listeners need not wait for tomorrow
	minMix   = 5  // tracks
	minPlays = 3  // plays of a track that is on repeat or was loved
	shortMix = 30 // tracks of the mixes of played and of new music
)

// maker makes the mixes of one person for one day.
type maker struct {
	*Service
	viewer music.Viewer
	until  time.Time // later plays belong to tomorrow
	heard  []history.HeardTrack
	chance *rand.Rand
	mixes  []history.MadeForYou
}

// make makes all mixes of a day.
func (s *Service) make(ctx context.Context, v music.Viewer, day int64) ([]history.MadeForYou, error) {
	m := &maker{Service: s, viewer: v, chance: rand.New(rand.NewPCG(uint64(day), hashOf(v.AccountID))), mixes: []history.MadeForYou{}}
	for _, m.until = range []time.Time{time.Unix(day*int64(dayLength/time.Second), 0), s.now()} {
		var err error
		span := history.Span{From: m.until.Add(-lookBack), To: m.until}
		if m.heard, err = s.Store.HeardTracks(ctx, v, span, m.until.Add(-repeated), maxHeard); err != nil {
			return nil, err
		}
		if plays(m.heard) >= fewPlays {
			break
		}
	}
	m.heard = slices.DeleteFunc(m.heard, func(t history.HeardTrack) bool { return t.IsMissing })
	for _, add := range []func(context.Context) error{m.addDaily, m.addOnRepeat, m.addForgotten, m.addNew} {
		if err := add(ctx); err != nil {
			return nil, fmt.Errorf("make daily mixes: %w", err)
		}
	}
	return m.mixes, nil
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

func plays(heard []history.HeardTrack) (n int) {
	for i := range heard {
		n += heard[i].Plays
	}
	return n
}

// add adds a mix, unless it has too few tracks.
func (m *maker) add(ctx context.Context, kind history.DailyKind, number int, ids []string) error {
	tracks, err := m.Store.TracksByID(ctx, m.viewer, ids[:min(len(ids), history.MaxDailyTracks)])
	if err != nil || len(tracks) < minMix {
		return err
	}
	mix := history.MadeForYou{ID: string(kind), Kind: kind, Number: number}
	if number > 0 {
		mix.ID = fmt.Sprintf("%s-%d", kind, number)
	}
	for i := range tracks {
		t := &tracks[i]
		mix.Tracks = append(mix.Tracks, t.ID)
		mix.Artists = someMore(mix.Artists, t.Artist)
		mix.Covers = someMore(mix.Covers, t.Cover)
	}
	m.mixes = append(m.mixes, mix)
	return nil
}

// shown is the number of artists and of covers shown for a mix.
const shown = 4

func someMore(some []string, text string) []string {
	if text = strings.TrimSpace(text); text == "" || len(some) >= shown || slices.Contains(some, text) {
		return some
	}
	return append(some, text)
}

// shuffle puts tracks into an order that depends on the day.
func (m *maker) shuffle(ids []string) {
	m.chance.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
}

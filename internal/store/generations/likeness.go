package generations

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/generation"
	"sonora/internal/sound"
	"sonora/internal/store/kernel"
)

// maxUncompared is how many generations are read at once.
const maxUncompared = 20

// UncomparedGenerations returns the oldest finished generations that are not compared with
// the library yet, and whose track is analysed by today's methods.
func (s *Store) UncomparedGenerations(ctx context.Context) ([]generation.Generation, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &row{}, "select "+columns+" from "+from+` join track t on t.id = x.track_id
		where x.likeness = '' and x.verdict <> '' and t.analysed >= ? order by x.seq limit ?`, sound.Version, maxUncompared)
	if err != nil {
		return nil, fmt.Errorf("list generations to compare: %w", err)
	}
	return list, nil
}

// Song is a track that generations are compared with.
type Song struct{ ID, Title string }

// SongsToCompare returns the tracks up to a length that are analysed by today's methods,
// without the sound of mixes and without what an account had made.
func (s *Store) SongsToCompare(ctx context.Context, accountID string, longest time.Duration) ([]Song, error) {
	pairs, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, string]{}, `select t.id, t.title from track t where t.analysed >= ? and t.duration <= ?
		and not exists (select 1 from upload u where u.track_id <> '' and u.track_id = t.id and u.is_mix)
		and not exists (select 1 from generation x where x.track_id = t.id and x.account = `+kernel.AccountSeq+`) order by t.seq`, sound.Version, longest.Milliseconds(), accountID)
	if err != nil {
		return nil, fmt.Errorf("list songs to compare: %w", err)
	}
	songs := make([]Song, len(pairs))
	for i, p := range pairs {
		songs[i] = Song{p.A, p.B}
	}
	return songs, nil
}

// NoteLikeness stores what a generation is like. It returns NotFound if it is deleted.
func (s *Store) NoteLikeness(ctx context.Context, id string, likeness json.RawMessage) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update generation set likeness = ? where id = ?", string(likeness), id))
}

package catalogue

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// Genres returns the genres with a track that the viewer may see, by folded
// name. Spellings with the same folded form are one genre, in the most frequent
// spelling.
func (s *Store) Genres(ctx context.Context, v music.Viewer) ([]music.Genre, error) {
	count := kernel.CountColumn(v)
	spellings, err := kernel.Collect(ctx, s.db.Read, &genreRow{},
		"select key, name, "+count+" from genre where "+count+" > 0 order by key, "+count+" desc, name")
	if err != nil {
		return nil, fmt.Errorf("list genres: %w", err)
	}
	genres := []music.Genre{}
	for i, g := range spellings {
		if i > 0 && g.key == spellings[i-1].key {
			genres[len(genres)-1].TrackCount += g.tracks
		} else {
			genres = append(genres, music.Genre{Name: g.name, TrackCount: g.tracks})
		}
	}
	return genres, nil
}

type genreRow struct {
	key, name string
	tracks    int
}

func (r *genreRow) Dest() []any { return []any{&r.key, &r.name, &r.tracks} }

func (r *genreRow) Value() genreRow { return *r }

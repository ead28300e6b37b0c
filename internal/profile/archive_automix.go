package profile

import (
	"context"
	"encoding/json"
	"time"

	"sonora/internal/music"
	"sonora/internal/setlist"
)

type automixRecord struct {
	ID        string          `json:"id"`
	Title     string          `json:"title"`
	State     setlist.State   `json:"state"`
	Duration  float64         `json:"durationSeconds"`
	Size      int64           `json:"bytes"`
	MixID     string          `json:"mixId"`
	CreatedAt time.Time       `json:"createdAt"`
	UpdatedAt time.Time       `json:"updatedAt"`
	Wishes    json.RawMessage `json:"wishes"`
	Score     json.RawMessage `json:"score,omitempty"`
}

// automixes lists the mixes that the server made for the person, with what they
// asked for and how the tracks are joined.
func (a *archive) automixes(ctx context.Context) error {
	var failed error
	err := paged(a, "automixes.json", func(p music.Page) (music.List[setlist.Automix], error) {
		return a.store.Automixes(ctx, a.viewer, p)
	}, func(x *setlist.Automix) automixRecord {
		whole, err := a.store.Automix(ctx, a.viewer, x.ID)
		switch {
		case err == nil:
			x = whole
		case music.CodeOf(err) != music.NotFound: // not deleted meanwhile
			failed = err
		}
		return automixRecord{x.ID, x.Title, x.State, x.Duration.Seconds(), x.Size, x.MixID, x.CreatedAt, x.UpdatedAt, x.Wishes, x.Score}
	})
	if err == nil {
		err = failed
	}
	return err
}

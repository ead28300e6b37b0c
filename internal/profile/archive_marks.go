package profile

import (
	"context"
	"time"

	"sonora/internal/marks"
)

type marksRecord struct {
	TrackID   string    `json:"trackId"`
	Title     string    `json:"title"`
	Artist    string    `json:"artist"`
	Album     string    `json:"album"`
	ChangedAt time.Time `json:"changedAt"`
	marks.Marks
}

// marks lists the cues, loops and beat grids that the person keeps for tracks.
func (a *archive) marks(ctx context.Context) error {
	last := ""
	return stream(a, "marks.json", func() ([]marksRecord, error) {
		list, err := a.store.MarkRecords(ctx, a.viewer, last, archivePart)
		if len(list) > 0 {
			last = list[len(list)-1].TrackID
		}
		return encoded(list, func(r *marks.Record) marksRecord {
			return marksRecord{r.TrackID, r.Title, r.Artist, r.Album, r.ChangedAt, r.Marks}
		}), err
	})
}

package library

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/analyses"
	"sonora/internal/store/kernel"
)

// keepAnalyses carries the analyses of changed files over to their new rows. A
// file with a different sound is queued for analysis again.
func (b *Batch) keepAnalyses(ctx context.Context, _ []music.ScannedFile) error {
	var changed []int64
	for _, f := range b.Files {
		if !f.isNew {
			changed = append(changed, f.Track.Seq)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	_, err := b.Tx.Exec(ctx, `update analysis set attempts = 0, run_at = 0, error = '' where leased_until = 0 and track in `+b.DB.Dialect.Ints+`
		and audio_key <> (select t.audio_key from track t where t.seq = analysis.track)`, kernel.Array(changed))
	if err != nil {
		return fmt.Errorf("keep analyses: %w", err)
	}
	if err := analyses.Show(ctx, b.Tx, (&kernel.Query{}).Add("track.seq in "+b.DB.Dialect.Ints, kernel.Array(changed))); err != nil {
		return fmt.Errorf("keep analyses: %w", err)
	}
	return nil
}

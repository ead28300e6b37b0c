package catalogue

import (
	"context"
	"fmt"

	"sonora/internal/store/kernel"
)

// UncoloredCover returns the first cover after a hash without a known color. It
// returns NotFound if there are no more.
func (s *Store) UncoloredCover(ctx context.Context, after string) (hash string, err error) {
	hash, err = kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, `select hash from picture where color = '' and hash > ? order by hash limit 1`, after)
	if err != nil {
		return "", fmt.Errorf("find a cover: %w", err)
	}
	return hash, nil
}

// SaveCoverColor stores the dominant color of a picture, as #rrggbb.
func (s *Store) SaveCoverColor(ctx context.Context, hash, color string) error {
	if _, err := s.db.Write.Exec(ctx, "update picture set color = ? where hash = ?", color, hash); err != nil {
		return fmt.Errorf("save a color: %w", err)
	}
	return nil
}

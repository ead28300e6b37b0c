package diagnostics

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// changedFor is how long a level lasts that an operator chose. Nobody remembers
// to turn off what fills the log.
const changedFor = 30 * time.Minute

// SetLevel changes the lowest level that is logged for half an hour.
func (s *Service) SetLevel(ctx context.Context, v music.Viewer, level slog.Level) error {
	if err := s.Audit.NoteOperation(ctx, v.AccountID, people.LogLevelChanged, strings.ToLower(level.String())); err != nil {
		return fmt.Errorf("note the level of the log: %w", err)
	}
	s.Log.SetLevel(level, changedFor)
	return nil
}

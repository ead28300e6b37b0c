package notify

import (
	"context"
	"fmt"
	"slices"

	"sonora/internal/music"
	"sonora/internal/notice"
)

// Choices returns how the viewer wants to be notified, and whether mail can
// reach them, which requires a verified address.
func (s *Service) Choices(ctx context.Context, v music.Viewer) (c notice.Choices, reachable bool, err error) {
	account, err := s.Store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return c, false, fmt.Errorf("find the account: %w", err)
	}
	c, err = s.Store.NotificationChoices(ctx, v.AccountID)
	return c, !account.VerifiedAt.IsZero(), err
}

// Choose saves how the viewer wants to be notified. It returns Invalid for an
// unknown digest.
func (s *Service) Choose(ctx context.Context, v music.Viewer, c notice.Choices) error {
	if !slices.Contains(notice.Digests, c.Digest) {
		f := music.FieldErrors{}
		f.Add("digest", "Choose one of never, daily, weekly.")
		return f.Err()
	}
	if err := s.Store.SetNotificationChoices(ctx, v.AccountID, c, s.now()); err != nil {
		return fmt.Errorf("save notification choices: %w", err)
	}
	return nil
}

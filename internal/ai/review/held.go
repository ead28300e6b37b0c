package review

import (
	"context"

	"sonora/internal/generation"
	"sonora/internal/notice"
)

// Held tells the owner and the operators of an upload that waits for a review because it
// sounds like music that AI made here.
func (s *Service) Held(ctx context.Context, x *generation.Generation) {
	s.Events.Publish(generation.ReviewsChanged)
	s.tell(ctx, x, notice.NoticeTrackHeld)
	s.Operators.ReviewWaits(ctx, x.Title, x.OwnerName)
}

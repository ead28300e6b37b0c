package billing

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/premium"
	"sonora/internal/store/kernel"
)

// Subscriptions returns the memberships that came from a source and have not ended.
func (s *Store) Subscriptions(ctx context.Context, source premium.Source) ([]premium.Membership, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &membershipRow{}, "select "+membershipColumns+"0 from "+ofMembership+" where m.source = ? and m.status <> ? order by m.seq", string(source), string(premium.Ended))
	if err != nil {
		return nil, fmt.Errorf("list subscriptions: %w", err)
	}
	return list, nil
}

// WaitingEvents returns the IDs of messages of payment services that came in before a
// time and were not processed, oldest first, and those of Stripe last: it may be down.
func (s *Store) WaitingEvents(ctx context.Context, before time.Time) ([]string, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select id from premium_event where processed_at = 0 and received_at < ? order by service = 'stripe', seq limit 1000", kernel.Millis(before))
	if err != nil {
		return nil, fmt.Errorf("list messages of payment services that wait: %w", err)
	}
	return list, nil
}

package subscription

import (
	"cmp"
	"context"
	"slices"

	"sonora/internal/billing/stripe"
	"sonora/internal/people"
)

// endMoreTrials ends the trials of an account that is not new. The page of a trial stays
// open for a day, so that somebody with two pages could begin a second trial after the
// first one. Nobody pays for it: the page said that it is free.
func (s *Service) endMoreTrials(ctx context.Context, client *stripe.Client, accountID string, all []*stripe.Subscription) error {
	first := firstOf(all)
	for _, sub := range all {
		if sub == first || sub.Status != stripe.Trialing {
			continue
		}
		if err := s.Audit.NoteBy(ctx, "", people.MembershipEnded, accountID, "Stripe, "+sub.ID+": a second trial"); err != nil {
			return err
		}
		ended, err := client.CancelNow(ctx, sub.ID)
		if err != nil {
			return err
		}
		*sub = *ended
	}
	return nil
}

// firstOf returns the oldest subscription that ever ran; nil if there is none.
func firstOf(all []*stripe.Subscription) *stripe.Subscription {
	ran := slices.DeleteFunc(slices.Clone(all), func(sub *stripe.Subscription) bool {
		return sub.Status == stripe.Incomplete || sub.Status == stripe.IncompleteExpired
	})
	if len(ran) == 0 {
		return nil
	}
	return slices.MinFunc(ran, func(a, b *stripe.Subscription) int {
		return cmp.Or(a.Created.Compare(b.Created), compareIDs(a.ID, b.ID))
	})
}

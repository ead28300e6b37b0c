package billing

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
)

// MatchFor matches the payments that wait for a person, as after the verification of the
// address from which they were made, and returns how many these are. The person has then
// what they would have if the payments had come in afterwards.
func (s *Service) MatchFor(ctx context.Context, accountID string) (found int, err error) {
	services, found, err := s.matchWaiting(ctx, accountID)
	if err != nil {
		return found, err
	}
	return found, s.settleEach(ctx, services, accountID)
}

// Verified matches what waits for a person who has verified an address just now. If that
// fails, MatchAll does so later.
func (s *Service) Verified(ctx context.Context, accountID string) {
	if _, err := s.MatchFor(ctx, accountID); err != nil {
		s.Log.Warn("payments from a verified address are matched later", "account", accountID, "error", err)
	}
}

// settleWithin is for how long after a stop of the server payments are settled that it had
// matched.
const settleWithin = 7 * 24 * time.Hour

// MatchAll matches the payments that wait for anybody who is known as the payer, and settles
// what a stop of the server interrupted.
func (s *Service) MatchAll(ctx context.Context) error {
	waiting, err := s.Store.AwaitedPayers(ctx)
	if err != nil {
		return err
	}
	for _, id := range waiting {
		if _, err := s.MatchFor(ctx, id); err != nil {
			return err
		}
	}
	unsettled, err := s.Store.Unsettled(ctx, s.Now().Add(-settleWithin))
	if err != nil {
		return err
	}
	for _, id := range unsettled {
		if err := s.settleEach(ctx, everyService(), id); err != nil {
			return err
		}
	}
	return nil
}

// everyService returns the services whose payments make memberships here.
func everyService() map[premium.PaymentService]bool {
	services := map[premium.PaymentService]bool{}
	for _, service := range premium.PaymentServices {
		services[service] = service != premium.Stripe
	}
	return services
}

// matchWaiting matches the payments that wait for an account, without settling them, and
// returns at which services. Each may tell more of the payer, such as how the service calls
// the person: what waited for that is matched too. So a payment never counts without the
// refund that came in before it.
func (s *Service) matchWaiting(ctx context.Context, accountID string) (services map[premium.PaymentService]bool, found int, err error) {
	services = map[premium.PaymentService]bool{}
	for {
		waiting, err := s.Store.WaitingPayments(ctx, accountID)
		if err != nil {
			return services, found, err
		}
		before := found
		for i := range waiting {
			isMatched, err := s.matchOne(ctx, &waiting[i], accountID)
			if err != nil {
				return services, found, err
			}
			if isMatched {
				services[waiting[i].Service] = true
				found++
			}
		}
		if found == before {
			return services, found, nil
		}
	}
}

// matchOne matches a payment that waits with an account, if it is the payer.
func (s *Service) matchOne(ctx context.Context, p *premium.Payment, accountID string) (isMatched bool, err error) {
	payer, plan, interval, err := s.attribute(ctx, p)
	if err != nil || payer != accountID {
		return false, err
	}
	err = s.Store.MatchPayment(ctx, p.ID, accountID, plan, interval, s.Now())
	if music.CodeOf(err) == music.Conflict {
		return false, nil // another request has matched it
	}
	return err == nil, err
}

// settleEach settles what a person has paid at several services.
func (s *Service) settleEach(ctx context.Context, services map[premium.PaymentService]bool, accountID string) error {
	for _, service := range premium.PaymentServices {
		if !services[service] {
			continue
		}
		if err := s.settleAll(ctx, service, accountID); err != nil {
			return err
		}
	}
	return nil
}

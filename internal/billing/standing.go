package billing

import (
	"context"
	"time"

	"sonora/internal/premium"
)

const (
	// maxKnown is how many people's standings are kept.
	maxKnown = 50_000
	// maxAge is for how long a standing counts, in case that the news of a change is lost.
	maxAge = 5 * time.Minute
)

// Standing returns the plan that a person has now, and why. Visitors, whose account ID
// is "", have the plan Free. It usually needs no database.
func (s *Service) Standing(ctx context.Context, accountID string) (premium.Standing, error) {
	now := s.Now()
	s.mu.RLock()
	known, ok := s.known[accountID]
	before := s.change
	s.mu.RUnlock()
	if ok && now.Before(known.Until) {
		return known, nil
	}
	plans, err := s.allPlans(ctx)
	if err != nil {
		return premium.Standing{}, err
	}
	var memberships []premium.Membership
	if accountID != "" {
		if memberships, err = s.Store.MembershipsOf(ctx, accountID); err != nil {
			return premium.Standing{}, err
		}
	}
	standing := premium.StandingOf(accountID, plans, memberships, now)
	if end := now.Add(maxAge); standing.Until.IsZero() || standing.Until.After(end) {
		standing.Until = end
	}
	s.remember(standing, before)
	return standing, nil
}

// remember keeps a standing, unless something has changed since it was read.
func (s *Service) remember(standing premium.Standing, before uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.change != before {
		return
	}
	if len(s.known) >= maxKnown {
		clear(s.known)
	}
	s.known[standing.AccountID] = standing
}

// allPlans returns every plan, also archived ones. Callers must not change them. It adds
// the first plans to a database that has none.
func (s *Service) allPlans(ctx context.Context) ([]premium.Plan, error) {
	s.mu.RLock()
	plans, before := s.plans, s.change
	s.mu.RUnlock()
	if plans != nil {
		return plans, nil
	}
	plans, err := s.Store.Plans(ctx)
	if err != nil {
		return nil, err
	}
	if planByID(plans, premium.FreeID) == nil {
		if err := s.Store.AddPlans(ctx, premium.Starters(s.Now())); err != nil {
			return nil, err
		}
		if plans, err = s.Store.Plans(ctx); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.change == before {
		s.plans = plans
	}
	return plans, nil
}

func planByID(plans []premium.Plan, id string) *premium.Plan {
	for i := range plans {
		if plans[i].ID == id {
			return &plans[i]
		}
	}
	return nil
}

// PlanWith returns the name of the lowest plan above a rank that people can choose and
// that grants at least enough of an entitlement; "" if there is none.
func (s *Service) PlanWith(ctx context.Context, e premium.Entitlement, aboveRank int, enough int64) (string, error) {
	plans, err := s.allPlans(ctx)
	if err != nil {
		return "", err
	}
	name := ""
	for i := range plans { // the highest first
		p := &plans[i]
		if p.Rank <= aboveRank || !p.IsOffered || !p.ArchivedAt.IsZero() {
			continue
		}
		if limit, isLimited := p.Grants.Limit(e); !isLimited || limit >= enough {
			name = p.Name
		}
	}
	return name, nil
}

func (s *Service) forget(accountID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, accountID)
	s.change++
}

func (s *Service) forgetAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.known)
	s.plans = nil
	s.change++
}

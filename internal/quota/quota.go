// Package quota says how much of the server each person may use: what an operator
// decided for that person, otherwise what the person's plan grants, otherwise what the
// settings say. Plans never limit operators.
package quota

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

const megabyte = 1 << 20

// Store keeps the limits that operators set.
type Store interface {
	Limits(ctx context.Context, accountID string) (people.Limits, error)
	AccountByID(ctx context.Context, id string) (*music.Account, error)
}

// Standings know the plans of people. Package billing implements it.
type Standings interface {
	// Standing returns the plan that a person has now.
	Standing(ctx context.Context, accountID string) (premium.Standing, error)
	// PlanWith returns the name of the lowest plan above a rank that people can choose
	// and that grants at least enough of an entitlement; "" if there is none.
	PlanWith(ctx context.Context, e premium.Entitlement, aboveRank int, enough int64) (string, error)
}

// Service tells limits. It is safe for concurrent use.
type Service struct {
	store     Store
	standings Standings
	settings  func() music.Settings
}

// New returns a Service.
func New(s Store, standings Standings, settings func() music.Settings) *Service {
	return &Service{store: s, standings: standings, settings: settings}
}

// Storage returns how many bytes the uploads and automixes of an account may take; 0 for
// no limit.
func (s *Service) Storage(ctx context.Context, accountID string) (int64, error) {
	own, err := s.store.Limits(ctx, accountID)
	if err != nil || own.Storage != nil {
		return int64(or(own.Storage, 0)) * megabyte, err
	}
	plan, isLimited, err := s.planStorage(ctx, accountID)
	if err != nil || isLimited {
		return plan * megabyte, err
	}
	return int64(s.settings().UploadQuota) * megabyte, nil
}

// planStorage returns the MB that the plan of an account allows, or false if it leaves
// that to the settings.
func (s *Service) planStorage(ctx context.Context, accountID string) (limit int64, isLimited bool, err error) {
	standing, err := s.standings.Standing(ctx, accountID)
	if err != nil {
		return 0, false, err
	}
	limit, isLimited = standing.Plan.Grants.Limit(premium.Storage)
	if !isLimited {
		return 0, false, nil
	}
	account, err := s.store.AccountByID(ctx, accountID)
	if err != nil {
		return 0, false, err
	}
	return limit, account.Role != music.Admin, nil
}

// AIBudget returns how many dollars the services that make music may cost per month for
// an account; 0 for no limit.
func (s *Service) AIBudget(ctx context.Context, accountID string) (float64, error) {
	own, err := s.store.Limits(ctx, accountID)
	return or(own.AIBudget, s.settings().AIPersonBudget), err
}

// or returns a person's limit, or the server's if there is none.
func or[T any](own *T, server T) T {
	if own != nil {
		return *own
	}
	return server
}

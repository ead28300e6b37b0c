// Package quota says how much of the server each person may use: what an operator
// decided for that person, otherwise what the settings say.
package quota

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/people"
)

const megabyte = 1 << 20

// Store keeps the limits that operators set.
type Store interface {
	Limits(ctx context.Context, accountID string) (people.Limits, error)
}

// Service tells limits. It is safe for concurrent use.
type Service struct {
	store    Store
	settings func() music.Settings
}

// New returns a Service.
func New(s Store, settings func() music.Settings) *Service {
	return &Service{store: s, settings: settings}
}

// Storage returns how many bytes the uploads and automixes of an account may take; 0 for
// no limit.
func (s *Service) Storage(ctx context.Context, accountID string) (int64, error) {
	own, err := s.store.Limits(ctx, accountID)
	return int64(or(own.Storage, s.settings().UploadQuota)) * megabyte, err
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

// Package analytics keeps the sums from which the operator's figures come up to
// date.
package analytics

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/store/analytics"
)

const (
	// rollUpEvery is how long it may take until a play appears in the figures.
	rollUpEvery = 2 * time.Second
	foldEvery   = time.Minute
	sampleEvery = time.Hour
	// pastPause leaves the database to others between two hours of the past.
	pastPause = 20 * time.Millisecond
)

// Service keeps the sums up to date. Several servers may each have one for the
// same database.
type Service struct {
	Store *analytics.Store
	Log   *slog.Logger
}

// Run rolls up, until ctx ends, what people hear, and once what they heard before
// roll-ups existed.
func (s *Service) Run(ctx context.Context) error {
	var g errgroup.Group
	for _, task := range []background.Task{
		{Name: "roll up analytics", Every: rollUpEvery, Log: s.Log, Do: func(ctx context.Context) error {
			_, err := s.Store.RollUp(ctx)
			return err
		}},
		{Name: "roll up the past and fold analytics", Every: foldEvery, Log: s.Log, Do: func(ctx context.Context) error {
			if err := s.rollUpPast(ctx); err != nil {
				return err
			}
			return s.Store.Fold(ctx, time.Now())
		}},
		{Name: "measure storage", Every: sampleEvery, Log: s.Log, Do: func(ctx context.Context) error {
			return s.Store.SampleStorage(ctx, time.Now())
		}},
	} {
		g.Go(func() error { return task.Run(ctx) })
	}
	return g.Wait()
}

// rollUpPast rolls up everything that was heard before roll-ups existed. What was
// done when the server stopped is not done again.
func (s *Service) rollUpPast(ctx context.Context) error {
	for {
		done, err := s.Store.RollUpPast(ctx)
		if done || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pastPause):
		}
	}
}

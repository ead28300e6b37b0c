package remote

import (
	"context"
	"math"
	"time"

	"sonora/internal/ai/provider"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// Quote returns what an order would cost, or an error if the provider cannot be
// used.
func (s *Service) Quote(name string, r provider.Request) (generation.Money, error) {
	p, configured, err := s.supplier(name)
	if !configured || err != nil {
		return 0, missing(name)
	}
	return money(p.Quote(r)), nil
}

func money(c provider.Cost) generation.Money { return generation.Money(c) * 1000 }

// Afford returns a Conflict error if a cost of a person is beyond a budget of this
// month. Orders that are not paid yet count.
func (s *Service) Afford(ctx context.Context, ownerID string, cost generation.Money) error {
	return s.afford(ctx, ownerID, "", cost)
}

// afford is Afford for a generation that does not count itself.
func (s *Service) afford(ctx context.Context, ownerID, except string, cost generation.Money) error {
	settings := s.settings()
	if cost == 0 {
		return nil
	}
	own, err := s.budget(ctx, ownerID)
	if err != nil {
		return err
	}
	ordered, err := s.store.BusyGenerations(ctx)
	if err != nil {
		return err
	}
	for _, budget := range []struct {
		dollars float64
		account string
		spent   *music.Error
	}{
		{settings.AIMonthlyBudget, "", music.NewError(music.Conflict, "This server's budget for AI music is used up for this month. The built-in composer costs nothing.")},
		{own, ownerID, music.NewError(music.Conflict, "Your budget for AI music is used up for this month. The built-in composer costs nothing.")},
	} {
		if budget.dollars == 0 {
			continue
		}
		spent, err := s.store.GenerationSpend(ctx, budget.account, generation.BudgetMonthBegan(&settings, time.Now()))
		if err != nil {
			return err
		}
		for i := range ordered {
			if ordered[i].ID != except && (budget.account == "" || ordered[i].OwnerID == budget.account) {
				spent += ordered[i].Cost
			}
		}
		if spent+cost > generation.Money(math.Round(budget.dollars*1e6)) {
			return budget.spent.Coded(music.CodeLimitReached)
		}
	}
	return nil
}

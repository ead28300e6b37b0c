package quota

import (
	"context"
	"math"

	"sonora/internal/music"
	"sonora/internal/premium"
)

// Allows returns nil if the plan of a viewer has a switch. Otherwise it returns Forbidden,
// which names the plan that has it.
func (s *Service) Allows(ctx context.Context, v music.Viewer, e premium.Entitlement) error {
	if v.IsAdmin() {
		return nil
	}
	standing, err := s.standings.Standing(ctx, v.AccountID)
	if err != nil || standing.Plan.Grants.Has(e) {
		return err
	}
	return s.refuse(ctx, &standing, e, 1, premium.CodePlanRequired, notIncluded(e, standing.Plan.Name))
}

// Limit returns how much of an entitlement the plan of a viewer allows, or false if it
// sets no limit.
func (s *Service) Limit(ctx context.Context, v music.Viewer, e premium.Entitlement) (limit int64, isLimited bool, err error) {
	if v.IsAdmin() {
		return 0, false, nil
	}
	standing, err := s.standings.Standing(ctx, v.AccountID)
	if err != nil {
		return 0, false, err
	}
	if limit, isLimited = standing.Plan.Grants.Limit(e); !isLimited {
		return 0, false, nil
	}
	isOperator, err := s.isOperator(ctx, v.AccountID)
	return limit, !isOperator, err
}

// Within returns nil if the plan of a viewer allows as much as is used and wanted
// together. Otherwise it returns Forbidden, which names the limit and a plan that allows
// that much.
func (s *Service) Within(ctx context.Context, v music.Viewer, e premium.Entitlement, used, wanted int64) error {
	if v.IsAdmin() {
		return nil
	}
	standing, err := s.standings.Standing(ctx, v.AccountID)
	if err != nil {
		return err
	}
	together := used + wanted
	if wanted > 0 && used > math.MaxInt64-wanted {
		together = math.MaxInt64
	}
	limit, isLimited := standing.Plan.Grants.Limit(e)
	if !isLimited || together <= limit {
		return nil
	}
	return s.refuse(ctx, &standing, e, together, premium.CodePlanLimit, reached(e, standing.Plan.Name, limit, used))
}

// refuse returns the error about a plan that grants too little, with what the person can
// do.
func (s *Service) refuse(ctx context.Context, standing *premium.Standing, e premium.Entitlement, enough int64, code string, why music.Message) error {
	if isOperator, err := s.isOperator(ctx, standing.AccountID); err != nil || isOperator {
		return err
	}
	better, err := s.standings.PlanWith(ctx, e, standing.Plan.Rank, enough)
	if err != nil {
		return err
	}
	if better != "" {
		return music.NewError(music.Forbidden, "%s The %s plan allows it.", why, better).Coded(code)
	}
	return music.NewError(music.Forbidden, "%s", why).Coded(code)
}

// isOperator reports whether an account is an operator's. A viewer does not tell: an
// operator's API keys and links have fewer rights.
func (s *Service) isOperator(ctx context.Context, accountID string) (bool, error) {
	if accountID == "" {
		return false, nil
	}
	account, err := s.store.AccountByID(ctx, accountID)
	if music.CodeOf(err) == music.NotFound {
		return false, nil
	}
	return err == nil && account.Role == music.Admin, err
}

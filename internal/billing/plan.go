package billing

import (
	"context"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

var (
	errRankTaken = music.NewError(music.Conflict, "Another plan has this rank. Each needs one of its own.")
	errFirst     = music.NewError(music.Conflict, "The Free and Premium plans can be changed but not deleted.")
)

// Offered returns the plans that people can choose, the lowest first.
func (s *Service) Offered(ctx context.Context) ([]premium.Plan, error) {
	return s.plansThat(ctx, func(p *premium.Plan) bool { return p.IsOffered || p.IsFree() })
}

// Plans returns all plans but those that were deleted, the lowest first.
func (s *Service) Plans(ctx context.Context) ([]premium.Plan, error) {
	return s.plansThat(ctx, func(*premium.Plan) bool { return true })
}

// Plan returns a plan, or NotFound.
func (s *Service) Plan(ctx context.Context, id string) (*premium.Plan, error) {
	plans, err := s.allPlans(ctx)
	if err != nil {
		return nil, err
	}
	p := planByID(plans, id)
	if p == nil || !p.ArchivedAt.IsZero() {
		return nil, music.ErrNotFound
	}
	found := *p
	return &found, nil
}

func (s *Service) plansThat(ctx context.Context, wanted func(*premium.Plan) bool) ([]premium.Plan, error) {
	plans, err := s.allPlans(ctx)
	if err != nil {
		return nil, err
	}
	chosen := []premium.Plan{}
	for i := len(plans) - 1; i >= 0; i-- {
		if p := &plans[i]; p.ArchivedAt.IsZero() && wanted(p) {
			chosen = append(chosen, *p)
		}
	}
	return chosen, nil
}

// MakePlan adds a plan and fills in what it does not say. It returns Invalid for fields
// that break a rule, such as the name of another plan, and Conflict if another plan has its
// rank.
func (s *Service) MakePlan(ctx context.Context, v music.Viewer, p *premium.Plan) error {
	now := s.Now()
	p.ID, p.Version, p.CreatedAt, p.UpdatedAt = music.NewID(), 1, now, now
	if err := s.checkPlan(ctx, p); err != nil {
		return err
	}
	if err := s.Store.AddPlans(ctx, []premium.Plan{*p}); err != nil {
		return err
	}
	s.changed("")
	return s.Audit.NoteBy(ctx, v.AccountID, people.PlanMade, "", p.Name)
}

// SavePlan replaces what an operator can change of a plan. Errors are those of MakePlan,
// NotFound, and ifmatch.ErrChanged.
func (s *Service) SavePlan(ctx context.Context, v music.Viewer, p *premium.Plan) error {
	p.UpdatedAt = s.Now()
	if err := s.checkPlan(ctx, p); err != nil {
		return err
	}
	before, err := s.Store.SavePlan(ctx, p)
	if err != nil {
		return err
	}
	s.changed("")
	changes := premium.Changes(before, p)
	if changes == "" {
		return nil
	}
	return s.Audit.NoteBy(ctx, v.AccountID, people.PlanChanged, "", before.Name+" ("+changes+")")
}

// checkPlan tidies the texts of a plan and checks it.
func (s *Service) checkPlan(ctx context.Context, p *premium.Plan) error {
	p.Name, p.Description = tidied(p.Name), tidied(p.Description)
	if err := p.Validate(); err != nil {
		return err
	}
	p.Grants = p.Grants.Completed(p.IsFree())
	plans, err := s.allPlans(ctx)
	if err != nil {
		return err
	}
	for i := range plans {
		other := &plans[i]
		switch {
		case other.ID == p.ID || !other.ArchivedAt.IsZero():
		case strings.EqualFold(other.Name, p.Name): // payments name a plan so
			return music.FieldError(music.Invalid, "name", music.Say("Another plan has this name."))
		case other.Rank == p.Rank:
			return errRankTaken
		}
	}
	return nil
}

// DeletePlan takes a plan from those that can be had. People who have it keep it.
func (s *Service) DeletePlan(ctx context.Context, v music.Viewer, id string) error {
	if id == premium.FreeID || id == premium.PremiumID {
		return errFirst
	}
	p, err := s.Store.ArchivePlan(ctx, id, s.Now())
	if err != nil {
		return err
	}
	s.changed("")
	return s.Audit.NoteBy(ctx, v.AccountID, people.PlanDeleted, "", p.Name)
}

// tidied returns a text of a person without space around it, in the form that compares.
func tidied(text string) string { return norm.NFC.String(strings.TrimSpace(text)) }

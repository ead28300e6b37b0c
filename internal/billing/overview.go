package billing

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
)

// Overview is a person's plan with everything that belongs to it.
type Overview struct {
	premium.Standing

	Used        map[premium.Entitlement]int64 // of what is counted
	ResetsAt    time.Time                     // when what counts by month starts again
	Memberships []premium.Membership          // newest first
	PlanNames   map[string]string             // of every plan, by ID
	HasPaid     bool                          // whether the payment provider knows the person
	Family      []premium.FamilyMember        // whom the person invited
	Joined      *premium.FamilyMember         // how the person belongs to the family of somebody else; nil if not
}

// Overview returns a person's plan with everything that belongs to it.
func (s *Service) Overview(ctx context.Context, v music.Viewer) (*Overview, error) {
	standing, err := s.Standing(ctx, v.AccountID)
	if err != nil {
		return nil, err
	}
	o := &Overview{Standing: standing}
	if o.Used, o.ResetsAt, err = s.used(ctx, v.AccountID); err != nil {
		return nil, err
	}
	if o.Memberships, err = s.Store.MembershipsOf(ctx, v.AccountID); err != nil {
		return nil, err
	}
	o.HasPaid = slices.ContainsFunc(o.Memberships, func(m premium.Membership) bool { return m.Source == premium.ByStripe })
	if o.PlanNames, err = s.planNames(ctx); err != nil {
		return nil, err
	}
	if o.Family, err = s.Store.Family(ctx, v.AccountID, s.Now()); err != nil {
		return nil, err
	}
	if o.Joined, err = s.Store.FamilyOf(ctx, v.AccountID); music.CodeOf(err) == music.NotFound {
		err = nil
	}
	return o, err
}

// planNames returns the names of all plans by ID, also of those that were deleted.
func (s *Service) planNames(ctx context.Context) (map[string]string, error) {
	plans, err := s.allPlans(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(plans))
	for i := range plans {
		names[plans[i].ID] = plans[i].Name
	}
	return names, nil
}

// used returns how much a person has used: this month, or at all.
func (s *Service) used(ctx context.Context, accountID string) (used map[premium.Entitlement]int64, resetsAt time.Time, err error) {
	start, end := premium.MonthOf(s.Now())
	used = map[premium.Entitlement]int64{}
	if used[premium.AIGenerations], err = s.Usage.GenerationsSince(ctx, accountID, start); err != nil {
		return nil, end, err
	}
	if used[premium.AutomixMinutes], err = s.Usage.AutomixMinutesSince(ctx, accountID, start); err != nil {
		return nil, end, err
	}
	if used[premium.Stations], err = s.Usage.StationsOwned(ctx, accountID); err != nil {
		return nil, end, err
	}
	files, err := s.Usage.UploadUse(ctx, accountID)
	used[premium.Storage] = (files.Bytes + megabyte - 1) / megabyte
	return used, end, err
}

const megabyte = 1 << 20

package premium

import (
	"cmp"
	"time"
)

// Standing is the plan that a person has at a moment, and why.
type Standing struct {
	AccountID  string
	Plan       Plan
	Membership *Membership // nil for the plan that everybody has
	Status     StandingStatus
	// Until is when the standing has to be computed again; zero if time does not change it.
	Until time.Time
}

// StandingStatus is why a person has a plan.
type StandingStatus string

// The states of standings.
const (
	IsFree     StandingStatus = "free"
	IsTrialing StandingStatus = "trialing"
	IsActive   StandingStatus = "active"
	IsPastDue  StandingStatus = "past_due"
	IsCanceled StandingStatus = "canceled" // but runs to the end of the period
	IsGranted  StandingStatus = "granted"
	IsFamily   StandingStatus = "family"
)

// StandingStatuses lists every state.
var StandingStatuses = []StandingStatus{IsFree, IsTrialing, IsActive, IsPastDue, IsCanceled, IsGranted, IsFamily}

// StandingOf returns the standing of a person: the plan with the highest rank of all
// memberships that run now, and of several with the same plan the one that lasts longest.
// Plans have to contain the plan Free.
func StandingOf(accountID string, plans []Plan, memberships []Membership, now time.Time) Standing {
	s := Standing{AccountID: accountID, Status: IsFree}
	byID := make(map[string]*Plan, len(plans))
	for i := range plans {
		byID[plans[i].ID] = &plans[i]
	}
	if free := byID[FreeID]; free != nil {
		s.Plan = *free
	}
	for i := range memberships {
		m := &memberships[i]
		plan := byID[m.PlanID]
		if plan == nil || m.Source == ByFamily && m.FamilyPlace >= plan.FamilyMembers {
			continue
		}
		for _, at := range m.changes() {
			if at.After(now) && (s.Until.IsZero() || at.Before(s.Until)) {
				s.Until = at
			}
		}
		if m.RunsAt(now) && s.isBelow(plan, m) {
			s.Plan, s.Membership = *plan, m
		}
	}
	if s.Membership != nil {
		own := *s.Membership
		s.Membership, s.Status = &own, statusOf(&own, now)
	}
	return s
}

// isBelow reports whether a running membership is better than that of the standing.
func (s *Standing) isBelow(plan *Plan, m *Membership) bool {
	if s.Membership == nil {
		return plan.Rank >= s.Plan.Rank
	}
	return cmp.Or(cmp.Compare(s.Plan.Rank, plan.Rank), compareEnds(s.Membership.StopsAt(), m.StopsAt()),
		cmp.Compare(m.ID, s.Membership.ID)) < 0
}

// compareEnds compares moments of which zero is the latest.
func compareEnds(a, b time.Time) int {
	switch {
	case a.IsZero() && b.IsZero():
		return 0
	case a.IsZero():
		return 1
	case b.IsZero():
		return -1
	default:
		return a.Compare(b)
	}
}

func statusOf(m *Membership, now time.Time) StandingStatus {
	switch m.Source {
	case ByFamily:
		return IsFamily
	case ByGrant, ByCode:
		return IsGranted
	case ByStripe, ByCommunity:
		return StandingStatus(m.StatusAt(now))
	default:
		return IsGranted
	}
}

// Changed is the type of the event after which people's plans have to be read again: those
// of one account, or all.
const Changed = "premium"

// MonthOf returns the calendar month in UTC that contains a moment: its beginning, and
// that of the next one.
func MonthOf(now time.Time) (start, end time.Time) {
	y, m, _ := now.UTC().Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC), time.Date(y, m+1, 1, 0, 0, 0, 0, time.UTC)
}

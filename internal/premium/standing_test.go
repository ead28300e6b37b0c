package premium

import (
	"math/rand/v2"
	"testing"
	"time"
)

var day = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// anyMoment returns a moment within two months around day, often the zero time, with few
// different values, so that moments coincide.
func anyMoment(r *rand.Rand) time.Time {
	if r.IntN(3) == 0 {
		return time.Time{}
	}
	return day.AddDate(0, 0, r.IntN(60)-30)
}

func anyMembership(r *rand.Rand, plans []Plan) Membership {
	return Membership{
		ID: string(rune('a' + r.IntN(26))), AccountID: "ada", PlanID: plans[r.IntN(len(plans))].ID,
		Source: Sources[r.IntN(len(Sources))], Status: Statuses[r.IntN(len(Statuses))],
		StartsAt: day.AddDate(0, 0, r.IntN(60)-45), EndsAt: anyMoment(r), GraceUntil: anyMoment(r), CanceledAt: anyMoment(r),
		CancelAtPeriodEnd: r.IntN(4) == 0, FamilyPlace: r.IntN(4),
	}
}

// TestStandingOfRandomMemberships checks what has to hold of every standing.
func TestStandingOfRandomMemberships(t *testing.T) {
	plans := append(Starters(day), Plan{ID: "family", Rank: 200, FamilyMembers: 2, Grants: Grants{}.Completed(false)})
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 1))
		memberships := make([]Membership, r.IntN(6))
		for i := range memberships {
			memberships[i] = anyMembership(r, plans)
		}
		now := day.AddDate(0, 0, r.IntN(80)-40)
		s := StandingOf("ada", plans, memberships, now)
		checkBest(t, seed, s, plans, memberships, now)
		checkUntil(t, seed, s, plans, memberships, now)
		shuffled := append([]Membership(nil), memberships...)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if other := StandingOf("ada", plans, shuffled, now); other.Plan.ID != s.Plan.ID || !other.Until.Equal(s.Until) {
			t.Fatalf("seed %d: %s until %v, in another order %s until %v", seed, s.Plan.ID, s.Until, other.Plan.ID, other.Until)
		}
	}
}

// checkBest checks that no membership that runs is better than the standing.
func checkBest(t *testing.T, seed uint64, s Standing, plans []Plan, memberships []Membership, now time.Time) {
	t.Helper()
	best := 0
	for i := range memberships {
		m := &memberships[i]
		for _, p := range plans {
			if p.ID == m.PlanID && m.RunsAt(now) && (m.Source != ByFamily || m.FamilyPlace < p.FamilyMembers) {
				best = max(best, p.Rank)
			}
		}
	}
	if s.Plan.Rank != best {
		t.Fatalf("seed %d: rank %d, want %d", seed, s.Plan.Rank, best)
	}
	if m := s.Membership; m != nil && (!m.RunsAt(now) || m.PlanID != s.Plan.ID) || m == nil && (s.Plan.ID != FreeID || s.Status != IsFree) {
		t.Fatalf("seed %d: %+v", seed, s)
	}
	if s.Status == StandingStatus(Ended) {
		t.Fatalf("seed %d: it ended, but runs", seed)
	}
}

// checkUntil checks that a standing stays as it is until it has to be computed again.
func checkUntil(t *testing.T, seed uint64, s Standing, plans []Plan, memberships []Membership, now time.Time) {
	t.Helper()
	end := s.Until
	if end.IsZero() {
		end = now.AddDate(5, 0, 0)
	}
	if !end.After(now) {
		t.Fatalf("seed %d: until %v, which is not after %v", seed, s.Until, now)
	}
	for at := now; at.Before(end) && at.Before(now.AddDate(0, 4, 0)); at = at.Add(12 * time.Hour) {
		if later := StandingOf("ada", plans, memberships, at); later.Plan.ID != s.Plan.ID || later.Status != s.Status {
			t.Fatalf("seed %d: %s, %s at %v; %s, %s at %v, before %v", seed, s.Plan.ID, s.Status, now, later.Plan.ID, later.Status, at, s.Until)
		}
	}
}

func TestNobodyWhoPaidIsLockedOutInTheGracePeriod(t *testing.T) {
	plans := Starters(day)
	m := Membership{ID: "m", PlanID: PremiumID, Source: ByStripe, Status: Active, StartsAt: day, EndsAt: day.AddDate(0, 1, 0), GraceUntil: day.AddDate(0, 1, 7)}
	for name, c := range map[string]struct {
		change func(*Membership)
		after  int // days
		want   StandingStatus
	}{
		"while it is paid":                     {nil, 20, IsActive},
		"no news of the provider":              {nil, 33, IsPastDue},
		"no news for too long":                 {nil, 39, IsFree},
		"canceled, until the end":              {func(m *Membership) { m.CancelAtPeriodEnd = true }, 30, IsCanceled},
		"canceled has no grace":                {func(m *Membership) { m.CancelAtPeriodEnd = true }, 33, IsFree},
		"a failed payment":                     {func(m *Membership) { m.Status = PastDue }, 33, IsPastDue},
		"a failed payment, after the grace":    {func(m *Membership) { m.Status = PastDue }, 39, IsFree},
		"a trial":                              {func(m *Membership) { m.Status = Trialing }, 3, IsTrialing},
		"before it begins":                     {nil, -1, IsFree},
		"ended, whatever else the source says": {func(m *Membership) { m.Status = Ended }, 3, IsFree},
	} {
		changed := m
		if c.change != nil {
			c.change(&changed)
		}
		if s := StandingOf("ada", plans, []Membership{changed}, day.AddDate(0, 0, c.after)); s.Status != c.want {
			t.Errorf("%s: %s, want %s", name, s.Status, c.want)
		}
	}
}

func TestIntervalsEndLikeCalendarMonths(t *testing.T) {
	for _, c := range []struct {
		i           Interval
		start, want string
	}{
		{Month, "2026-01-31", "2026-02-28"},
		{Month, "2028-01-31", "2028-02-29"},
		{Month, "2026-12-15", "2027-01-15"},
		{Year, "2028-02-29", "2029-02-28"},
		{Year, "2026-06-30", "2027-06-30"},
	} {
		start, err := time.Parse(time.DateOnly, c.start)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.i.After(start).Format(time.DateOnly); got != c.want {
			t.Errorf("a %s after %s: %s, want %s", c.i, c.start, got, c.want)
		}
	}
}

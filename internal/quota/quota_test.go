package quota

import (
	"context"
	"errors"
	"math"
	"testing"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

type limits struct {
	own people.Limits
	err error
}

func (l limits) Limits(context.Context, string) (people.Limits, error) { return l.own, l.err }

func (l limits) AccountByID(_ context.Context, id string) (*music.Account, error) {
	if id == "operator" {
		return &music.Account{ID: id, Role: music.Admin}, nil
	}
	return &music.Account{ID: id, Role: music.Listener}, nil
}

// plans gives everybody a plan with these grants, and offers another one.
type plans struct {
	grants premium.Grants
	better string
}

func (p plans) Standing(_ context.Context, id string) (premium.Standing, error) {
	return premium.Standing{AccountID: id, Plan: premium.Plan{Name: "Free", Grants: p.grants}}, nil
}

func (p plans) PlanWith(_ context.Context, _ premium.Entitlement, _ int, enough int64) (string, error) {
	if enough > 1000 {
		return "", nil
	}
	return p.better, nil
}

func TestAPersonsLimitsComeBeforeTheServers(t *testing.T) {
	settings := func() music.Settings { return music.Settings{UploadQuota: 5, AIPersonBudget: 2} }
	for name, c := range map[string]struct {
		own     people.Limits
		storage int64
		budget  float64
	}{
		"the server's": {people.Limits{}, 5 << 20, 2},
		"higher":       {people.Limits{Storage: new(7), AIBudget: new(2.5)}, 7 << 20, 2.5},
		"none":         {people.Limits{Storage: new(0), AIBudget: new(0.0)}, 0, 0},
		"only one":     {people.Limits{AIBudget: new(0.25)}, 5 << 20, 0.25},
	} {
		s := New(limits{own: c.own}, plans{}, settings)
		storage, err := s.Storage(t.Context(), "ada")
		if err != nil || storage != c.storage {
			t.Errorf("%s: %d bytes, %v", name, storage, err)
		}
		if budget, err := s.AIBudget(t.Context(), "ada"); err != nil || budget != c.budget {
			t.Errorf("%s: %v dollars, %v", name, budget, err)
		}
	}
	broken := errors.New("disk error")
	if _, err := New(limits{err: broken}, plans{}, settings).Storage(t.Context(), "ada"); !errors.Is(err, broken) {
		t.Errorf("without a database: %v", err)
	}
}

func TestAPlanComesBeforeTheSettings(t *testing.T) {
	settings := func() music.Settings { return music.Settings{UploadQuota: 5} }
	plan := plans{grants: premium.Grants{premium.Storage: new(int64(7))}}
	for name, c := range map[string]struct {
		account string
		own     people.Limits
		want    int64
	}{
		"the plan's":     {"ada", people.Limits{}, 7 << 20},
		"the person's":   {"ada", people.Limits{Storage: new(9)}, 9 << 20},
		"an operator's":  {"operator", people.Limits{}, 5 << 20},
		"none by choice": {"ada", people.Limits{Storage: new(0)}, 0},
	} {
		if got, err := New(limits{own: c.own}, plan, settings).Storage(t.Context(), c.account); err != nil || got != c.want {
			t.Errorf("%s: %d bytes, %v", name, got, err)
		}
	}
}

func TestDoor(t *testing.T) {
	s := New(limits{}, plans{grants: premium.Grants{premium.Stations: new(int64(3)), premium.Lossless: new(int64(0)), premium.Downloads: new(int64(1))}, better: "Gold"}, nil)
	member, operator := music.Viewer{AccountID: "ada", Role: music.Creator}, music.Viewer{AccountID: "op", Role: music.Admin}
	check := func(what string, err error, code, says string) {
		t.Helper()
		if says == "" {
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
			return
		}
		refused, ok := errors.AsType[*music.Error](err)
		if !ok || refused.Code != music.Forbidden || refused.Detail.Code != code || refused.Detail.String() != says {
			t.Errorf("%s: %+v", what, err)
		}
	}
	ctx := t.Context()
	check("a switch that is on", s.Allows(ctx, member, premium.Downloads), "", "")
	check("a switch that is off", s.Allows(ctx, member, premium.Lossless), premium.CodePlanRequired, "Your Free plan does not include lossless audio. The Gold plan allows it.")
	check("an operator", s.Allows(ctx, operator, premium.Lossless), "", "")
	check("up to the limit", s.Within(ctx, member, premium.Stations, 2, 1), "", "")
	check("above the limit", s.Within(ctx, member, premium.Stations, 3, 1), premium.CodePlanLimit, "Your Free plan has a limit of 3 for radio stations, and you have 3. The Gold plan allows it.")
	check("more than any number", s.Within(ctx, member, premium.Stations, 3, math.MaxInt64), premium.CodePlanLimit, "Your Free plan has a limit of 3 for radio stations, and you have 3.")
	check("without a limit", s.Within(ctx, member, premium.AIGenerations, 1<<40, 1), "", "")
	check("an operator above it", s.Within(ctx, operator, premium.Stations, 9, 1), "", "")
	byPassword := music.Viewer{AccountID: "operator", Role: music.Creator} // an operator's API key
	check("an operator with fewer rights", s.Allows(ctx, byPassword, premium.Lossless), "", "")
	check("one above a limit", s.Within(ctx, byPassword, premium.Stations, 9, 1), "", "")
	if _, isLimited, err := s.Limit(ctx, byPassword, premium.Stations); isLimited || err != nil {
		t.Errorf("an operator with fewer rights is limited: %v, %v", isLimited, err)
	}
	if n, isLimited, err := s.Limit(ctx, member, premium.Stations); n != 3 || !isLimited || err != nil {
		t.Errorf("limit %d, %v, %v", n, isLimited, err)
	}
	if _, isLimited, err := s.Limit(ctx, operator, premium.Stations); isLimited || err != nil {
		t.Errorf("an operator is limited: %v, %v", isLimited, err)
	}
}

// BenchmarkDoor measures what the door of a feature adds to a standing in memory.
func BenchmarkDoor(b *testing.B) {
	s := New(limits{}, plans{grants: premium.Grants{premium.Stations: new(int64(3)), premium.Downloads: new(int64(1))}}, nil)
	v := music.Viewer{AccountID: "ada", Role: music.Creator}
	for b.Loop() {
		if err := errors.Join(s.Allows(b.Context(), v, premium.Downloads), s.Within(b.Context(), v, premium.Stations, 1, 1)); err != nil {
			b.Fatal(err)
		}
	}
}

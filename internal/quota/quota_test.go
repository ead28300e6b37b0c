package quota

import (
	"context"
	"errors"
	"testing"

	"sonora/internal/music"
	"sonora/internal/people"
)

type limits struct {
	own people.Limits
	err error
}

func (l limits) Limits(context.Context, string) (people.Limits, error) { return l.own, l.err }

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
		s := New(limits{own: c.own}, settings)
		storage, err := s.Storage(t.Context(), "ada")
		if err != nil || storage != c.storage {
			t.Errorf("%s: %d bytes, %v", name, storage, err)
		}
		if budget, err := s.AIBudget(t.Context(), "ada"); err != nil || budget != c.budget {
			t.Errorf("%s: %v dollars, %v", name, budget, err)
		}
	}
	broken := errors.New("disk error")
	if _, err := New(limits{err: broken}, settings).Storage(t.Context(), "ada"); !errors.Is(err, broken) {
		t.Errorf("without a database: %v", err)
	}
}

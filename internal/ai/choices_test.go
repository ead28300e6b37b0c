package ai

import (
	"testing"

	"sonora/internal/ai/compose/instrument"
)

func TestInstrumentsHaveNames(t *testing.T) {
	for _, i := range instrument.All {
		if instruments[i.Name].String() == "" {
			t.Errorf("%s has no name for people", i.Name)
		}
	}
	if len(instruments) != len(instrument.All) {
		t.Errorf("%d names for %d instruments", len(instruments), len(instrument.All))
	}
	for role, list := range PlanChoices().Instruments {
		if len(list) == 0 {
			t.Errorf("nothing can play %s", role)
		}
	}
}

package generation

import (
	"testing"
	"time"

	"sonora/internal/music"
)

func TestBudgetMonthBegan(t *testing.T) {
	at := time.Date(2026, 4, 1, 2, 30, 0, 0, time.UTC)
	for zone, want := range map[string]string{"UTC": "2026-04-01T00:00:00Z", "America/New_York": "2026-03-01T05:00:00Z", "Europe/Madrid": "2026-03-31T22:00:00Z"} {
		s := music.Settings{Timezone: zone}
		if got := BudgetMonthBegan(&s, at).UTC().Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", zone, got, want)
		}
	}
}

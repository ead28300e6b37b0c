package maintenance

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
)

func TestOnlyOperatorsChangeAnythingUntilTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it is 2000-01-01T00:00:00Z
		s := music.DefaultSettings()
		settings := func() music.Settings { return s }
		member, operator := music.Viewer{AccountID: "m", Role: music.Creator}, music.Viewer{AccountID: "o", Role: music.Admin}
		if err := Check(settings, member); err != nil {
			t.Errorf("without maintenance: %v", err)
		}
		s.Maintenance, s.MaintenanceUntil, s.Timezone = true, "2000-01-01T01:00:00Z", "Europe/Madrid"
		if err := Check(settings, operator); err != nil {
			t.Errorf("an operator: %v", err)
		}
		refused, ok := errors.AsType[*music.Error](Check(settings, member))
		if !ok || refused.Detail.Code != Code || refused.RetryAfter != time.Hour || refused.Detail.String() != "This server is being maintained until 2000-01-01 02:00 (Europe/Madrid). You can listen, but nothing can be changed until then." {
			t.Errorf("a member: %+v", refused)
		}
		off, now, past := music.DefaultSettings(), s, s
		past.MaintenanceUntil = "1999-12-31T23:00:00Z"
		for name, c := range map[string]struct {
			before, after music.Settings
			refused       bool
		}{
			"on":                        {off, now, false},
			"on until the past":         {off, past, true},
			"changed to the past":       {now, past, true},
			"another setting, later on": {past, past, false},
			"off":                       {past, off, false},
		} {
			if err := CheckSettings(t.Context(), &c.before, &c.after); (err != nil) != c.refused {
				t.Errorf("%s: %v", name, err)
			}
		}
		<-time.After(time.Hour)
		if err := Check(settings, member); err != nil {
			t.Errorf("after its end: %v", err)
		}
		s.MaintenanceUntil = ""
		if refused, ok := errors.AsType[*music.Error](Check(settings, music.Viewer{})); !ok || refused.RetryAfter != 0 {
			t.Errorf("without an end: %+v", refused)
		}
	})
}

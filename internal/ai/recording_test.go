package ai

import (
	"strings"
	"testing"
	"time"

	"sonora/internal/ai/compose/judge"
)

func TestCheckSound(t *testing.T) {
	for name, c := range map[string]struct {
		loudness, sound    float64
		ordered, announced time.Duration
		reason             string // "" for a piece
	}{
		"as ordered":                       {-14, 60, time.Minute, time.Minute, ""},
		"quiet":                            {-45, 60, time.Minute, time.Minute, ""},
		"silent":                           {-70, 0, time.Minute, time.Minute, "is silent"},
		"noise that nobody hears":          {-55, 60, time.Minute, time.Minute, "is silent"},
		"a few seconds of a minute":        {-14, 14, time.Minute, 14 * time.Second, "only 14 seconds"},
		"enough of a minute":               {-14, 16, time.Minute, 16 * time.Second, ""},
		"a song, though ten minutes asked": {-14, 90, 10 * time.Minute, 90 * time.Second, ""},
		"breaks off":                       {-14, 30, time.Minute, 3 * time.Minute, "only 30 seconds"},
		"imported, as short as it is":      {-14, 2, 0, 2 * time.Second, ""},
	} {
		err := checkSound(&judge.Measures{Loudness: c.loudness, Sound: c.sound}, c.ordered, c.announced)
		if (err == nil) != (c.reason == "") || err != nil && (!strings.Contains(err.Error(), c.reason) || !isAboutFile(err)) {
			t.Errorf("%s: %v, not %q", name, err, c.reason)
		}
	}
}

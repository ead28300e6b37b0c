package origin_test

import (
	"context"
	"testing"

	"sonora/internal/origin"
)

func TestDevice(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15":   "iphone",
		"Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15":            "ipad",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141 Mobile":          "android",
		"Mozilla/5.0 (Linux; Android 11; CrKey armv7l) AppleWebKit/537.36 Chrome/98":    "speaker",
		"Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36":                   "tv",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/144.0":        "windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari":   "mac",
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/141 Safari": "chromeos",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141 Safari/537.36":   "linux",
		"Linux UPnP/1.0 Sonos/83.1 (ZPS1)":                                              "speaker",
		"VLC/3.0.21 LibVLC/3.0.21":                                                      "player",
		"":                                                                              "unknown",
	} {
		if got := (origin.Origin{UserAgent: agent}).Device(); got != want {
			t.Errorf("%q is %s, not %s", agent, got, want)
		}
	}
}

func TestContext(t *testing.T) {
	o := origin.Origin{UserAgent: "VLC", Country: "ES"}
	if got := origin.Of(origin.With(t.Context(), o)); got != o {
		t.Errorf("%+v", got)
	}
	if got := origin.Of(context.Background()); got != (origin.Origin{}) {
		t.Errorf("of a context without one: %+v", got)
	}
}

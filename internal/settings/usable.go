package settings

import (
	"context"
	"slices"
	"strings"

	"sonora/internal/music"
)

// leastRequests is the lowest number of requests per minute with which operators can
// still open this setting and raise it: a page of the app needs about ten.
const leastRequests = 30

// CheckUsable is a Rule: it refuses a new limit of requests that would lock operators
// out of the app, and new origins that no browser sends.
func CheckUsable(_ context.Context, before, after *music.Settings) error {
	f := music.FieldErrors{}
	if n := after.RateLimitPerMinute; n != before.RateLimitPerMinute && n < leastRequests {
		f.Note("rateLimitPerMinute", music.Say("Enter at least %d. With fewer requests, the app would stop working.", leastRequests))
	}
	for _, origin := range after.AllowedOrigins {
		if strings.Contains(origin, "*") && !slices.Contains(before.AllowedOrigins, origin) {
			f.Note("allowedOrigins", music.Say("Enter the full origin of every site. Wildcards (*) do not work."))
			break
		}
	}
	return f.Err()
}

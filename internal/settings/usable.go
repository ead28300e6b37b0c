package settings

import (
	"context"

	"sonora/internal/music"
)

// leastRequests is the lowest number of requests per minute with which operators can
// still open this setting and raise it: a page of the app needs about ten.
const leastRequests = 30

// CheckUsable is a Rule: it refuses a new limit of requests that would lock operators
// out of the app.
func CheckUsable(_ context.Context, before, after *music.Settings) error {
	if n := after.RateLimitPerMinute; n == before.RateLimitPerMinute || n >= leastRequests {
		return nil
	}
	return music.FieldError(music.Invalid, "rateLimitPerMinute", music.Say("Enter at least %d. With fewer requests, the app would stop working.", leastRequests))
}

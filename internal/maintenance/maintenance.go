// Package maintenance is the rule of the maintenance mode: music and stations go on,
// and only operators change anything.
package maintenance

import (
	"context"
	"time"

	"sonora/internal/music"
)

// Of reports whether a server with these settings is being maintained at a time, and
// when that ends by itself; zero if it does not.
func Of(s *music.Settings, at time.Time) (is bool, until time.Time) {
	if !s.Maintenance {
		return false, time.Time{}
	}
	until, _ = time.Parse(time.RFC3339, s.MaintenanceUntil) // settings with others are not valid
	return until.IsZero() || at.Before(until), until
}

// CheckSettings refuses new settings whose maintenance ends in the past. An end that
// stays as it is may have passed.
func CheckSettings(_ context.Context, before, after *music.Settings) error {
	isNew := !before.Maintenance || after.MaintenanceUntil != before.MaintenanceUntil
	if is, _ := Of(after, time.Now()); !after.Maintenance || is || !isNew {
		return nil
	}
	return music.FieldError(music.Invalid, "maintenanceUntil", music.Say("Enter a time in the future, or nothing."))
}

// Code identifies the error of Check.
const Code = "maintenance"

// Check refuses what somebody wants to change during maintenance, unless they are an
// operator. The error says until when.
func Check(settings func() music.Settings, v music.Viewer) error {
	s, now := settings(), time.Now()
	is, until := Of(&s, now)
	switch {
	case !is || v.IsAdmin():
		return nil
	case until.IsZero():
		return &music.Error{Code: music.Conflict, Detail: music.Coded(Code, "This server is being maintained. You can listen, but nothing can be changed for now.")}
	}
	if zone, err := time.LoadLocation(s.Timezone); err == nil {
		until = until.In(zone)
	}
	return &music.Error{
		Code: music.Conflict, RetryAfter: until.Sub(now),
		Detail: music.Coded(Code, "This server is being maintained until %s (%s). You can listen, but nothing can be changed until then.", until, s.Timezone),
	}
}

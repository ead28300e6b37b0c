package kernel

import (
	"time"
)

// Millis is how a time is stored: unix milliseconds, 0 for the zero time.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Moment is the inverse of millis, in UTC.
func Moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Length is a stored duration, in milliseconds.
func Length(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

// Nanos is a file's modification time, stored in unix nanoseconds.
func Nanos(ns int64) time.Time { return time.Unix(0, ns).UTC() }

package kernel

import (
	"time"
)

// Millis converts a time to its stored form: Unix milliseconds, 0 for the zero
// time.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Moment is the inverse of Millis, in UTC.
func Moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Length converts a stored duration, in milliseconds.
func Length(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

// Nanos converts a stored modification time, in Unix nanoseconds.
func Nanos(ns int64) time.Time { return time.Unix(0, ns).UTC() }

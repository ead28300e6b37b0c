package store

import "time"

// millis is how a time is stored: unix milliseconds, 0 for the zero time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// moment is the inverse of millis, in UTC.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// length is a stored duration, in milliseconds.
func length(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

// nanos is a file's modification time, stored in unix nanoseconds.
func nanos(ns int64) time.Time { return time.Unix(0, ns).UTC() }

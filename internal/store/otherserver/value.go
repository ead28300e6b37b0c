package otherserver

import (
	"strconv"
	"strings"
	"time"
)

// text returns a text that every database stores.
func text(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", ""))
}

// number returns a number of 0 or more; 0 for what is none.
func number(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err == nil && n > 0 && n < 1e15 {
		return n
	}
	return 0
}

func isTrue(s string) bool { return s == "1" || s == "true" }

// length returns a duration of so many units, at most some days.
func length(s string, unit time.Duration) time.Duration {
	return time.Duration(min(number(s), 1e9) * float64(unit))
}

// moment returns a time as Go's drivers of SQLite write it; zero for what is none.
func moment(s string) time.Time {
	if n := number(s); n > 0 {
		return time.Unix(int64(min(n, 1e11)), 0).UTC()
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05.999999999-07:00", "2006-01-02 15:04:05.999999999 -0700 MST", "2006-01-02 15:04:05.999999999 -0700 -0700", time.DateOnly} {
		s, _, _ := strings.Cut(s, " m=")
		if at, err := time.Parse(layout, s); err == nil {
			return at.UTC()
		}
	}
	if at, err := time.Parse("2006-01-02 15:04:05", strings.Replace(s[:min(len(s), 19)], "T", " ", 1)); err == nil {
		return at
	}
	return time.Time{}
}

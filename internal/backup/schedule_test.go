package backup

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// TestNext makes backups at 03:00 local time, also where clocks change.
func TestNext(t *testing.T) {
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind      Kind
		now, want string
	}{
		{Hourly, "2026-11-28 08:20", "2026-11-28 09:00"},
		{Daily, "2026-11-28 02:59", "2026-11-28 03:00"},
		{Daily, "2026-11-28 03:00", "2026-11-29 03:00"},
		{Daily, "2026-10-24 12:00", "2026-10-25 03:00"}, // a night of 25 hours
		{Weekly, "2026-11-28 08:20", "2026-11-30 03:00"},
		{Weekly, "2026-11-30 01:00", "2026-11-30 03:00"},
		{Weekly, "2026-11-29 23:59", "2026-11-30 03:00"},
		{Monthly, "2026-11-28 08:20", "2026-12-01 03:00"},
		{Monthly, "2026-12-01 02:00", "2026-12-01 03:00"},
		{Monthly, "2026-12-31 08:20", "2027-01-01 03:00"},
	} {
		now, err := time.ParseInLocation("2006-01-02 15:04", c.now, madrid)
		if err != nil {
			t.Fatal(err)
		}
		if got := next(c.kind, now).Format("2006-01-02 15:04"); got != c.want {
			t.Errorf("%s after %s: %s, want %s", c.kind, c.now, got, c.want)
		}
	}
}

// TestExpired keeps the newest of every frequency, and those that people made.
func TestExpired(t *testing.T) {
	var list []Backup
	for i := range 60 {
		list = append(list, Backup{Name: fmt.Sprint("hourly ", i), Kind: Hourly}, Backup{Name: fmt.Sprint("manual ", i), Kind: Manual})
	}
	for i := range 31 {
		list = append(list, Backup{Name: fmt.Sprint("daily ", i), Kind: Daily})
	}
	want := []string{"daily 30"}
	for i := 48; i < 60; i++ {
		want = append(want, fmt.Sprint("hourly ", i))
	}
	if got := slices.Sorted(slices.Values(expired(list))); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

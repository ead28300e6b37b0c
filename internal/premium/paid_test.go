package premium

import (
	"testing"
	"time"
)

// TestPaidForAfterRefunds looks at what a month is paid for after parts of it were given
// back.
func TestPaidForAfterRefunds(t *testing.T) {
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	paid := Payment{Kind: Paid, ExternalID: "1", Reference: "order", PlanID: "gold", Money: Money{500, "EUR"}, Interval: Month, At: at}
	back := func(id, reference string, amount int64) Payment {
		return Payment{Kind: Refunded, ExternalID: id, Reference: reference, Money: Money{amount, "EUR"}, At: at.Add(time.Hour)}
	}
	for name, c := range map[string]struct {
		refunds []Payment
		isPaid  bool
	}{
		"nothing":             {nil, true},
		"a cent":              {[]Payment{back("2", "order", 1)}, true},
		"all of it":           {[]Payment{back("2", "order", 500)}, false},
		"all of it, in parts": {[]Payment{back("2", "order", 200), back("3", "order", 300)}, false},
		"an unknown amount":   {[]Payment{back("2", "order", 0)}, false},
		"another payment":     {[]Payment{back("2", "other", 500)}, true},
		"the last payment":    {[]Payment{back("2", "", 0)}, false},
	} {
		start, end, last, _ := PaidFor("gold", append(c.refunds, paid))
		if isPaid := last != nil; isPaid != c.isPaid || isPaid != (start.Equal(at) && end.Equal(Month.After(at))) {
			t.Errorf("%s given back: paid %v from %v to %v", name, isPaid, start, end)
		}
	}
}

// TestPaidForKeepsTheDay pays month after month from the end of November: February is too
// short for the day, and later months get it back.
func TestPaidForKeepsTheDay(t *testing.T) {
	first := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	for name, late := range map[string]time.Duration{"early": -time.Hour, "in time": 0, "late": time.Minute} {
		var payments []Payment
		due := first
		for i := range 6 {
			at := first
			if i > 0 {
				at = due.Add(late)
			}
			payments = append(payments, Payment{Kind: Paid, ExternalID: string(rune('a' + i)), PlanID: "gold", Money: Money{500, "EUR"}, Interval: Month, At: at})
			_, due, _, _ = PaidFor("gold", payments)
			want := time.Date(2026, 11+time.Month(i)+1, 30, 0, 0, 0, 0, time.UTC)
			if i == 2 {
				want = time.Date(2027, 2, 28, 0, 0, 0, 0, time.UTC)
			}
			if !due.Truncate(24 * time.Hour).Equal(want) {
				t.Errorf("%s, %d months: paid until %v instead of %v", name, i+1, due, want)
			}
		}
	}
}

// TestPaidForFromAnotherDay has a gap or a service that says until when it is paid: both
// change the day.
func TestPaidForFromAnotherDay(t *testing.T) {
	at := func(month time.Month, day int) time.Time { return time.Date(2026, month, day, 0, 0, 0, 0, time.UTC) }
	paid := func(id string, at, until time.Time) Payment {
		return Payment{Kind: Paid, ExternalID: id, PlanID: "gold", Money: Money{500, "EUR"}, Interval: Month, At: at, Until: until}
	}
	for name, c := range map[string]struct {
		second Payment
		end    time.Time
	}{
		"a gap":          {paid("2", at(5, 10), time.Time{}), at(6, 10)},
		"a later end":    {paid("2", at(2, 28), at(4, 1)), at(4, 1)},
		"no gap":         {paid("2", at(2, 27), time.Time{}), at(3, 31)},
		"an end in time": {paid("2", at(2, 28), at(2, 1)), at(3, 31)},
	} {
		payments := []Payment{paid("1", at(1, 31), time.Time{}), c.second}
		if _, end, _, _ := PaidFor("gold", payments); !end.Equal(c.end) {
			t.Errorf("%s: paid until %v instead of %v", name, end, c.end)
		}
		next := paid("3", c.end, time.Time{})
		want := Month.Following(c.end, c.end.Day())
		if _, end, _, _ := PaidFor("gold", append(payments, next)); !end.Equal(want) {
			t.Errorf("%s, and a month more: paid until %v instead of %v", name, end, want)
		}
	}
}

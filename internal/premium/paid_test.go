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

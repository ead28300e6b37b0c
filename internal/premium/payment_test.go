package premium

import "testing"

// TestPlanPaid looks for the plan that a payment pays.
func TestPlanPaid(t *testing.T) {
	euros := func(amount int64) *Money { return &Money{amount, "EUR"} }
	plans := []Plan{
		{ID: "pro", Name: "Pro", Rank: 200, Month: euros(900), Year: euros(9000)},
		{ID: "gold", Name: "Gold", Rank: 100, Month: euros(500), Year: euros(5000)},
		{ID: FreeID, Name: "Free"},
	}
	for name, c := range map[string]struct {
		paid     Payment
		plan     string
		interval Interval
	}{
		"a month of the lower plan":              {Payment{Money: *euros(500)}, "gold", Month},
		"a year of the lower plan":               {Payment{Money: *euros(5000)}, "gold", Year},
		"a month of the higher plan":             {Payment{Money: *euros(900)}, "pro", Month},
		"more than a month of the lower plan":    {Payment{Money: *euros(600)}, "gold", Month},
		"more than a month of the higher plan":   {Payment{Money: *euros(5001)}, "pro", Month},
		"more than every price":                  {Payment{Money: *euros(9001)}, "pro", Year},
		"monthly what is the price of a year":    {Payment{Money: *euros(5000), Interval: Month}, "pro", Month},
		"the price of another plan, by its tier": {Payment{Money: *euros(900), Tier: "gold"}, "gold", Month},
		"too little":                             {Payment{Money: *euros(499)}, "", ""},
		"another currency":                       {Payment{Money: Money{500, "USD"}}, "", ""},
		"more than a plan may cost":              {Payment{Money: *euros(MaxAmount + 1)}, "", ""},
	} {
		plan, interval := PlanPaid(plans, &c.paid)
		id := ""
		if plan != nil {
			id = plan.ID
		}
		if id != c.plan || interval != c.interval {
			t.Errorf("%s: %q for a %q", name, id, interval)
		}
	}
}

package premium

import (
	"cmp"
	"slices"
	"time"
)

// PaidFor returns for which time payments of one person at one service pay a plan: a
// period after the other, each from the end of the one before it or from its own moment.
// It depends on the payments alone, in whichever order they arrive. Payments that were
// given back do not count. isCanceled means that the person has said since the last
// payment that there will be no other one. The times are zero if nothing pays the plan.
func PaidFor(planID string, payments []Payment) (start, end time.Time, last *Payment, isCanceled bool) {
	sorted := slices.Clone(payments)
	slices.SortFunc(sorted, func(a, b Payment) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ExternalID, b.ExternalID))
	})
	refunded := map[string]bool{}
	for i := range sorted {
		if p := &sorted[i]; p.Kind == Refunded && p.Reference != "" {
			refunded[p.Reference] = true
		}
	}
	for i := range sorted {
		p := &sorted[i]
		switch {
		case p.Kind == Stopped:
			isCanceled = last != nil
		case p.Kind != Paid || p.PlanID != planID || refunded[p.Reference]:
		default:
			if last == nil || p.At.After(end) {
				start, end = p.At, p.At
			}
			if p.Until.After(end) { // the service knows better
				end = p.Until
			} else {
				end = p.Interval.After(end)
			}
			last, isCanceled = p, false
		}
	}
	return start, end, last, isCanceled
}

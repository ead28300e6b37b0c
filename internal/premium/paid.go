package premium

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// PaidFor returns for which time payments of one person at one service pay a plan: a
// period after the other, each from the end of the one before it or from its own moment,
// and each to the day of the month of the first, as at Stripe.
// It depends on the payments alone, in whichever order they arrive. Payments that were
// given back as a whole do not count, nor do those whose plan an operator ended. isCanceled means that the person has said since the last
// payment that there will be no other one. The times are zero if nothing pays the plan.
func PaidFor(planID string, payments []Payment) (start, end time.Time, last *Payment, isCanceled bool) {
	sorted := slices.Clone(payments)
	slices.SortFunc(sorted, func(a, b Payment) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ExternalID, b.ExternalID))
	})
	back := givenBack(sorted)
	var s span
	for i := range sorted {
		p := &sorted[i]
		switch {
		case p.Kind == Stopped:
			isCanceled = last != nil
		case p.Kind != Paid || p.PlanID != planID || p.Interval == "" || back[i] > 0 && back[i] >= p.Money.Amount:
		default:
			s.extend(p)
			last, isCanceled = p, false
		}
	}
	return s.start, s.end, last, isCanceled
}

// span is a time that is paid for without a gap.
type span struct {
	start, end time.Time
	day        int // of the month on which its periods end, if the month has it
}

// sameDay is how long after the end of a period a payment still is the one that was due
// then.
const sameDay = 24 * time.Hour

// extend adds what a payment pays for. Payments have to come in their order.
func (s *span) extend(p *Payment) {
	if s.end.Before(p.At) {
		if p.At.Sub(s.end) > sameDay {
			s.day = p.At.UTC().Day()
		}
		s.start, s.end = p.At, p.At
	}
	if p.Until.After(s.end) { // the service knows better
		s.end, s.day = p.Until, p.Until.UTC().Day()
	} else {
		s.end = p.Interval.Following(s.end, s.day)
	}
}

// everything is more than any payment.
const everything = math.MaxInt64

// givenBack returns how much of each payment was given back, in minor units. A refund
// without an amount gives back everything. One that names no payment is of the last one
// before it.
func givenBack(sorted []Payment) []int64 {
	back := make([]int64, len(sorted))
	for i := range sorted {
		if sorted[i].Kind != Refunded {
			continue
		}
		of := refundedBy(sorted, i)
		if amount := sorted[i].Money.Amount; of >= 0 && (amount == 0 || back[of] > everything-amount) {
			back[of] = everything
		} else if of >= 0 {
			back[of] += amount
		}
	}
	return back
}

// refundedBy returns the index of the payment that a refund gives back; -1 for none.
func refundedBy(sorted []Payment, refund int) int {
	reference := sorted[refund].Reference
	if reference != "" {
		return slices.IndexFunc(sorted, func(p Payment) bool { return p.Kind == Paid && p.Reference == reference })
	}
	for i := refund - 1; i >= 0; i-- {
		if sorted[i].Kind == Paid {
			return i
		}
	}
	return -1
}

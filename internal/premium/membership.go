package premium

import "time"

// Source is how a person came to a plan.
type Source string

// The sources.
const (
	ByGrant     Source = "grant"     // an operator gave it
	ByCode      Source = "code"      // a code was redeemed
	ByFamily    Source = "family"    // somebody else pays; such memberships are not stored
	ByStripe    Source = "stripe"    // a subscription at the payment provider
	ByCommunity Source = "community" // a payment at a service such as Ko-fi
)

// Sources lists every source.
var Sources = []Source{ByGrant, ByCode, ByFamily, ByStripe, ByCommunity}

// Status is the state of a membership as its source reports it.
type Status string

// The states of memberships.
const (
	Trialing Status = "trialing"
	Active   Status = "active"
	PastDue  Status = "past_due" // a payment failed; the plan stays until the end of the grace period
	Canceled Status = "canceled" // the plan stays until the period that was paid for ends
	Ended    Status = "ended"
)

// Statuses lists every state.
var Statuses = []Status{Trialing, Active, PastDue, Canceled, Ended}

// Membership is one reason for which a person has a plan, for a time.
type Membership struct {
	ID        string
	AccountID string
	PlanID    string
	Source    Source
	Status    Status
	StartsAt  time.Time
	EndsAt    time.Time // of the period that is paid for; zero for no end
	// GraceUntil is until when the plan stays after EndsAt without news of a payment.
	GraceUntil        time.Time
	TrialEndsAt       time.Time
	PastDueSince      time.Time
	CanceledAt        time.Time
	CancelAtPeriodEnd bool
	Interval          Interval // "" for what nobody pays regularly
	Price             Money    // what is paid per interval
	Reason            string   // why an operator granted or ended it
	GrantedBy         string   // account ID of that operator
	Reference         string   // ID at the source: of a subscription, a code, a payer; unique per source, or ""
	// FamilyPlace counts the people who joined the family of the one who pays before this
	// person did.
	FamilyPlace int
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// StopsAt returns when the membership stops granting its plan; zero for never.
func (m *Membership) StopsAt() time.Time {
	switch {
	case m.Status == Ended:
		return m.StartsAt
	case m.Status == Canceled || m.CancelAtPeriodEnd:
		if m.EndsAt.IsZero() && m.Status == Canceled {
			return m.CanceledAt
		}
		return m.EndsAt
	case m.EndsAt.IsZero():
		if m.Status == PastDue {
			return m.GraceUntil
		}
		return time.Time{}
	case m.GraceUntil.After(m.EndsAt) || m.Status == PastDue && !m.GraceUntil.IsZero():
		return m.GraceUntil
	default:
		return m.EndsAt
	}
}

// RunsAt reports whether the membership grants its plan at a moment.
func (m *Membership) RunsAt(now time.Time) bool {
	if m.Status == Ended || now.Before(m.StartsAt) {
		return false
	}
	stops := m.StopsAt()
	if m.Status == Canceled && stops.IsZero() {
		return false
	}
	return stops.IsZero() || now.Before(stops)
}

// StatusAt returns the state at a moment, which time may have changed since the source
// reported it.
func (m *Membership) StatusAt(now time.Time) Status {
	switch {
	case !now.Before(m.StartsAt) && !m.RunsAt(now):
		return Ended
	case m.Status == Ended || m.Status == Canceled:
		return m.Status
	case m.CancelAtPeriodEnd:
		return Canceled
	case !m.EndsAt.IsZero() && !now.Before(m.EndsAt):
		return PastDue
	default:
		return m.Status
	}
}

// changes returns the moments at which the membership begins, ends or changes its
// state.
func (m *Membership) changes() []time.Time {
	return []time.Time{m.StartsAt, m.EndsAt, m.StopsAt()}
}

// Had returns the IDs of the plans that a person has at a moment, or has paid for before.
// What others share with them is not theirs.
func Had(memberships []Membership, now time.Time) map[string]bool {
	had := map[string]bool{}
	for i := range memberships {
		m := &memberships[i]
		isPaid := m.Source == ByStripe || m.Source == ByCommunity
		if isPaid || m.Source != ByFamily && m.RunsAt(now) {
			had[m.PlanID] = true
		}
	}
	return had
}

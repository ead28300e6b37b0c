package premium

import (
	"cmp"
	"strings"
	"time"

	"sonora/internal/music"
)

// PaymentKind is what a payment service reports.
type PaymentKind string

// The kinds of payments.
const (
	Paid     PaymentKind = "payment"
	Refunded PaymentKind = "refund"
	Stopped  PaymentKind = "end" // the person pays no more; nothing was paid
)

// PaymentKinds lists every kind.
var PaymentKinds = []PaymentKind{Paid, Refunded, Stopped}

// PaymentService is where somebody paid.
type PaymentService string

// The services.
const (
	Stripe         PaymentService = "stripe"
	Kofi           PaymentService = "kofi"
	Patreon        PaymentService = "patreon"
	BTCPay         PaymentService = "btcpay"
	OpenCollective PaymentService = "opencollective"
	Generic        PaymentService = "generic"
)

// PaymentServices lists every service.
var PaymentServices = []PaymentService{Stripe, Kofi, Patreon, BTCPay, OpenCollective, Generic}

// Payment is one payment, refund or end of payments that a service reported.
type Payment struct {
	ID         string
	Service    PaymentService
	ExternalID string // of the report at the service; unique there
	Kind       PaymentKind
	Email      string    // of the payer, in lower case; kept until the payment is matched with an account
	Payer      string    // what the service calls the payer; may be empty
	Reference  string    // what the service calls the payment; several reports may be about one
	Money      Money     // what was paid, or given back
	Tier       string    // the name of what the person pays for at the service, if it has names
	Interval   Interval  // for how long it pays; "" if it is not known yet, and after an operator ended that
	Until      time.Time // to when it is paid, where the service says so
	At         time.Time

	AccountID string    // with whom the payment is matched; "" for nobody
	PlanID    string    // which it pays; "" if no plan costs this
	MatchedAt time.Time // zero until then
	CreatedAt time.Time

	// IsSingle says of a matched payment that nobody pays it again by themselves, such as a
	// donation; read only.
	IsSingle bool
	// AccountEmail is the address of that account; read only.
	AccountEmail string
	// Refunded is how much of a payment was given back, in minor units; read only.
	Refunded int64
}

// PlanPaid returns which of some plans a payment pays and for how long: the one that the tier
// names, otherwise the highest of which the amount is exactly a price, otherwise the highest
// of which it is enough for a price. It returns nil if there is none, and for amounts above
// every price that a plan may have.
func PlanPaid(plans []Plan, p *Payment) (best *Plan, interval Interval) {
	isBestExact := false
	for i := range plans {
		plan := &plans[i]
		pays, isExact := plan.paidBy(p)
		if p.Tier != "" && (plan.ID == p.Tier || strings.EqualFold(plan.Name, p.Tier)) {
			return plan, cmp.Or(p.Interval, pays, Month)
		}
		if pays != "" && (best == nil || isExact && !isBestExact || isExact == isBestExact && plan.Rank > best.Rank) {
			best, interval, isBestExact = plan, pays, isExact
		}
	}
	return best, interval
}

// paidBy returns the interval of which a payment is exactly the price, otherwise the longest
// of which it is enough for the price; "" for none.
func (p *Plan) paidBy(payment *Payment) (longest Interval, isExact bool) {
	for _, i := range Intervals {
		price := p.Price(i)
		if price == nil || price.Currency != payment.Money.Currency || payment.Money.Amount < price.Amount || payment.Money.Amount > MaxAmount ||
			payment.Interval != "" && payment.Interval != i {
			continue
		}
		if payment.Money.Amount == price.Amount {
			return i, true
		}
		longest = i
	}
	return longest, false
}

// Notice is a message of a payment service, kept until it is processed and for a while
// after.
type Notice struct {
	ID          string
	Service     PaymentService
	ExternalID  string // at the service; unique there
	Kind        string // as the service calls it
	Body        string
	ReceivedAt  time.Time
	ProcessedAt time.Time     // zero until then
	Reason      music.Message // why it could not be processed
}

package subscription

import (
	"context"
	"slices"

	"sonora/internal/billing/stripe"
	"sonora/internal/music"
	"sonora/internal/premium"
)

var (
	errRuns       = music.NewError(music.Conflict, "You have a subscription already. Change it instead of buying another one.")
	errNone       = music.NewError(music.NotFound, "You have no subscription here.")
	errNoCustomer = music.NewError(music.NotFound, "You have paid nothing here yet.")
	errLeaving    = music.NewError(music.Conflict, "Your account is to be deleted. Keep it first, under Settings.")
	errSame       = music.NewError(music.Conflict, "You have this plan already.")
)

// Order is what somebody wants to buy.
type Order struct {
	PlanID        string
	Interval      premium.Interval
	PromotionCode string
}

// Checkout returns the address of Stripe's page on which a person pays an order. It
// returns Conflict if they have a subscription that runs: two would be paid twice.
func (s *Service) Checkout(ctx context.Context, v music.Viewer, o Order) (page string, err error) {
	ctx, done := context.WithTimeout(ctx, s.patience)
	defer done()
	client, err := s.stripe()
	if err != nil {
		return "", err
	}
	plan, price, err := s.price(ctx, o.PlanID, o.Interval)
	if err != nil {
		return "", err
	}
	account, err := s.staying(ctx, v)
	if err != nil {
		return "", err
	}
	customer, all, err := s.ofAccount(ctx, client, v.AccountID)
	switch {
	case music.CodeOf(err) == music.NotFound:
		customer, err = s.makeCustomer(ctx, client, account)
	case err == nil && slices.ContainsFunc(all, (*stripe.Subscription).Runs):
		return "", errRuns
	}
	if err != nil {
		return "", err
	}
	order := s.order(account, customer, price, o.PromotionCode)
	if len(all) == 0 { // one trial per person, see endMoreTrials
		order.TrialDays = plan.TrialDays
	}
	page, err = client.Checkout(ctx, order)
	if music.CodeOf(err) != music.NotFound {
		return page, err
	}
	// The customer was deleted in Stripe's dashboard.
	if err := s.Store.DropCustomer(ctx, premium.Stripe, customer); err != nil {
		return "", err
	}
	if order.Customer, err = s.makeCustomer(ctx, client, account); err != nil {
		return "", err
	}
	return client.Checkout(ctx, order)
}

// staying returns the account of a person, or Conflict if it is to be deleted.
func (s *Service) staying(ctx context.Context, v music.Viewer) (*music.Account, error) {
	account, err := s.Store.AccountByID(ctx, v.AccountID)
	if err == nil && !account.DeleteAt.IsZero() {
		err = errLeaving
	}
	return account, err
}

// makeCustomer makes an account known to Stripe.
func (s *Service) makeCustomer(ctx context.Context, client *stripe.Client, account *music.Account) (customer string, err error) {
	if customer, err = client.Customer(ctx, account.ID, account.Email, account.FullName()); err != nil {
		return "", err
	}
	return customer, s.Store.SetCustomer(ctx, premium.Stripe, customer, account.ID)
}

func (s *Service) order(account *music.Account, customer string, price stripe.Price, promotionCode string) stripe.Order {
	home := s.Home.JoinPath("premium")
	paid := *home
	paid.RawQuery = "paid=1"
	return stripe.Order{
		Price: price, AccountID: account.ID, Customer: customer, PromotionCode: promotionCode, Language: account.Language, Success: paid.String(), Cancel: home.String(),
	}
}

// price returns what an offered plan costs.
func (s *Service) price(ctx context.Context, planID string, i premium.Interval) (*premium.Plan, stripe.Price, error) {
	plans, err := s.Billing.Offered(ctx)
	if err != nil {
		return nil, stripe.Price{}, err
	}
	at := slices.IndexFunc(plans, func(p premium.Plan) bool { return p.ID == planID })
	if at < 0 || plans[at].IsFree() {
		return nil, stripe.Price{}, music.FieldError(music.Invalid, "planId", music.Say("This plan is not on offer."))
	}
	plan := &plans[at]
	price := plan.Price(i)
	if price == nil || price.Amount <= 0 {
		return nil, stripe.Price{}, music.FieldError(music.Invalid, "interval", music.Say("This plan is not sold for this time."))
	}
	return plan, stripe.Price{Plan: plan.ID, Name: plan.Name, Interval: string(i), Amount: price.Amount, Currency: price.Currency}, nil
}

// ofAccount returns who an account is at Stripe, and its subscriptions as they are now.
func (s *Service) ofAccount(ctx context.Context, client *stripe.Client, accountID string) (customer string, all []*stripe.Subscription, err error) {
	if customer, err = s.Store.CustomerOf(ctx, premium.Stripe, accountID); err != nil {
		return "", nil, err
	}
	all, err = client.OfCustomer(ctx, customer)
	return customer, all, err
}

// Portal returns the address of Stripe's page on which a person manages how they pay.
func (s *Service) Portal(ctx context.Context, v music.Viewer) (page string, err error) {
	ctx, done := context.WithTimeout(ctx, s.patience)
	defer done()
	client, err := s.stripe()
	if err != nil {
		return "", err
	}
	customer, err := s.Store.CustomerOf(ctx, premium.Stripe, v.AccountID)
	if err != nil {
		return "", orNone(err, errNoCustomer)
	}
	return client.Portal(ctx, customer, s.Home.JoinPath("premium").String())
}

// orNone says what NotFound means.
func orNone(err error, none *music.Error) error {
	if music.CodeOf(err) == music.NotFound {
		return none.Because(err)
	}
	return err
}

// onRunning does something with the running subscription of a person, and stores what
// came of it.
func (s *Service) onRunning(ctx context.Context, v music.Viewer, do func(context.Context, *stripe.Client, *stripe.Subscription) error) error {
	ctx, done := context.WithTimeout(ctx, s.patience)
	defer done()
	client, err := s.stripe()
	if err != nil {
		return err
	}
	customer, all, err := s.ofAccount(ctx, client, v.AccountID)
	if err != nil {
		return orNone(err, errNone)
	}
	at := slices.IndexFunc(all, (*stripe.Subscription).Runs)
	if at < 0 {
		return errNone
	}
	if err := do(ctx, client, all[at]); err != nil {
		return err
	}
	return s.Sync(ctx, customer)
}

// Change moves the subscription of a person to another plan or interval at once. Stripe
// settles the difference. It returns Conflict if the account is to be deleted.
func (s *Service) Change(ctx context.Context, v music.Viewer, planID string, i premium.Interval) error {
	_, price, err := s.price(ctx, planID, i)
	if err != nil {
		return err
	}
	if _, err := s.staying(ctx, v); err != nil {
		return err
	}
	return s.onRunning(ctx, v, func(ctx context.Context, c *stripe.Client, sub *stripe.Subscription) error {
		if sub.Plan == price.Plan && sub.Interval == price.Interval && sub.Amount == price.Amount && sub.Currency == price.Currency {
			return errSame
		}
		_, err := c.Change(ctx, sub.ID, price)
		return err
	})
}

// Cancel ends the subscription of a person when what is paid ends.
func (s *Service) Cancel(ctx context.Context, v music.Viewer) error { return s.ends(ctx, v, true) }

// Resume takes back Cancel. It returns Conflict if the account is to be deleted.
func (s *Service) Resume(ctx context.Context, v music.Viewer) error {
	if _, err := s.staying(ctx, v); err != nil {
		return err
	}
	return s.ends(ctx, v, false)
}

func (s *Service) ends(ctx context.Context, v music.Viewer, cancel bool) error {
	return s.onRunning(ctx, v, func(ctx context.Context, c *stripe.Client, sub *stripe.Subscription) error {
		_, err := c.CancelAtPeriodEnd(ctx, sub.ID, cancel)
		return err
	})
}

// Answer is what came of asking Stripe for a person.
type Answer string

// The answers.
const (
	NotAsked    Answer = "none"        // people cannot pay through Stripe here
	NoCustomer  Answer = "unknown"     // Stripe does not know the person
	Asked       Answer = "asked"       // what Stripe knows is stored
	Unreachable Answer = "unreachable" // Stripe could not be asked now
)

// Restored is what came of looking again for what a person has paid.
type Restored struct {
	Matched    int  // payments that had waited and are matched with the person now
	IsVerified bool // payments are looked for by the address: it has to be verified
	Stripe     Answer
}

// Restore looks again for what a person has paid: for payments from their address that
// wait, and at Stripe. What was found counts although Stripe does not answer.
func (s *Service) Restore(ctx context.Context, v music.Viewer) (*Restored, error) {
	account, err := s.Store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return nil, err
	}
	r := &Restored{IsVerified: !account.VerifiedAt.IsZero()}
	if r.Matched, err = s.Billing.MatchFor(ctx, v.AccountID); err != nil {
		return nil, err
	}
	r.Stripe, err = s.askStripe(ctx, v.AccountID)
	return r, err
}

// askStripe stores what Stripe knows of a person now.
func (s *Service) askStripe(ctx context.Context, accountID string) (Answer, error) {
	ctx, done := context.WithTimeout(ctx, s.patience)
	defer done()
	if !s.IsConfigured() {
		return NotAsked, nil
	}
	customer, err := s.Store.CustomerOf(ctx, premium.Stripe, accountID)
	if music.CodeOf(err) == music.NotFound {
		return NoCustomer, nil
	}
	if err != nil {
		return Unreachable, err
	}
	err = s.Sync(ctx, customer)
	if code := music.CodeOf(err); code == music.Elsewhere || code == music.Unavailable {
		s.Log.Warn("Stripe does not say what was paid", "account", accountID, "error", err)
		return Unreachable, nil
	}
	return Asked, err
}

// Invoices returns the invoices of a person, newest first.
func (s *Service) Invoices(ctx context.Context, v music.Viewer) ([]stripe.Invoice, error) {
	ctx, done := context.WithTimeout(ctx, s.patience)
	defer done()
	client, err := s.stripe()
	if err != nil {
		return nil, err
	}
	customer, err := s.Store.CustomerOf(ctx, premium.Stripe, v.AccountID)
	if music.CodeOf(err) == music.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return client.Invoices(ctx, customer)
}

// Provider ends subscriptions for package billing.
type Provider struct{ Service func() *Service }

// Cancel ends a subscription at once, for an operator.
func (p Provider) Cancel(ctx context.Context, m *premium.Membership) error {
	s := p.Service()
	client, err := s.stripe()
	if err != nil {
		return err
	}
	ctx, done := context.WithTimeout(ctx, s.patience)
	defer done()
	_, err = client.CancelNow(ctx, m.Reference)
	return err
}

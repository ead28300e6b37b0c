package stripe

import (
	"context"
	"slices"
	"strings"
	"time"

	sdk "github.com/stripe/stripe-go/v85"
)

// Keys of the metadata that Sonora writes into subscriptions and customers.
const (
	metaAccount = "sonora_account"
	metaPlan    = "sonora_plan"
	metaLeaving = "sonora_leaving" // set on what was canceled because the account is to be deleted
)

// Status is the state of a subscription, in Stripe's words.
type Status string

// The states.
const (
	Trialing          Status = "trialing"
	Active            Status = "active"
	PastDue           Status = "past_due"
	Unpaid            Status = "unpaid"
	Paused            Status = "paused"
	Incomplete        Status = "incomplete"
	IncompleteExpired Status = "incomplete_expired"
	Canceled          Status = "canceled"
)

// Subscription is what Stripe knows now about a subscription.
type Subscription struct {
	ID, Customer      string
	Account, Plan     string // from the metadata, or the product
	Price             string // ID of the price
	Interval          string // month or year
	Amount            int64  // per interval, in minor units
	Currency          string
	Status            Status
	Created, Started  time.Time
	PeriodStart       time.Time
	PeriodEnd         time.Time // until when it is paid, unless it is past due
	TrialEnd          time.Time
	CancelAtPeriodEnd bool
	IsLeaving         bool      // it was canceled because the account is to be deleted
	CanceledAt        time.Time // when somebody asked to cancel
	EndedAt           time.Time
	LatestInvoice     string
	item              string
}

// Runs reports whether a subscription is paid, tried or being collected, so that a second
// one would be paid twice.
func (s *Subscription) Runs() bool {
	return slices.Contains([]Status{Trialing, Active, PastDue, Unpaid, Paused}, s.Status)
}

// RunsOn reports whether a subscription runs until somebody cancels it.
func (s *Subscription) RunsOn() bool { return s.Runs() && !s.CancelAtPeriodEnd }

// Subscription returns a subscription as it is now; NotFound if there is none.
func (c *Client) Subscription(ctx context.Context, id string) (*Subscription, error) {
	found, err := c.api.V1Subscriptions.Retrieve(ctx, id, nil)
	if err != nil {
		return nil, said(err)
	}
	return subscription(found), nil
}

// OfCustomer returns all subscriptions that a customer ever had, newest first.
func (c *Client) OfCustomer(ctx context.Context, customer string) ([]*Subscription, error) {
	return c.list(ctx, &sdk.SubscriptionListParams{Customer: &customer, Status: sdk.String("all")})
}

// All returns the subscriptions of the Stripe account that Sonora made, newest first.
func (c *Client) All(ctx context.Context) ([]*Subscription, error) {
	all, err := c.list(ctx, &sdk.SubscriptionListParams{Status: sdk.String("all")})
	return slices.DeleteFunc(all, func(s *Subscription) bool { return s.Account == "" }), err
}

func (c *Client) list(ctx context.Context, p *sdk.SubscriptionListParams) ([]*Subscription, error) {
	p.Limit = sdk.Int64(pageSize)
	var all []*Subscription
	for found, err := range c.api.V1Subscriptions.List(ctx, p).All(ctx) {
		if err != nil {
			return nil, said(err)
		}
		all = append(all, subscription(found))
	}
	return all, nil
}

func subscription(from *sdk.Subscription) *Subscription {
	s := &Subscription{
		ID: from.ID, Account: from.Metadata[metaAccount], Plan: from.Metadata[metaPlan], Status: Status(from.Status),
		Currency: strings.ToUpper(string(from.Currency)), Created: instant(from.Created), Started: instant(from.StartDate), TrialEnd: instant(from.TrialEnd),
		CancelAtPeriodEnd: from.CancelAtPeriodEnd || from.CancelAt != 0, IsLeaving: from.Metadata[metaLeaving] != "", CanceledAt: instant(from.CanceledAt), EndedAt: instant(from.EndedAt),
	}
	if from.Customer != nil {
		s.Customer = from.Customer.ID
	}
	if from.LatestInvoice != nil {
		s.LatestInvoice = from.LatestInvoice.ID
	}
	if from.Items == nil || len(from.Items.Data) == 0 {
		return s
	}
	item := from.Items.Data[0]
	s.item, s.PeriodStart, s.PeriodEnd = item.ID, instant(item.CurrentPeriodStart), instant(item.CurrentPeriodEnd)
	if p := item.Price; p != nil {
		s.Price, s.Amount = p.ID, p.UnitAmount
		if p.Recurring != nil {
			s.Interval = string(p.Recurring.Interval)
		}
		if p.Product != nil && strings.HasPrefix(p.Product.ID, productPrefix) {
			s.Plan = strings.TrimPrefix(p.Product.ID, productPrefix) // the metadata is older after a change
		}
	}
	return s
}

// Change moves a subscription to another price at once; Stripe settles the difference.
func (c *Client) Change(ctx context.Context, id string, to Price) (*Subscription, error) {
	now, err := c.Subscription(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := c.ensureProduct(ctx, to); err != nil {
		return nil, err
	}
	p := &sdk.SubscriptionUpdateParams{
		Items: []*sdk.SubscriptionUpdateItemParams{{
			ID: &now.item, Quantity: sdk.Int64(1),
			PriceData: &sdk.SubscriptionUpdateItemPriceDataParams{
				Currency: sdk.String(strings.ToLower(to.Currency)), Product: sdk.String(to.product()), UnitAmount: &to.Amount,
				Recurring: &sdk.SubscriptionUpdateItemPriceDataRecurringParams{Interval: &to.Interval},
			},
		}},
		ProrationBehavior: sdk.String("always_invoice"), PaymentBehavior: sdk.String("error_if_incomplete"),
		Metadata: map[string]string{metaPlan: to.Plan},
	}
	changed, err := c.api.V1Subscriptions.Update(ctx, id, p)
	if err != nil {
		return nil, said(err)
	}
	return subscription(changed), nil
}

// CancelAtPeriodEnd cancels a subscription for when what is paid ends, or takes that back,
// because a person wants it.
func (c *Client) CancelAtPeriodEnd(ctx context.Context, id string, cancel bool) (*Subscription, error) {
	return c.cancelAtEnd(ctx, id, cancel, "")
}

// Leave cancels a subscription for when what is paid ends, because the account is to be
// deleted.
func (c *Client) Leave(ctx context.Context, id string) (*Subscription, error) {
	return c.cancelAtEnd(ctx, id, true, "1")
}

// cancelAtEnd also remembers why: an empty value takes the metadata away.
func (c *Client) cancelAtEnd(ctx context.Context, id string, cancel bool, leaving string) (*Subscription, error) {
	changed, err := c.api.V1Subscriptions.Update(ctx, id, &sdk.SubscriptionUpdateParams{CancelAtPeriodEnd: &cancel, Metadata: map[string]string{metaLeaving: leaving}})
	if err != nil {
		return nil, said(err)
	}
	return subscription(changed), nil
}

// ForgetLeaving forgets why a subscription was canceled that has ended.
func (c *Client) ForgetLeaving(ctx context.Context, id string) error {
	_, err := c.api.V1Subscriptions.Update(ctx, id, &sdk.SubscriptionUpdateParams{Metadata: map[string]string{metaLeaving: ""}})
	return said(err)
}

// CancelNow cancels a subscription at once. It is no error if it has ended already.
func (c *Client) CancelNow(ctx context.Context, id string) (*Subscription, error) {
	p := &sdk.SubscriptionCancelParams{}
	p.SetIdempotencyKey("sonora-cancel-" + id)
	ended, err := c.api.V1Subscriptions.Cancel(ctx, id, p)
	if err == nil {
		return subscription(ended), nil
	}
	if now, again := c.Subscription(ctx, id); again == nil && !now.Runs() {
		return now, nil
	}
	return nil, said(err)
}

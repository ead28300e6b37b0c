package stripe

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	sdk "github.com/stripe/stripe-go/v85"

	"sonora/internal/music"
)

// maxCharges is the number of charges that are looked at: those of maxInvoices, with
// attempts that failed.
const maxCharges = 4 * maxInvoices

// Return is money of an invoice that went back to the customer: a refund, or what a bank
// took back because of a dispute.
type Return struct {
	ID       string // of the refund or the dispute
	Invoice  string
	Amount   int64 // in minor units; 0 after the refund failed or the dispute was won
	Currency string
	At       time.Time
	IsOpen   bool // the dispute is not decided
	IsFailed bool // the refund did not reach the customer
}

// Returns returns what went back of the latest charges of a customer.
func (c *Client) Returns(ctx context.Context, customer string) ([]Return, error) {
	p := &sdk.ChargeListParams{Customer: &customer}
	p.Limit = sdk.Int64(pageSize)
	p.AddExpand("data.refunds")
	var all []Return
	seen := 0
	for charge, err := range c.api.V1Charges.List(ctx, p).All(ctx) {
		if err != nil {
			return nil, said(err)
		}
		of, err := c.returnsOf(ctx, charge)
		if err != nil {
			return nil, err
		}
		all = append(all, of...)
		if seen++; seen == maxCharges {
			break
		}
	}
	return all, nil
}

// returnsOf returns what went back of a charge. Charges that no invoice asked for have
// nothing to do with subscriptions.
func (c *Client) returnsOf(ctx context.Context, charge *sdk.Charge) ([]Return, error) {
	isRefunded := charge.Refunds != nil && len(charge.Refunds.Data) > 0
	if charge.PaymentIntent == nil || !isRefunded && !charge.Disputed {
		return nil, nil
	}
	invoiceID, err := c.invoiceOf(ctx, charge.PaymentIntent.ID)
	if err != nil || invoiceID == "" {
		return nil, err
	}
	var all []Return
	for r, err := range c.api.V1Refunds.List(ctx, &sdk.RefundListParams{Charge: &charge.ID}).All(ctx) {
		if err != nil {
			return nil, said(err)
		}
		all = append(all, refunded(r, invoiceID))
	}
	if !charge.Disputed {
		return all, nil
	}
	for d, err := range c.api.V1Disputes.List(ctx, &sdk.DisputeListParams{Charge: &charge.ID}).All(ctx) {
		if err != nil {
			return nil, said(err)
		}
		all = append(all, disputed(d, invoiceID))
	}
	return all, nil
}

func refunded(from *sdk.Refund, invoiceID string) Return {
	r := Return{ID: from.ID, Invoice: invoiceID, Amount: from.Amount, Currency: strings.ToUpper(string(from.Currency)), At: instant(from.Created)}
	if from.Status == sdk.RefundStatusFailed || from.Status == sdk.RefundStatusCanceled {
		r.Amount = 0
	}
	r.IsFailed = from.Status == sdk.RefundStatusFailed
	return r
}

func disputed(from *sdk.Dispute, invoiceID string) Return {
	r := Return{ID: from.ID, Invoice: invoiceID, Currency: strings.ToUpper(string(from.Currency)), At: instant(from.Created)}
	r.IsOpen = slices.Contains([]sdk.DisputeStatus{sdk.DisputeStatusNeedsResponse, sdk.DisputeStatusUnderReview}, from.Status)
	if r.IsOpen || from.Status == sdk.DisputeStatusLost {
		r.Amount = from.Amount
	}
	return r
}

// invoiceOf returns the ID of the invoice that a payment paid; "" for none.
func (c *Client) invoiceOf(ctx context.Context, payment string) (string, error) {
	p := &sdk.InvoicePaymentListParams{Payment: &sdk.InvoicePaymentListPaymentParams{Type: sdk.String("payment_intent"), PaymentIntent: &payment}}
	for paid, err := range c.api.V1InvoicePayments.List(ctx, p).All(ctx) {
		if err != nil {
			return "", said(err)
		}
		if paid.Invoice != nil {
			return paid.Invoice.ID, nil
		}
	}
	return "", nil
}

// ReturnedTo returns the customers to whom money went back since a time: by refunds, and by
// disputes that began since then.
func (c *Client) ReturnedTo(ctx context.Context, since time.Time) ([]string, error) {
	found := map[string]bool{}
	note := func(charge *sdk.Charge) {
		if charge != nil && charge.Customer != nil {
			found[charge.Customer.ID] = true
		}
	}
	created := &sdk.RangeQueryParams{GreaterThanOrEqual: since.Unix()}
	refunds := &sdk.RefundListParams{CreatedRange: created}
	refunds.AddExpand("data.charge")
	for r, err := range c.api.V1Refunds.List(ctx, refunds).All(ctx) {
		if err != nil {
			return nil, said(err)
		}
		note(r.Charge)
	}
	disputes := &sdk.DisputeListParams{CreatedRange: created}
	disputes.AddExpand("data.charge")
	for d, err := range c.api.V1Disputes.List(ctx, disputes).All(ctx) {
		if err != nil {
			return nil, said(err)
		}
		note(d.Charge)
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// CustomerOf returns the customer who paid a charge; "" for nobody.
func (c *Client) CustomerOf(ctx context.Context, chargeID string) (string, error) {
	charge, err := c.api.V1Charges.Retrieve(ctx, chargeID, nil)
	if err = said(err); music.CodeOf(err) == music.NotFound {
		return "", nil
	}
	if err != nil || charge.Customer == nil {
		return "", err
	}
	return charge.Customer.ID, nil
}

package stripe

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	sdk "github.com/stripe/stripe-go/v85"
)

// maxInvoices is the number of invoices that are shown and looked at: eight years of
// months.
const maxInvoices = 100

// Invoice is a bill of Stripe's.
type Invoice struct {
	ID, Number, Customer, Subscription string
	Status                             string // draft, open, paid, void or uncollectible
	At                                 time.Time
	Until                              time.Time // to when it pays
	Due, Paid                          int64     // in minor units
	Currency                           string
	URL, PDF                           string
}

// Invoices returns the latest invoices of a customer, newest first.
func (c *Client) Invoices(ctx context.Context, customer string) ([]Invoice, error) {
	p := &sdk.InvoiceListParams{Customer: &customer}
	p.Limit = sdk.Int64(maxInvoices)
	var all []Invoice
	for found, err := range c.api.V1Invoices.List(ctx, p).All(ctx) {
		if err != nil {
			return nil, said(err)
		}
		all = append(all, invoice(found))
		if len(all) == maxInvoices {
			break
		}
	}
	return all, nil
}

func invoice(from *sdk.Invoice) Invoice {
	i := Invoice{
		ID: from.ID, Number: from.Number, Status: string(from.Status), At: instant(from.Created),
		Due: from.AmountDue, Paid: from.AmountPaid, Currency: strings.ToUpper(string(from.Currency)), URL: from.HostedInvoiceURL, PDF: from.InvoicePDF,
	}
	if from.Customer != nil {
		i.Customer = from.Customer.ID
	}
	if p := from.Parent; p != nil && p.SubscriptionDetails != nil && p.SubscriptionDetails.Subscription != nil {
		i.Subscription = p.SubscriptionDetails.Subscription.ID
	}
	if from.Lines == nil {
		return i
	}
	for _, line := range from.Lines.Data {
		if line.Period != nil && instant(line.Period.End).After(i.Until) {
			i.Until = instant(line.Period.End)
		}
	}
	return i
}

// Refund returns everything that was paid with an invoice. Asked again, it returns
// nothing twice.
func (c *Client) Refund(ctx context.Context, invoiceID string) (amount int64, err error) {
	for paid, err := range c.api.V1InvoicePayments.List(ctx, &sdk.InvoicePaymentListParams{Invoice: &invoiceID, Status: sdk.String("paid")}).All(ctx) {
		if err != nil {
			return amount, said(err)
		}
		p := &sdk.RefundCreateParams{Reason: sdk.String("duplicate"), Metadata: map[string]string{"sonora_invoice": invoiceID}}
		switch {
		case paid.Payment == nil:
			continue
		case paid.Payment.PaymentIntent != nil:
			p.PaymentIntent = &paid.Payment.PaymentIntent.ID
		case paid.Payment.Charge != nil:
			p.Charge = &paid.Payment.Charge.ID
		default:
			continue // paid outside Stripe: nothing that Stripe could return
		}
		p.SetIdempotencyKey("sonora-refund-" + paid.ID)
		refund, err := c.api.V1Refunds.Create(ctx, p)
		if e, ok := errors.AsType[*sdk.Error](err); ok && slices.Contains([]sdk.ErrorCode{sdk.ErrorCodeChargeAlreadyRefunded, sdk.ErrorCodeChargeDisputed}, e.Code) {
			continue // it went back already, or the bank decides
		}
		if err != nil {
			return amount, said(err)
		}
		amount += refund.Amount
	}
	return amount, nil
}

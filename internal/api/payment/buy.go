package payment

import (
	"context"

	"sonora/internal/billing/stripe"
	"sonora/internal/billing/subscription"
	"sonora/internal/edge"
	"sonora/internal/premium"
)

// pageJSON leads to a page of the payment provider.
type pageJSON struct {
	URL string `json:"url" doc:"Address of the page."`
}

type pageAnswer struct{ Body pageJSON }

type checkoutInput struct {
	Body struct {
		PlanID        string `json:"planId" minLength:"1" maxLength:"80" doc:"ID of the plan."`
		Interval      string `json:"interval" enum:"month,year" doc:"For how long each payment counts."`
		PromotionCode string `json:"promotionCode,omitempty" maxLength:"100" doc:"A promotion code; you can also enter one on the page."`
	}
}

func (a *API) checkout(ctx context.Context, in *checkoutInput) (*pageAnswer, error) {
	page, err := a.Subscriptions.Checkout(ctx, edge.Viewer(ctx), subscription.Order{PlanID: in.Body.PlanID, Interval: premium.Interval(in.Body.Interval), PromotionCode: in.Body.PromotionCode})
	if err != nil {
		return nil, err
	}
	return &pageAnswer{pageJSON{page}}, nil
}

func (a *API) portal(ctx context.Context, _ *struct{}) (*pageAnswer, error) {
	page, err := a.Subscriptions.Portal(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &pageAnswer{pageJSON{page}}, nil
}

type changeInput struct {
	Body struct {
		PlanID   string `json:"planId" minLength:"1" maxLength:"80" doc:"ID of the plan."`
		Interval string `json:"interval" enum:"month,year" doc:"For how long each payment counts."`
	}
}

func (a *API) change(ctx context.Context, in *changeInput) (*struct{}, error) {
	return nil, a.Subscriptions.Change(ctx, edge.Viewer(ctx), in.Body.PlanID, premium.Interval(in.Body.Interval))
}

func (a *API) cancel(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.Subscriptions.Cancel(ctx, edge.Viewer(ctx))
}

func (a *API) resume(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.Subscriptions.Resume(ctx, edge.Viewer(ctx))
}

// restoredJSON is what came of looking again for what somebody has paid.
type restoredJSON struct {
	Matched  int    `json:"matched" doc:"How many payments that nobody was known for are yours now."`
	Verified bool   `json:"verified" doc:"Whether your address is verified. Payments are found by an address that you have verified."`
	Provider string `json:"provider" enum:"none,unknown,asked,unreachable" doc:"What the payment provider says: people cannot pay there, it does not know you, it was asked and its answer is stored, or it does not answer now."`
}

func (a *API) restore(ctx context.Context, _ *struct{}) (*edge.Body[restoredJSON], error) {
	r, err := a.Subscriptions.Restore(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return edge.Reply(restoredJSON{r.Matched, r.IsVerified, string(r.Stripe)})
}

// invoiceJSON is a bill of the payment provider's.
type invoiceJSON struct {
	ID       string    `json:"id" doc:"ID at the payment provider."`
	Number   string    `json:"number" doc:"Number on the invoice."`
	At       edge.Time `json:"at" doc:"When it was made."`
	Amount   int64     `json:"amount" doc:"In minor units, such as cents."`
	Currency string    `json:"currency" doc:"Code of ISO 4217, such as EUR."`
	Status   string    `json:"status" doc:"One of draft, open, paid, void and uncollectible."`
	URL      string    `json:"url" doc:"Address of its page; empty if it has none."`
	PDF      string    `json:"pdf" doc:"Address of its PDF file; empty if it has none."`
}

type invoicesAnswer struct {
	Body struct {
		Invoices []invoiceJSON `json:"invoices" doc:"The latest invoices, newest first."`
	}
}

func (a *API) invoices(ctx context.Context, _ *struct{}) (*invoicesAnswer, error) {
	all, err := a.Subscriptions.Invoices(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	out := &invoicesAnswer{}
	out.Body.Invoices = make([]invoiceJSON, len(all))
	for i := range all {
		out.Body.Invoices[i] = encodeInvoice(&all[i])
	}
	return out, nil
}

func encodeInvoice(i *stripe.Invoice) invoiceJSON {
	return invoiceJSON{i.ID, i.Number, edge.Time(i.At), i.Due, i.Currency, i.Status, i.URL, i.PDF}
}

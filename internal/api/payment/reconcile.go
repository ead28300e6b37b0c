package payment

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/billing/subscription"
	"sonora/internal/edge"
	"sonora/internal/music"
)

// reconciliationJSON says how the comparisons with the payment provider stand.
type reconciliationJSON struct {
	Configured  bool             `json:"configured" doc:"Whether the server has a key of the payment provider."`
	State       music.JobState   `json:"state" enum:"none,waiting,running,done,failed" doc:"State of the newest comparison; none before the first one."`
	Problem     *string          `json:"problem" enum:"unreachable,key_refused,not_configured,refused,internal" doc:"Why the newest comparison failed so far: the payment provider does not answer, does not accept the key, or did not do what it was asked, there is no key any more, or something is wrong on this server, whose log says what; null if it did not."`
	At          edge.TimeOrNull  `json:"at" doc:"When the last comparison was done; null before the first one. The fields below are of that one."`
	By          string           `json:"by" doc:"Name of the operator who started it; empty if the server did so by itself."`
	Checked     int              `json:"checked" doc:"Number of subscriptions that were compared."`
	Found       int              `json:"found" doc:"Number of differences that were found."`
	Differences []differenceJSON `json:"differences" doc:"What the payment provider and this server did not agree on: at most 1,000 of these, with what was not repaired in front."`
}

// differenceJSON is something that the provider and this server do not agree on.
type differenceJSON struct {
	Kind         string        `json:"kind" enum:"unknown,missing,differs,absent,double,leaving,erased" doc:"What differs: the subscription is of nobody here, is not stored here, has another state, does not exist at the provider, is the second one of an account, runs on though its account is to be deleted, or runs though its account was erased."`
	Subscription string        `json:"subscription" doc:"ID at the payment provider."`
	AccountID    string        `json:"accountId" doc:"ID of the account; empty if it is not known."`
	Email        string        `json:"email" doc:"Address of the account; empty if there is none."`
	Here         *nullableSide `json:"here" doc:"What this server has; null for nothing."`
	There        *nullableSide `json:"there" doc:"What the payment provider has; null for nothing."`
	Repair       string        `json:"repair" enum:"sync,cancel,end" doc:"What repairs it: store what the provider knows, cancel at the provider, or end it here."`
	Repaired     bool          `json:"repaired" doc:"Whether that was done."`
}

// subscriptionSideJSON is what one side knows of a subscription.
type subscriptionSideJSON struct {
	Status   string          `json:"status" enum:"trialing,active,past_due,canceled,ended" doc:"State of the subscription; canceled means that it runs until it ends."`
	PlanID   string          `json:"planId" doc:"ID of the plan."`
	Amount   int64           `json:"amount" doc:"What is paid each time, in minor units of the currency."`
	Currency string          `json:"currency" doc:"Code of ISO 4217."`
	Interval *string         `json:"interval" enum:"month,year" doc:"How often it is paid; null if that is not known."`
	EndsAt   edge.TimeOrNull `json:"endsAt" doc:"When what is paid ends; null if that is not known."`
}

// nullableSide is what one side knows, or null.
type nullableSide subscriptionSideJSON

// Schema returns the schema of what one side knows, or null.
func (nullableSide) Schema(r huma.Registry) *huma.Schema {
	return things.Nullable[subscriptionSideJSON](r)
}

func encodeSide(s *subscription.Side) *nullableSide {
	if s == nil {
		return nil
	}
	return &nullableSide{string(s.Status), s.PlanID, s.Price.Amount, s.Price.Currency, edge.OrNull(string(s.Interval)), edge.TimeOrNull(s.EndsAt)}
}

func encodeDifference(d *subscription.Difference) differenceJSON {
	return differenceJSON{d.Kind, d.Subscription, d.AccountID, d.Email, encodeSide(d.Here), encodeSide(d.There), d.Repair, d.Repaired}
}

type reconciliationAnswer struct{ Body reconciliationJSON }

func (a *API) reconciliation(ctx context.Context, _ *struct{}) (*reconciliationAnswer, error) {
	c, err := a.Subscriptions.LastComparison(ctx)
	if err != nil {
		return nil, err
	}
	out := reconciliationJSON{
		Configured: a.Subscriptions.IsConfigured(), State: "none", By: c.By, Checked: c.Report.Checked, Found: c.Report.Found, Differences: edge.EncodeAll(c.Report.Differences, encodeDifference),
	}
	if c.Newest != nil {
		out.State, out.Problem = c.Newest.State, edge.OrNull(string(c.Why))
	}
	if c.Done != nil {
		out.At = edge.TimeOrNull(c.Done.FinishedAt)
	}
	return &reconciliationAnswer{out}, nil
}

type reconcileInput struct {
	Body struct {
		Repair []string `json:"repair,omitempty" maxItems:"1000" doc:"IDs of subscriptions whose differences are repaired."`
	}
}

func (a *API) reconcile(ctx context.Context, in *reconcileInput) (*reconciliationAnswer, error) {
	if err := a.Subscriptions.Reconcile(ctx, edge.Viewer(ctx), in.Body.Repair); err != nil {
		return nil, err
	}
	return a.reconciliation(ctx, nil)
}

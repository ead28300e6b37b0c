package premium

import (
	"context"
	"strings"
	"time"

	"sonora/internal/edge"
	"sonora/internal/premium"
)

type membershipJSON struct {
	OwnMembershipJSON

	AccountID string          `json:"accountId" doc:"ID of the person's account."`
	Email     string          `json:"email" doc:"Address of the person."`
	Name      string          `json:"name" doc:"Name of the person; may be empty."`
	Price     *nullableMoney  `json:"price" doc:"What the person pays each time; null for nothing."`
	StopsAt   edge.TimeOrNull `json:"stopsAt" doc:"When the person loses the plan without another payment; null for never."`
	Reason    string          `json:"reason" doc:"Why an operator granted or ended it; may be empty."`
	GrantedBy *string         `json:"grantedBy" doc:"ID of the account of that operator; null for nobody."`
	Reference string          `json:"reference" doc:"What the payment provider calls it; may be empty."`
}

func encodeEntry(now time.Time) func(*premium.Entry) membershipJSON {
	return func(m *premium.Entry) membershipJSON {
		j := membershipJSON{
			OwnMembershipJSON: encodeOwnMembership(&m.Membership, m.PlanName, now), AccountID: m.AccountID, Email: m.Email, Name: m.Name,
			StopsAt: edge.TimeOrNull(m.StopsAt()), Reason: m.Reason, GrantedBy: edge.OrNull(m.GrantedBy), Reference: m.Reference,
		}
		j.Price = orNothing(m.Price)
		return j
	}
}

type membershipsInput struct {
	edge.Paging
	Text   string `query:"q" maxLength:"500" doc:"Words in the names or addresses; case and accents do not matter."`
	Status string `query:"status" enum:"trialing,active,past_due,canceled,ended" doc:"All if omitted."`
	Source string `query:"source" enum:"grant,code,stripe,community" doc:"All if omitted."`
	Plan   string `query:"plan" maxLength:"64" doc:"ID of a plan; all if omitted."`
	Sort   string `query:"sort" enum:"created,-created,name,-name,plan,-plan,ends,-ends" default:"-created" doc:"A column, with a minus for the other direction."`
}

func (a *API) memberships(ctx context.Context, in *membershipsInput) (*edge.PageOf[membershipJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	now := a.Billing.Now()
	list, err := a.Billing.Store.MembershipTable(ctx, premium.Table{
		Words: strings.Fields(in.Text), Status: premium.Status(in.Status), Source: premium.Source(in.Source), PlanID: in.Plan, Sort: premium.TableSort(in.Sort), Now: now,
	}, page)
	if err != nil {
		return nil, err
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, encodeEntry(now)), nil
}

type grantPlanInput struct {
	Body struct {
		AccountID string     `json:"accountId" maxLength:"64" doc:"ID of the person's account."`
		PlanID    string     `json:"planId" maxLength:"64" doc:"ID of the plan."`
		EndsAt    *time.Time `json:"endsAt" doc:"When it ends; null for never."`
		Reason    string     `json:"reason" doc:"Why, in at most 200 characters, for the person and the audit log."`
	}
}

func (a *API) grant(ctx context.Context, in *grantPlanInput) (*edge.Body[membershipJSON], error) {
	b := in.Body
	m, err := a.Billing.Grant(ctx, edge.Viewer(ctx), b.AccountID, b.PlanID, orZero(b.EndsAt), b.Reason)
	if err != nil {
		return nil, err
	}
	entry, err := a.Billing.Store.MembershipEntry(ctx, m.ID)
	return edge.Encoded(entry, err, encodeEntry(a.Billing.Now()))
}

func orZero(at *time.Time) time.Time {
	if at == nil {
		return time.Time{}
	}
	return *at
}

type endMembershipInput struct {
	ID     string `path:"id" maxLength:"64" doc:"ID of the membership."`
	Reason string `query:"reason" maxLength:"200" required:"true" doc:"Why, for the person and the audit log."`
}

func (a *API) end(ctx context.Context, in *endMembershipInput) (*struct{}, error) {
	_, err := a.Billing.End(ctx, edge.Viewer(ctx), in.ID, in.Reason)
	return nil, err
}

type codeBatchJSON struct {
	ID        string          `json:"id" doc:"ID of the batch."`
	PlanID    string          `json:"planId" doc:"ID of the plan that the codes grant."`
	Count     int             `json:"count" doc:"Number of codes."`
	Uses      int             `json:"uses" doc:"How many people can redeem each."`
	Redeemed  int             `json:"redeemed" doc:"How often codes of the batch were redeemed."`
	Days      *int            `json:"days" doc:"Days for which the plan is granted; null for until endsAt."`
	EndsAt    edge.TimeOrNull `json:"endsAt" doc:"When the plan ends, if days is null; null for never."`
	ExpiresAt edge.TimeOrNull `json:"expiresAt" doc:"After which no code can be redeemed; null for never."`
	Note      string          `json:"note" doc:"A note that only operators see."`
	CreatedAt edge.Time       `json:"createdAt" doc:"When they were made."`
	RevokedAt edge.TimeOrNull `json:"revokedAt" doc:"When those that were left were revoked; null if they were not."`
	Codes     []string        `json:"codes,omitempty" doc:"The codes. Shown only once, when they are made."`
}

func encodeBatch(b *premium.Batch) codeBatchJSON {
	return codeBatchJSON{
		ID: b.ID, PlanID: b.PlanID, Count: b.Count, Uses: b.Uses, Redeemed: b.Redeemed, Days: edge.OrNull(b.Days), EndsAt: edge.TimeOrNull(b.EndsAt),
		ExpiresAt: edge.TimeOrNull(b.ExpiresAt), Note: b.Note, CreatedAt: edge.Time(b.CreatedAt), RevokedAt: edge.TimeOrNull(b.RevokedAt),
	}
}

func (a *API) batches(ctx context.Context, in *edge.Part) (*edge.PageOf[codeBatchJSON], error) {
	list, err := a.Billing.Store.Batches(ctx)
	return edge.PartOf(in, list, err, encodeBatch)
}

type makeCodesInput struct {
	Body struct {
		PlanID    string     `json:"planId" maxLength:"64" doc:"ID of the plan that the codes grant."`
		Count     int        `json:"count" doc:"Number of codes, from 1 to 1000."`
		Uses      *int       `json:"uses,omitempty" doc:"How many people can redeem each; 1 if omitted."`
		Days      *int       `json:"days,omitempty" doc:"Days for which the plan is granted; without it until endsAt."`
		EndsAt    *time.Time `json:"endsAt,omitempty" doc:"When the plan ends, without days; for ever if both are omitted."`
		ExpiresAt *time.Time `json:"expiresAt,omitempty" doc:"After which no code can be redeemed; never if omitted."`
		Note      string     `json:"note,omitempty" doc:"A note that only operators see, of at most 200 characters."`
	}
}

func (a *API) makeCodes(ctx context.Context, in *makeCodesInput) (*edge.Secret[codeBatchJSON], error) {
	b := &premium.Batch{PlanID: in.Body.PlanID, Count: in.Body.Count, Uses: 1, EndsAt: orZero(in.Body.EndsAt), ExpiresAt: orZero(in.Body.ExpiresAt), Note: in.Body.Note}
	if in.Body.Uses != nil {
		b.Uses = *in.Body.Uses
	}
	if in.Body.Days != nil {
		b.Days = *in.Body.Days
	}
	codes, err := a.Billing.MakeCodes(ctx, edge.Viewer(ctx), b)
	if err != nil {
		return nil, err
	}
	made := encodeBatch(b)
	made.Codes = codes
	return edge.Secretly(made), nil
}

func (a *API) revokeCodes(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Billing.RevokeCodes(ctx, edge.Viewer(ctx), in.ID)
}

type premiumPaymentJSON struct {
	ID        string          `json:"id" doc:"ID of the payment here."`
	Service   string          `json:"service" doc:"Where it was paid, such as stripe, kofi, patreon, btcpay, opencollective or generic."`
	Kind      string          `json:"kind" enum:"payment,refund,end" doc:"A payment, one that was given back, or the news that the person pays no more."`
	Money     *nullableMoney  `json:"money" doc:"What was paid or given back; null for nothing."`
	Refunded  int64           `json:"refunded" doc:"How much of a payment was given back, in minor units: as much as was paid, a part of it, or 0 for nothing."`
	Tier      string          `json:"tier" doc:"What the service calls what the person pays for; may be empty."`
	Interval  *string         `json:"interval" enum:"month,year" doc:"For how long; null if the service does not say."`
	At        edge.Time       `json:"at" doc:"When it was paid."`
	Email     string          `json:"email" doc:"Address of the payer: of the account, or as the service knows it until then; may be empty."`
	AccountID *string         `json:"accountId" doc:"ID of the account with which it is matched; null for none."`
	PlanID    *string         `json:"planId" doc:"ID of the plan that it pays; null for none."`
	MatchedAt edge.TimeOrNull `json:"matchedAt" doc:"When it was matched; null if nobody matched."`
}

func encodePayment(p *premium.Payment) premiumPaymentJSON {
	j := premiumPaymentJSON{
		ID: p.ID, Service: string(p.Service), Kind: string(p.Kind), Refunded: p.Refunded, Tier: p.Tier, Interval: edge.OrNull(string(p.Interval)), At: edge.Time(p.At), Email: p.Email,
		AccountID: edge.OrNull(p.AccountID), PlanID: edge.OrNull(p.PlanID), MatchedAt: edge.TimeOrNull(p.MatchedAt),
	}
	if p.AccountEmail != "" {
		j.Email = p.AccountEmail
	}
	j.Money = orNothing(p.Money)
	return j
}

type premiumPaymentsInput struct {
	edge.Paging
	Matched string `query:"matched" enum:"true,false" doc:"Only those that are matched with a person, or only the others; all if omitted."`
}

func (a *API) payments(ctx context.Context, in *premiumPaymentsInput) (*edge.PageOf[premiumPaymentJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Billing.Store.Payments(ctx, edge.Either(in.Matched, "true"), page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encodePayment), nil
}

type assignPaymentInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the payment."`
	Body struct {
		AccountID string `json:"accountId" maxLength:"64" doc:"ID of the payer's account."`
	}
}

func (a *API) assign(ctx context.Context, in *assignPaymentInput) (*edge.Body[premiumPaymentJSON], error) {
	if err := a.Billing.Assign(ctx, edge.Viewer(ctx), in.ID, in.Body.AccountID); err != nil {
		return nil, err
	}
	p, err := a.Billing.Store.Payment(ctx, in.ID)
	return edge.Encoded(p, err, encodePayment)
}

type planFigureJSON struct {
	ID     string `json:"id" doc:"ID of the plan."`
	Name   string `json:"name" doc:"Name of the plan."`
	People int    `json:"people" doc:"How many people have it now."`
}

type premiumRevenueJSON struct {
	Month    edge.Time `json:"month" doc:"Beginning of the calendar month (UTC)."`
	Amount   int64     `json:"amount" doc:"What was paid without what was given back, in minor units; may be negative."`
	Currency string    `json:"currency" doc:"Code of ISO 4217."`
}

// sumJSON is the sum of payments.
type sumJSON struct {
	Amount   int64  `json:"amount" doc:"In minor units, such as cents."`
	Currency string `json:"currency" doc:"Code of ISO 4217, such as EUR, or another one in which the service counts, such as SATS."`
}

type premiumFiguresJSON struct {
	MRR         []moneyJSON          `json:"mrr" doc:"What comes in per month from memberships that are paid regularly and run on, by currency; a twelfth of what is paid for a year."`
	Subscribers int                  `json:"subscribers" doc:"People whose plan is paid."`
	PastDue     int                  `json:"pastDue" doc:"Of these, those whose payment is late."`
	Trials      int                  `json:"trials" doc:"Of these, those who try a plan."`
	New30d      int                  `json:"new30d" doc:"Paid memberships that began in the last 30 days."`
	Churn30d    int                  `json:"churn30d" doc:"Paid memberships that ended in the last 30 days."`
	Plans       []planFigureJSON     `json:"plans" doc:"How many people have which plan."`
	Revenue     []premiumRevenueJSON `json:"revenue" doc:"Of the last 12 calendar months, by currency: what was paid for plans, without what was given back."`
	Other       []sumJSON            `json:"other" doc:"What was paid in these months for no plan, by currency: payments that match nobody, or no price. It is no revenue."`
	Unstated    int                  `json:"unstated" doc:"How many payments of these months are in no sum, because the service did not say the currency."`
}

func (a *API) figures(ctx context.Context, _ *struct{}) (*edge.Body[premiumFiguresJSON], error) {
	f, err := a.Billing.Store.Figures(ctx, a.Billing.Now())
	if err != nil {
		return nil, err
	}
	return edge.Reply(premiumFiguresJSON{
		MRR: edge.EncodeAll(f.Monthly, func(m *premium.Money) moneyJSON { return encodeMoney(*m) }), Subscribers: f.Subscribers, PastDue: f.PastDue, Trials: f.Trials,
		New30d: f.New, Churn30d: f.Lost, Plans: edge.EncodeAll(f.Plans, func(p *premium.PlanFigure) planFigureJSON { return planFigureJSON{p.PlanID, p.Name, p.People} }),
		Revenue: edge.EncodeAll(f.Revenue, func(r *premium.Revenue) premiumRevenueJSON {
			return premiumRevenueJSON{edge.Time(r.Month), r.Money.Amount, r.Money.Currency}
		}),
		Other: edge.EncodeAll(f.Other, func(m *premium.Money) sumJSON { return sumJSON{m.Amount, m.Currency} }), Unstated: f.Unstated,
	})
}

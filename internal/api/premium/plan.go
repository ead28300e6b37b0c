package premium

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/premium"
)

// moneyJSON is an amount of money.
type moneyJSON struct {
	Amount   int64  `json:"amount" minimum:"0" maximum:"99999999" doc:"In minor units, such as cents."`
	Currency string `json:"currency" minLength:"3" maxLength:"3" doc:"Code of ISO 4217, such as EUR."`
}

func encodeMoney(m premium.Money) moneyJSON { return moneyJSON{m.Amount, m.Currency} }

// nullableMoney is an amount or null.
type nullableMoney moneyJSON

// Schema implements huma.SchemaProvider.
func (nullableMoney) Schema(r huma.Registry) *huma.Schema { return things.Nullable[moneyJSON](r) }

func orNothing(m premium.Money) *nullableMoney {
	if m.Amount == 0 {
		return nil
	}
	return new(nullableMoney(encodeMoney(m)))
}

// planPricesJSON are the prices of a plan.
type planPricesJSON struct {
	Month *nullableMoney `json:"month" doc:"Per month; null if it is not sold so."`
	Year  *nullableMoney `json:"year" doc:"Per year; null if it is not sold so."`
}

func encodePrices(p *premium.Plan) planPricesJSON {
	price := func(p *premium.Money) *nullableMoney {
		if p == nil {
			return nil
		}
		return orNothing(*p)
	}
	return planPricesJSON{price(p.Month), price(p.Year)}
}

func (p *planPricesJSON) decode() (month, year *premium.Money) {
	price := func(m *nullableMoney) *premium.Money {
		if m == nil {
			return nil
		}
		return &premium.Money{Amount: m.Amount, Currency: m.Currency}
	}
	return price(p.Month), price(p.Year)
}

// planGrantsJSON is what a plan grants, by entitlement.
type planGrantsJSON struct{ premium.Grants }

// Schema describes a property for each entitlement that is declared.
func (planGrantsJSON) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Properties: map[string]*huma.Schema{}}
	for _, d := range premium.Entitlements {
		property := &huma.Schema{Type: huma.TypeInteger, Nullable: true, Minimum: new(float64(d.Min)), Maximum: new(float64(d.Max)), Description: "At most so many " + string(d.Unit) + "; null for no limit by the plan. " + d.Guard}
		switch d.Kind {
		case premium.Switch:
			property = &huma.Schema{Type: huma.TypeBoolean, Description: "Whether the plan includes it. " + d.Guard}
		case premium.Monthly:
			property.Description = "At most so many " + string(d.Unit) + " per calendar month (UTC); null for no limit by the plan. " + d.Guard
		case premium.Most:
		}
		s.Properties[string(d.Name)] = property
		s.Required = append(s.Required, string(d.Name))
	}
	s.PrecomputeMessages()
	return s
}

// OfferedPlanJSON is a plan as everybody sees it.
type OfferedPlanJSON struct {
	ID            string         `json:"id" doc:"ID of the plan; free and premium are there from the start."`
	Name          string         `json:"name" doc:"Name that people see."`
	Description   string         `json:"description" doc:"A sentence or two; may be empty."`
	Rank          int            `json:"rank" doc:"Of several plans, a person has the one with the highest rank."`
	Prices        planPricesJSON `json:"prices" doc:"What it costs."`
	TrialDays     int            `json:"trialDays" doc:"Days before the first payment."`
	FamilyMembers int            `json:"familyMembers" doc:"People who share the plan with the one who pays."`
	Grants        planGrantsJSON `json:"grants" doc:"What it grants."`
}

func encodeOffered(p *premium.Plan) OfferedPlanJSON {
	return OfferedPlanJSON{
		ID: p.ID, Name: p.Name, Description: p.Description, Rank: p.Rank, Prices: encodePrices(p), TrialDays: p.TrialDays,
		FamilyMembers: p.FamilyMembers, Grants: planGrantsJSON{p.Grants},
	}
}

type offeredPlansJSON struct {
	Plans []OfferedPlanJSON `json:"plans" doc:"The lowest first."`
}

func (a *API) offered(ctx context.Context, _ *struct{}) (*edge.Body[offeredPlansJSON], error) {
	plans, err := a.Billing.Offered(ctx)
	if err != nil {
		return nil, err
	}
	return edge.Reply(offeredPlansJSON{edge.EncodeAll(plans, encodeOffered)})
}

// adminPlanJSON is a plan as operators see it.
type adminPlanJSON struct {
	OfferedPlanJSON

	Offered   bool      `json:"offered" doc:"Whether people can choose it."`
	Version   int64     `json:"version" doc:"Version of the plan, for If-Match."`
	CreatedAt edge.Time `json:"createdAt" doc:"When it was made."`
	UpdatedAt edge.Time `json:"updatedAt" doc:"When it was last changed."`
}

func encodePlan(p *premium.Plan) adminPlanJSON {
	return adminPlanJSON{encodeOffered(p), p.IsOffered, p.Version, edge.Time(p.CreatedAt), edge.Time(p.UpdatedAt)}
}

type adminPlansJSON struct {
	Plans []adminPlanJSON `json:"plans" doc:"The lowest first."`
}

func (a *API) plans(ctx context.Context, _ *struct{}) (*edge.Body[adminPlansJSON], error) {
	plans, err := a.Billing.Plans(ctx)
	if err != nil {
		return nil, err
	}
	return edge.Reply(adminPlansJSON{edge.EncodeAll(plans, encodePlan)})
}

// versionedPlan is a plan with its version.
type versionedPlan struct {
	Version int64 `header:"X-Plan-Version" doc:"Version of the plan, which grows with each change."`
	Body    adminPlanJSON
}

func (a *API) plan(ctx context.Context, in *edge.ItemPath) (*versionedPlan, error) {
	p, err := a.Billing.Plan(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &versionedPlan{p.Version, encodePlan(p)}, nil
}

// PlanForm is what an operator can say about a plan.
type PlanForm struct {
	Name          string         `json:"name" doc:"Name that people see, of at most 80 characters."`
	Description   string         `json:"description" doc:"A sentence or two, of at most 500 characters."`
	Rank          int            `json:"rank" doc:"From 1 to 1000, different for each plan; 0 for the plan Free."`
	Prices        planPricesJSON `json:"prices" doc:"What it costs. The plan Free costs nothing."`
	TrialDays     int            `json:"trialDays" doc:"Days before the first payment, up to 730."`
	FamilyMembers int            `json:"familyMembers" doc:"People who share the plan with the one who pays, up to 50."`
	Grants        planGrantsJSON `json:"grants" doc:"What it grants."`
	Offered       bool           `json:"offered" doc:"Whether people can choose it."`
}

func (f *PlanForm) decode(id string) *premium.Plan {
	p := &premium.Plan{
		ID: id, Name: f.Name, Description: f.Description, Rank: f.Rank, TrialDays: f.TrialDays, FamilyMembers: f.FamilyMembers,
		Grants: f.Grants.Grants, IsOffered: f.Offered,
	}
	p.Month, p.Year = f.Prices.decode()
	return p
}

type makePlanInput struct{ Body PlanForm }

func (a *API) makePlan(ctx context.Context, in *makePlanInput) (*edge.Body[adminPlanJSON], error) {
	p := in.Body.decode("")
	if err := a.Billing.MakePlan(ctx, edge.Viewer(ctx), p); err != nil {
		return nil, err
	}
	return edge.Reply(encodePlan(p))
}

type savePlanInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the plan."`
	Body struct {
		PlanForm

		Version *int64 `json:"version,omitempty" doc:"Version that was read; only If-Match is compared."`
	}
}

func (a *API) savePlan(ctx context.Context, in *savePlanInput) (*versionedPlan, error) {
	p := in.Body.decode(in.ID)
	if err := a.Billing.SavePlan(ctx, edge.Viewer(ctx), p); err != nil {
		return nil, err
	}
	return &versionedPlan{p.Version, encodePlan(p)}, nil
}

func (a *API) deletePlan(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Billing.DeletePlan(ctx, edge.Viewer(ctx), in.ID)
}

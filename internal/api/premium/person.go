package premium

import (
	"context"
	"time"

	"sonora/internal/billing"
	"sonora/internal/edge"
	"sonora/internal/premium"
)

type ownPlanJSON struct {
	ID          string `json:"id" doc:"ID of the plan."`
	Name        string `json:"name" doc:"Name of the plan."`
	Description string `json:"description" doc:"A sentence or two; may be empty."`
	Rank        int    `json:"rank" doc:"A plan with a higher rank includes more."`
}

type entitlementJSON struct {
	Name     string          `json:"name" doc:"Name of the entitlement, such as aiGenerations."`
	Kind     string          `json:"kind" enum:"switch,monthly,most" doc:"How it counts: not at all, per calendar month (UTC), or at a time."`
	Unit     string          `json:"unit" doc:"What the limit counts: pieces, seconds, minutes, megabytes, stations or devices; empty for a switch."`
	Included bool            `json:"included" doc:"Whether the plan grants any of it."`
	Limit    *int64          `json:"limit" doc:"At most so much; null for no limit by the plan, and for a switch."`
	Used     *int64          `json:"used" doc:"How much you have used: this month, or at all; null for what is not counted."`
	ResetsAt edge.TimeOrNull `json:"resetsAt" doc:"When the count starts again; null if it does not."`
}

func encodeEntitlements(o *billing.Overview, isUnlimited bool) []entitlementJSON {
	list := []entitlementJSON{}
	for _, d := range premium.Entitlements {
		e := entitlementJSON{Name: string(d.Name), Kind: string(d.Kind), Unit: string(d.Unit), Limit: o.Plan.Grants[d.Name]}
		e.Included = e.Limit == nil || *e.Limit > 0
		if d.Kind == premium.Switch {
			e.Limit = nil
		}
		if isUnlimited {
			e.Included, e.Limit = true, nil
		}
		if used, counted := o.Used[d.Name]; counted {
			e.Used = &used
		}
		if d.Kind == premium.Monthly {
			e.ResetsAt = edge.TimeOrNull(o.ResetsAt)
		}
		list = append(list, e)
	}
	return list
}

// FamilyMemberJSON is a person whom somebody invited to share a plan.
type FamilyMemberJSON struct {
	ID     string `json:"id" doc:"ID with which to take the person out of the family."`
	Name   string `json:"name" doc:"Name of the person; empty until the person has joined."`
	Email  string `json:"email" doc:"Address to which the invitation went; empty once somebody with another one has joined."`
	Status string `json:"status" enum:"invited,joined" doc:"Whether the person has joined."`
}

func encodeFamilyMember(f *premium.FamilyMember) FamilyMemberJSON {
	status := "invited"
	if !f.JoinedAt.IsZero() {
		status = "joined"
	}
	return FamilyMemberJSON{f.ID, f.Name, f.KnownEmail(), status}
}

type familyJSON struct {
	Role    string             `json:"role" enum:"none,payer,member" doc:"Whether you share your plan, or somebody shares one with you."`
	Max     int                `json:"max" doc:"How many people can share your plan."`
	Members []FamilyMemberJSON `json:"members" doc:"Those who share your plan; as a member, yourself."`
}

func encodeFamily(o *billing.Overview) familyJSON {
	f := familyJSON{Role: "none", Members: edge.EncodeAll(o.Family, encodeFamilyMember)}
	if o.Status != premium.IsFamily {
		f.Max = o.Plan.FamilyMembers
	}
	switch {
	case o.Joined != nil:
		f.Role, f.Members = "member", []FamilyMemberJSON{encodeFamilyMember(o.Joined)}
	case f.Max > 0:
		f.Role = "payer"
	}
	return f
}

// OwnMembershipJSON is one reason for which a person has or had a plan.
type OwnMembershipJSON struct {
	ID       string          `json:"id" doc:"ID of the membership."`
	PlanID   string          `json:"planId" doc:"ID of its plan."`
	PlanName string          `json:"planName" doc:"Name of its plan."`
	Source   string          `json:"source" enum:"grant,code,family,stripe,community" doc:"Where it is from."`
	Status   string          `json:"status" enum:"trialing,active,past_due,canceled,ended" doc:"Its state now."`
	StartsAt edge.Time       `json:"startsAt" doc:"When it began."`
	EndsAt   edge.TimeOrNull `json:"endsAt" doc:"When what was paid or granted ends; null for never."`
	Interval *string         `json:"interval" enum:"month,year" doc:"How often it is paid; null if nobody pays for it."`
}

type ownPremiumJSON struct {
	Plan              ownPlanJSON         `json:"plan" doc:"Your plan."`
	Status            string              `json:"status" enum:"free,trialing,active,past_due,canceled,granted,family" doc:"Why you have it. canceled: it runs until endsAt."`
	Source            *string             `json:"source" enum:"grant,code,family,stripe,community" doc:"Where it is from; null for the plan Free."`
	StartsAt          edge.TimeOrNull     `json:"startsAt" doc:"Since when you have it; null for the plan Free."`
	EndsAt            edge.TimeOrNull     `json:"endsAt" doc:"When what was paid or granted ends; null for never."`
	TrialEndsAt       edge.TimeOrNull     `json:"trialEndsAt" doc:"When the trial ends; null if there is none."`
	GraceUntil        edge.TimeOrNull     `json:"graceUntil" doc:"Until when you keep the plan without another payment; null if none is late."`
	CancelAtPeriodEnd bool                `json:"cancelAtPeriodEnd" doc:"Whether it ends at endsAt without another payment."`
	Interval          *string             `json:"interval" enum:"month,year" doc:"How often you pay; null if you do not."`
	Reason            string              `json:"reason" doc:"What the operator wrote who granted it; may be empty."`
	Unlimited         bool                `json:"unlimited" doc:"Plans do not limit operators."`
	Payments          premiumPayingJSON   `json:"payments" doc:"Whether plans can be paid here."`
	Entitlements      []entitlementJSON   `json:"entitlements" doc:"What the plan grants, and what you have used."`
	Family            familyJSON          `json:"family" doc:"People with whom you share a plan."`
	Memberships       []OwnMembershipJSON `json:"memberships" doc:"Every reason for which you have or had a plan, the newest first."`
}

type premiumPayingJSON struct {
	Configured bool `json:"configured" doc:"Whether people can pay for plans here."`
	Portal     bool `json:"portal" doc:"Whether you can manage your payments at the payment provider."`
}

func (a *API) mine(ctx context.Context, _ *struct{}) (*edge.Body[ownPremiumJSON], error) {
	v := edge.Viewer(ctx)
	o, err := a.Billing.Overview(ctx, v)
	if err != nil {
		return nil, err
	}
	now := a.Billing.Now()
	mine := ownPremiumJSON{
		Plan: ownPlanJSON{o.Plan.ID, o.Plan.Name, o.Plan.Description, o.Plan.Rank}, Status: string(o.Status), Unlimited: v.IsAdmin(),
		Entitlements: encodeEntitlements(o, v.IsAdmin()), Family: encodeFamily(o),
		Memberships: edge.EncodeAll(o.Memberships, func(m *premium.Membership) OwnMembershipJSON {
			return encodeOwnMembership(m, o.PlanNames[m.PlanID], now)
		}),
	}
	mine.Payments.Configured = a.IsPayable()
	mine.Payments.Portal = mine.Payments.Configured && o.HasPaid
	if m := o.Membership; m != nil {
		mine.describe(m, o.Status)
	}
	return edge.Reply(mine)
}

// describe adds what a running membership says.
func (j *ownPremiumJSON) describe(m *premium.Membership, status premium.StandingStatus) {
	j.Source, j.Interval, j.Reason = new(string(m.Source)), edge.OrNull(string(m.Interval)), m.Reason
	j.StartsAt, j.EndsAt, j.TrialEndsAt, j.CancelAtPeriodEnd = edge.TimeOrNull(m.StartsAt), edge.TimeOrNull(m.EndsAt), edge.TimeOrNull(m.TrialEndsAt), m.CancelAtPeriodEnd
	if status == premium.IsPastDue {
		j.GraceUntil = edge.TimeOrNull(m.StopsAt())
	}
}

func encodeOwnMembership(m *premium.Membership, planName string, now time.Time) OwnMembershipJSON {
	return OwnMembershipJSON{m.ID, m.PlanID, planName, string(m.Source), string(m.StatusAt(now)), edge.Time(m.StartsAt), edge.TimeOrNull(m.EndsAt), edge.OrNull(string(m.Interval))}
}

type redeemCodeInput struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"100" doc:"The code, with or without hyphens, in any case."`
	}
}

func (a *API) redeem(ctx context.Context, in *redeemCodeInput) (*edge.Body[ownPremiumJSON], error) {
	if err := a.Billing.Redeem(ctx, edge.Viewer(ctx), in.Body.Code); err != nil {
		return nil, err
	}
	return a.mine(ctx, nil)
}

type inviteToFamilyInput struct {
	Body struct {
		Email string `json:"email" minLength:"1" maxLength:"254" doc:"Address of the person, to which the invitation goes."`
	}
}

type familyInvitationJSON struct {
	FamilyMemberJSON

	Invitation string    `json:"invitation" doc:"The invitation, with which the person can join, to pass on. Shown only once."`
	Mailed     bool      `json:"mailed" doc:"Whether the invitation is on its way to the address by mail. Otherwise, pass it on yourself."`
	ExpiresAt  edge.Time `json:"expiresAt" doc:"When the invitation stops working."`
}

func (a *API) invite(ctx context.Context, in *inviteToFamilyInput) (*edge.Secret[familyInvitationJSON], error) {
	i, err := a.Billing.InviteToFamily(ctx, edge.Viewer(ctx), in.Body.Email)
	if err != nil {
		return nil, err
	}
	return edge.Secretly(familyInvitationJSON{encodeFamilyMember(&i.FamilyMember), i.Secret, i.IsMailed, edge.Time(i.ExpiresAt)}), nil
}

type joinFamilyInput struct {
	Body struct {
		Invitation string `json:"invitation" minLength:"1" maxLength:"100" doc:"The invitation."`
	}
}

func (a *API) join(ctx context.Context, in *joinFamilyInput) (*edge.Body[ownPremiumJSON], error) {
	if err := a.Billing.JoinFamily(ctx, edge.Viewer(ctx), in.Body.Invitation); err != nil {
		return nil, err
	}
	return a.mine(ctx, nil)
}

func (a *API) leave(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Billing.LeaveFamily(ctx, edge.Viewer(ctx), in.ID)
}

package admin

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/people"
)

// LimitsJSON are an operator's limits for a person.
type LimitsJSON struct {
	Storage  *int     `json:"storage" doc:"MB that the person's uploads and automixes may take; null for the server's limit, 0 for none."`
	AIBudget *float64 `json:"aiBudget" doc:"Dollars that services which make music may cost per month; null for the server's limit, 0 for none."`
}

type personLimitsJSON struct {
	LimitsJSON
	Version int64 `json:"version" doc:"Version of the limits, for If-Match."`
}

// versionedLimits are limits with their version.
type versionedLimits struct {
	Version int64 `header:"X-Limits-Version" doc:"Version of the limits, which differs when they do."`
	Body    personLimitsJSON
}

type limitsInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the account."`
	Body struct {
		LimitsJSON
		Version *int64 `json:"version,omitempty" doc:"Version that was read; only If-Match is compared."`
	}
}

// limits returns an operator's limits for an account that exists.
func (a *API) limits(ctx context.Context, in *edge.ItemPath) (*versionedLimits, error) {
	if _, err := a.Store.AccountByID(ctx, in.ID); err != nil {
		return nil, err
	}
	l, err := a.Store.Limits(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	version := l.Version()
	return &versionedLimits{version, personLimitsJSON{LimitsJSON(l), version}}, nil
}

func (a *API) setLimits(ctx context.Context, in *limitsInput) (*versionedLimits, error) {
	if err := a.Auth.SetLimits(ctx, edge.Viewer(ctx).AccountID, in.ID, people.Limits(in.Body.LimitsJSON)); err != nil {
		return nil, err
	}
	return a.limits(ctx, &edge.ItemPath{ID: in.ID})
}

package admin

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/people"
)

type limitsJSON struct {
	Storage  *int     `json:"storage" doc:"MB that the person's uploads and automixes may take; null for the server's limit, 0 for none."`
	AIBudget *float64 `json:"aiBudget" doc:"Dollars that services which make music may cost per month; null for the server's limit, 0 for none."`
}

type limitsInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the account."`
	Body limitsJSON
}

// limits returns an operator's limits for an account that exists.
func (a *API) limits(ctx context.Context, in *edge.ItemPath) (*edge.Body[limitsJSON], error) {
	if _, err := a.Store.AccountByID(ctx, in.ID); err != nil {
		return nil, err
	}
	l, err := a.Store.Limits(ctx, in.ID)
	return edge.Encoded(&l, err, func(l *people.Limits) limitsJSON { return limitsJSON(*l) })
}

func (a *API) setLimits(ctx context.Context, in *limitsInput) (*edge.Body[limitsJSON], error) {
	if err := a.Auth.SetLimits(ctx, edge.Viewer(ctx).AccountID, in.ID, people.Limits(in.Body)); err != nil {
		return nil, err
	}
	return a.limits(ctx, &edge.ItemPath{ID: in.ID})
}

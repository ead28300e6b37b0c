package review

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/generation"
)

// aiFiguresJSON holds the figures of music that AI made.
type aiFiguresJSON struct {
	TotalGenerated int      `json:"totalGenerated" doc:"Number of pieces that this server and its services have made, without uploads that copy them."`
	PendingReview  int      `json:"pendingReview" doc:"Number of pieces, and of uploads that copy them, that wait for a decision."`
	MonthlyCost    float64  `json:"monthlyCost" doc:"Dollars since the first of this month in the time zone of the settings, as budgets count."`
	ApprovalRate   *float64 `json:"approvalRate" doc:"Share of the decided pieces, and of uploads that copy them, that are approved, 0 to 1; null while nothing is decided."`
}

func (a *API) stats(ctx context.Context, _ *struct{}) (*edge.Body[aiFiguresJSON], error) {
	settings := a.Settings()
	f, err := a.Store.GenerationFigures(ctx, generation.BudgetMonthBegan(&settings, time.Now()))
	if err != nil {
		return nil, err
	}
	out := aiFiguresJSON{TotalGenerated: f.Generated, PendingReview: f.Pending, MonthlyCost: f.Spent.Dollars()}
	if decided := f.Approved + f.Rejected; decided > 0 {
		out.ApprovalRate = new(float64(f.Approved) / float64(decided))
	}
	return edge.Reply(out)
}

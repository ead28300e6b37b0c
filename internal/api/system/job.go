package system

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/music"
)

type failedJobJSON struct {
	ID       string          `json:"id" doc:"ID of the job."`
	Kind     string          `json:"kind" doc:"What it does."`
	Account  *string         `json:"accountId" doc:"ID of the account that it works for; null for none."`
	Attempts int             `json:"attempts" doc:"How often it was tried."`
	Error    string          `json:"error" doc:"Why the last attempt failed, as in the log."`
	FailedAt edge.TimeOrNull `json:"failedAt" doc:"When it was given up."`
}

func (a *API) failedJobs(ctx context.Context, in *struct{ edge.Paging }) (*edge.PageOf[failedJobJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.operator.FailedJobs(ctx, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, func(j *music.Job) failedJobJSON {
		return failedJobJSON{j.ID, j.Kind, edge.OrNull(j.AccountID), j.Attempts, j.Error, edge.TimeOrNull(j.FinishedAt)}
	}), nil
}

func (a *API) restartJob(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.operator.RestartJob(ctx, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The job is in the queue again.")
}

package station

import (
	"context"
	"errors"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

// studioPassJSON says whether the viewer may go on air from the browser. A page
// cannot read why a WebSocket was refused.
type studioPassJSON struct {
	IsAllowed bool   `json:"isAllowed" doc:"Whether you may go on air now."`
	Reason    string `json:"reason" doc:"Why you may not; empty if you may."`
	DJName    string `json:"djName" doc:"The name that listeners see; empty if you may not."`
	// MaxRecordingMinutes is what the plan of the DJ allows.
	MaxRecordingMinutes *int64 `json:"maxRecordingMinutes" doc:"When a recording of your show ends by itself, and is kept; null if your plan sets no limit, or if you may not go on air."`
}

func (a *API) studioPass(ctx context.Context, in *edge.ItemPath) (*edge.Body[studioPassJSON], error) {
	account, err := a.Store.AccountByID(ctx, edge.Viewer(ctx).AccountID)
	if err != nil {
		return nil, err
	}
	pass, err := a.Guard.Member(ctx, edge.Viewer(ctx), account.FullName(), in.ID)
	var told *music.Error
	if errors.As(err, &told) && told.Code != music.NotFound {
		return edge.Reply(studioPassJSON{Reason: words.Render(music.LanguageOf(ctx), told.Detail)})
	}
	if err != nil {
		return nil, err
	}
	minutes, isLimited, err := a.Stations.MaxRecording(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	body := studioPassJSON{IsAllowed: true, DJName: pass.DJ}
	if isLimited {
		body.MaxRecordingMinutes = &minutes
	}
	return edge.Reply(body)
}

package station

import (
	"context"
	"errors"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

// studioPassJSON says whether somebody may go on air from the browser: a
// refused WebSocket tells a page nothing.
type studioPassJSON struct {
	IsAllowed bool   `json:"isAllowed"`
	Reason    string `json:"reason" doc:"Why not; empty when one may."`
	DJName    string `json:"djName" doc:"What listeners are told; empty when one may not."`
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
	return edge.Reply(studioPassJSON{IsAllowed: true, DJName: pass.DJ})
}

package catalogue

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/music"
)

type yearJSON struct {
	Year   int `json:"year"`
	Tracks int `json:"tracks"`
	Albums int `json:"albums"`
}

func encodeYear(y *music.Year) yearJSON { return yearJSON(*y) }

func (a *API) years(ctx context.Context, _ *struct{}) (*edge.Body[[]yearJSON], error) {
	years, err := a.Store.Years(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return edge.Reply(edge.EncodeAll(years, encodeYear))
}

package api

import (
	"context"

	"sonora/internal/music"
)

type yearJSON struct {
	Year   int `json:"year"`
	Tracks int `json:"tracks"`
	Albums int `json:"albums"`
}

func encodeYear(y *music.Year) yearJSON { return yearJSON(*y) }

func (a *API) years(ctx context.Context, _ *struct{}) (*body[[]yearJSON], error) {
	years, err := a.store.Years(ctx, viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &body[[]yearJSON]{encodeAll(years, encodeYear)}, nil
}

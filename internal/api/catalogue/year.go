package catalogue

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/music"
)

type yearJSON struct {
	Year   int `json:"year" doc:"The year."`
	Tracks int `json:"tracks" doc:"Number of tracks from this year."`
	Albums int `json:"albums" doc:"Number of albums from this year."`
}

func encodeYear(y *music.Year) yearJSON { return yearJSON(*y) }

func (a *API) years(ctx context.Context, in *edge.Part) (*edge.PageOf[yearJSON], error) {
	years, err := a.Store.Years(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, years, err, encodeYear)
}

package server

import (
	"context"

	"sonora"
	"sonora/internal/edge"
)

type releaseJSON struct {
	Version string     `json:"version" doc:"Version of Sonora, for example 1.4.0."`
	Date    *string    `json:"date" format:"date" doc:"null if the release has no date."`
	Notes   []noteJSON `json:"notes" nullable:"false" doc:"What changed."`
}

type noteJSON struct {
	Area string `json:"area" doc:"The area it concerns; may be empty."`
	Text string `json:"text" doc:"In English."`
}

func (a *API) releases(_ context.Context, in *edge.Part) (*edge.PageOf[releaseJSON], error) {
	return edge.PartOf(in, sonora.Releases(), nil, func(r *sonora.Release) releaseJSON {
		return releaseJSON{r.Version, edge.OrNull(r.Date), edge.EncodeAll(r.Notes, func(n *sonora.Note) noteJSON { return noteJSON{n.Area, n.Text} })}
	})
}

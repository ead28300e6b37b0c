package server

import (
	"context"

	"sonora"
	"sonora/internal/edge"
)

type releaseJSON struct {
	Version string     `json:"version"`
	Date    *string    `json:"date" format:"date" doc:"null where it is not dated."`
	Notes   []noteJSON `json:"notes" nullable:"false"`
}

type noteJSON struct {
	Area string `json:"area" doc:"What it is about; may be empty."`
	Text string `json:"text" doc:"English."`
}

func (a *API) releases(context.Context, *struct{}) (*edge.Body[[]releaseJSON], error) {
	return edge.Reply(edge.EncodeAll(sonora.Releases(), func(r *sonora.Release) releaseJSON {
		return releaseJSON{r.Version, edge.OrNull(r.Date), edge.EncodeAll(r.Notes, func(n *sonora.Note) noteJSON { return noteJSON{n.Area, n.Text} })}
	}))
}

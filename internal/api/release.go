package api

import (
	"context"

	"sonora"
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

func (a *API) releases(context.Context, *struct{}) (*body[[]releaseJSON], error) {
	return &body[[]releaseJSON]{encodeAll(sonora.Releases(), func(r *sonora.Release) releaseJSON {
		return releaseJSON{r.Version, orNull(r.Date), encodeAll(r.Notes, func(n *sonora.Note) noteJSON { return noteJSON{n.Area, n.Text} })}
	})}, nil
}

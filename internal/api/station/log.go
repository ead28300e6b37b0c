package station

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// stationEventJSON is an entry in the log of a station.
type stationEventJSON struct {
	Seq  int64     `json:"seq" doc:"Number of the entry, increasing."`
	At   edge.Time `json:"at" doc:"When it happened."`
	Kind string    `json:"kind" enum:"decision,source,encoder,silence,relay,schedule,error" doc:"What it is about."`
	Text string    `json:"text" doc:"What happened, in words."`
}

type stationLogInput struct {
	ID     string `path:"id" maxLength:"64" doc:"ID of the station."`
	Kind   string `query:"kind" enum:"decision,source,encoder,silence,relay,schedule,error" doc:"Only entries about this; all if omitted."`
	Before int64  `query:"before" minimum:"0" doc:"The seq of the last entry on the previous page."`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Maximum number of entries."`
}

// stationLog lists the log entries of a station for the people who manage it.
func (a *API) stationLog(ctx context.Context, in *stationLogInput) (*edge.Body[[]stationEventJSON], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	events, err := a.Store.StationEvents(ctx, in.ID, in.Kind, in.Before, in.Limit)
	if err != nil {
		return nil, err
	}
	language := music.LanguageOf(ctx)
	return edge.Reply(edge.EncodeAll(events, func(e *station.LogEntry) stationEventJSON {
		return stationEventJSON{e.Seq, edge.Time(e.At), e.Kind, words.Render(language, e.Text)}
	}))
}

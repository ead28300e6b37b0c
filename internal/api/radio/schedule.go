package radio

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
)

// showTimeJSON is one occurrence of a show.
type showTimeJSON struct {
	ShowID string           `json:"showId" doc:"ID of the show."`
	Name   string           `json:"name" doc:"Name of the show."`
	Kind   station.ShowKind `json:"kind" enum:"lists,live" doc:"lists: played by the AutoDJ. live: by a DJ."`
	DJ     *string          `json:"dj" doc:"The DJ of a live show."`
	From   edge.Time        `json:"from" doc:"When it begins."`
	To     edge.Time        `json:"to" doc:"When it ends."`
}

type scheduleInput struct {
	edge.ItemPart
	From time.Time `query:"from" doc:"Now if omitted."`
	To   time.Time `query:"to" doc:"At most five weeks after from; one week if omitted."`
}

const (
	week        = 7 * 24 * time.Hour
	maxSchedule = 5 * week
)

// stationSchedule lists when shows go out. Listeners may see it too.
func (a *API) stationSchedule(ctx context.Context, in *scheduleInput) (*edge.PageOf[showTimeJSON], error) {
	s, err := a.Store.Station(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	from, to := in.From, in.To
	if from.IsZero() {
		from = time.Now()
	}
	if to.IsZero() {
		to = from.Add(week)
	}
	if !to.After(from) || to.Sub(from) > maxSchedule || from.Year() < 1990 || to.Year() > 2200 {
		wrong := music.FieldErrors{}
		wrong.Add("to", "Choose a span of at most five weeks.")
		return nil, wrong.Err()
	}
	times, err := a.Planner.Schedule(ctx, s.ID, from, to)
	if err != nil {
		return nil, err
	}
	names, err := a.djNames(ctx, s.ID, times)
	return edge.PartOf(&in.Part, times, err, func(t *station.ShowTime) showTimeJSON {
		return showTimeJSON{t.Show.ID, t.Show.Name, t.Show.Kind, edge.OrNull(names[t.Show.DJID]), edge.Time(t.From), edge.Time(t.To)}
	})
}

// djNames returns the names of the DJs of shows, by ID.
func (a *API) djNames(ctx context.Context, stationID string, times []station.ShowTime) (map[string]string, error) {
	names := map[string]string{}
	for i := range times {
		if times[i].Show.DJID == "" {
			continue
		}
		djs, err := a.Store.StationDJs(ctx, stationID)
		for _, d := range djs {
			names[d.ID] = d.Name
		}
		return names, err
	}
	return names, nil
}

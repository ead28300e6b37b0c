package station

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/station"
)

// showJSON is a show in the calendar of a station.
type showJSON struct {
	ID          string           `json:"id" doc:"ID of the show."`
	Name        string           `json:"name" doc:"Name of the show."`
	Kind        station.ShowKind `json:"kind" enum:"lists,live" doc:"lists: played by the AutoDJ. live: by a DJ."`
	DJID        *string          `json:"djId" doc:"The DJ of a live show; null for any DJ of the station."`
	Lists       []string         `json:"lists" doc:"IDs of the rotation playlists it plays; empty for all that are enabled."`
	Days        []int            `json:"days" doc:"Days of the week on which it begins, from 1 (Monday) to 7 (Sunday)."`
	StartMinute int              `json:"startMinute" doc:"Minutes after midnight in the station's time zone."`
	Minutes     int              `json:"minutes" doc:"Length in minutes by the station's clock."`
	FirstDay    *string          `json:"firstDay" doc:"YYYY-MM-DD; null for no first day."`
	LastDay     *string          `json:"lastDay" doc:"YYYY-MM-DD; null for no last day."`
	IsHard      bool             `json:"isHard" doc:"Whether it begins on the second, without waiting for the end of a track."`
	IsRecorded  bool             `json:"isRecorded" doc:"Whether a live show is recorded as a mix."`
}

func encodeShow(s *station.Show) showJSON {
	days := []int{}
	for day := range 7 {
		if s.Days&(1<<day) != 0 {
			days = append(days, day+1)
		}
	}
	return showJSON{
		ID: s.ID, Name: s.Name, Kind: s.Kind, DJID: edge.OrNull(s.DJID), Lists: s.Lists, Days: days, StartMinute: s.StartMinute, Minutes: s.Minutes,
		FirstDay: edge.OrNull(s.FirstDay), LastDay: edge.OrNull(s.LastDay), IsHard: s.IsHard, IsRecorded: s.IsRecorded,
	}
}

// showForm changes a show. Fields that are omitted stay as they are.
type showForm struct {
	edge.Returned[showJSON] `json:"-"`

	Name        scalar.TextOrNull `json:"name,omitzero" doc:"Name of the show."`
	Kind        *string           `json:"kind,omitempty" doc:"lists (default) or live."`
	DJID        scalar.TextOrNull `json:"djId,omitzero" doc:"ID of the DJ of a live show; null for any DJ of the station."`
	Lists       *[]string         `json:"lists,omitempty" maxItems:"100" doc:"IDs of the rotation playlists it plays; empty for all that are enabled."`
	Days        *[]int            `json:"days,omitempty" maxItems:"7" doc:"1 (Monday) to 7 (Sunday)."`
	StartMinute *int              `json:"startMinute,omitempty" doc:"0 to 1439."`
	Minutes     *int              `json:"minutes,omitempty" doc:"1 to 1440."`
	FirstDay    scalar.TextOrNull `json:"firstDay,omitzero" doc:"First day, YYYY-MM-DD; null for none."`
	LastDay     scalar.TextOrNull `json:"lastDay,omitzero" doc:"Last day, YYYY-MM-DD; null for none."`
	IsHard      scalar.YesOrNo    `json:"isHard,omitzero" doc:"Whether it begins on the second, without waiting for the end of a track."`
	IsRecorded  scalar.YesOrNo    `json:"isRecorded,omitzero" doc:"Whether a live show is recorded as a mix."`
}

func (f *showForm) fill(s *station.Show) {
	f.Name.Set(&s.Name)
	if f.Kind != nil {
		s.Kind = station.ShowKind(*f.Kind)
	}
	f.DJID.Set(&s.DJID)
	setIf(&s.Lists, f.Lists)
	if f.Days != nil {
		s.Days = 0
		for _, day := range *f.Days {
			if day < 1 || day > 7 {
				s.Days = 128 // not a day, so Show.Check rejects it
				break
			}
			s.Days |= 1 << (day - 1)
		}
	}
	setIf(&s.StartMinute, f.StartMinute)
	setIf(&s.Minutes, f.Minutes)
	f.FirstDay.Set(&s.FirstDay)
	f.LastDay.Set(&s.LastDay)
	f.IsHard.Set(&s.IsHard)
	f.IsRecorded.Set(&s.IsRecorded)
}

func (a *API) stationShows(ctx context.Context, in *edge.ItemPart) (*edge.PageOf[showJSON], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	shows, err := a.Store.StationShows(ctx, in.ID)
	return edge.PartOf(&in.Part, shows, err, encodeShow)
}

type newShowInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	Body showForm
}

func (a *API) addStationShow(ctx context.Context, in *newShowInput) (*edge.Body[showJSON], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	s, err := a.Schedules.AddShow(ctx, in.ID, in.Body.fill)
	return edge.Encoded(s, err, encodeShow)
}

type showInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	Show string `path:"show" maxLength:"64" doc:"ID of the show."`
	Body showForm
}

func (a *API) saveStationShow(ctx context.Context, in *showInput) (*edge.Body[showJSON], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	s, err := a.Schedules.ChangeShow(ctx, in.ID, in.Show, in.Body.fill)
	return edge.Encoded(s, err, encodeShow)
}

type showPath struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	Show string `path:"show" maxLength:"64" doc:"ID of the show."`
}

func (a *API) removeStationShow(ctx context.Context, in *showPath) (*struct{}, error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.Schedules.RemoveShow(ctx, in.ID, in.Show)
}

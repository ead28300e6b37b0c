package radio

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
)

type stationsInput struct {
	edge.Paging
	Text     string `query:"q" maxLength:"500" doc:"Words in the name, genre or description; case and accents do not matter."`
	Country  string `query:"country" maxLength:"100" doc:"Only stations of this country."`
	Genre    string `query:"genre" maxLength:"100" doc:"Only stations of this genre."`
	Language string `query:"language" maxLength:"100" doc:"Only stations in this language."`
	Mode     string `query:"mode" enum:"relay,autodj,live,both" doc:"All modes if omitted."`
	Sort     string `query:"sort" enum:"newest,name,popular,trending" doc:"newest (default), name, popular: by listening in the last 90 days, trending: by listeners now and listening in the last seven days."`
	Own      bool   `query:"own" doc:"Only your own stations."`
}

func (in *stationsInput) filter(v music.Viewer) station.Filter {
	f := station.Filter{
		Text: in.Text, Country: in.Country, Genre: in.Genre, Language: in.Language, Mode: station.Mode(in.Mode), Sort: station.Sort(in.Sort),
	}
	if in.Own {
		f.OwnerID = v.AccountID
	}
	return f
}

func (a *API) stations(ctx context.Context, in *stationsInput) (*edge.PageOf[things.StationJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	v := edge.Viewer(ctx)
	if in.Own && !v.SignedIn() {
		return nil, music.ErrUnauthenticated
	}
	f := in.filter(v)
	f.Listeners = func(id string) int {
		now, _ := a.Radio.Status(id)
		return now.Listeners
	}
	list, err := a.Store.FindStations(ctx, v, f, time.Now(), page)
	if err != nil {
		return nil, err
	}
	encode, err := a.StationEncoder(ctx, list.Items)
	if err != nil {
		return nil, err
	}
	if f.Sort != "" && f.Sort != station.SortNewest {
		in.ByPosition()
	}
	return edge.Answer(&in.Paging, list, encode), nil
}

type stationGroupJSON struct {
	Name         string `json:"name" doc:"The genre or country."`
	StationCount int    `json:"stationCount" doc:"Number of stations."`
}

func encodeStationGroup(g *station.Group) stationGroupJSON {
	return stationGroupJSON{g.Name, g.Stations}
}

func (a *API) stationGenres(ctx context.Context, in *edge.Part) (*edge.PageOf[stationGroupJSON], error) {
	groups, err := a.Store.StationGenres(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, groups, err, encodeStationGroup)
}

func (a *API) stationCountries(ctx context.Context, in *edge.Part) (*edge.PageOf[stationGroupJSON], error) {
	groups, err := a.Store.StationCountries(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, groups, err, encodeStationGroup)
}

func (a *API) station(ctx context.Context, in *edge.ItemPath) (*things.StationAnswer, error) {
	s, err := a.Store.Station(ctx, edge.Viewer(ctx), in.ID)
	return a.OneStation(ctx, s, err)
}

// OneStation encodes a station unless there was an error.
func (a *API) OneStation(ctx context.Context, s *station.Station, err error) (*things.StationAnswer, error) {
	if err != nil {
		return nil, err
	}
	encode, err := a.StationEncoder(ctx, []station.Station{*s})
	if err != nil {
		return nil, err
	}
	return &things.StationAnswer{Version: s.Version, Body: encode(s)}, nil
}

package api

import (
	"context"
	"time"

	"sonora/internal/music"
)

// stationJSON is a radio station as listeners see it.
type stationJSON struct {
	ID            string  `json:"id"`
	Name          string  `json:"name"`
	Description   string  `json:"description"`
	StreamURL     string  `json:"streamUrl"`
	LogoURL       *string `json:"logoUrl"`
	IsLive        bool    `json:"isLive"`
	ListenerCount int     `json:"listenerCount"`
	Genre         string  `json:"genre"`
	Country       string  `json:"country"`
	IsPublic      bool    `json:"isPublic" doc:"Visitors see it."`
}

// encodeStation says off air: nobody probes stations yet, see music.Station.
func encodeStation(s *music.Station) stationJSON {
	return stationJSON{
		ID: s.ID, Name: s.Name, Description: s.Description, StreamURL: s.StreamURL, LogoURL: orNull(s.LogoURL),
		Genre: s.Genre, Country: s.Country, IsPublic: s.IsPublic,
	}
}

// adminStationJSON is a radio station as the operator sees it.
type adminStationJSON struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Logo        *string   `json:"logo"`
	StreamURL   string    `json:"streamUrl"`
	MetadataURL *string   `json:"metadataUrl"`
	Genre       string    `json:"genre"`
	Country     string    `json:"country"`
	IsOnline    bool      `json:"isOnline"`
	Listeners   int       `json:"listeners"`
	Type        string    `json:"type" enum:"icecast,shoutcast"`
	Bitrate     int       `json:"bitrate" doc:"kbit/s."`
	Format      string    `json:"format"`
	IsPublic    bool      `json:"isPublic" doc:"Visitors see it."`
	CreatedAt   time.Time `json:"createdAt"`
}

func encodeAdminStation(s *music.Station) adminStationJSON {
	return adminStationJSON{
		ID: s.ID, Name: s.Name, Description: s.Description, Logo: orNull(s.LogoURL), StreamURL: s.StreamURL, MetadataURL: orNull(s.MetadataURL),
		Genre: s.Genre, Country: s.Country, Type: string(s.Kind), Bitrate: s.Bitrate, Format: s.Format, IsPublic: s.IsPublic, CreatedAt: s.CreatedAt.UTC(),
	}
}

// stationForm is what the operator says about a station. What is left out
// stays as it is.
type stationForm struct {
	_           struct{}   `json:"-" additionalProperties:"true"`
	Name        textOrNull `json:"name,omitzero"`
	Description textOrNull `json:"description,omitzero"`
	Logo        textOrNull `json:"logo,omitzero"`
	StreamURL   textOrNull `json:"streamUrl,omitzero"`
	MetadataURL textOrNull `json:"metadataUrl,omitzero"`
	Genre       textOrNull `json:"genre,omitzero"`
	Country     textOrNull `json:"country,omitzero"`
	Type        *string    `json:"type,omitempty" doc:"icecast, the default, or shoutcast."`
	Bitrate     *int       `json:"bitrate,omitempty" doc:"kbit/s, 128 when left out of a new one."`
	Format      textOrNull `json:"format,omitzero" doc:"MP3 when left out of a new one."`
	IsPublic    yesOrNo    `json:"isPublic,omitzero" doc:"true when left out of a new one."`
}

func (f *stationForm) fill(s *music.Station) {
	f.Name.set(&s.Name)
	f.Description.set(&s.Description)
	f.Logo.set(&s.LogoURL)
	f.StreamURL.set(&s.StreamURL)
	f.MetadataURL.set(&s.MetadataURL)
	f.Genre.set(&s.Genre)
	f.Country.set(&s.Country)
	f.Format.set(&s.Format)
	f.IsPublic.set(&s.IsPublic)
	if f.Type != nil {
		s.Kind = music.StationKind(*f.Type)
	}
	if f.Bitrate != nil {
		s.Bitrate = *f.Bitrate
	}
}

type stationsInput struct{ Paging }

func (a *API) stations(ctx context.Context, in *stationsInput) (*pageOf[stationJSON], error) {
	list, err := a.stationPage(ctx, in)
	if err != nil {
		return nil, err
	}
	return answer(&in.Paging, list, encodeStation), nil
}

func (a *API) adminStations(ctx context.Context, in *stationsInput) (*pageOf[adminStationJSON], error) {
	list, err := a.stationPage(ctx, in)
	if err != nil {
		return nil, err
	}
	return answer(&in.Paging, list, encodeAdminStation), nil
}

func (a *API) stationPage(ctx context.Context, in *stationsInput) (music.List[music.Station], error) {
	page, err := in.page()
	if err != nil {
		return music.List[music.Station]{}, err
	}
	return a.store.Stations(ctx, viewer(ctx), page)
}

func (a *API) station(ctx context.Context, in *itemPath) (*body[stationJSON], error) {
	s, err := a.store.Station(ctx, viewer(ctx), in.ID)
	return encoded(s, err, encodeStation)
}

func (a *API) makeStation(ctx context.Context, in *body[stationForm]) (*body[adminStationJSON], error) {
	s := music.NewStation()
	s.OwnerID, s.CreatedAt = viewer(ctx).AccountID, a.now()
	in.Body.fill(&s)
	return encoded(&s, a.store.CreateStation(ctx, &s), encodeAdminStation)
}

type stationInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body stationForm
}

func (a *API) saveStation(ctx context.Context, in *stationInput) (*body[adminStationJSON], error) {
	s, err := a.store.ChangeStation(ctx, in.ID, in.Body.fill)
	return encoded(s, err, encodeAdminStation)
}

func (a *API) removeStation(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.store.DeleteStation(ctx, in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"The station is deleted."}}, nil
}

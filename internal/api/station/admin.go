package station

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

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
	IsPublic    bool      `json:"isPublic" doc:"Whether visitors see it."`
	CreatedAt   time.Time `json:"createdAt"`
	Mode        string    `json:"mode" enum:"relay,autodj,live,both"`
	Mount       string    `json:"mount"`
	Problem     string    `json:"problem" doc:"Why it is silent or in trouble; may be empty."`
	OwnerID     *string   `json:"ownerId"`
}

func (a *API) adminStationFor(ctx context.Context) func(*station.Station) adminStationJSON {
	language := music.LanguageOf(ctx)
	return func(s *station.Station) adminStationJSON {
		now, _ := a.Radio.Status(s.ID)
		return adminStationJSON{
			ID: s.ID, Name: s.Name, Description: s.Description, Logo: things.StationLogoURL(s), StreamURL: s.StreamURL, MetadataURL: edge.OrNull(s.MetadataURL),
			Genre: s.Genre, Country: s.Country, IsOnline: now.State.IsOnAir(), Listeners: now.Listeners, Type: string(s.Kind), Bitrate: s.Bitrate, Format: s.Format,
			IsPublic: s.IsPublic, CreatedAt: s.CreatedAt.UTC(), Mode: string(s.Mode), Mount: s.Mount, Problem: words.Render(language, now.Problem), OwnerID: edge.OrNull(s.OwnerID),
		}
	}
}

type adminStationsInput struct{ edge.Paging }

func (a *API) adminStations(ctx context.Context, in *adminStationsInput) (*edge.PageOf[adminStationJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Stations(ctx, edge.Viewer(ctx), page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, a.adminStationFor(ctx)), nil
}

func (a *API) makeStation(ctx context.Context, in *edge.Body[stationForm]) (*edge.Body[adminStationJSON], error) {
	s, err := a.newStation(ctx, &in.Body)
	return edge.Encoded(s, err, a.adminStationFor(ctx))
}

func (a *API) saveStation(ctx context.Context, in *stationInput) (*edge.Body[adminStationJSON], error) {
	s, err := a.changeStation(ctx, in)
	return edge.Encoded(s, err, a.adminStationFor(ctx))
}

func (a *API) removeStation(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.deleteStation(ctx, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The station is deleted.")
}

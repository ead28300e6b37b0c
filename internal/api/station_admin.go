package api

import (
	"context"
	"strings"
	"time"

	"sonora/internal/station"
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
	IsPublic    bool      `json:"isPublic" doc:"Visitors see it."`
	CreatedAt   time.Time `json:"createdAt"`
	Mode        string    `json:"mode" enum:"relay,autodj,live,both"`
	Mount       string    `json:"mount"`
	Problem     string    `json:"problem" doc:"Why it is silent or in trouble; may be empty."`
	OwnerID     *string   `json:"ownerId"`
}

func (a *API) encodeAdminStation(s *station.Station) adminStationJSON {
	now, _ := a.radio.Status(s.ID)
	return adminStationJSON{
		ID: s.ID, Name: s.Name, Description: s.Description, Logo: logoURLOf(s), StreamURL: s.StreamURL, MetadataURL: orNull(s.MetadataURL),
		Genre: s.Genre, Country: s.Country, IsOnline: now.State.IsOnAir(), Listeners: now.Listeners, Type: string(s.Kind), Bitrate: s.Bitrate, Format: s.Format,
		IsPublic: s.IsPublic, CreatedAt: s.CreatedAt.UTC(), Mode: string(s.Mode), Mount: s.Mount, Problem: now.Problem, OwnerID: orNull(s.OwnerID),
	}
}

type adminStationsInput struct{ Paging }

func (a *API) adminStations(ctx context.Context, in *adminStationsInput) (*pageOf[adminStationJSON], error) {
	page, err := in.page()
	if err != nil {
		return nil, err
	}
	list, err := a.store.Stations(ctx, viewer(ctx), page)
	if err != nil {
		return nil, err
	}
	return answer(&in.Paging, list, a.encodeAdminStation), nil
}

func (a *API) makeStation(ctx context.Context, in *body[stationForm]) (*body[adminStationJSON], error) {
	s, err := a.newStation(ctx, &in.Body)
	return encoded(s, err, a.encodeAdminStation)
}

func (a *API) saveStation(ctx context.Context, in *stationInput) (*body[adminStationJSON], error) {
	s, err := a.changeStation(ctx, in)
	return encoded(s, err, a.encodeAdminStation)
}

func (a *API) removeStation(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.deleteStation(ctx, in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"The station is deleted."}}, nil
}

// relayedFormat is what a relay can be heard in, by what its owner says of it.
func relayedFormat(format string) string {
	format = strings.ToLower(format)
	switch {
	case strings.Contains(format, "aac"):
		return "aac"
	case strings.Contains(format, "opus"):
		return "opus"
	case strings.Contains(format, "ogg"), strings.Contains(format, "vorbis"):
		return "ogg"
	case strings.Contains(format, "flac"):
		return "flac"
	default:
		return "mp3"
	}
}

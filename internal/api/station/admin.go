package station

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// adminStationJSON is a radio station as the operator sees it.
type adminStationJSON struct {
	ID          string    `json:"id" doc:"ID of the station."`
	Name        string    `json:"name" doc:"Name of the station."`
	Description string    `json:"description" doc:"Text by its owner; may be empty."`
	Logo        *string   `json:"logo" doc:"Address of the logo; null for none."`
	StreamURL   string    `json:"streamUrl" doc:"Address of the relayed stream, or path of its own."`
	MetadataURL *string   `json:"metadataUrl" doc:"Where a relay reads titles; null for the stream itself."`
	Genre       string    `json:"genre" doc:"Genre; may be empty."`
	Country     string    `json:"country" doc:"Country; may be empty."`
	IsOnline    bool      `json:"isOnline" doc:"Whether listeners hear something."`
	Listeners   int       `json:"listeners" doc:"Current listeners."`
	Type        string    `json:"type" enum:"icecast,shoutcast" doc:"The protocol of a relay's server."`
	Bitrate     int       `json:"bitrate" doc:"kbit/s."`
	Format      string    `json:"format" doc:"Format of its sound, for example MP3."`
	IsPublic    bool      `json:"isPublic" doc:"Whether visitors see it."`
	CreatedAt   edge.Time `json:"createdAt" doc:"When it was made."`
	Mode        string    `json:"mode" enum:"relay,autodj,live,both" doc:"Where its sound comes from."`
	Mount       string    `json:"mount" doc:"Name in stream URLs."`
	Problem     string    `json:"problem" doc:"Why it is silent or in trouble; may be empty."`
	OwnerID     *string   `json:"ownerId" doc:"Account of its owner; null if the account is gone."`
}

func (a *API) adminStationFor(ctx context.Context) func(*station.Station) adminStationJSON {
	language := music.LanguageOf(ctx)
	return func(s *station.Station) adminStationJSON {
		now, _ := a.Radio.Status(s.ID)
		return adminStationJSON{
			ID: s.ID, Name: s.Name, Description: s.Description, Logo: things.StationLogoURL(s), StreamURL: s.StreamURL, MetadataURL: edge.OrNull(s.MetadataURL),
			Genre: s.Genre, Country: s.Country, IsOnline: now.State.IsOnAir(), Listeners: now.Listeners, Type: string(s.Kind), Bitrate: s.Bitrate, Format: s.Format,
			IsPublic: s.IsPublic, CreatedAt: edge.Time(s.CreatedAt), Mode: string(s.Mode), Mount: s.Mount, Problem: words.Render(language, now.Problem), OwnerID: edge.OrNull(s.OwnerID),
		}
	}
}

type adminStationsInput struct {
	edge.Paging
	Text       string `query:"q" maxLength:"500" doc:"Words in the name, genre or description; case and accents do not matter."`
	Genre      string `query:"genre" maxLength:"100" doc:"Only stations of this genre."`
	Mode       string `query:"mode" enum:"relay,autodj,live,both" doc:"All modes if omitted."`
	Status     string `query:"status" enum:"online,offline" doc:"Whether listeners hear something; all if omitted."`
	Visibility string `query:"visibility" enum:"public,private" doc:"Whether visitors see them; all if omitted."`
	Sort       string `query:"sort" enum:"created,-created,name,-name,genre,-genre,status,-status,listeners,-listeners,type,-type,quality,-quality" default:"-created" doc:"A column, with a minus for the other direction. The ID decides between equal values."`
}

func (a *API) adminStations(ctx context.Context, in *adminStationsInput) (*edge.PageOf[adminStationJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.StationTable(ctx, station.Table{
		Text: in.Text, Genre: in.Genre, Mode: station.Mode(in.Mode), Sort: station.TableSort(in.Sort),
		IsOnAir: edge.Either(in.Status, "online"), IsPublic: edge.Either(in.Visibility, "public"), Now: a.nowOn,
	}, page)
	if err != nil {
		return nil, err
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, a.adminStationFor(ctx)), nil
}

// nowOn returns whether a station is on air, and how many people listen to it.
func (a *API) nowOn(id string) (isOnAir bool, listeners int) {
	now, _ := a.Radio.Status(id)
	return now.State.IsOnAir(), now.Listeners
}

type changeStationsInput struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"1000" doc:"IDs of the stations."`
		Action string   `json:"action" enum:"show,hide,delete" doc:"show: visitors see them. hide: only members do. delete: delete them with their schedules and logs."`
	}
}

func (a *API) changeStations(ctx context.Context, in *changeStationsInput) (*edge.Body[edge.Bulk], error) {
	return a.edge.Each(ctx, in.Body.IDs, func(id string) (changed bool, err error) {
		if in.Body.Action == "delete" {
			return true, a.Stations.Delete(ctx, id)
		}
		show := in.Body.Action == "show"
		_, err = a.Stations.Change(ctx, edge.Viewer(ctx), id, func(s *station.Station) {
			changed = s.IsPublic != show
			s.IsPublic = show
		})
		return changed, err
	})
}

func (a *API) makeStation(ctx context.Context, in *edge.Body[newStationForm]) (*edge.Body[adminStationJSON], error) {
	s, err := a.newStation(ctx, &in.Body)
	return edge.Encoded(s, err, a.adminStationFor(ctx))
}

func (a *API) saveStation(ctx context.Context, in *stationInput) (*edge.Body[adminStationJSON], error) {
	s, err := a.changeStation(ctx, in)
	return edge.Encoded(s, err, a.adminStationFor(ctx))
}

func (a *API) removeStation(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Stations.Delete(ctx, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The station is deleted.")
}

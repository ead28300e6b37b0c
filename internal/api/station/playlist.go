package station

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
)

// stationListOfJSON is a playlist that a station plays by itself.
type stationListOfJSON struct {
	ID           string       `json:"id"`
	PlaylistID   string       `json:"playlistId"`
	Name         string       `json:"name" doc:"Of the playlist; empty when the owner of the station cannot open it any more: nothing of it is played then."`
	TrackCount   int          `json:"trackCount"`
	Role         station.Role `json:"role" enum:"music,jingle,ident,hourly,voice"`
	Weight       int          `json:"weight" doc:"Of music: how often against the others, 1 to 100."`
	EverySongs   int          `json:"everySongs" doc:"Of jingles, idents and voice tracks: after so many songs; 0: by time."`
	EveryMinutes int          `json:"everyMinutes" doc:"Of jingles, idents and voice tracks; 0: by songs. With both, what comes first."`
	Minute       int          `json:"minute" doc:"Of hourly ones: the minute of the hour, at the nearest end of a song."`
	IsEnabled    bool         `json:"isEnabled" doc:"It plays at any time. Shows that name it play it anyway."`
	Position     int          `json:"position"`
}

func encodeStationList(l *station.Playlist) stationListOfJSON {
	return stationListOfJSON{
		ID: l.ID, PlaylistID: l.PlaylistID, Name: l.Name, TrackCount: l.Entries, Role: l.Role, Weight: l.Weight, EverySongs: l.EverySongs,
		EveryMinutes: l.EveryMinutes, Minute: l.Minute, IsEnabled: l.IsEnabled, Position: l.Position,
	}
}

// stationPlaylistForm is what people say about a list. What is left out stays as it is.
type stationPlaylistForm struct {
	_            struct{}        `json:"-" additionalProperties:"true"`
	PlaylistID   edge.TextOrNull `json:"playlistId,omitzero"`
	Role         *string         `json:"role,omitempty" doc:"music when left out of a new one."`
	Weight       *int            `json:"weight,omitempty" doc:"1 when left out of a new one."`
	EverySongs   *int            `json:"everySongs,omitempty" doc:"4 when left out of a new one, and everyMinutes too."`
	EveryMinutes *int            `json:"everyMinutes,omitempty"`
	Minute       *int            `json:"minute,omitempty"`
	IsEnabled    edge.YesOrNo    `json:"isEnabled,omitzero" doc:"true when left out of a new one."`
	Position     *int            `json:"position,omitempty" doc:"Moves it among the others, from 0 on."`
}

func (f *stationPlaylistForm) fill(l *station.Playlist) {
	f.PlaylistID.Set(&l.PlaylistID)
	if f.Role != nil {
		l.Role = station.Role(*f.Role)
	}
	if f.EveryMinutes != nil && f.EverySongs == nil && l.ID == "" {
		l.EverySongs = 0
	}
	set(&l.Weight, f.Weight)
	set(&l.EverySongs, f.EverySongs)
	set(&l.EveryMinutes, f.EveryMinutes)
	set(&l.Minute, f.Minute)
	f.IsEnabled.Set(&l.IsEnabled)
	set(&l.Position, f.Position)
}

// set changes a field unless the value was left out.
func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

func (a *API) stationPlaylists(ctx context.Context, in *edge.ItemPath) (*edge.Body[[]stationListOfJSON], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	lists, err := a.Store.StationLists(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(edge.EncodeAll(lists, encodeStationList))
}

type newStationPlaylistInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body stationPlaylistForm
}

func (a *API) addStationPlaylist(ctx context.Context, in *newStationPlaylistInput) (*edge.Body[stationListOfJSON], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	l := station.NewPlaylist()
	l.StationID = in.ID
	in.Body.fill(&l)
	if err := a.mayPlay(ctx, in.ID, l.PlaylistID); err != nil {
		return nil, err
	}
	return edge.Encoded(&l, a.scheduled(in.ID, a.Store.CreateStationList(ctx, &l)), encodeStationList)
}

var errNotOpenPlaylist = music.FieldError(music.Invalid, "playlistId",
	music.Say("Choose a playlist that the owner of the station can open."))

// mayPlay reports whether a station can play a playlist: its owner and whoever
// asks may open it.
func (a *API) mayPlay(ctx context.Context, stationID, playlistID string) error {
	owner, err := a.Store.StationOwner(ctx, stationID)
	if err != nil || playlistID == "" {
		return err
	}
	for _, v := range []music.Viewer{owner, edge.Viewer(ctx)} {
		_, err := a.Store.Playlist(ctx, v, playlistID)
		if music.CodeOf(err) == music.NotFound && err != nil {
			return errNotOpenPlaylist
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scheduled tells what plays a station that its program is another one.
func (a *API) scheduled(stationID string, err error) error {
	if err == nil {
		a.Radio.Changed(stationID)
	}
	return err
}

type stationPlaylistInput struct {
	ID   string `path:"id" maxLength:"64"`
	List string `path:"list" maxLength:"64"`
	Body stationPlaylistForm
}

func (a *API) saveStationPlaylist(ctx context.Context, in *stationPlaylistInput) (*edge.Body[stationListOfJSON], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	if in.Body.PlaylistID.Text != nil {
		if err := a.mayPlay(ctx, in.ID, *in.Body.PlaylistID.Text); err != nil {
			return nil, err
		}
	}
	l, err := a.Store.ChangeStationList(ctx, in.ID, in.List, in.Body.fill)
	return edge.Encoded(l, a.scheduled(in.ID, err), encodeStationList)
}

type stationPlaylistPath struct {
	ID   string `path:"id" maxLength:"64"`
	List string `path:"list" maxLength:"64"`
}

func (a *API) removeStationPlaylist(ctx context.Context, in *stationPlaylistPath) (*edge.Body[edge.Detail], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := a.scheduled(in.ID, a.Store.DeleteStationList(ctx, in.ID, in.List)); err != nil {
		return nil, err
	}
	return edge.Say("The station does not play this list any more.")
}

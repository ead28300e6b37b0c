package station

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/station"
)

// stationListOfJSON is a rotation playlist of a station.
type stationListOfJSON struct {
	ID           string       `json:"id" doc:"ID of the rotation playlist, which is not that of the playlist."`
	PlaylistID   string       `json:"playlistId" doc:"ID of the playlist that it plays."`
	Name         string       `json:"name" doc:"Name of the playlist; empty if the station's owner can no longer open it, in which case nothing is played from it."`
	TrackCount   int          `json:"trackCount" doc:"Number of tracks in the playlist."`
	Role         station.Role `json:"role" enum:"music,jingle,ident,hourly,voice" doc:"What it is used for."`
	Weight       int          `json:"weight" doc:"For music: how often it is chosen relative to the others, 1 to 100."`
	EverySongs   int          `json:"everySongs" doc:"For jingles, idents and voice tracks: play one after this many songs; 0 to go by time only."`
	EveryMinutes int          `json:"everyMinutes" doc:"For jingles, idents and voice tracks: play one after this many minutes; 0 to go by songs only. With both, whichever comes first."`
	Minute       int          `json:"minute" doc:"For hourly playlists: the minute of the hour. Plays at the end of the song nearest to it."`
	IsEnabled    bool         `json:"isEnabled" doc:"Whether it plays by default. Shows that name it play it anyway."`
	Position     int          `json:"position" doc:"Its place in the list, from 0."`
}

func encodeStationList(l *station.Playlist) stationListOfJSON {
	return stationListOfJSON{
		ID: l.ID, PlaylistID: l.PlaylistID, Name: l.Name, TrackCount: l.Entries, Role: l.Role, Weight: l.Weight, EverySongs: l.EverySongs,
		EveryMinutes: l.EveryMinutes, Minute: l.Minute, IsEnabled: l.IsEnabled, Position: l.Position,
	}
}

// stationPlaylistForm changes a rotation playlist. Fields that are omitted stay
// as they are.
type stationPlaylistForm struct {
	edge.Returned[stationListOfJSON] `json:"-"`

	PlaylistID   scalar.TextOrNull `json:"playlistId,omitzero" doc:"ID of the playlist to play from."`
	Role         *string           `json:"role,omitempty" doc:"Defaults to music for a new one."`
	Weight       *int              `json:"weight,omitempty" doc:"Defaults to 1 for a new one."`
	EverySongs   *int              `json:"everySongs,omitempty" doc:"Defaults to 4 for a new one without everyMinutes."`
	EveryMinutes *int              `json:"everyMinutes,omitempty" doc:"For jingles, idents and voice tracks: play one after this many minutes."`
	Minute       *int              `json:"minute,omitempty" doc:"For hourly playlists: the minute of the hour, 0 to 59."`
	IsEnabled    scalar.YesOrNo    `json:"isEnabled,omitzero" doc:"Defaults to true for a new one."`
	Position     *int              `json:"position,omitempty" doc:"Moves it to this position in the list, from 0."`
}

func (f *stationPlaylistForm) fill(l *station.Playlist) {
	f.PlaylistID.Set(&l.PlaylistID)
	if f.Role != nil {
		l.Role = station.Role(*f.Role)
	}
	if f.EveryMinutes != nil && f.EverySongs == nil && l.ID == "" {
		l.EverySongs = 0
	}
	setIf(&l.Weight, f.Weight)
	setIf(&l.EverySongs, f.EverySongs)
	setIf(&l.EveryMinutes, f.EveryMinutes)
	setIf(&l.Minute, f.Minute)
	f.IsEnabled.Set(&l.IsEnabled)
	setIf(&l.Position, f.Position)
}

func (a *API) stationPlaylists(ctx context.Context, in *edge.ItemPart) (*edge.PageOf[stationListOfJSON], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	lists, err := a.Store.StationLists(ctx, in.ID)
	return edge.PartOf(&in.Part, lists, err, encodeStationList)
}

type newStationPlaylistInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	Body stationPlaylistForm
}

func (a *API) addStationPlaylist(ctx context.Context, in *newStationPlaylistInput) (*edge.Body[stationListOfJSON], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	l, err := a.Schedules.AddPlaylist(ctx, edge.Viewer(ctx), in.ID, in.Body.fill)
	return edge.Encoded(l, err, encodeStationList)
}

type stationPlaylistInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	List string `path:"list" maxLength:"64" doc:"ID of the rotation playlist."`
	Body stationPlaylistForm
}

func (a *API) saveStationPlaylist(ctx context.Context, in *stationPlaylistInput) (*edge.Body[stationListOfJSON], error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	l, err := a.Schedules.ChangePlaylist(ctx, edge.Viewer(ctx), in.ID, in.List, in.Body.fill)
	return edge.Encoded(l, err, encodeStationList)
}

type stationPlaylistPath struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	List string `path:"list" maxLength:"64" doc:"ID of the rotation playlist."`
}

func (a *API) removeStationPlaylist(ctx context.Context, in *stationPlaylistPath) (*struct{}, error) {
	if _, err := a.managed(ctx, in.ID); err != nil {
		return nil, err
	}
	return nil, a.Schedules.RemovePlaylist(ctx, in.ID, in.List)
}

type newJingleInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	Body struct {
		TrackID string `json:"trackId" maxLength:"64" doc:"ID of the track."`
	}
}

func (a *API) addJingle(ctx context.Context, in *newJingleInput) (*edge.Body[stationListOfJSON], error) {
	one, err := a.managed(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	l, err := a.Schedules.AddJingle(ctx, edge.Viewer(ctx), one, in.Body.TrackID)
	return edge.Encoded(l, err, encodeStationList)
}

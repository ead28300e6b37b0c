package catalogue

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/similarity"
	"sonora/internal/sound"
)

// selectionJSON is a selection of tracks.
type selectionJSON struct {
	Basis string `header:"X-Basis" enum:"sound,tags" doc:"What the selection is based on: how tracks sound, or, while that is unknown, their artists, genres and tempo."`
	Body  []things.TrackJSON
}

func encodeSelection(s *sound.Selection, err error) (*selectionJSON, error) {
	if err != nil {
		return nil, err
	}
	return &selectionJSON{string(s.Basis), edge.EncodeAll(s.Tracks, things.EncodeTrack)}, nil
}

type similarInput struct {
	ID    string `path:"id" maxLength:"64" doc:"ID of the track to compare with."`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Maximum number of tracks."`
}

func (a *API) similar(ctx context.Context, in *similarInput) (*selectionJSON, error) {
	return encodeSelection(a.Similar.Similar(ctx, edge.Viewer(ctx), in.ID, in.Limit))
}

type instantMixInput struct {
	Track    string `query:"track" maxLength:"64" doc:"ID of the track to start from. Give exactly one of these four parameters."`
	Artist   string `query:"artist" maxLength:"64" doc:"ID of the artist to start from."`
	Album    string `query:"album" maxLength:"64" doc:"ID of the album to start from."`
	Playlist string `query:"playlist" maxLength:"64" doc:"ID of the playlist to start from."`
	Limit    int    `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"Maximum number of tracks."`
	Seed     uint64 `query:"seed" doc:"The same seed gives the same mix."`
}

func (a *API) instantMix(ctx context.Context, in *instantMixInput) (*selectionJSON, error) {
	from := similarity.Start{TrackID: in.Track, ArtistID: in.Artist, AlbumID: in.Album, PlaylistID: in.Playlist}
	return encodeSelection(a.Similar.Mix(ctx, edge.Viewer(ctx), from, in.Limit, in.Seed))
}

type sonicPathInput struct {
	From  string `query:"from" required:"true" maxLength:"64" doc:"ID of the first track."`
	To    string `query:"to" required:"true" maxLength:"64" doc:"ID of the last track."`
	Limit int    `query:"limit" minimum:"2" maximum:"100" default:"10" doc:"Number of tracks, including both ends."`
}

func (a *API) sonicPath(ctx context.Context, in *sonicPathInput) (*selectionJSON, error) {
	return encodeSelection(a.Similar.Path(ctx, edge.Viewer(ctx), in.From, in.To, in.Limit))
}

type endlessInput struct {
	Body struct {
		Seeds  []string `json:"seeds" maxItems:"50" doc:"IDs of the tracks to find similar music for."`
		Played []string `json:"played,omitempty" maxItems:"500" doc:"IDs of tracks not to repeat, the latest last."`
		Limit  int      `json:"limit,omitempty" minimum:"1" maximum:"100" default:"20" doc:"Maximum number of tracks."`
	}
}

func (a *API) endless(ctx context.Context, in *endlessInput) (*selectionJSON, error) {
	return encodeSelection(a.Similar.Endless(ctx, edge.Viewer(ctx), in.Body.Seeds, in.Body.Played, in.Body.Limit))
}

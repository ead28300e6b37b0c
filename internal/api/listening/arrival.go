package listening

import (
	"context"
	"fmt"

	"sonora/internal/api/things"
	"sonora/internal/discovery"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// arrivalJSON is something new. Only the field named by its kind is set.
type arrivalJSON struct {
	Kind     string              `json:"kind" enum:"track,album,station,mix,playlist" doc:"What is new; the field of the same name has it."`
	At       edge.Time           `json:"at" doc:"When it came to this server."`
	Track    *things.TrackJSON   `json:"track,omitempty" doc:"The new track."`
	Album    *things.AlbumJSON   `json:"album,omitempty" doc:"The new album."`
	Station  *things.StationJSON `json:"station,omitempty" doc:"The new station."`
	Mix      *things.MixJSON     `json:"mix,omitempty" doc:"The new mix."`
	Playlist *listedPlaylistJSON `json:"playlist,omitempty" doc:"The new public playlist."`
}

type listedPlaylistJSON struct {
	ID          string `json:"id" doc:"ID of the playlist."`
	Name        string `json:"name" doc:"Name of the playlist."`
	Description string `json:"description" doc:"Text by its owner; may be empty."`
	Owner       string `json:"owner" doc:"First and last name; may be empty."`
	CoverURL    string `json:"coverUrl" doc:"Path of its picture."`
}

func encodeListedPlaylist(p *discovery.ListedPlaylist, language string) listedPlaylistJSON {
	owner := p.Owner
	if p.OwnerHidden {
		owner = words.Member(language)
	}
	return listedPlaylistJSON{p.ID, p.Name, p.Description, owner, fmt.Sprintf("/api/playlists/%s/cover?v=%d", p.ID, p.Version)}
}

// arrivalEncoder returns a function that encodes arrivals for the viewer.
func (a *API) arrivalEncoder(ctx context.Context, list []discovery.Arrival) (func(*discovery.Arrival) arrivalJSON, error) {
	var stations []station.Station
	for i := range list {
		if list[i].Station != nil {
			stations = append(stations, *list[i].Station)
		}
	}
	station, err := a.StationEncoder(ctx, stations)
	language := music.LanguageOf(ctx)
	playlist := func(p *discovery.ListedPlaylist) listedPlaylistJSON { return encodeListedPlaylist(p, language) }
	return func(n *discovery.Arrival) arrivalJSON {
		return arrivalJSON{
			Kind: string(n.Kind), At: edge.Time(n.At), Track: encodeMaybe(n.Track, things.EncodeTrack), Album: encodeMaybe(n.Album, things.EncodeAlbum),
			Station: encodeMaybe(n.Station, station), Mix: encodeMaybe(n.Mix, things.EncodeMix(ctx)), Playlist: encodeMaybe(n.Playlist, playlist),
		}
	}, err
}

// encodeMaybe encodes a value; nil stays nil.
func encodeMaybe[T, J any](v *T, encode func(*T) J) *J {
	if v == nil {
		return nil
	}
	return new(encode(v))
}

type arrivalsInput struct{ edge.Paging }

func (a *API) whatsNew(ctx context.Context, in *arrivalsInput) (*edge.PageOf[arrivalJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Arrivals(ctx, edge.Viewer(ctx), page)
	if err != nil {
		return nil, err
	}
	encode, err := a.arrivalEncoder(ctx, list.Items)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encode), nil
}

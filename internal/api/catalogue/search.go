package catalogue

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/discovery"
	"sonora/internal/edge"
	"sonora/internal/music"
)

type genreJSON struct {
	Name       string `json:"name"`
	TrackCount int    `json:"trackCount"`
}

func (a *API) genres(ctx context.Context, _ *struct{}) (*edge.Body[[]genreJSON], error) {
	list, err := a.Store.Genres(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return edge.Reply(edge.EncodeAll(list, func(g *music.Genre) genreJSON { return genreJSON{g.Name, g.TrackCount} }))
}

type searchInput struct {
	Text     string `query:"q" maxLength:"500" doc:"Words or their beginnings; case and accents do not matter."`
	Limit    int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Most of each kind."`
	Genre    string `query:"genre" maxLength:"200" doc:"Only what is of this genre."`
	YearFrom int    `query:"yearFrom" minimum:"0" maximum:"9999" doc:"Only what is from this year or later."`
	YearTo   int    `query:"yearTo" minimum:"0" maximum:"9999" doc:"Only what is from this year or earlier."`
}

type searchJSON struct {
	Tracks    []things.TrackJSON    `json:"tracks" nullable:"false"`
	Albums    []things.AlbumJSON    `json:"albums" nullable:"false"`
	Artists   []ArtistJSON          `json:"artists" nullable:"false"`
	Stations  []things.StationJSON  `json:"stations" nullable:"false"`
	Mixes     []things.MixJSON      `json:"mixes" nullable:"false"`
	Podcasts  []things.PodcastJSON  `json:"podcasts" nullable:"false" doc:"Those in the viewer's lists of podcasts."`
	Episodes  []things.EpisodeJSON  `json:"episodes" nullable:"false" doc:"Of the podcasts the viewer subscribes to and of those published here."`
	Playlists []things.PlaylistJSON `json:"playlists" nullable:"false" doc:"For members: one's own, those one joined, and public ones."`
	People    []personJSON          `json:"people" nullable:"false" doc:"For members: those with a public profile."`
	Corrected *string               `json:"corrected" doc:"What was looked for too, where the text itself finds nothing that plays; null when nothing was."`
}

type personJSON struct {
	ID              string  `json:"id"`
	Name            string  `json:"name"`
	ProfileImageURL *string `json:"profileImageUrl"`
}

func encodePerson(p *discovery.Person) personJSON {
	return personJSON{ID: p.ID, Name: p.Name, ProfileImageURL: edge.OrNull(p.ImageURL)}
}

func (a *API) search(ctx context.Context, in *searchInput) (*edge.Body[searchJSON], error) {
	found, err := a.Store.Search(ctx, edge.Viewer(ctx), discovery.Query{
		Text: in.Text, Limit: in.Limit, Genre: in.Genre, YearFrom: in.YearFrom, YearTo: in.YearTo, Now: time.Now(),
	})
	if err != nil {
		return nil, err
	}
	stations, err := a.StationsOf(ctx, found.Stations)
	if err != nil {
		return nil, err
	}
	return edge.Reply(searchJSON{
		Tracks: edge.EncodeAll(found.Tracks, things.EncodeTrack), Albums: edge.EncodeAll(found.Albums, things.EncodeAlbum), Artists: edge.EncodeAll(found.Artists, encodeArtist),
		Stations: stations, Mixes: edge.EncodeAll(found.Mixes, things.EncodeMix),
		Podcasts: edge.EncodeAll(found.Podcasts, a.PodcastFor(ctx)), Episodes: edge.EncodeAll(found.Episodes, things.ListedEpisode),
		Playlists: edge.EncodeAll(found.Playlists, things.PlaylistFor(ctx)), People: edge.EncodeAll(found.People, encodePerson), Corrected: edge.OrNull(found.Corrected),
	})
}

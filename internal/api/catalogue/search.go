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
	Name       string `json:"name" doc:"Name of the genre." example:"Jazz"`
	TrackCount int    `json:"trackCount" doc:"Number of tracks of the genre."`
}

func (a *API) genres(ctx context.Context, in *edge.Part) (*edge.PageOf[genreJSON], error) {
	list, err := a.Store.Genres(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, list, err, func(g *music.Genre) genreJSON { return genreJSON{g.Name, g.TrackCount} })
}

type searchInput struct {
	Text     string `query:"q" maxLength:"500" doc:"Words or beginnings of words; case and accents do not matter."`
	Limit    int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Maximum number of results of each kind."`
	Genre    string `query:"genre" maxLength:"200" doc:"Only results of this genre."`
	YearFrom int    `query:"yearFrom" minimum:"0" maximum:"9999" doc:"Only results from this year or later."`
	YearTo   int    `query:"yearTo" minimum:"0" maximum:"9999" doc:"Only results from this year or earlier."`
}

type searchJSON struct {
	Tracks    []things.TrackJSON    `json:"tracks" nullable:"false" doc:"Tracks, best match first."`
	Albums    []things.AlbumJSON    `json:"albums" nullable:"false" doc:"Albums, best match first."`
	Artists   []ArtistJSON          `json:"artists" nullable:"false" doc:"Artists, best match first."`
	Stations  []things.StationJSON  `json:"stations" nullable:"false" doc:"Radio stations."`
	Mixes     []things.MixJSON      `json:"mixes" nullable:"false" doc:"DJ mixes."`
	Podcasts  []things.PodcastJSON  `json:"podcasts" nullable:"false" doc:"Podcasts you can list."`
	Episodes  []things.EpisodeJSON  `json:"episodes" nullable:"false" doc:"Episodes of podcasts that you subscribe to or that are published here."`
	Playlists []things.PlaylistJSON `json:"playlists" nullable:"false" doc:"For members: your own playlists, those you joined, and public ones."`
	People    []personJSON          `json:"people" nullable:"false" doc:"For members: people with a public profile."`
	Corrected *string               `json:"corrected" doc:"The corrected text that was also searched for because the original found nothing playable; null if none was."`
}

type personJSON struct {
	ID              string  `json:"id" doc:"ID of the account."`
	Name            string  `json:"name" doc:"First and last name."`
	ProfileImageURL *string `json:"profileImageUrl" doc:"Address of the picture; null for none."`
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
		Stations: stations, Mixes: edge.EncodeAll(found.Mixes, things.EncodeMix(ctx)),
		Podcasts: edge.EncodeAll(found.Podcasts, a.PodcastFor(ctx)), Episodes: edge.EncodeAll(found.Episodes, things.ListedEpisode),
		Playlists: edge.EncodeAll(found.Playlists, things.PlaylistFor(ctx)), People: edge.EncodeAll(found.People, encodePerson), Corrected: edge.OrNull(found.Corrected),
	})
}

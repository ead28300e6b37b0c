package catalogue

import (
	"context"
	"slices"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/delta"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
)

type trackDetailJSON struct {
	things.TrackJSON
	Artists                []artistRefJSON `json:"artists" doc:"Performing artists, in the order of the tags."`
	AlbumArtists           []artistRefJSON `json:"albumArtists" doc:"Artists of the whole album."`
	Composers              []artistRefJSON `json:"composers" doc:"Composers."`
	Genres                 []string        `json:"genres" doc:"Genres, one by one."`
	TrackTotal             *int            `json:"trackTotal" doc:"Number of tracks on its disc; null if unknown."`
	DiscTotal              *int            `json:"discTotal" doc:"Number of discs of its album; null if unknown."`
	DiscSubtitle           string          `json:"discSubtitle" doc:"Title of its disc; may be empty."`
	Compilation            bool            `json:"compilation" doc:"Whether it belongs to an album by various artists."`
	TagBPM                 *scalar.Tenths  `json:"tagBpm" doc:"Beats per minute in the file's tags; null if they have none."`
	ISRC                   string          `json:"isrc" doc:"International Standard Recording Code; may be empty." example:"USBN20100151"`
	Comment                string          `json:"comment" doc:"Comment in the tags; may be empty."`
	MusicBrainzRecordingID string          `json:"musicBrainzRecordingId" doc:"MusicBrainz ID of the recording; may be empty."`
}

type artistRefJSON struct {
	ID   string `json:"id" doc:"ID of the artist."`
	Name string `json:"name" doc:"Name of the artist."`
}

func encodeTrackDetail(t *music.TrackDetail) trackDetailJSON {
	genres := t.Genres
	if genres == nil {
		genres = []string{}
	}
	return trackDetailJSON{
		TrackJSON: things.EncodeTrack(&t.Track),
		Artists:   edge.EncodeAll(t.Artists, encodeArtistRef), AlbumArtists: edge.EncodeAll(t.AlbumArtists, encodeArtistRef),
		Composers: edge.EncodeAll(t.Composers, encodeArtistRef), Genres: genres,
		TrackTotal: edge.OrNull(t.TrackTotal), DiscTotal: edge.OrNull(t.DiscTotal), DiscSubtitle: t.DiscSubtitle, Compilation: t.Compilation,
		TagBPM: edge.OrNull(scalar.InTenths(t.BPM)), ISRC: t.ISRC, Comment: t.Comment, MusicBrainzRecordingID: t.MusicBrainzRecordingID,
	}
}

func encodeArtistRef(r *music.ArtistRef) artistRefJSON { return artistRefJSON{r.ID, r.Name} }

type tracksInput struct {
	delta.Paging
	things.TrackQuery
}

func (a *API) tracks(ctx context.Context, in *tracksInput) (*delta.PageOf[things.TrackJSON], error) {
	filter, err := in.Filter()
	if err != nil {
		return nil, err
	}
	return a.TrackPage(ctx, &in.Paging, filter)
}

// TrackPage returns a page of any list of tracks, or the changes of the list of
// all or of liked tracks.
func (a *API) TrackPage(ctx context.Context, paging *delta.Paging, filter music.TrackFilter) (*delta.PageOf[things.TrackJSON], error) {
	v := edge.Viewer(ctx)
	page, err := paging.Page()
	if err != nil {
		return nil, err
	}
	changes, err := paging.Asked()
	if err != nil {
		return nil, err
	}
	if changes {
		changes, err := a.Store.TrackChanges(ctx, v, filter.Liked, paging.Since, page.Limit)
		if err != nil {
			return nil, err
		}
		return delta.AnswerChanges(changes, things.EncodeTrack), nil
	}
	token, err := a.Store.TracksToken(ctx, v, filter.Liked)
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Tracks(ctx, v, filter, page)
	if err != nil {
		return nil, err
	}
	if slices.Contains([]music.TrackSort{music.TracksRandom, music.TracksByRating, music.TracksByRatingDown}, filter.Sort) {
		paging.ByPosition()
	}
	return delta.Answer(paging, token, list, things.EncodeTrack), nil
}

func (a *API) track(ctx context.Context, in *edge.ItemPath) (*edge.Body[trackDetailJSON], error) {
	t, err := a.Store.Track(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeTrackDetail(t))
}

type lyricsJSON struct {
	Kind *string `json:"kind" enum:"plain,synced" doc:"Synced lyrics are LRC lines; null if there are none."`
	Text string  `json:"text" doc:"The lyrics; empty if there are none." example:"[00:12.50]First line"`
}

func (a *API) lyrics(ctx context.Context, in *edge.ItemPath) (*edge.Body[lyricsJSON], error) {
	l, err := a.Store.Lyrics(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(lyricsJSON{Kind: edge.OrNull(string(l.Kind)), Text: l.Text})
}

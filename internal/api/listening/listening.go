package listening

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/calendar"
	"sonora/internal/edge"
	"sonora/internal/history"
)

type listeningInput struct {
	From string `query:"from" maxLength:"10" doc:"First day, YYYY-MM-DD; 30 days ago if omitted."`
	To   string `query:"to" maxLength:"10" doc:"Last day, YYYY-MM-DD; today if omitted."`
	Zone string `query:"tz" maxLength:"64" doc:"Time zone of days and hours, such as Europe/Vienna; UTC if omitted."`
}

type listeningJSON struct {
	From       string             `json:"from" format:"date" doc:"First day."`
	To         string             `json:"to" format:"date" doc:"Last day."`
	Seconds    float64            `json:"seconds" doc:"Seconds listened."`
	Plays      int                `json:"plays" doc:"Counted plays: at least 30 seconds or half of the track."`
	Days       []listeningDayJSON `json:"days" nullable:"false" doc:"One entry for each day."`
	Hours      []float64          `json:"hours" nullable:"false" doc:"Seconds listened in each of the 24 hours of the day."`
	TopTracks  []topJSON          `json:"topTracks" nullable:"false" doc:"Sorted by listening time, longest first, like the other rankings."`
	TopArtists []topJSON          `json:"topArtists" nullable:"false" doc:"Artists."`
	TopAlbums  []topJSON          `json:"topAlbums" nullable:"false" doc:"Albums."`
	TopGenres  []topJSON          `json:"topGenres" nullable:"false" doc:"Genres."`
}

type listeningDayJSON struct {
	Date    string  `json:"date" format:"date" doc:"The day."`
	Seconds float64 `json:"seconds" doc:"Seconds listened."`
	Plays   int     `json:"plays" doc:"Counted plays."`
}

type topJSON struct {
	ID            *string `json:"id" doc:"null for a genre."`
	Name          string  `json:"name" doc:"Title or name."`
	Artist        string  `json:"artist" doc:"For a track or an album."`
	ArtistID      *string `json:"artistId" doc:"ID of that artist; null for others."`
	Album         string  `json:"album" doc:"Title of the album of a track; empty for none, and for others."`
	CoverImageURL *string `json:"coverImageUrl" doc:"Path of the cover; null for none."`
	Seconds       float64 `json:"seconds" doc:"Seconds listened."`
	Plays         int     `json:"plays" doc:"Counted plays."`
}

func encodeTop(t *history.Top) topJSON {
	return topJSON{
		ID: edge.OrNull(t.ID), Name: t.Name, Artist: t.Artist, ArtistID: edge.OrNull(t.ArtistID), Album: t.Album, CoverImageURL: things.CoverURL(t.Cover),
		Seconds: t.Listened.Seconds(), Plays: t.Plays,
	}
}

func encodeListening(l *history.Listening) listeningJSON {
	out := listeningJSON{
		From: l.From, To: l.To, Seconds: l.Listened.Seconds(), Plays: l.Plays,
		Days: edge.EncodeAll(l.Days, func(d *history.Day) listeningDayJSON {
			return listeningDayJSON{d.Date, d.Listened.Seconds(), d.Plays}
		}),
		TopTracks: edge.EncodeAll(l.Tracks, encodeTop), TopArtists: edge.EncodeAll(l.Artists, encodeTop),
		TopAlbums: edge.EncodeAll(l.Albums, encodeTop), TopGenres: edge.EncodeAll(l.Genres, encodeTop),
	}
	for _, h := range l.Hours {
		out.Hours = append(out.Hours, h.Seconds())
	}
	return out
}

func (a *API) listening(ctx context.Context, in *listeningInput) (*edge.Body[listeningJSON], error) {
	l, err := a.Listening.Listening(ctx, edge.Viewer(ctx), calendar.Days{From: in.From, To: in.To, Zone: in.Zone})
	return edge.Encoded(l, err, encodeListening)
}

type listeningYearsInput struct {
	edge.Part
	Zone string `query:"tz" maxLength:"64" doc:"Time zone of the calendar, such as Europe/Vienna; UTC if omitted."`
}

func (a *API) listeningYears(ctx context.Context, in *listeningYearsInput) (*edge.PageOf[int], error) {
	years, err := a.Listening.Years(ctx, edge.Viewer(ctx), in.Zone)
	return edge.PartOf(&in.Part, years, err, func(year *int) int { return *year })
}

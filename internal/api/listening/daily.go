package listening

import (
	"context"
	"strings"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/words"
)

type madeForYouJSON struct {
	ID         string   `json:"id" doc:"Valid for the day."`
	Kind       string   `json:"kind" enum:"daily,on-repeat,forgotten,new" doc:"daily: around a few artists you like. on-repeat: what you play most. forgotten: favourites you have not heard for long. new: new in the library."`
	Name       string   `json:"name" doc:"Name in the language of the request."`
	Text       string   `json:"text" doc:"The artists in it, or what kind of mix it is."`
	CoverURLs  []string `json:"coverUrls" nullable:"false" doc:"At most four."`
	TrackCount int      `json:"trackCount" doc:"Number of tracks."`
}

// madeNames and madeTexts are the name and description of each kind of mix.
var (
	madeNames = map[history.DailyKind]music.Message{
		history.DailyMix: music.Say("Daily mix"), history.DailyOnRepeat: music.Say("On repeat"),
		history.DailyForgotten: music.Say("Forgotten favourites"), history.DailyNewForYou: music.Say("New for you"),
	}
	madeTexts = map[history.DailyKind]music.Message{
		history.DailyOnRepeat:  music.Say("What you play again and again."),
		history.DailyForgotten: music.Say("What you loved and have not heard for long."),
		history.DailyNewForYou: music.Say("New in the library, by artists and in genres you hear."),
	}
)

func encodeMade(m *history.MadeForYou, language string) madeForYouJSON {
	name := madeNames[m.Kind]
	if m.Number > 0 {
		name = music.Say("%s %d", name, m.Number)
	}
	out := madeForYouJSON{
		ID: m.ID, Kind: string(m.Kind), Name: words.Render(language, name), Text: words.Render(language, madeTexts[m.Kind]),
		CoverURLs: []string{}, TrackCount: len(m.Tracks),
	}
	if out.Text == "" {
		out.Text = strings.Join(m.Artists, ", ")
	}
	for _, hash := range m.Covers {
		out.CoverURLs = append(out.CoverURLs, *things.CoverURL(hash))
	}
	return out
}

func (a *API) madeForYou(ctx context.Context, in *edge.Part) (*edge.PageOf[madeForYouJSON], error) {
	mixes, err := a.Daily.MadeForYou(ctx, edge.Viewer(ctx))
	language := music.LanguageOf(ctx)
	return edge.PartOf(in, mixes, err, func(m *history.MadeForYou) madeForYouJSON { return encodeMade(m, language) })
}

func (a *API) madeForYouTracks(ctx context.Context, in *edge.ItemPart) (*edge.PageOf[things.TrackJSON], error) {
	tracks, err := a.Daily.Tracks(ctx, edge.Viewer(ctx), in.ID)
	return edge.PartOf(&in.Part, tracks, err, things.EncodeTrack)
}

package catalogue

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

type letterJSON struct {
	Letter string `json:"letter" doc:"A capital letter, # for digits and symbols, … for other scripts."`
	At     int    `json:"at" doc:"Position in the list where the letter begins, from 0."`
}

func encodeLetter(l *music.Letter) letterJSON { return letterJSON{l.Letter, l.At} }

type trackLettersInput struct {
	edge.Part
	things.TrackQuery
}

func (a *API) trackLetters(ctx context.Context, in *trackLettersInput) (*edge.PageOf[letterJSON], error) {
	filter, err := in.Filter()
	if err != nil {
		return nil, err
	}
	letters, err := a.Store.TrackLetters(ctx, edge.Viewer(ctx), filter)
	return edge.PartOf(&in.Part, letters, err, encodeLetter)
}

type albumLettersInput struct {
	edge.Part
	AlbumQuery
}

func (a *API) albumLetters(ctx context.Context, in *albumLettersInput) (*edge.PageOf[letterJSON], error) {
	letters, err := a.Store.AlbumLetters(ctx, edge.Viewer(ctx), in.filter())
	return edge.PartOf(&in.Part, letters, err, encodeLetter)
}

func (a *API) artistLetters(ctx context.Context, in *edge.Part) (*edge.PageOf[letterJSON], error) {
	letters, err := a.Store.ArtistLetters(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, letters, err, encodeLetter)
}

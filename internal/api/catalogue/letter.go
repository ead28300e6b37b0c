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

func answerLetters(letters []music.Letter, err error) (*edge.Body[[]letterJSON], error) {
	if err != nil {
		return nil, err
	}
	return edge.Reply(edge.EncodeAll(letters, encodeLetter))
}

type trackLettersInput struct{ things.TrackQuery }

func (a *API) trackLetters(ctx context.Context, in *trackLettersInput) (*edge.Body[[]letterJSON], error) {
	filter, err := in.Filter()
	if err != nil {
		return nil, err
	}
	return answerLetters(a.Store.TrackLetters(ctx, edge.Viewer(ctx), filter))
}

type albumLettersInput struct{ AlbumQuery }

func (a *API) albumLetters(ctx context.Context, in *albumLettersInput) (*edge.Body[[]letterJSON], error) {
	return answerLetters(a.Store.AlbumLetters(ctx, edge.Viewer(ctx), in.filter()))
}

func (a *API) artistLetters(ctx context.Context, _ *struct{}) (*edge.Body[[]letterJSON], error) {
	return answerLetters(a.Store.ArtistLetters(ctx, edge.Viewer(ctx)))
}

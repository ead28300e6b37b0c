package radio

import (
	"context"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
)

// stationLogo serves a logo that was sent, else one made of the station's name.
func (a *API) stationLogo(w http.ResponseWriter, r *http.Request) error {
	return things.SendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.PictureOfStation)
}

// PictureOfStation opens the logo of a station.
func (a *API) PictureOfStation(ctx context.Context, v music.Viewer, id string, o library.PictureOptions) (*library.CoverImage, error) {
	s, err := a.Store.Station(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return a.Library.Covers.OfGiven(ctx, s.Logo, s.Name, o)
}

package api

import (
	"context"
	"net/http"

	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/station"
)

type stationLogoInput struct {
	ID          string `path:"id" maxLength:"64"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

// saveStationLogo keeps the middle of a picture as a station's logo.
func (a *API) saveStationLogo(ctx context.Context, in *stationLogoInput) (*edge.Body[stationJSON], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	picture, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	hash, err := a.lists.KeepPicture(ctx, picture)
	if err != nil {
		return nil, err
	}
	return a.changeLogo(ctx, in.ID, func(s *station.Station) { s.Logo = hash })
}

func (a *API) removeStationLogo(ctx context.Context, in *edge.ItemPath) (*edge.Body[stationJSON], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	return a.changeLogo(ctx, in.ID, func(s *station.Station) { s.Logo, s.LogoURL = "", "" })
}

func (a *API) changeLogo(ctx context.Context, id string, alter func(*station.Station)) (*edge.Body[stationJSON], error) {
	s, err := a.store.ChangeStation(ctx, id, alter)
	if err != nil {
		return nil, err
	}
	a.radio.Changed(id)
	if err := a.lists.TidyPictures(ctx); err != nil {
		return nil, err
	}
	return a.oneStation(ctx, s, nil)
}

// stationLogo serves a logo that was sent, else one made of the station's name.
func (a *API) stationLogo(w http.ResponseWriter, r *http.Request) error {
	return sendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.pictureOfStation)
}

func (a *API) pictureOfStation(ctx context.Context, v music.Viewer, id string, o library.PictureOptions) (*library.CoverImage, error) {
	s, err := a.store.Station(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return a.library.Covers.OfGiven(ctx, s.Logo, s.Name, o)
}

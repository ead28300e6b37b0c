package station

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/station"
)

type stationLogoInput struct {
	ID          string `path:"id" maxLength:"64"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

// saveStationLogo sets a station's logo to the middle of a picture.
func (a *API) saveStationLogo(ctx context.Context, in *stationLogoInput) (*things.StationAnswer, error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	picture, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	hash, err := a.Playlists.KeepPicture(ctx, picture)
	if err != nil {
		return nil, err
	}
	return a.changeLogo(ctx, in.ID, func(s *station.Station) { s.Logo = hash })
}

func (a *API) removeStationLogo(ctx context.Context, in *edge.ItemPath) (*things.StationAnswer, error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	return a.changeLogo(ctx, in.ID, func(s *station.Station) { s.Logo, s.LogoURL = "", "" })
}

func (a *API) changeLogo(ctx context.Context, id string, alter func(*station.Station)) (*things.StationAnswer, error) {
	s, err := a.Stations.Change(ctx, edge.Viewer(ctx), id, alter)
	if err != nil {
		return nil, err
	}
	if err := a.Playlists.TidyPictures(ctx); err != nil {
		return nil, err
	}
	return a.OneStation(ctx, s, nil)
}

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
	s, err := a.changeLogo(ctx, in.ID, func(s *station.Station) { s.Logo = hash })
	if err != nil {
		return nil, err
	}
	return a.OneStation(ctx, s, nil)
}

func (a *API) removeStationLogo(ctx context.Context, in *edge.ItemPath) (*version, error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	s, err := a.changeLogo(ctx, in.ID, func(s *station.Station) { s.Logo, s.LogoURL = "", "" })
	if err != nil {
		return nil, err
	}
	return &version{s.Version}, nil
}

// version is the response to a change that leaves nothing to send.
type version struct {
	Version int64 `header:"X-Station-Version" doc:"Version of the station, which increases with every change of it, its playlists, shows and DJs."`
}

func (a *API) changeLogo(ctx context.Context, id string, alter func(*station.Station)) (*station.Station, error) {
	s, err := a.Stations.Change(ctx, edge.Viewer(ctx), id, alter)
	if err != nil {
		return nil, err
	}
	return s, a.Playlists.TidyPictures(ctx)
}

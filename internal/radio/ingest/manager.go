package ingest

import (
	"net/http"

	"sonora/internal/music"
	"sonora/internal/station"
)

// manager authenticates a request and returns the station it may see: a DJ's
// own, or the mount that an operator or owner names. It returns nil for an
// operator who names none, which means all stations.
func (s *Server) manager(r *http.Request) (*station.Station, error) {
	form, err := formOf(r)
	if err != nil {
		return nil, music.NewError(music.TooLarge, "This is too long.").Because(err)
	}
	mount := mountOf(form.get("mount"))
	user, password, ok := (&head{header: r.Header}).credentials()
	if !ok {
		return nil, music.ErrUnauthenticated
	}
	address := s.Address(r)
	if err := s.throttle.check(address); err != nil {
		return nil, err
	}
	station, err := s.asDJ(r, mount, user, password)
	if err != nil && music.CodeOf(err) == music.Unauthenticated {
		station, err = s.asMember(r, mount, user, password)
	}
	if err != nil && music.CodeOf(err) == music.Unauthenticated {
		s.throttle.note(address, false)
	}
	return station, err
}

// asDJ lets DJs see their station at any time.
func (s *Server) asDJ(r *http.Request, mount, user, password string) (*station.Station, error) {
	d, err := s.Guard.find(r.Context(), user, password)
	if err != nil {
		return nil, err
	}
	if !d.IsEnabled {
		return nil, errDisabled
	}
	station, err := s.Guard.Store.Station(r.Context(), system, d.StationID)
	if err != nil {
		return nil, err
	}
	if mount != "" && mount != station.Mount {
		return nil, errMount
	}
	return station, nil
}

// asMember lets operators see all stations, and owners their own.
func (s *Server) asMember(r *http.Request, mount, email, secret string) (*station.Station, error) {
	if s.Account == nil {
		return nil, errWrong
	}
	v, err := s.Account(r.Context(), email, secret)
	if err != nil {
		return nil, err
	}
	if mount == "" {
		if v.IsAdmin() {
			return nil, nil // all stations
		}
		return nil, music.ErrForbidden
	}
	mounts, err := s.Stations.Mounts(r.Context(), true)
	if err != nil {
		return nil, err
	}
	for _, m := range mounts {
		if m.Station.Mount == mount && m.Station.MayManage(v) {
			return m.Station, nil
		}
	}
	return nil, music.ErrForbidden
}

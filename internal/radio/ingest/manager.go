package ingest

import (
	"net/http"

	"sonora/internal/music"
	"sonora/internal/station"
)

// manager finds whom a request is from, and returns the station they may look
// into: that of a DJ, or the mount that an operator or its owner names. An
// operator who names none gets nil: all of them.
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
	if err := s.bell.ring(address); err != nil {
		return nil, err
	}
	station, err := s.asDJ(r, mount, user, password)
	if err != nil && music.CodeOf(err) == music.Unauthenticated {
		station, err = s.asMember(r, mount, user, password)
	}
	if err != nil && music.CodeOf(err) == music.Unauthenticated {
		s.bell.note(address, false)
	}
	return station, err
}

// asDJ lets DJs look into their station at any hour.
func (s *Server) asDJ(r *http.Request, mount, user, password string) (*station.Station, error) {
	d, err := s.Guard.find(r.Context(), user, password)
	if err != nil {
		return nil, err
	}
	if !d.IsEnabled {
		return nil, errDisabled
	}
	station, err := s.Guard.Store.Station(r.Context(), house, d.StationID)
	if err != nil {
		return nil, err
	}
	if mount != "" && mount != station.Mount {
		return nil, errMount
	}
	return station, nil
}

// asMember lets operators look into all stations, and owners into theirs.
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
			return nil, nil //nolint:nilnil // all of them
		}
		return nil, music.ErrForbidden
	}
	mounts, err := s.Door.Mounts(r.Context(), true)
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

// Package radio answers apps about radio stations, and changes them.
package radio

import (
	"sonora/internal/radio"
	"sonora/internal/store"
	"sonora/internal/subsonic/protocol"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Stations *radio.Stations
}

// API implements the endpoints.
type API struct{ Config }

// Register registers the endpoints.
func Register(s *protocol.Server, c Config) {
	a := &API{c}
	s.Read("getInternetRadioStations", a.getInternetRadioStations)
	s.Manage("createInternetRadioStation", a.createInternetRadioStation)
	s.Manage("updateInternetRadioStation", a.updateInternetRadioStation)
	s.Manage("deleteInternetRadioStation", a.deleteInternetRadioStation)
}

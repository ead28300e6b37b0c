// Package share answers apps about links with which people share music.
package share

import (
	"sonora/internal/share"
	"sonora/internal/store"
	"sonora/internal/subsonic/protocol"
)

// Config is what the area uses.
type Config struct {
	Store  *store.Store
	Shares *share.Service

	// PublicOrigin returns the public address of the server.
	PublicOrigin func() string
}

// API implements the endpoints.
type API struct{ Config }

// Register registers the endpoints.
func Register(s *protocol.Server, c Config) {
	a := &API{c}
	s.Read("getShares", a.getShares)
	s.Manage("createShare", a.createShare)
	s.Manage("updateShare", a.updateShare)
	s.Manage("deleteShare", a.deleteShare)
}

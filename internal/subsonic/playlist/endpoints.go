// Package playlist answers apps about playlists, and changes them.
package playlist

import (
	"sonora/internal/playlist"
	"sonora/internal/store"
	"sonora/internal/subsonic/protocol"
)

// Config is what the area uses.
type Config struct {
	Store     *store.Store
	Playlists *playlist.Service
}

// API implements the endpoints.
type API struct{ Config }

// Register registers the endpoints.
func Register(s *protocol.Server, c Config) {
	a := &API{c}
	s.Read("getPlaylists", a.getPlaylists)
	s.Read("getPlaylist", a.getPlaylist)
	s.Change("createPlaylist", a.createPlaylist)
	s.Change("updatePlaylist", a.updatePlaylist)
	s.Change("deletePlaylist", a.deletePlaylist)
}

// Package person answers apps about the account of who uses them.
package person

import (
	"sonora/internal/library"
	"sonora/internal/profile"
	"sonora/internal/store"
	"sonora/internal/subsonic/protocol"
)

// Config is what the area uses.
type Config struct {
	Store   *store.Store
	Library *library.Library
	Profile *profile.Service
}

// API implements the endpoints.
type API struct{ Config }

// Register registers the endpoints.
func Register(s *protocol.Server, c Config) {
	a := &API{c}
	s.Read("tokenInfo", a.tokenInfo)
	s.Read("getUser", a.getUser)
	s.Read("getUsers", a.getUsers)
	s.File("getAvatar", a.getAvatar)
	s.Change("createUser", a.manageUsers)
	s.Change("updateUser", a.manageUsers)
	s.Change("deleteUser", a.manageUsers)
	s.Change("changePassword", a.manageUsers)
}

// Package system answers apps about the server: what it can do, and its scans.
package system

import (
	"sonora/internal/library"
	"sonora/internal/subsonic/protocol"
)

// Config is what the area uses.
type Config struct{ Library *library.Library }

// API implements the endpoints.
type API struct{ Config }

// Register registers the endpoints.
func Register(s *protocol.Server, c Config) {
	a := &API{c}
	s.Read("ping", a.ping)
	s.Read("getLicense", a.getLicense)
	s.Open("getOpenSubsonicExtensions", a.getExtensions)
	s.Read("getScanStatus", a.getScanStatus)
	s.Change("startScan", a.startScan)

	// What this server does not have
	s.Read("jukeboxControl", a.jukeboxControl)
	s.Read("getChatMessages", a.getChatMessages)
	s.Read("addChatMessage", a.addChatMessage)
}

// Package listening takes what people play, like and rate in apps, and keeps their
// queues and bookmarks.
package listening

import (
	"sonora/internal/listening"
	"sonora/internal/podcast"
	"sonora/internal/store"
	"sonora/internal/subsonic/protocol"
)

// Config is what the area uses.
type Config struct {
	Store     *store.Store
	Listening *listening.Service
	Podcasts  *podcast.Service
}

// API implements the endpoints.
type API struct{ Config }

// Register registers the endpoints.
func Register(s *protocol.Server, c Config) {
	a := &API{c}

	// Annotation
	s.Change("star", a.star)
	s.Change("unstar", a.unstar)
	s.Change("setRating", a.setRating)
	s.Report("scrobble", a.scrobble)
	s.Report("reportPlayback", a.reportPlayback)
	s.Read("getNowPlaying", a.getNowPlaying)

	// Queue and bookmarks
	s.Read("getPlayQueue", a.getPlayQueue)
	s.Read("getPlayQueueByIndex", a.getPlayQueueByIndex)
	s.Change("savePlayQueue", a.savePlayQueue)
	s.Change("savePlayQueueByIndex", a.savePlayQueueByIndex)
	s.Read("getBookmarks", a.getBookmarks)
	s.Change("createBookmark", a.createBookmark)
	s.Change("deleteBookmark", a.deleteBookmark)
}

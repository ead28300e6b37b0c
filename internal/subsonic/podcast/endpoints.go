// Package podcast answers apps about the podcasts that somebody subscribed to.
package podcast

import (
	"sonora/internal/podcast"
	"sonora/internal/store"
	"sonora/internal/subsonic/protocol"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Podcasts *podcast.Service
}

// API implements the endpoints.
type API struct{ Config }

// Register registers the endpoints.
func Register(s *protocol.Server, c Config) {
	a := &API{c}
	s.Read("getPodcasts", a.getPodcasts)
	s.Read("getNewestPodcasts", a.getNewestPodcasts)
	s.Read("getPodcastEpisode", a.getPodcastEpisode)
	s.Manage("refreshPodcasts", a.refreshPodcasts)
	s.Manage("createPodcastChannel", a.createPodcastChannel)
	s.Manage("deletePodcastChannel", a.deletePodcastChannel)
	s.Change("deletePodcastEpisode", a.deletePodcastEpisode)
	s.Change("downloadPodcastEpisode", a.downloadPodcastEpisode)
}

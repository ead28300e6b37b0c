// Package media sends apps what they play and show: sound, pictures and lyrics.
package media

import (
	"net/http"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/playlist"
	"sonora/internal/store"
	"sonora/internal/stream"
	"sonora/internal/subsonic/protocol"
)

// Config is what the area uses.
type Config struct {
	Store     *store.Store
	Library   *library.Library
	Playlists *playlist.Service
	Streams   *stream.Service

	SendEpisode Send // sends an episode of a podcast
	SendStation Send // sends a station, as long as it is heard
}

// Send sends the sound of something that a viewer may hear.
type Send func(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error

// API implements the endpoints.
type API struct{ Config }

// Register registers the endpoints.
func Register(s *protocol.Server, c Config) {
	a := &API{c}

	// Sound
	s.File("stream", a.stream)
	s.File("download", a.download)
	s.File("hls", a.hls)
	s.File("hls.m3u8", a.hls)
	s.File(segmentEndpoint, a.hlsSegment)
	s.Read("getTranscodeDecision", a.getTranscodeDecision)
	s.File("getTranscodeStream", a.getTranscodeStream)

	// Pictures and lyrics
	s.File("getCoverArt", a.getCoverArt)
	s.Read("getLyrics", a.getLyrics)
	s.Read("getLyricsBySongId", a.getLyricsBySongID)

	// Videos
	s.Read("getCaptions", a.noVideo)
	s.Read("getVideoInfo", a.noVideo)
}

// Package things holds what several areas of the API answer with: the JSON of
// tracks, albums, playlists, stations and the like, and how it is encoded.
package things

import "sonora/internal/music"

// Events carries events between servers and to browsers.
type Events interface {
	Publish(e music.Event)
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Package things holds what several areas of the API share: the JSON of tracks,
// albums, playlists, stations and other items, and their encoding.
package things

import "sonora/internal/music"

// Events carries events between servers and to browsers.
type Events interface {
	Publish(e music.Event)
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

package stock

import "sonora/internal/music"

// PlaylistSort is an order of the operator's list of playlists, like Sort.
type PlaylistSort string

// Orders of the list; "" is newest first. Playlists with equal values are in the order
// in which they were made.
const (
	PlaylistsByCreated PlaylistSort = "created"
	PlaylistsByName    PlaylistSort = "name"
	PlaylistsBySongs   PlaylistSort = "songs"
	PlaylistsByStatus  PlaylistSort = "status" // private first
)

// PlaylistTable selects and orders what operators see of everybody's playlists. The zero
// value selects all of them, newest first.
type PlaylistTable struct {
	Text     string // words of the name, or of the genre of one of the songs
	IsPublic *bool
	Kind     music.PlaylistKind // "" for all
	Sort     PlaylistSort
}

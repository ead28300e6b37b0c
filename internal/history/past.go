package history

import "time"

// Past is a play that a person brings from another service.
type Past struct {
	TrackID  string
	At       time.Time
	Listened time.Duration
}

// Import is what a person brought from other services at one time.
type Import struct {
	ID                      string
	At                      time.Time
	Files                   []string // their names
	Plays, Likes, Playlists int
}

// Made is a kind of things that an import makes besides plays.
type Made string

// The kinds.
const (
	MadeLike     Made = "like"
	MadePlaylist Made = "playlist"
)

// Package autodj decides what a station plays by itself: it plans the next
// hours from its playlists, shows and requests, with a reason for every choice.
//
// The plan is stored, so that people hear what they were shown. It depends only
// on the database and the time that is passed in, so any number of Services may
// plan the same station.
package autodj

import (
	"log/slog"

	"sonora/internal/music"
	"sonora/internal/store/stations"
)

// Errors people see.
var (
	ErrNoLists = music.NewError(music.Unavailable, "This station has no active playlist.")
	ErrEmpty   = music.NewError(music.Unavailable, "The lists of this station are empty.")
	ErrMissing = music.NewError(music.Unavailable, "None of the files in the lists of this station can be played.")
)

// Config is what a Service needs.
type Config struct {
	Store *stations.Store
	Log   *slog.Logger
	// Note adds an entry to a station's log, where a decision and an error are
	// entries of different kinds; may be nil.
	Note func(stationID string, entry Entry)
}

// Entry is something that a station's log says about its plan.
type Entry struct {
	Text    music.Message
	IsError bool // a track cannot be played; otherwise it is a decision
}

// Service plans stations. It is safe for concurrent use.
type Service struct {
	Config
	pools *pools
}

// New returns a Service.
func New(c Config) *Service { return &Service{Config: c, pools: newPools()} }

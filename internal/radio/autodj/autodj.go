// Package autodj decides what a station plays by itself: it plans the next
// hours from its playlists, shows and requests, with a reason for every choice.
//
// The plan is stored, so that people hear what they were shown. It depends only
// on the database and on the time that callers pass, so any number of Services
// may plan the same station. While the database takes no changes, the Service that
// plays a station goes on from memory.
package autodj

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/stations"
)

// The errors that people see.
var (
	ErrNoLists = music.NewError(music.Unavailable, "This station has no active playlist.")
	ErrEmpty   = music.NewError(music.Unavailable, "The lists of this station are empty.")
	ErrMissing = music.NewError(music.Unavailable, "None of the files in the lists of this station can be played.")
)

// Config is what a Service needs.
type Config struct {
	Store *stations.Store
	Log   *slog.Logger
	// Note adds an entry to a station's log, which shows decisions and errors
	// differently; may be nil.
	Note func(stationID string, entry Entry)
}

// Entry is an entry in a station's log about its plan.
type Entry struct {
	Text    music.Message
	IsError bool // whether a track cannot be played; otherwise, the entry is a decision
}

// Service plans stations. It is safe for concurrent use.
type Service struct {
	Config
	pools   *pools
	unsaved unsaved
	save    func(ctx context.Context, stationID, queue string, revision int64, at time.Time) error
}

// New returns a Service.
func New(c Config) *Service {
	return &Service{Config: c, pools: newPools(), unsaved: unsaved{of: map[string]unsavedQueue{}}, save: c.Store.SaveStationQueue}
}

// Package autodj decides what a station plays by itself: it plans the next
// hours from its playlists, shows and requests, with a reason for every choice.
//
// The plan is stored, so that people hear what they were shown. It depends only
// on the database and on the time that callers pass, so any number of Services
// may plan the same station. While the database takes no changes, or cannot be
// read, the Service that plays a station goes on from memory.
package autodj

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
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
	pools  *pools
	memory memoryOfReads

	// What the store does, of which tests decide when it fails.
	read       func(ctx context.Context, stationID string) (*known, error)
	load       func(ctx context.Context, stationID string) (queue string, revision int64, err error)
	save       func(ctx context.Context, stationID, queue string, revision int64, at time.Time) error
	setRequest func(ctx context.Context, id string, state station.RequestState, reason music.Message, at time.Time) error

	mu    sync.Mutex
	saves map[string]*saves // by station
}

// New returns a Service.
func New(c Config) *Service {
	s := &Service{
		Config: c, pools: newPools(), memory: memoryOfReads{of: map[string]*known{}}, saves: map[string]*saves{},
		load: c.Store.StationQueue, save: c.Store.SaveStationQueue, setRequest: c.Store.SetStationRequest,
	}
	s.read = s.readStation
	return s
}

// Package autodj decides what a station plays by itself: it plans the next
// hours from its playlists, shows and requests, with a reason for every choice.
//
// The plan is stored, so that people hear what they were shown. It depends only
// on the database and the time that is passed in, so any number of Services may
// plan the same station.
package autodj

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
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

// Station is the view of one station for the server that plays it.
type Station struct {
	s  *Service
	id string
}

// Station returns the planner of one station. It costs nothing.
func (s *Service) Station(id string) *Station { return &Station{s, id} }

// Next takes the next slot from the plan. at is when it begins, as precisely as
// the station knows: now if nothing is on air. held are the IDs of the slots
// that the station has loaded or plays. All others that it took and that did not
// begin go back to where they were in the plan. The errors ErrNoLists, ErrEmpty
// and ErrMissing are sentences for the station's Problem.
func (d *Station) Next(ctx context.Context, at time.Time, held []string) (station.Slot, error) {
	return d.s.next(ctx, d.id, at, held)
}

// Upcoming returns the plan of the next hours (1 to station.MaxQueueHours),
// without the slots already taken.
func (d *Station) Upcoming(ctx context.Context, now time.Time, hours int) ([]station.Slot, error) {
	return d.s.upcoming(ctx, d.id, now, hours)
}

// Played reports when a taken slot really began, and when it will end or ended;
// the next slot starts then.
func (d *Station) Played(ctx context.Context, slotID string, began, ends time.Time) error {
	return d.s.played(ctx, d.id, slotID, began, ends)
}

// Missing reports that the file of a taken slot cannot be played, and why if
// that is known; reason may be zero. The file is not chosen again today.
func (d *Station) Missing(ctx context.Context, slot *station.Slot, now time.Time, reason music.Message) error {
	return d.s.missing(ctx, d.id, slot, now, reason)
}

// Changed reports that the station, its rotation playlists, shows or tracks
// changed, or that it was deleted. Every plan checks its inputs anyway; this
// only drops the cache.
func (d *Station) Changed() { d.s.pools.forget(d.id) }

// Show returns the show that is scheduled at a time, or nil if there is none.
func (d *Station) Show(ctx context.Context, at time.Time) (*station.ShowTime, error) {
	return d.s.show(ctx, d.id, at)
}

// HardStart returns when the next show begins that does not wait for the end of
// a track, or the zero time if there is none within a day. The current track is
// faded out then.
func (d *Station) HardStart(ctx context.Context, now time.Time) (time.Time, error) {
	return d.s.hardStart(ctx, d.id, now)
}

// Schedule lists a station's shows between two times, at most five weeks apart,
// as they go out: of overlapping shows the one with priority.
func (s *Service) Schedule(ctx context.Context, stationID string, from, to time.Time) ([]station.ShowTime, error) {
	return s.schedule(ctx, stationID, from, to)
}

// Package autodj decides what a station plays by itself: it plans the next
// hours of its lists, shows and requests, with the reason for every choice.
//
// The plan is kept, so that what people see is what is heard; everything about
// it is decided by the database and the time it is told. Any number of
// Services may plan the same station.
package autodj

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Errors people see.
var (
	ErrNoLists = music.NewError(music.Unavailable, "This station has no list of music that is switched on.")
	ErrEmpty   = music.NewError(music.Unavailable, "The lists of this station are empty.")
	ErrMissing = music.NewError(music.Unavailable, "None of the files in the lists of this station can be played.")
)

// Config of a Service. Optional fields say so.
type Config struct {
	Store *store.Store
	// Note keeps a decision in the log of a station, in plain words; nil for nowhere.
	Note func(stationID, text string)
}

// Service plans stations. It is safe for concurrent use.
type Service struct {
	Config
	pools *pools
	given *takenHere
}

// New returns a Service.
func New(c Config) *Service { return &Service{Config: c, pools: newPools(), given: newTakenHere()} }

// Station is what a server that plays a station asks.
type Station struct {
	s  *Service
	id string
}

// Station returns the planner of one station; it costs nothing.
func (s *Service) Station(id string) *Station { return &Station{s, id} }

// Next takes what is to be played next from the plan. now is about when it
// will begin or be made ready, a crossfade or a few seconds of decoding
// earlier. The error is a sentence for the station's Problem: ErrNoLists,
// ErrEmpty, ErrMissing.
func (d *Station) Next(ctx context.Context, now time.Time) (station.Slot, error) {
	return d.s.next(ctx, d.id, now)
}

// Upcoming is the plan of the next hours (1 to music.MaxQueueHours), what was
// taken last not in it.
func (d *Station) Upcoming(ctx context.Context, now time.Time, hours int) ([]station.Slot, error) {
	return d.s.upcoming(ctx, d.id, now, hours)
}

// Played tells when a slot that was taken really began, and when it will end,
// or did: the next one is heard from then on.
func (d *Station) Played(ctx context.Context, slotID string, began, ends time.Time) error {
	return d.s.played(ctx, d.id, slotID, began, ends)
}

// Missing tells that the file of a slot that was taken cannot be played, and
// why. It is not chosen again today.
func (d *Station) Missing(ctx context.Context, slot *station.Slot, now time.Time, reason string) error {
	return d.s.missing(ctx, d.id, slot, now, reason)
}

// Changed tells that the station, its lists, shows or playlists are others, or
// that it is gone. Every plan compares what it was made of anyway: this only
// lets go of what is remembered.
func (d *Station) Changed() { d.s.pools.forget(d.id) }

// Show is the show in whose hour a time is; nil for none.
func (d *Station) Show(ctx context.Context, at time.Time) (*station.ShowTime, error) {
	return d.s.show(ctx, d.id, at)
}

// HardStart is when the next show begins that does not wait for the end of a
// track; zero for none within a day. What plays then is to be faded out.
func (d *Station) HardStart(ctx context.Context, now time.Time) (time.Time, error) {
	return d.s.hardStart(ctx, d.id, now)
}

// Schedule lists the hours of a station's shows between two times, at most
// five weeks apart, as they go out: where shows overlap the stronger one.
func (s *Service) Schedule(ctx context.Context, stationID string, from, to time.Time) ([]station.ShowTime, error) {
	return s.schedule(ctx, stationID, from, to)
}

package autodj

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// The methods below are those of Station, by the station's id: stations use
// them through an interface of their own.

// Next is Station.Next.
func (s *Service) Next(ctx context.Context, id string, at time.Time, held []string) (station.Slot, error) {
	return s.Station(id).Next(ctx, at, held)
}

// Played is Station.Played.
func (s *Service) Played(ctx context.Context, id, slot string, began, ends time.Time) error {
	return s.Station(id).Played(ctx, slot, began, ends)
}

// Missing is Station.Missing.
func (s *Service) Missing(ctx context.Context, id string, slot *station.Slot, now time.Time, reason music.Message) error {
	return s.Station(id).Missing(ctx, slot, now, reason)
}

// Changed is Station.Changed.
func (s *Service) Changed(id string) { s.Station(id).Changed() }

// HardStart is Station.HardStart.
func (s *Service) HardStart(ctx context.Context, id string, now time.Time) (time.Time, error) {
	return s.Station(id).HardStart(ctx, now)
}

// Show is Station.Show.
func (s *Service) Show(ctx context.Context, id string, at time.Time) (*station.ShowTime, error) {
	return s.Station(id).Show(ctx, at)
}

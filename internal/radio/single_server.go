package radio

import (
	"context"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// alone is the Ownership of a single server, which owns every station.
type alone struct{ s *Service }

// IsCluster implements Ownership.
func (alone) IsCluster() bool { return false }

// Owns implements Ownership.
func (alone) Owns(string) bool { return true }

// Take implements Ownership.
func (alone) Take(context.Context, string) bool { return true }

// Claim implements Ownership.
func (alone) Claim(context.Context, string, string) error { return nil }

// Give implements Ownership. There is no server to give a station to.
func (alone) Give(context.Context, string) {}

// Free implements Ownership. Every station has an owner.
func (alone) Free(context.Context, []string) ([]string, error) { return nil, nil }

// Codec implements Ownership. The station knows its own main stream.
func (alone) Codec(context.Context, string) (frame.Codec, error) { return frame.NoCodec, nil }

// Listen implements Ownership.
func (a alone) Listen(ctx context.Context, st *station.Station, codec frame.Codec) (*hub.Hub, func(), error) {
	return a.s.open(ctx, st, codec)
}

// Order implements Ownership. The server that owns a station obeys itself.
func (a alone) Order(ctx context.Context, stationID string, o station.Order) error {
	return a.s.Obey(ctx, stationID, o)
}

// SetTitle implements Ownership.
func (a alone) SetTitle(ctx context.Context, stationID, dj string, title station.StreamTitle) error {
	return a.s.Retitle(ctx, stationID, dj, title)
}

// Tell implements Ownership. There is no other server to tell.
func (alone) Tell(string) {}

// Resume implements Ownership. Nothing is announced by another server.
func (alone) Resume() {}

// Elsewhere implements Ownership. Nobody listens on another server.
func (alone) ListenersElsewhere(string) int { return 0 }

package radio

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
)

// Ownership says which stations this server plays. In a cluster each has one
// owner; the others pass on what it plays.
type Ownership interface {
	// Owns reports whether this server plays a station.
	Owns(stationID string) bool
	// Take asks for a station that nobody plays; true when this server has it.
	Take(ctx context.Context, stationID string) bool
	// Hub is the sound of a station that another server plays, until release.
	Hub(ctx context.Context, s *music.Station, codec frame.Codec) (h *hub.Hub, release func(), err error)
}

// alone owns everything: there is one server.
type alone struct{}

func (alone) Owns(string) bool                  { return true }
func (alone) Take(context.Context, string) bool { return true }

func (alone) Hub(context.Context, *music.Station, frame.Codec) (*hub.Hub, func(), error) {
	return nil, nil, ErrOff
}

// Package playout plays one radio station: a goroutine owns its state, its
// sound and the hubs of its listeners. The hubs stay open whatever happens to a
// source.
package playout

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// Frames provides the whole frames of a source.
type Frames interface {
	Next() (frame.Frame, error) // io.EOF at the end
	Codec() frame.Codec         // known after the first frame
}

// Source is a connected source that wants to go on air.
type Source struct {
	ID      string // ID of this connection, as in hub.Live
	Frames  Frames
	DJ      string // the name that listeners see
	DJID    string
	Account string // "" for a source without an account
	Client  string // name of the source client
	Address string
	Browser bool   // whether it comes from the studio in the browser
	OnAir   func() // called when it has been put on air; may be nil
}

// Play is something that went on air, for the history.
type Play struct {
	ID      string
	TrackID string
	Artist  string
	Title   string
	Source  string // as in station.OnAir
	DJ      string
	Reason  string // why it was chosen, as JSON; "" for no reason
	Seconds float64
	Began   time.Time
}

// The kinds of log entries of a station.
const (
	KindDecision = "decision"
	KindSource   = "source"
	KindEncoder  = "encoder"
	KindSilence  = "silence"
	KindRelay    = "relay"
	KindSchedule = "schedule"
	KindError    = "error"
)

// Keeper records what happens on a station. Its methods must not block, because
// the station does not wait for a disk.
type Keeper interface {
	Status(station.Status)                 // called when the status has changed
	Began(Play)                            // also ends the previous play
	Ended(at time.Time)                    // nothing is on air from that time on
	Note(kind string, what music.Message)  // for the owner
	Alert(kind string, what music.Message) // also for operators
	// Aired reports that an AutoDJ item is audible from a time on, for a number
	// of seconds.
	Aired(c *Choice, at time.Time, seconds float64)
	// Missing reports that an item cannot be played. why is zero if the cause
	// is unknown. The planner logs it.
	Missing(c *Choice, why music.Message)
}

// Upstream is an open remote stream.
type Upstream interface {
	Frames
	Close()
}

// Config is what an Engine needs. Relay, Sound and Tap may be nil.
type Config struct {
	Station station.Station
	Log     *slog.Logger
	Keeper  Keeper

	// Relay opens the remote stream of a relay, and returns once that answers.
	// Its error is a sentence for people.
	Relay func(ctx context.Context, s *station.Station) (Upstream, error)

	// Sound returns the builder of mixers and encoders, or why there is none.
	Sound func(ctx context.Context, s *station.Station) (Sound, error)

	// Next returns the AutoDJ's item for a time, with a *Choice as its Meta.
	// held holds the IDs of earlier items that play or will play; no other
	// earlier item will play. A music.Error is a sentence for people, any other
	// error a fault. Next may block.
	Next func(ctx context.Context, s *station.Station, at time.Time, held []string) (*mix.Item, error)

	// Tap is called with every chunk of sound that this station makes.
	Tap func(codec frame.Codec, c *hub.Chunk)
	// Late is called while sound is made too late, because the machine is busy.
	// It may be nil.
	Late func()
	// Show returns the name of the scheduled show, or "".
	Show func(at time.Time) string
}

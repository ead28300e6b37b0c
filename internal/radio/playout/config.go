// Package station plays one radio station: a goroutine that owns its state,
// its sound and the hubs its listeners hang on. Whatever goes wrong with a
// source, the hubs go on.
package playout

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// Frames are whole frames of a source.
type Frames interface {
	Next() (frame.Frame, error) // io.EOF at the end
	Codec() frame.Codec         // after the first frame
}

// Source is somebody's sound who wants to be on air.
type Source struct {
	Frames  Frames
	DJ      string // what listeners see them called
	DJID    string
	Account string // "" for somebody without an account
	Client  string // their program
	Address string
	Browser bool // from the desk in the browser
}

// Play is what went on air, for the history.
type Play struct {
	ID      string
	TrackID string
	Artist  string
	Title   string
	Source  string // as music.OnAir has it
	DJ      string
	Reason  string // why it was chosen, JSON; ""
	Seconds float64
	Began   time.Time
}

// Kinds of entries in the log of a station.
const (
	KindDecision = "decision"
	KindSource   = "source"
	KindEncoder  = "encoder"
	KindSilence  = "silence"
	KindRelay    = "relay"
	KindSchedule = "schedule"
	KindError    = "error"
)

// Keeper keeps what happens. Its methods return at once: the station waits for
// no disk.
type Keeper interface {
	Status(station.Status)   // another one than before
	Began(Play)              // ends what was on air before
	Ended(at time.Time)      // nothing is on air
	Note(kind, text string)  // for the owner, in plain words
	Alert(kind, text string) // for the operator too
	// Aired is an item of the lists that is heard from now on, for so long.
	Aired(c *Choice, at time.Time, seconds float64)
	// Missing is one that cannot be played.
	Missing(c *Choice, why string)
}

// Upstream is an opened stream from elsewhere.
type Upstream interface {
	Frames
	Close()
}

// Config is what a station stands on. Relay, Sound and Tap may be nil.
type Config struct {
	Station station.Station
	Log     *slog.Logger
	Keeper  Keeper

	// Relay opens the stream a relay passes on. It returns when the stream
	// answers; an error is a sentence.
	Relay func(ctx context.Context, s *station.Station) (Upstream, error)

	// Sound makes what mixes and encodes. Its error says why there is none.
	Sound func(ctx context.Context, s *station.Station) (Sound, error)

	// Next is what the lists play next, its Meta a *Choice; an error is a
	// sentence. It may take its time.
	Next func(ctx context.Context, s *station.Station) (*mix.Item, error)

	// Tap is shown every chunk that is made here.
	Tap func(codec frame.Codec, c *hub.Chunk)
	// Show is what the calendar calls the hour; "" for nothing.
	Show func(at time.Time) string
}

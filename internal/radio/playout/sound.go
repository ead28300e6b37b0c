package playout

import (
	"context"
	"io"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// Sound makes and takes apart sound. The packages mix and encode do that.
type Sound interface {
	// Mix begins to play what next returns, nil for nobody.
	Mix(options mix.Options, next func(ctx context.Context) *mix.Item) Mixer
	// Encode makes frames of sound until ctx ends.
	Encode(ctx context.Context, codec frame.Codec, bitrate int) (Encoder, error)
	// Decode plays an encoded stream into a ring until it ends, and closes it.
	Decode(ctx context.Context, codec frame.Codec, stream io.Reader, into *mix.Ring) error
}

// Mixer is the desk: *mix.Mixer. All but Close return at once.
type Mixer interface {
	Read(block []float32) // never waits
	IsShort() bool        // a Read now would have a gap that one a moment later has not
	Events() []mix.Event  // of the last Read
	SetOptions(o mix.Options)
	SetLive(pcm mix.PCM) // fades somebody in
	ClearLive()          // and out, to what comes next
	Prepare()            // gets that ready while somebody is live
	Skip()
	Reload() // asks again what comes next
	Figures() mix.Figures
	Close()
}

// Encoder makes frames of sound.
type Encoder interface {
	Write(block []float32) error // mix.BlockSamples; waits only while it is overloaded
	Next() (frame.Frame, error)  // waits; an error once it has ended
	Close()
}

// Choice is what an item of the AutoDJ is: the Meta of its mix.Item.
type Choice struct {
	ID      string // of whoever chose it
	TrackID string
	Artist  string
	Title   string
	Source  string // autodj, request, jingle
	Reason  string // JSON
	Words   string // why it was chosen, in words, for the log
	Seconds float64
	Until   time.Time     // it is to be gone by then; zero for its end
	Slot    *station.Slot // of the plan; nil for none
}

// isQuiet reports whether titles stay while it plays.
func (c *Choice) isQuiet() bool { return c.Source == "jingle" }

// errNoSound is shown where nobody gave a station the means.
var errNoSound = music.NewError(music.Unavailable, "This server cannot mix sound: ffmpeg is not installed.")

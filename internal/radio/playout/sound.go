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

// Sound builds mixers, encoders and decoders. The packages mix and encode
// implement it.
type Sound interface {
	// Mix starts a mixer that plays what next returns; nil for a mixer without
	// AutoDJ.
	Mix(options mix.Options, next func(ctx context.Context, n mix.Need) *mix.Item) Mixer
	// Encode starts an encoder that runs until ctx ends. bitrate is in kbit/s.
	Encode(ctx context.Context, codec frame.Codec, bitrate int) (Encoder, error)
	// Decode decodes a stream into a ring buffer until it ends, and closes the
	// buffer.
	Decode(ctx context.Context, codec frame.Codec, stream io.Reader, into *mix.Ring) error
}

// Mixer is implemented by *mix.Mixer. Only Close may block.
type Mixer interface {
	Read(block []float32) // never blocks
	IsShort() bool        // a Read now would have a gap that a later one would not have
	Events() []mix.Event  // of the last Read
	SetOptions(o mix.Options)
	SetLive(pcm mix.PCM) // fades a live source in
	ClearLive()          // fades it out, to the next item
	Prepare()            // loads the next item while a source is live
	Skip()
	Reload() // asks for the next item again, and keeps what is loaded if it is that

	// What the mixer could pass over because it is there in encoded form; see
	// mix.Mixer.
	Steady() (mix.Steady, bool)
	Pass()           // until something changes
	IsPassing() bool // the last Read made no sound
	IsShadow() bool  // Read makes sound again, for an encoder to get ready
	Free()           // ends the shadow
	Wake()           // something is about to change
	Figures() mix.Figures
	Close()
}

// Encoder encodes sound into frames.
type Encoder interface {
	Write(block []float32) error // mix.BlockSamples samples; blocks only while it is overloaded
	Next() (frame.Frame, error)  // blocks; returns an error once the encoder has ended
	Close()
}

// Choice is an AutoDJ item: the Meta of its mix.Item.
type Choice struct {
	ID      string // set by the planner
	TrackID string
	Artist  string
	Title   string
	Source  string        // autodj, request, jingle
	Reason  string        // JSON
	Words   music.Message // why it was chosen, for the log
	Seconds float64
	// From is the hard start with which it begins, earlier by station.MaxEarly
	// at most and only if the item before is over; zero for none.
	From time.Time
	// Until is the first hard start after it, which cuts it off; zero for none.
	Until time.Time
	Slot  *station.Slot // of the plan; nil for none
	made  time.Time     // when it was asked for
}

// isQuiet reports whether the previous title stays while it plays.
func (c *Choice) isQuiet() bool { return c.Source == "jingle" }

// errNoSound is the error of a station without Config.Sound.
var errNoSound = music.NewError(music.Unavailable, "This server cannot mix sound: ffmpeg is not installed.")

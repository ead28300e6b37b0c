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
	// Mix starts a mixer that plays the items that next returns. next is nil
	// for a mixer without AutoDJ.
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
	IsShort() bool        // whether a Read now would have a gap that a later Read would not have
	Events() []mix.Event  // events of the last Read
	SetOptions(o mix.Options)
	SetLive(pcm mix.PCM) // fades in a live source
	ClearLive()          // fades from the live source to the next item
	Prepare()            // loads the next item while a source is live
	Skip()
	Reload() // requests the next item again; the loaded item stays if it is still next

	// Passing over sound that is available in encoded form; see mix.Mixer.
	Steady() (mix.Steady, bool)
	Pass()           // passes over the sound until something changes
	IsPassing() bool // whether the last Read made no sound
	IsShadow() bool  // whether Read makes sound only for an encoder to get ready
	Free()           // ends the shadow
	Wake()           // makes sound, because something is about to change
	Figures() mix.Figures
	Close()
}

// Encoder encodes sound into frames.
type Encoder interface {
	Write(block []float32) error // takes mix.BlockSamples samples; blocks only while the encoder is overloaded
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
	// From is the hard start with which the item begins; zero for none. The
	// item may begin earlier, by at most station.MaxEarly, if the previous one
	// is over.
	From time.Time
	// Until is the next hard start, which cuts off the item; zero for none.
	Until time.Time
	Slot  *station.Slot // slot in the plan; nil for none
	made  time.Time     // when the item was requested
}

// isQuiet reports whether the previous title stays while the item plays.
func (c *Choice) isQuiet() bool { return c.Source == "jingle" }

// errNoSound is the error of a station without Config.Sound.
var errNoSound = music.NewError(music.Unavailable, "This server cannot mix sound: ffmpeg is not installed.")

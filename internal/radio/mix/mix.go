// Package mix is the desk of a station: it plays items one after another
// without a gap, joins them by how loud they end and begin and on the beat,
// brings them to one loudness, and lets people in over them. Its sound is
// stereo of 48 kHz in blocks of 20 ms.
package mix

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/station"
)

// The form of all sound in here.
const (
	Rate         = 48_000
	Channels     = 2
	BlockFrames  = Rate / 50
	BlockSamples = BlockFrames * Channels // interleaved
	BlockTime    = 20 * time.Millisecond
)

// Options are what the owner of a station sets. They count from the next join on.
type Options struct {
	Crossfade time.Duration // the longest; 0 joins without
	BeatMatch bool
	Loudness  float64 // LUFS
	Duck      float64 // dB the music is lowered by under voices
}

// OptionsOf takes the mixer's part.
func OptionsOf(o station.Options) Options {
	return Options{
		Crossfade: time.Duration(o.CrossfadeSeconds * float64(time.Second)), BeatMatch: o.BeatMatch, Loudness: o.Loudness, Duck: o.DuckDecibels,
	}
}

// Config is what a Mixer needs.
type Config struct {
	FFmpeg  *ffmpeg.Runner
	Log     *slog.Logger
	Options Options
	// Measured is shared with other mixers; nil for one of its own.
	Measured *Measured
	// Next returns what is to be played next, or nil when there is nothing:
	// then it is asked again after a second, or at Reload. It is called from a
	// goroutine of the mixer, one call at a time, about half a minute before
	// it is needed, and may take its time.
	Next func(ctx context.Context) *Item
}

// PCM is sound that comes in as it is made. Read fills what it can of an
// interleaved block and returns how many samples that was; it never blocks.
type PCM interface{ Read(block []float32) int }

// Figures count what a mixer has been through.
type Figures struct {
	Underruns int64 // blocks with silence because a deck was not ready
	Limited   int64 // blocks the limiter turned down
}

// Position says what is played.
type Position struct {
	Item    *Item // nil for nothing
	Played  time.Duration
	Left    time.Duration // about, until the next item begins; 0 while unknown
	IsReady bool          // the next item is loaded
}

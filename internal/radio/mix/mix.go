// Package mix mixes the sound of a station: it plays items one after another
// without gaps, joins them depending on how loud they end and begin or on the
// beat, brings them to the same loudness, and lets live sources in over them.
// Its sound is 48 kHz stereo in blocks of 20 ms.
package mix

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/station"
)

// The format of all sound in this package.
const (
	Rate         = 48_000
	Channels     = 2
	BlockFrames  = Rate / 50
	BlockSamples = BlockFrames * Channels // interleaved
	BlockTime    = 20 * time.Millisecond
)

// Options are configured by the station's owner. They take effect at the next
// join.
type Options struct {
	Crossfade time.Duration // maximum length; 0 for none
	BeatMatch bool
	Loudness  float64 // LUFS
	Duck      float64 // dB by which music is lowered under voices
	Bitrate   int     // kbit/s of the items that are encoded as a whole; 0 for none
}

// OptionsOf returns the mixer's part of a station's options.
func OptionsOf(o station.Options) Options {
	return Options{
		Crossfade: time.Duration(o.CrossfadeSeconds * float64(time.Second)), BeatMatch: o.BeatMatch, Loudness: o.Loudness, Duck: o.DuckDecibels,
	}
}

// Config is what a Mixer needs.
type Config struct {
	FFmpeg   *ffmpeg.Runner
	Log      *slog.Logger
	Options  Options
	Measured *Measured // shared with other mixers; nil for one of its own
	Bodies   Bodies    // nil if no items are encoded as a whole
	// Next returns the next item, or nil if there is nothing to play; then it
	// is called again after a second, or at Reload. It is called from a
	// goroutine of the mixer, one call at a time, about half a minute before
	// the item is needed, and may block.
	Next func(ctx context.Context, n Need) *Item
}

// Need is what a mixer needs next.
type Need struct {
	In time.Duration // until the item begins, roughly
	// Unused are items that were loaded to play here. If Next returns one of
	// them again, it stays loaded; otherwise it was not heard and never will be.
	Unused []*Item
}

// PCM is sound that arrives in real time. Read fills as much of an interleaved
// block as it can, returns the number of samples, and never blocks.
type PCM interface{ Read(block []float32) int }

// Figures are the counters of a mixer.
type Figures struct {
	Underruns int64 // blocks with silence because a deck was not ready
	Limited   int64 // blocks that the limiter turned down
}

// Position is what plays now.
type Position struct {
	Item    *Item // nil for nothing
	Played  time.Duration
	Left    time.Duration // approximate time until the next item begins; 0 while unknown
	IsReady bool          // the next item is loaded
	IsWhole bool          // it is also there in encoded form
}

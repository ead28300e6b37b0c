// Package mix mixes the sound of a station: it plays items one after another
// without gaps, joins them on the beat or depending on how loud they end and
// begin, brings them to the same loudness, and fades live sources in. Its sound
// is 48 kHz stereo in blocks of 20 ms.
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
	Bitrate   int     // kbit/s of items that are encoded as a whole; 0 for none
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
	// Next returns the next item, or nil if there is nothing to play. After
	// nil, the mixer calls it again after a second, or at Reload. The mixer
	// calls it from one of its goroutines, one call at a time, about half a
	// minute before it needs the item. Next may block.
	Next func(ctx context.Context, n Need) *Item
}

// Need is what a mixer needs next.
type Need struct {
	In time.Duration // until the item begins, roughly
	// Unused holds items that were loaded for this place. If Next returns one
	// of them again, it stays loaded; otherwise it is dropped without having
	// been audible.
	Unused []*Item
}

// PCM is sound that arrives in real time. Read fills as much of an interleaved
// block as it can, returns the number of samples, and never blocks.
type PCM interface{ Read(block []float32) int }

// Figures are the counters of a mixer.
type Figures struct {
	Underruns int64 // blocks with silence because a deck was not ready
	Limited   int64 // blocks whose level the limiter lowered
}

// Position is what plays now.
type Position struct {
	Item    *Item // nil for nothing
	Played  time.Duration
	Left    time.Duration // approximate time until the next item begins; 0 while unknown
	IsReady bool          // the next item is loaded
	IsWhole bool          // the encoded form of Item is available too
}

package mix

import (
	"context"

	"sonora/internal/sound"
)

// Kind is the kind of an item, which decides how it is joined to its neighbors.
type Kind string

// Kinds of items.
const (
	Music  Kind = "music"
	Jingle Kind = "jingle" // also an ident: never blended on the beat, and the title of the music stays
	Voice  Kind = "voice"  // spoken over the end of one track and the beginning of the next, which are ducked
)

// Item is a file to be played.
type Item struct {
	ID      string // repeated in events; the mixer does not interpret it
	TrackID string // ID in the library; "" for none
	Path    string // of a local file
	// Open fetches a file that is stored elsewhere. A goroutine of the mixer
	// calls it shortly before the item is due, and calls release after the item
	// was played.
	Open func(ctx context.Context) (path string, release func(), err error)
	Kind Kind
	// IsEarly reports that the item must not begin yet. Read calls it in every
	// step in which the item could begin; isOver says whether the previous item
	// is over. It is nil for an item that may always begin.
	IsEarly func(isOver bool) bool
	// Sound is the analysis of the track. If it is nil, loudness, peaks and
	// silence are measured before the item is played.
	Sound *Sound
	// CueIn and CueOut are seconds from the beginning of the file; 0 means
	// where the sound begins or ends.
	CueIn, CueOut float64
	// GainDB, unless nil, replaces the gain that brings the item to
	// Options.Loudness.
	GainDB *float64
	Meta   any // the caller's own data
}

// Sound is the part of an analysis that the mixer uses.
type Sound struct {
	Seconds    float64
	Loudness   float64 // LUFS; sound.SilenceLUFS if unknown
	TruePeak   float64 // dBTP
	SoundStart float64 // where silence ends, s
	SoundEnd   float64 // where silence begins, s
	Grid       []sound.GridSegment
	Downbeat   int  // index of the first downbeat among the beats
	Meter      int  // beats per bar; 0 without a steady beat
	Sure       bool // the beat grid is reliable
}

// sureGrid is the minimum tempo confidence for beat matching.
const sureGrid = 0.6

// SoundOf returns the part of an analysis that the mixer uses; nil for nil.
func SoundOf(a *sound.Analysis) *Sound {
	if a == nil || a.SampleRate <= 0 {
		return nil
	}
	seconds := float64(a.Samples) / float64(a.SampleRate)
	return &Sound{
		Seconds: seconds, Loudness: a.Loudness.Integrated, TruePeak: a.Loudness.TruePeak,
		SoundStart: a.SilenceStart, SoundEnd: seconds - a.SilenceEnd,
		Grid: a.Grid, Downbeat: a.Downbeat, Meter: a.Meter,
		Sure: a.Tempo.Confidence >= sureGrid && len(a.Grid) > 0 && a.Meter > 0,
	}
}

package mix

import (
	"context"

	"sonora/internal/sound"
)

// Kind says what an item is, which decides how it is joined to its neighbours.
type Kind string

// Kinds of items.
const (
	Music  Kind = "music"
	Jingle Kind = "jingle" // also idents: never blended on the beat, and music's titles stay
	Voice  Kind = "voice"  // spoken over the end of one track and the beginning of the next, which are ducked
)

// Item is one file to be played.
type Item struct {
	ID      string // comes back in events; the mixer does not look at it
	TrackID string // of the library; ""
	Path    string // of the file on the disk
	// Open is for files kept elsewhere; it is called from a goroutine of the
	// mixer shortly before the item is due, release once it has been played.
	Open func(ctx context.Context) (path string, release func(), err error)
	Kind Kind
	// Sound is what the analysis says; nil when there is none: then loudness,
	// peaks and silence are measured before the item is played.
	Sound *Sound
	// CueIn and CueOut are seconds from the first sample that is heard; 0 is
	// where the sound begins or ends.
	CueIn, CueOut float64
	// GainDB is used instead of the gain to Options.Loudness; nil for that.
	GainDB *float64
	Meta   any // the caller's own
}

// Sound is what the mixer goes by of a music.Analysis.
type Sound struct {
	Seconds    float64
	Loudness   float64 // LUFS; music.SilenceLUFS when not known
	TruePeak   float64 // dBTP
	SoundStart float64 // s, where silence ends
	SoundEnd   float64 // s, where silence begins
	Grid       []sound.GridSegment
	Downbeat   int  // index of the first downbeat among the beats
	Meter      int  // beats to a bar; 0 without a steady beat
	Sure       bool // the grid can be relied on
}

// sureGrid is the confidence of a tempo whose beats may be mixed by.
const sureGrid = 0.6

// SoundOf takes from an analysis what the mixer goes by; nil for nil.
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

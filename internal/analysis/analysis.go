// Package analysis finds out what tracks sound like: how long and loud they
// are, how fast, in which key, and what they are made up of. An Analyser
// listens to files by the methods of package dsp; a Service does that for the
// whole library in the background and keeps what people correct by hand.
package analysis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sonora/internal/media"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// MaxDuration is how much of a sound is analysed at most; longer ones are
// recordings of a whole day, of which nobody wants a tempo.
const MaxDuration = 6 * time.Hour

// Limits of a batch: what one process of ffmpeg decodes.
const (
	BatchFiles    = 8
	BatchDuration = 10 * time.Minute
)

// Result is what came of one file.
type Result struct {
	Audio    *music.AudioFile // nil when the file cannot be read
	Analysis *sound.Analysis  // nil after an error
	Peaks    *sound.Peaks
	Levels   []float32 // loudness of each 100 ms, LUFS
	Err      error     // a *media.FileError blames the file
	Final    bool      // another attempt would end as this one
}

// Analyser listens to files. It is safe for concurrent use.
type Analyser struct {
	FFmpeg *media.FFmpeg
	Idle   bool // decode only when the machine has nothing else to do
}

// Analyse listens to a few files at once and returns a Result for each. The
// batch is to be of BatchFiles and BatchDuration at most, or of one file: all
// that is known of the files is in memory until it ends.
func (a *Analyser) Analyse(ctx context.Context, paths []string) []Result {
	results := make([]Result, len(paths))
	var sounds []media.Sound
	var which []int // of the sounds among the paths
	for i, path := range paths {
		sound, err := media.ProbeSound(path)
		results[i].Audio, results[i].Err = sound.Audio, err
		if err == nil {
			err = refuse(sound.Audio)
			sound.Rate = workingRate(sound.Audio.SampleRate)
			results[i].Err, results[i].Final = err, err != nil
		}
		if err == nil {
			sounds, which = append(sounds, sound), append(which, i)
		}
	}
	ears := make([]*ear, len(sounds))
	errs := a.FFmpeg.Decode(ctx, sounds, a.Idle, func(i int) media.Listener {
		ears[i] = newEar(&sounds[i])
		return ears[i]
	})
	for i, err := range errs {
		r := &results[which[i]]
		if r.Err = err; err == nil {
			r.Analysis, r.Peaks, r.Err = ears[i].finish()
			r.Levels = ears[i].loudness.Levels()
		}
		ears[i] = nil
	}
	return results
}

// refuse says why a sound cannot be analysed, nil for nothing.
func refuse(a *music.AudioFile) error {
	switch {
	case a.SampleRate < minRate || a.SampleRate > maxRate:
		return &media.FileError{Kind: music.CorruptFile, Reason: fmt.Sprintf("A sample rate of %d Hz cannot be analysed.", a.SampleRate)}
	case a.Duration > MaxDuration:
		return &media.FileError{Kind: music.CorruptFile, Reason: fmt.Sprintf("The track is longer than %.0f hours.", MaxDuration.Hours())}
	}
	return nil
}

// Reason is why a file could not be analysed, in a sentence for the operator.
func Reason(err error) string {
	if blamed, ok := errors.AsType[*media.FileError](err); ok {
		return blamed.Reason
	}
	if public, ok := errors.AsType[*music.Error](err); ok {
		return public.Detail
	}
	if errors.Is(err, media.ErrNoFFmpeg) {
		return "There is no ffmpeg on this machine to decode the sound."
	}
	return "The analysis stopped because of a fault. The log has the details."
}

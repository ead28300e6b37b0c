// Package analysis determines what tracks sound like: their length, loudness,
// tempo, key and structure. An Analyser decodes files and applies the methods
// of package dsp. A Service does that for the whole library in the background
// and stores manual corrections.
package analysis

import (
	"context"
	"errors"
	"time"

	"sonora/internal/dsp/tune"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/media/tag"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// MaxDuration is the longest sound that is analysed. Longer files are
// recordings of whole days, whose tempo means nothing.
const MaxDuration = 6 * time.Hour

// The limits of a batch, which one ffmpeg process decodes.
const (
	BatchFiles    = 8
	BatchDuration = 10 * time.Minute
)

// Result is the outcome of analysing one file.
type Result struct {
	Audio    *music.AudioFile // nil when the file cannot be read
	Analysis *sound.Analysis  // nil after an error
	Peaks    *sound.Peaks
	Tune     *tune.Tune
	Levels   []float32 // loudness of each 100 ms, LUFS
	Err      error     // a *tag.FileError means that the file is at fault
	Final    bool      // another attempt would fail the same way
}

// Analyser analyses files. It is safe for concurrent use.
type Analyser struct {
	FFmpeg *ffmpeg.Runner
	Idle   bool // decode only when the machine is otherwise idle
}

// Analyse analyses a batch of files at once and returns a Result for each path.
// A batch has at most BatchFiles files and BatchDuration of sound, or a single
// file, because all its data stays in memory until it ends.
func (a *Analyser) Analyse(ctx context.Context, paths []string) []Result {
	results := make([]Result, len(paths))
	var sounds []ffmpeg.Sound
	var which []int // index into paths of each sound
	for i, path := range paths {
		sound, err := ffmpeg.Probe(path)
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
	ears := make([]*listener, len(sounds))
	errs := a.FFmpeg.Decode(ctx, sounds, a.Idle, func(i int) ffmpeg.Listener {
		ears[i] = newListener(&sounds[i])
		return ears[i]
	})
	for i, err := range errs {
		r := &results[which[i]]
		if r.Err = err; err == nil {
			r.Analysis, r.Peaks, r.Tune, r.Err = ears[i].finish()
			r.Levels = ears[i].loudness.Levels()
		}
		ears[i] = nil
	}
	return results
}

// refuse returns why a sound cannot be analysed, or nil if it can.
func refuse(a *music.AudioFile) error {
	switch {
	case a.SampleRate < minRate || a.SampleRate > maxRate:
		return &tag.FileError{Kind: music.CorruptFile, Reason: music.Say("A sample rate of %d Hz cannot be analysed.", a.SampleRate)}
	case a.Duration > MaxDuration:
		return &tag.FileError{Kind: music.CorruptFile, Reason: music.Say("The track is longer than %d hours.", int(MaxDuration.Hours()))}
	}
	return nil
}

// Reason returns why a file could not be analysed, for the operator.
func Reason(err error) music.Message {
	if blamed, ok := errors.AsType[*tag.FileError](err); ok {
		return blamed.Reason
	}
	if public, ok := errors.AsType[*music.Error](err); ok {
		return public.Detail
	}
	if errors.Is(err, ffmpeg.ErrNotFound) {
		return music.Say("ffmpeg is not installed on this server, so the sound cannot be decoded.")
	}
	return music.Say("The analysis failed because of an internal error. The log has the details.")
}

package analysis

import (
	"fmt"
	"math"
	"runtime/debug"
	"time"

	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
)

// maxStructure is the length in seconds of the sound that tempo, key and structure
// are derived from: all of it, unless a damaged file goes on beyond the length that
// it names. Six hours take 300 MB of memory until they are analysed.
const maxStructure = int64(MaxDuration / time.Second)

// listener analyses one file: it passes the sound to the front ends of package
// dsp, which store a few kilobytes per second.
type listener struct {
	audio    *music.AudioFile
	rate     int // Hz, of the decoded sound
	channels int
	heard    int64 // samples per channel

	loudness  *dsp.LoudnessMeter
	silence   *dsp.SilenceMeter
	peaks     *dsp.Peaks
	decimator *dsp.Decimator
	onsets    *dsp.Onsets
	chroma    *dsp.Chromagram

	mono, slow []float32
	err        error
}

func newListener(sound *ffmpeg.Sound) *listener {
	e := &listener{audio: sound.Audio, rate: sound.Rate, channels: ffmpeg.DecodedChannels(sound.Audio)}
	var errs [3]error
	e.loudness, errs[0] = dsp.NewLoudnessMeter(e.rate, e.channels)
	e.silence, errs[1] = dsp.NewSilenceMeter(e.rate, e.channels)
	e.peaks, errs[2] = dsp.NewPeaks(e.rate, e.channels)
	for _, err := range errs {
		if err != nil {
			e.err = err
		}
	}
	f := factor(e.rate)
	e.decimator = dsp.NewDecimator(f)
	e.onsets, e.chroma = dsp.NewOnsets(e.rate/f), dsp.NewChromagram(e.rate/f)
	return e
}

// Hear implements ffmpeg.Listener. It turns a panic into an error of this file
// so that the server keeps running.
func (e *listener) Hear(samples []float32) (err error) {
	if e.err != nil {
		return e.err
	}
	defer func() {
		if fault := recover(); fault != nil {
			e.err = fmt.Errorf("listen: panic: %v\n%s", fault, debug.Stack())
			err = e.err
		}
	}()
	e.heard += int64(len(samples) / e.channels)
	e.loudness.Write(samples)
	e.silence.Write(samples)
	e.mono = mixDown(e.mono[:0], samples, e.channels)
	e.peaks.WriteMono(e.mono)
	if e.heard > maxStructure*int64(e.rate) {
		return nil
	}
	e.listen(e.decimator.Decimate(e.slow[:0], e.mono))
	return nil
}

// listen analyses mono sound at the reduced rate.
func (e *listener) listen(slow []float32) {
	e.onsets.Write(slow)
	e.chroma.Write(slow)
	e.slow = slow
}

// mixDown appends the mean of the channels to mono.
func mixDown(mono, samples []float32, channels int) []float32 {
	switch channels {
	case 1:
		return append(mono, samples...)
	case 2:
		for i := 1; i < len(samples); i += 2 {
			mono = append(mono, (samples[i-1]+samples[i])*0.5)
		}
		return mono
	}
	part := 1 / float32(channels)
	for ; len(samples) >= channels; samples = samples[channels:] {
		var sum float32
		for _, s := range samples[:channels] {
			sum += s
		}
		mono = append(mono, sum*part)
	}
	return mono
}

// samples returns the exact length at the file's own rate. If the sound was
// resampled, the header is more accurate by a sample or two.
func (e *listener) samples() int64 {
	if e.rate == e.audio.SampleRate {
		return e.heard
	}
	own := int64(math.Round(float64(e.heard) * float64(e.audio.SampleRate) / float64(e.rate)))
	if off := own - e.audio.Samples; off >= -2 && off <= 2 {
		return e.audio.Samples
	}
	return own
}

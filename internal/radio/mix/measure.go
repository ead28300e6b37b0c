package mix

import (
	"context"
	"time"

	"sonora/internal/dsp"
	"sonora/internal/media"
	"sonora/internal/music"
)

const (
	// longestMeasured is how long a file may be to be measured before it is
	// played, which takes a thousandth of its length.
	longestMeasured = 20 * time.Minute
	mostGain        = 15 // dB up
	leastGain       = -30
	// limiterRoom is how far above the ceiling a loud place may be brought: the
	// limiter takes that away unheard.
	limiterRoom = 3
)

// meter is a media.Listener.
type meter struct{ loudness *dsp.LoudnessMeter }

func (m meter) Hear(samples []float32) error {
	m.loudness.Write(samples)
	return nil
}

// measure finds out how loud a file is that was never analysed; nil when it
// cannot.
func measure(ctx context.Context, f *media.FFmpeg, sound media.Sound) *music.Loudness {
	if sound.Audio.Duration > longestMeasured {
		return nil
	}
	loudness, err := dsp.NewLoudnessMeter(sound.Rate, media.DecodedChannels(sound.Audio))
	if err != nil {
		return nil
	}
	if err := f.Decode(ctx, []media.Sound{sound}, false, func(int) media.Listener { return meter{loudness} })[0]; err != nil {
		return nil
	}
	r := loudness.Result()
	return &music.Loudness{Integrated: r.Integrated, TruePeak: r.TruePeak}
}

// gainTo is the gain in dB that brings a loudness to a target, with a true
// peak the limiter can take.
func gainTo(target, loudness, truePeak float64) float64 {
	if loudness <= music.SilenceLUFS {
		return 0
	}
	return max(leastGain, min(target-loudness, ceilingDB+limiterRoom-truePeak, mostGain))
}

package mix

import (
	"context"
	"os"
	"sync"
	"time"

	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/sound"
)

const (
	// longestMeasured is how long a file may be to be measured before it is
	// played, which takes a thousandth of its length.
	longestMeasured = 20 * time.Minute
	maxGain         = 15 // dB up
	leastGain       = -30
	// limiterRoom is how far above the ceiling a loud place may be brought: the
	// limiter takes that away unheard.
	limiterRoom = 3
)

// meter is a ffmpeg.Listener.
type meter struct{ loudness *dsp.LoudnessMeter }

func (m meter) Hear(samples []float32) error {
	m.loudness.Write(samples)
	return nil
}

// maxMeasured bounds what is remembered: some 300 bytes for each file.
const maxMeasured = 20_000

// Measured remembers how loud files are that were never analysed: each is heard
// through once, not whenever a station plays it. It is safe for concurrent use,
// and for any number of mixers.
type Measured struct {
	mu    sync.Mutex
	known map[measuredFile]*sound.Loudness
}

// measuredFile is a file as it was.
type measuredFile struct {
	path    string
	size    int64
	changed int64 // ns since 1970
}

// NewMeasured returns one that knows nothing.
func NewMeasured() *Measured { return &Measured{known: map[measuredFile]*sound.Loudness{}} }

// of measures a file that is not known yet; nil when it cannot.
func (m *Measured) of(ctx context.Context, f *ffmpeg.Runner, sound ffmpeg.Sound, info os.FileInfo) *sound.Loudness {
	file := measuredFile{sound.Path, info.Size(), info.ModTime().UnixNano()}
	m.mu.Lock()
	known := m.known[file]
	m.mu.Unlock()
	if known != nil {
		return known
	}
	found := measure(ctx, f, sound)
	if found == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for old := range m.known {
		if len(m.known) < maxMeasured {
			break
		}
		delete(m.known, old)
	}
	m.known[file] = found
	return found
}

// measure finds out how loud a file is that was never analysed; nil when it
// cannot.
func measure(ctx context.Context, f *ffmpeg.Runner, snd ffmpeg.Sound) *sound.Loudness {
	if snd.Audio.Duration > longestMeasured {
		return nil
	}
	loudness, err := dsp.NewLoudnessMeter(snd.Rate, ffmpeg.DecodedChannels(snd.Audio))
	if err != nil {
		return nil
	}
	if err := f.Decode(ctx, []ffmpeg.Sound{snd}, false, func(int) ffmpeg.Listener { return meter{loudness} })[0]; err != nil {
		return nil
	}
	r := loudness.Result()
	return &sound.Loudness{Integrated: r.Integrated, TruePeak: r.TruePeak}
}

// gainTo is the gain in dB that brings a loudness to a target, with a true
// peak the limiter can take.
func gainTo(target, loudness, truePeak float64) float64 {
	if loudness <= sound.SilenceLUFS {
		return 0
	}
	return max(leastGain, min(target-loudness, ceilingDB+limiterRoom-truePeak, maxGain))
}

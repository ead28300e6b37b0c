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
	// maxMeasuredLength is the maximum length of a file that is measured before
	// it is played, which takes a thousandth of its length.
	maxMeasuredLength = 20 * time.Minute
	maxGain           = 15 // dB of amplification
	minGain           = -30
	ceilingDB         = -1 // dBTP of the mixer's output
	// limiterRoom is how far above the ceiling a gain may raise peaks, in dB.
	// The limiter lowers them inaudibly.
	limiterRoom = 3
)

// meter implements the listener of a decoder.
type meter struct{ loudness *dsp.LoudnessMeter }

func (m meter) Hear(samples []float32) error {
	m.loudness.Write(samples)
	return nil
}

// maxMeasured is the maximum number of files in the cache, at about 300 bytes
// each.
const maxMeasured = 20_000

// Measured caches the loudness of files that were never analyzed, so that each
// is measured once and not each time it is played. It is safe for concurrent
// use by any number of mixers.
type Measured struct {
	mu    sync.Mutex
	known map[measuredFile]*sound.Loudness
}

// measuredFile identifies a version of a file.
type measuredFile struct {
	path    string
	size    int64
	changed int64 // ns since 1970
}

// NewMeasured returns an empty cache.
func NewMeasured() *Measured { return &Measured{known: map[measuredFile]*sound.Loudness{}} }

// of returns the loudness of a file and measures it if necessary; nil if the file
// is too long for that.
func (m *Measured) of(ctx context.Context, f *ffmpeg.Runner, sound ffmpeg.Sound, info os.FileInfo) (*sound.Loudness, error) {
	file := measuredFile{sound.Path, info.Size(), info.ModTime().UnixNano()}
	m.mu.Lock()
	known := m.known[file]
	m.mu.Unlock()
	if known != nil {
		return known, nil
	}
	found, err := measure(ctx, f, sound)
	if found == nil {
		return nil, err
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
	return found, nil
}

// measure measures the loudness of a file; nil if the file is too long.
func measure(ctx context.Context, f *ffmpeg.Runner, snd ffmpeg.Sound) (*sound.Loudness, error) {
	if snd.Audio.Duration > maxMeasuredLength {
		return nil, nil
	}
	loudness, err := dsp.NewLoudnessMeter(snd.Rate, ffmpeg.DecodedChannels(snd.Audio))
	if err != nil {
		return nil, err
	}
	if err := f.Decode(ctx, []ffmpeg.Sound{snd}, false, func(int) ffmpeg.Listener { return meter{loudness} })[0]; err != nil {
		return nil, err
	}
	r := loudness.Result()
	return &sound.Loudness{Integrated: r.Integrated, TruePeak: r.TruePeak}, nil
}

// gainTo returns the gain in dB that brings a loudness to a target, as far as
// the limiter can handle the true peak.
func gainTo(target, loudness, truePeak float64) float64 {
	if loudness <= sound.SilenceLUFS {
		return 0
	}
	return max(minGain, min(target-loudness, ceilingDB+limiterRoom-truePeak, maxGain))
}

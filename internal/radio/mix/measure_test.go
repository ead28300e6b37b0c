package mix

import (
	"context"
	"math"
	"os"
	"testing"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/testkit/wave"
)

// TestFileIsMeasuredOnce checks that a file is measured again only after it
// changed.
func TestFileIsMeasuredOnce(t *testing.T) {
	f, path, m := findFFmpeg(t), wav(t, 3, wave.Tone(997, -20)), NewMeasured()
	sound, err := ffmpeg.Probe(path)
	if err != nil {
		t.Fatal(err)
	}
	of := func(ctx context.Context) bool {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		l, err := m.of(ctx, f, sound, info)
		if (err == nil) != (l != nil) {
			t.Errorf("loudness %v, error %v", l, err)
		}
		return l != nil && math.Abs(l.Integrated+20) < 0.1 // both channels: BS.1770 adds them to the level of a sine's peak
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if of(ended) {
		t.Error("measured without ffmpeg")
	}
	if !of(t.Context()) || !of(ended) {
		t.Error("the result is not cached")
	}
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if of(ended) {
		t.Error("a replaced file has the cached result")
	}
}

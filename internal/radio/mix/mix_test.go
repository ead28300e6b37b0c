package mix

import (
	"context"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/testkit/wave"
)

func findFFmpeg(t testing.TB) *ffmpeg.Runner {
	t.Helper()
	f, err := ffmpeg.Find(context.Background())
	if err != nil {
		t.Skip("no ffmpeg")
	}
	return f
}

// wav writes a sound to a file and returns its path.
func wav(t testing.TB, seconds float64, sound wave.Sound) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sound.wav")
	if err := os.WriteFile(path, wave.File(seconds, sound), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func noGain() *float64 { return new(float64) }

// testMixer is a mixer that the test reads as fast as its decks become ready.
type testMixer struct {
	*Mixer
	t      testing.TB
	out    []float32
	events []Event
	mu     sync.Mutex
	items  []*Item
	needs  []Need
}

func newTestMixer(t testing.TB, o Options, items ...*Item) *testMixer {
	t.Helper()
	d := &testMixer{t: t, items: items}
	d.Mixer = New(t.Context(), Config{FFmpeg: findFFmpeg(t), Log: slog.New(slog.DiscardHandler), Options: o, Next: d.nextItem})
	t.Cleanup(d.Close)
	return d
}

func (d *testMixer) nextItem(_ context.Context, n Need) *Item {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.needs = append(d.needs, n)
	if len(d.items) == 0 {
		return nil
	}
	item := d.items[0]
	d.items = d.items[1:]
	return item
}

// asked returns the needs that the mixer has passed to Next.
func (d *testMixer) asked() []Need {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.needs)
}

// settle waits until the planner and the decoders are idle.
func (d *testMixer) settle() {
	for range 2 {
		done := make(chan struct{})
		d.syncs <- done
		<-done
		for _, deck := range []*deck{d.current.Load(), d.next.Load()} {
			for deck != nil && !deck.ring().closed.Load() && deck.ring().hasRoom() {
				runtime.Gosched()
			}
		}
	}
}

// play reads a number of seconds of sound.
func (d *testMixer) play(seconds float64) []float32 {
	d.t.Helper()
	from := len(d.out)
	block := make([]float32, BlockSamples)
	for range int(seconds * 50) {
		d.settle()
		d.Read(block)
		d.out = append(d.out, block...)
		d.events = append(d.events, d.Events()...)
	}
	return d.out[from:]
}

// at returns a range of the played sound, in seconds, corrected by the
// limiter's delay.
func (d *testMixer) at(from, to float64) []float32 {
	return d.out[(frames(from)+dsp.LimiterDelay)*Channels : (frames(to)+dsp.LimiterDelay)*Channels]
}

func (d *testMixer) find(kind EventKind, id string) Event {
	d.t.Helper()
	for _, e := range d.events {
		if e.Kind == kind && e.Item.ID == id {
			return e
		}
	}
	d.t.Fatalf("%s has not %s: %v", id, kind, d.events)
	return Event{}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s is %.4f, not %.4f", what, got, want)
	}
}

var usual = Options{Crossfade: 4 * time.Second, Loudness: -16, Duck: 14}

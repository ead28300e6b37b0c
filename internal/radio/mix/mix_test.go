package mix

import (
	"context"
	"encoding/binary"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"sonora/internal/media/ffmpeg"
)

func findFFmpeg(t testing.TB) *ffmpeg.Runner {
	t.Helper()
	f, err := ffmpeg.Find(context.Background())
	if err != nil {
		t.Skip("no ffmpeg")
	}
	return f
}

// wav writes a 48 kHz stereo file from a function of the time in seconds.
func wav(t testing.TB, seconds float64, sound func(s float64) float64) string {
	t.Helper()
	n := int(seconds * Rate)
	b := make([]byte, 0, 44+n*8)
	b = append(b, "RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x03\x00\x02\x00"...)
	b = binary.LittleEndian.AppendUint32(b, Rate)
	b = binary.LittleEndian.AppendUint32(b, Rate*8)
	b = append(b, "\x08\x00\x20\x00data"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(n*8))
	for i := range n {
		v := math.Float32bits(float32(sound(float64(i) / Rate)))
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, v), v)
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-8))
	path := filepath.Join(t.TempDir(), "sound.wav")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func tone(hz, db float64) func(float64) float64 {
	amplitude := math.Pow(10, db/20)
	return func(s float64) float64 { return amplitude * math.Sin(2*math.Pi*hz*s) }
}

// within returns a sound that is silent outside of a range.
func within(from, to float64, sound func(float64) float64) func(float64) float64 {
	return func(s float64) float64 {
		if s < from || s >= to {
			return 0
		}
		return sound(s)
	}
}

func noGain() *float64 { return new(float64) }

// desk is a mixer that is read as fast as its decks become ready.
type desk struct {
	*Mixer
	t      testing.TB
	out    []float32
	events []Event
	mu     sync.Mutex
	items  []*Item
}

func newDesk(t testing.TB, o Options, items ...*Item) *desk {
	t.Helper()
	d := &desk{t: t, items: items}
	d.Mixer = New(t.Context(), Config{FFmpeg: findFFmpeg(t), Log: slog.New(slog.DiscardHandler), Options: o, Next: d.nextItem})
	t.Cleanup(d.Close)
	return d
}

func (d *desk) nextItem(context.Context) *Item {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.items) == 0 {
		return nil
	}
	item := d.items[0]
	d.items = d.items[1:]
	return item
}

// settle waits until the planner and the decoders are idle.
func (d *desk) settle() {
	for range 2 {
		done := make(chan struct{})
		d.syncs <- done
		<-done
		for _, deck := range []*deck{d.current.Load(), d.next.Load()} {
			for deck != nil && !deck.ring.closed.Load() && deck.ring.hasRoom() {
				runtime.Gosched()
			}
		}
	}
}

// play reads a number of seconds.
func (d *desk) play(seconds float64) []float32 {
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

// at returns a range of what was played, in seconds, corrected by the limiter's
// delay.
func (d *desk) at(from, to float64) []float32 {
	return d.out[(frames(from)+limiterDelay)*Channels : (frames(to)+limiterDelay)*Channels]
}

func (d *desk) find(kind EventKind, id string) Event {
	d.t.Helper()
	for _, e := range d.events {
		if e.Kind == kind && e.Item.ID == id {
			return e
		}
	}
	d.t.Fatalf("%s has not %s: %v", id, kind, d.events)
	return Event{}
}

// power returns the level of a frequency in dB, relative to the amplitude of a
// sine.
func power(samples []float32, hz float64) float64 {
	var re, im float64
	n := len(samples) / Channels
	for i := range n {
		w := 1 - math.Cos(2*math.Pi*float64(i)/float64(n)) // Hann
		s, c := math.Sincos(2 * math.Pi * hz * float64(i) / Rate)
		re += w * c * float64(samples[2*i])
		im += w * s * float64(samples[2*i])
	}
	return 20 * math.Log10(2*math.Hypot(re, im)/float64(n)+1e-9)
}

func rms(samples []float32) float64 {
	var sum float64
	for _, v := range samples {
		sum += float64(v) * float64(v)
	}
	return 10 * math.Log10(sum/float64(max(1, len(samples)))+1e-12)
}

// steepest returns the largest difference between adjacent samples.
func steepest(samples []float32) float64 {
	largest := 0.0
	for i := Channels; i < len(samples); i++ {
		largest = max(largest, math.Abs(float64(samples[i]-samples[i-Channels])))
	}
	return largest
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s is %.4f, not %.4f", what, got, want)
	}
}

var usual = Options{Crossfade: 4 * time.Second, Loudness: -16, Duck: 14}

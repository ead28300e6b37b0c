package mix

import (
	"context"
	"log/slog"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/testkit/wave"
)

// whole is a Bodies with a single outline; nobody reads its frames.
type whole struct{ outline Outline }

func (w *whole) Of(*Rendering) Encoded       { return w }
func (w *whole) Body() Body                  { return w }
func (w *whole) Close()                      {}
func (w *whole) Outline() *Outline           { return &w.outline }
func (w *whole) Frame(int64) ([]byte, error) { return nil, nil }
func (w *whole) Print(int64) Print           { return Print{} }
func (w *whole) Err() error                  { return nil }

// newPasser returns a mixer on which an item can be passed over.
func newPasser(t *testing.T, o Options, body *whole, items ...*Item) *testMixer {
	t.Helper()
	d := &testMixer{t: t, items: items}
	d.Mixer = New(t.Context(), Config{FFmpeg: findFFmpeg(t), Log: slog.New(slog.DiscardHandler), Options: o, Next: d.nextItem, Bodies: body})
	t.Cleanup(d.Close)
	return d
}

// passFor reads for a number of seconds in which all sound must be passed over.
func (d *testMixer) passFor(t *testing.T, seconds float64) {
	t.Helper()
	block := make([]float32, BlockSamples)
	for range int(seconds * 50) {
		d.Read(block)
		if !d.IsPassing() {
			t.Fatal("there is sound")
		}
		d.out = append(d.out, make([]float32, BlockSamples)...)
	}
}

// resumed reads until there is sound again, which must be needed.
func (d *testMixer) resumed(t *testing.T) {
	t.Helper()
	block := make([]float32, BlockSamples)
	for deadline := time.Now().Add(time.Minute); ; {
		if d.IsShort() {
			runtime.Gosched()
			continue
		}
		d.Read(block)
		d.out = append(d.out, block...)
		if !d.IsPassing() {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the sound does not come back")
		}
	}
}

func outlineOf(t *testing.T, path string, seconds float64) *whole {
	t.Helper()
	o, err := Render(t.Context(), findFFmpeg(t), renderingOf(t, path, seconds), func([]float32) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if !o.Seekable {
		t.Error("the file cannot be decoded from the middle")
	}
	return &whole{*o}
}

// TestSoundContinuesAfterItWasPassedOver compares the samples with those of a
// mixer that makes all of them.
func TestSoundContinuesAfterItWasPassedOver(t *testing.T) {
	tone, slow := wave.Tone(440, -9), wave.Tone(0.05, 0)
	path := wav(t, 60, func(s float64) float64 { return tone(s) * slow(s+1) })
	for name, seekable := range map[string]bool{"decoded from the middle": true, "decoded from the beginning": false} {
		t.Run(name, func(t *testing.T) {
			body := outlineOf(t, path, 60)
			body.outline.Seekable = seekable
			o := usual
			o.Bitrate = 128
			all := newPasser(t, o, body, &Item{ID: "a", Kind: Music, Path: path, GainDB: noGain()})
			all.play(59)
			d := newPasser(t, o, body, &Item{ID: "a", Kind: Music, Path: path, GainDB: noGain()})
			d.play(10)
			if s, ok := d.Steady(); !ok || s.Began%FrameGrid != 0 {
				t.Fatalf("%+v %v", s, ok)
			}
			d.Pass()
			d.passFor(t, 15)
			d.Wake()
			d.resumed(t)
			if !d.IsShadow() {
				t.Error("it does not wait for an encoder")
			}
			from := len(d.out) + Rate/10*Channels // until the limiter's delay is filled
			d.Free()
			d.play(15)
			for i := from; i < len(d.out); i++ {
				if d.out[i] != all.out[i] {
					t.Fatalf("sample %d, at %.3f s, is %f instead of %f", i, float64(i)/2/Rate, d.out[i], all.out[i])
				}
			}
		})
	}
}

// TestCommandsWaitForTheEncoder checks that nothing changes in the shadow.
func TestCommandsWaitForTheEncoder(t *testing.T) {
	path := wav(t, 60, wave.Tone(440, -12))
	o := usual
	o.Bitrate = 128
	d := newPasser(t, o, outlineOf(t, path, 60), &Item{ID: "a", Kind: Music, Path: path, GainDB: noGain()},
		&Item{ID: "b", Kind: Music, Path: path, GainDB: noGain()})
	d.play(10)
	d.Pass()
	d.passFor(t, 2)
	d.Skip()
	d.resumed(t)
	d.play(1)
	for _, e := range d.events {
		if e.Item.ID == "b" {
			t.Fatal("it was skipped before an encoder was ready")
		}
	}
	d.Free()
	d.play(2)
	if e := d.find(Started, "b"); e.Join != Cut || e.Frame%FrameGrid != 0 {
		t.Errorf("%+v", e)
	}
}

// TestPlannerAndReadTakeTurns has a slow planner exchange decoders. Read must
// not wait for it, and must take the decoder afterwards.
func TestPlannerAndReadTakeTurns(t *testing.T) {
	path := wav(t, 60, wave.Tone(440, -12))
	o := usual
	o.Bitrate = 128
	d := newPasser(t, o, outlineOf(t, path, 60), &Item{ID: "a", Kind: Music, Path: path, GainDB: noGain()})
	d.play(10)
	d.Pass()
	d.passFor(t, 5)
	d.Wake()
	for deck := d.current.Load(); !d.canResume(deck); runtime.Gosched() {
		if t.Context().Err() != nil {
			return
		}
	}
	d.pass.exchange.Lock()
	d.passFor(t, 0.1)
	d.pass.exchange.Unlock()
	d.resumed(t)
	d.followPass()
	if deck := d.current.Load(); deck.spool.Load() == nil || deck.again.Load() != nil {
		t.Error("the planner took the decoder of what plays")
	}
}

// TestPlannerLeavesWhatReadTook runs the planner's rounds all the time while
// Read takes new decoders.
func TestPlannerLeavesWhatReadTook(t *testing.T) {
	done := make(chan struct{})
	close(done)
	m, d := &Mixer{}, &deck{length: 60 * Rate}
	m.current.Store(d)
	var turns atomic.Int64
	var planner sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	planner.Go(func() {
		for ; ctx.Err() == nil; turns.Add(1) {
			m.followPass()
			runtime.Gosched()
		}
	})
	defer planner.Wait()
	defer stop()
	for range 500 {
		s := &spool{ring: noRing, done: done}
		d.spool.Store(nil)
		d.again.Store(s)
		m.pass.isOn.Store(true)
		for !m.resume(&playing{deck: d}) {
			runtime.Gosched()
		}
		for end := turns.Load() + 2; turns.Load() < end; { // wait until the planner has finished the round that it had begun
			runtime.Gosched()
		}
		if d.spool.Load() != s {
			t.Fatal("the planner took the decoder of what plays")
		}
	}
}

// TestNothingCanBeReadWhilePassing reads an item that has no decoder.
func TestNothingCanBeReadWhilePassing(t *testing.T) {
	d := &deck{length: Rate}
	if n := d.take(make([]float32, BlockSamples)); n != 0 || !d.ring().Ended() {
		t.Errorf("%d samples", n)
	}
}

// TestItemsEndUpOnTheGrid checks that an item that began on the beat can be
// passed over too.
func TestItemsEndUpOnTheGrid(t *testing.T) {
	for name, tempo := range map[string]float64{"another tempo": 118, "the same tempo": 120} {
		t.Run(name, func(t *testing.T) {
			path := wav(t, 90, wave.Tone(440, -12))
			body := outlineOf(t, path, 90)
			o := usual
			o.Bitrate, o.BeatMatch = 128, true
			d := newPasser(t, o, body, &Item{ID: "a", Kind: Music, Path: path, GainDB: noGain(), Sound: gridOf(90, 120, 0.51)},
				&Item{ID: "b", Kind: Music, Path: path, GainDB: noGain(), Sound: gridOf(90, tempo, 0.5)})
			d.play(90)
			if e := d.find(Started, "b"); e.Join != Beat {
				t.Fatalf("joined by %q", e.Join)
			}
			d.play(40)
			if s, ok := d.Steady(); !ok {
				t.Errorf("it is not steady: %+v", s)
			}
			if s := wave.Steepest(d.at(0.1, 125)); s > math.Pow(10, -12.0/20)*2*math.Pi*(440+460)/Rate {
				t.Errorf("a step of %.4f", s)
			}
		})
	}
}

func renderingOf(t *testing.T, path string, seconds float64) *Rendering {
	t.Helper()
	sound, err := ffmpeg.Probe(path)
	if err != nil {
		t.Fatal(err)
	}
	return &Rendering{Path: path, Sound: sound, Item: &Item{Path: path}, End: seconds, Gain: 1, Bitrate: 128}
}

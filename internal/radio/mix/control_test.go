package mix

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"sonora/internal/dsp"
	"sonora/internal/testkit/wave"
)

func loudness(t *testing.T, samples []float32) dsp.Loudness {
	t.Helper()
	m, err := dsp.NewLoudnessMeter(Rate, Channels)
	if err != nil {
		t.Fatal(err)
	}
	m.Write(samples)
	return m.Result()
}

func TestItemsAreNormalized(t *testing.T) {
	d := newTestMixer(t, usual,
		&Item{ID: "quiet", Kind: Music, Path: wav(t, 15, wave.Noise(-25))},
		&Item{ID: "loud", Kind: Music, Path: wav(t, 15, wave.Noise(-4))},
		&Item{ID: "known", Kind: Music, Path: wav(t, 15, wave.Noise(-20)), Sound: &Sound{Seconds: 15, SoundEnd: 15, Loudness: loudness(t, wave.Stereo(10, wave.Noise(-20))).Integrated, TruePeak: -19}})
	d.play(34)
	for _, id := range []string{"quiet", "loud", "known"} {
		at := float64(d.find(Started, id).Frame) / Rate
		near(t, "the loudness of "+id, loudness(t, d.at(at+4.2, at+10.8)).Integrated, -16, 1)
	}
	near(t, "all of it", loudness(t, d.at(0.5, 33)).Integrated, -16, 1)
}

func TestTruePeaksAreLimited(t *testing.T) {
	up := 12.0
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 12, func(s float64) float64 {
			return 0.7*math.Sin(2*math.Pi*Rate/4*s+math.Pi/4) + 0.3*math.Sin(2*math.Pi*50*s)*math.Sin(2*math.Pi*0.5*s)
		}), GainDB: &up},
		&Item{ID: "b", Kind: Music, Path: wav(t, 12, wave.Noise(-3)), GainDB: &up})
	d.play(18)
	if l := loudness(t, d.at(0.2, 17)); l.TruePeak > -1 || l.TruePeak < -1.6 {
		t.Errorf("true peak %.2f dBTP", l.TruePeak)
	}
	if d.Figures().Limited == 0 {
		t.Error("the limiter did nothing")
	}
}

func TestSkipFadesInHalfSecond(t *testing.T) {
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 60, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "b", Kind: Music, Path: wav(t, 60, wave.Tone(1000, -12)), GainDB: noGain()},
		&Item{ID: "c", Kind: Music, Path: wav(t, 60, wave.Tone(2000, -12)), GainDB: noGain()})
	d.play(5)
	d.Skip()
	d.play(3)
	b := d.find(Started, "b")
	at := float64(b.Frame) / Rate
	near(t, "the skip", at, 5, 0.05)
	near(t, "the end of a", float64(d.find(Ended, "a").Frame)/Rate, at+0.5, 0.02)
	near(t, "in its middle", wave.RMS(d.at(at+0.2, at+0.3)), -15, 1)
	near(t, "b", wave.Power(d.at(at+0.6, at+1), 1000), -12, 0.1)
	if b.Join != Cut {
		t.Errorf("joined by %q", b.Join)
	}
	d.mu.Lock()
	d.items = append([]*Item{{ID: "now", Kind: Music, Path: wav(t, 60, wave.Tone(3000, -12)), GainDB: noGain()}}, d.items...)
	d.mu.Unlock()
	d.Reload()
	d.Skip()
	d.play(2)
	near(t, "what was put in front", float64(d.find(Started, "now").Frame)/Rate, 8, 0.05)
}

// TestReloadKeepsItemThatIsStillNext answers a Reload with the loaded song and
// the voice before it, and another Reload with only the voice.
func TestReloadKeepsItemThatIsStillNext(t *testing.T) {
	var mu sync.Mutex
	opened := map[string]int{}
	item := func(id string, kind Kind, seconds, hz float64) *Item {
		path := wav(t, seconds, wave.Tone(hz, -12))
		return &Item{ID: id, Kind: kind, GainDB: noGain(), Open: func(context.Context) (string, func(), error) {
			mu.Lock()
			defer mu.Unlock()
			opened[id]++
			return path, func() {}, nil
		}}
	}
	a, v, b, c := item("a", Music, 16, 440), item("v", Voice, 3, 2000), item("b", Music, 12, 1000), item("c", Music, 12, 700)
	d := newTestMixer(t, usual, a, v, b, v, b, v, c)
	d.play(2)
	d.Reload()
	d.play(2)
	needs := d.asked()
	again := needs[3]
	if len(again.Unused) != 2 || again.Unused[0] != v || again.Unused[1] != b || again.In < 13*time.Second || again.In > 15*time.Second || len(needs[4].Unused) > 0 {
		t.Errorf("asked for %+v", needs)
	}
	d.Reload()
	d.play(14)
	d.find(Started, "v")
	d.find(Started, "c")
	mu.Lock()
	defer mu.Unlock()
	if n := len(d.asked()); opened["v"] != 1 || opened["b"] != 1 || opened["c"] != 1 || n < 7 {
		t.Errorf("opened %v, asked %d times", opened, n)
	}
	for _, e := range d.events {
		if e.Item == b {
			t.Errorf("b has %s", e.Kind)
		}
	}
}

// TestReloadIsTooLateAtTheJoin checks that an item is not replaced when it is
// about to begin.
func TestReloadIsTooLateAtTheJoin(t *testing.T) {
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 12, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "b", Kind: Music, Path: wav(t, 12, wave.Tone(1000, -12)), GainDB: noGain()},
		&Item{ID: "c", Kind: Music, Path: wav(t, 12, wave.Tone(2000, -12)), GainDB: noGain()})
	d.play(7)
	d.Reload()
	d.play(3)
	near(t, "b", float64(d.find(Started, "b").Frame)/Rate, 8, 0.1)
}

// TestEarlyItemsWait lets a song end, and another be skipped, before the next
// one may begin. Without a song before it, the next one may begin half a second
// earlier.
func TestEarlyItemsWait(t *testing.T) {
	at := 13.0
	var d *testMixer
	isEarly := func(isOver bool) bool {
		now := float64(d.clock.Load()) / Rate
		return now < at-0.5 || !isOver && now < at
	}
	d = newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 12, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "v", Kind: Voice, Path: wav(t, 3, wave.Tone(2000, -12)), GainDB: noGain(), IsEarly: isEarly},
		&Item{ID: "b", Kind: Music, Path: wav(t, 60, wave.Tone(1000, -12)), GainDB: noGain(), IsEarly: isEarly},
		&Item{ID: "c", Kind: Music, Path: wav(t, 60, wave.Tone(3000, -12)), GainDB: noGain(), IsEarly: isEarly})
	d.play(14)
	near(t, "the end of a", float64(d.find(Ended, "a").Frame)/Rate, 12, 0.1)
	near(t, "the end of its sound", wave.RMS(d.at(11, 11.8)), -15, 0.1)
	near(t, "the voice", float64(d.find(Started, "v").Frame)/Rate, at-0.5, 0.01)
	near(t, "b", float64(d.find(Started, "b").Frame)/Rate, at-0.5, 0.01)
	at = 17
	d.Skip()
	d.play(4)
	near(t, "the end of b", float64(d.find(Ended, "b").Frame)/Rate, 14.5, 0.1)
	near(t, "c", float64(d.find(Started, "c").Frame)/Rate, at-0.5, 0.01)
}

func TestReloadDropsLoadedItem(t *testing.T) {
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 12, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "old", Kind: Music, Path: wav(t, 12, wave.Tone(1000, -12)), GainDB: noGain()},
		&Item{ID: "new", Kind: Music, Path: wav(t, 12, wave.Tone(2000, -12)), GainDB: noGain()})
	d.play(2)
	if p := d.Position(); !p.IsReady || p.Item.ID != "a" || math.Abs(p.Left.Seconds()-6) > 0.1 {
		t.Errorf("%+v", p)
	}
	d.Reload()
	d.play(12)
	d.find(Started, "new")
}

func TestUnplayableItemsAreSkipped(t *testing.T) {
	empty := wav(t, 5, func(float64) float64 { return 0 })
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 8, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "gone", Kind: Music, Path: filepath.Join(t.TempDir(), "gone.mp3")},
		&Item{ID: "shut", Kind: Music, Open: func(context.Context) (string, func(), error) { return "", nil, errors.New("shut") }},
		&Item{ID: "silent", Kind: Music, Path: empty},
		&Item{ID: "b", Kind: Music, Path: wav(t, 8, wave.Tone(1000, -12)), GainDB: noGain()})
	d.play(12)
	for _, id := range []string{"gone", "shut", "silent"} {
		if d.find(Failed, id).Err == nil {
			t.Errorf("%s has no error", id)
		}
	}
	if err := d.find(Failed, "silent").Err; !errors.Is(err, ErrSilent) {
		t.Errorf("a silent file: %v", err)
	}
	near(t, "b", float64(d.find(Started, "b").Frame-d.find(Started, "a").Frame)/Rate, 8-8.0/3, 0.1)
}

func TestEmptyPlanIsRequestedAgain(t *testing.T) {
	d := newTestMixer(t, usual)
	d.play(1)
	d.mu.Lock()
	d.items = []*Item{{ID: "late", Kind: Music, Path: wav(t, 8, wave.Tone(440, -12)), GainDB: noGain()}}
	d.mu.Unlock()
	d.play(3)
	if at := float64(d.find(Started, "late").Frame) / Rate; at > 3 {
		t.Errorf("it began after %.1f s", at)
	}
	if f := d.Figures(); f.Underruns > 0 {
		t.Errorf("%+v", f)
	}
}

// TestReadNeverWaits has a slow deck: Read must return silence and count an
// underrun.
func TestReadNeverWaits(t *testing.T) {
	hold := make(chan struct{})
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 3, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "b", Kind: Music, Open: func(ctx context.Context) (string, func(), error) {
			select {
			case <-hold:
			case <-ctx.Done():
			}
			return "", nil, errors.New("slow")
		}})
	for d.next.Load() == nil && d.current.Load() == nil {
		d.poke()
	}
	block := make([]float32, BlockSamples)
	began := time.Now()
	for range 4 * 50 {
		d.Read(block)
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("four seconds took %v", took)
	}
	if f := d.Figures(); f.Underruns < 45 || f.Underruns > 70 {
		t.Errorf("%d blocks were missing", f.Underruns)
	}
	close(hold)
}

// play returns a PCM of a tone.
type generator struct {
	at    int64
	sound func(float64) float64
}

func (g *generator) Read(block []float32) int {
	for i := 0; i < len(block); i += 2 {
		v := float32(g.sound(float64(g.at) / Rate))
		block[i], block[i+1] = v, v
		g.at++
	}
	return len(block)
}

func TestLiveFadesInAndOut(t *testing.T) {
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 60, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "b", Kind: Music, Path: wav(t, 60, wave.Tone(1000, -12)), GainDB: noGain()})
	d.play(3)
	d.SetLive(&generator{sound: wave.Tone(2000, -12)})
	d.play(3)
	near(t, "the end of a", float64(d.find(Ended, "a").Frame)/Rate, 4, 0.05)
	near(t, "the level in the fade", wave.RMS(d.at(3.4, 3.6)), -15, 1)
	near(t, "the live one", wave.Power(d.at(4.5, 5.5), 2000), -12, 0.1)
	if l := wave.Power(d.at(4.5, 5.5), 440); l > -70 {
		t.Errorf("a is still heard: %.1f", l)
	}
	if p := d.Position(); p.Item != nil || p.IsReady {
		t.Errorf("something is loaded: %+v", p)
	}
	d.SetLive(&generator{sound: wave.Tone(3000, -12)})
	d.play(2)
	near(t, "the next one", wave.Power(d.at(7.2, 7.8), 3000), -12, 0.1)
	d.ClearLive()
	d.play(3)
	b := float64(d.find(Started, "b").Frame) / Rate
	near(t, "b follows", b, 8, 0.1)
	near(t, "the level when they go", wave.RMS(d.at(b+0.4, b+0.6)), -15, 1)
	near(t, "b", wave.Power(d.at(b+1.2, b+1.9), 1000), -12, 0.1)
	own := math.Pow(10, -12.0/20) * 2 * math.Pi * (2000 + 3000) / Rate
	if s := wave.Steepest(d.at(0.2, 10)); s > own {
		t.Errorf("a step of %.4f", s)
	}
}

func TestVoiceTracksOverlapTheJoin(t *testing.T) {
	d := newTestMixer(t, usual,
		&Item{ID: "a", Kind: Music, Path: wav(t, 20, wave.Tone(440, -12)), GainDB: noGain()},
		&Item{ID: "v", Kind: Voice, Path: wav(t, 6, wave.Tone(2000, -12)), GainDB: noGain()},
		&Item{ID: "b", Kind: Music, Path: wav(t, 20, wave.Tone(1000, -12)), GainDB: noGain()})
	d.play(30)
	a, v, b := d.find(Started, "a"), d.find(Started, "v"), d.find(Started, "b")
	near(t, "the join", float64(b.Frame-a.Frame)/Rate, 16, 0.05)
	near(t, "the voice before it", float64(b.Frame-v.Frame)/Rate, 3, 0.05)
	at := float64(v.Frame) / Rate
	near(t, "the music under it", wave.Power(d.at(at+1, at+2.5), 440), -26, 0.3)
	near(t, "the next under it", wave.Power(d.at(at+3+4, at+8.5), 1000), -12, 1.5)
	near(t, "the voice", wave.Power(d.at(at+1, at+5), 2000), -12, 0.1)
	near(t, "the next later", wave.Power(d.at(at+9, at+10), 1000), -12, 0.1)
}

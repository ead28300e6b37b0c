package playout

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/blob"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/radio/body"
	"sonora/internal/radio/encode"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
	"sonora/internal/testkit/wave"
)

// realSound is a Sound with real mixers, encoders and decoders.
type realSound struct {
	ctx    context.Context
	ffmpeg *ffmpeg.Runner
	bodies mix.Bodies
}

func (s *realSound) Mix(o mix.Options, next func(context.Context, mix.Need) *mix.Item) Mixer {
	return mix.New(s.ctx, mix.Config{FFmpeg: s.ffmpeg, Log: slog.New(slog.DiscardHandler), Options: o, Next: next, Bodies: s.bodies})
}

func (s *realSound) Encode(ctx context.Context, codec frame.Codec, bitrate int) (Encoder, error) {
	return encode.Start(ctx, s.ffmpeg, encode.Form{Codec: codec, Bitrate: bitrate})
}

func (s *realSound) Decode(context.Context, frame.Codec, io.Reader, *mix.Ring) error { return io.EOF }

// never returns no bodies, but makes the mixer start items where bodies could
// be spliced.
type never struct{}

func (never) Of(*mix.Rendering) mix.Encoded { return never{} }
func (never) Body() mix.Body                { return nil }
func (never) Close()                        {}

// recorder runs a station as fast as its decoders and encoders can keep up.
type recorder struct {
	*mixing

	now    time.Time
	stream []byte
	passed int // blocks without sound
}

func newRecorder(t *testing.T, sound *realSound, songs ...string) *recorder {
	t.Helper()
	r := &recorder{}
	c := config(station.ModeAutoDJ, &book{})
	c.Station.Options.BeatMatch = false
	c.Sound = func(context.Context, *station.Station) (Sound, error) { return sound, nil }
	c.Next = func(context.Context, *station.Station, time.Time, []string) (*mix.Item, error) {
		if len(songs) == 0 {
			return nil, music.NewError(music.NotFound, "no more")
		}
		song := songs[0]
		songs = songs[1:]
		return &mix.Item{ID: song, Kind: mix.Music, Path: song, Meta: &Choice{Title: song}, GainDB: new(float64)}, nil
	}
	c.Tap = func(_ frame.Codec, c *hub.Chunk) { r.stream = append(r.stream, c.Data...) }
	e := &Engine{Config: c, id: "st", outs: map[frame.Codec]*output{}, ctx: t.Context()}
	own := c.Station
	e.config.Store(&own)
	r.mixing = e.openSound()
	t.Cleanup(r.close)
	r.now = r.due
	r.wait(t, func() bool { return r.realMixer().Position().IsReady })
	return r
}

func (r *recorder) realMixer() *mix.Mixer { return r.mixer.(*mix.Mixer) }

func (r *recorder) wait(t *testing.T, until func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !until(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing happens any more")
		}
	}
}

// play runs the station for a time d of its clock.
func (r *recorder) play(t *testing.T, d time.Duration, isLast bool) {
	t.Helper()
	for end := r.now.Add(d); r.now.Before(end); {
		r.now = r.now.Add(listTick)
		r.wait(t, func() bool {
			r.tick(r.now)
			main := r.engine.outs[frame.MP3]
			return !r.due.Before(r.now) && (main.encoder == nil || len(main.encoder.blocks) == 0)
		})
		if r.mixer.IsPassing() {
			r.passed += int(listTick / mix.BlockTime)
		}
		r.wait(t, func() bool {
			p := r.realMixer().Position()
			return isLast || p.IsReady || p.Item == nil || p.Left == 0 || p.Left > 20*time.Second
		})
	}
}

// catchUp waits until all frames are sent except those that the encoder holds
// back. It fails the test if frames are missing.
func (r *recorder) catchUp(t *testing.T) {
	t.Helper()
	r.wait(t, func() bool {
		r.tick(r.now)
		return r.clock-int64(len(r.stream)/384)*mix.FrameGrid < mix.Rate/2
	})
}

// TestSplicedStreamSoundsTheSame plays two songs with and without their bodies.
// The decoded streams must be the same, bit for bit, except for the noise of
// encoders in the frames before a seam. So a seam is inaudible, and no sound is
// lost or louder.
func TestSplicedStreamSoundsTheSame(t *testing.T) {
	runner, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Skip("no ffmpeg")
	}
	const seconds = 42
	song := func(hz, bpm float64) string {
		tone, low, beat, noise := wave.Tone(hz, -14), wave.Tone(hz/3, -12), wave.Clicks(bpm, 0.5, 4*hz), wave.Noise(-30)
		return songFile(t, seconds, func(s float64) float64 { return tone(s) + low(s)*math.Sin(s) + beat(s) + noise(s) })
	}
	songs := []string{song(440, 120), song(523.25, 97)}
	const length, frameSamples = (2*seconds - 10) * time.Second, mix.FrameGrid * mix.Channels

	plain := newRecorder(t, &realSound{ctx: t.Context(), ffmpeg: runner, bodies: never{}}, songs...)
	plain.play(t, length/2, false)
	plain.play(t, length/2, true)
	plain.catchUp(t)

	spliced := newRecorder(t, &realSound{ctx: t.Context(), ffmpeg: runner, bodies: newBodies(t, runner, t.TempDir())}, songs...)
	spliced.waitForBody(t)
	spliced.play(t, length/3, false)
	spliced.waitForBody(t)
	spliced.play(t, length/6, false)
	spliced.play(t, length/2, true)
	spliced.catchUp(t)
	t.Logf("%d and %d bytes, %v passed over", len(plain.stream), len(spliced.stream), time.Duration(spliced.passed)*mix.BlockTime)
	a, b := decoded(t, runner, plain.stream), decoded(t, runner, spliced.stream)
	others := 0
	for i := 0; i+frameSamples <= min(len(a), len(b)); i += frameSamples {
		ours, theirs := a[i:i+frameSamples], slices.Clone(b[i:i+frameSamples])
		if slices.Equal(ours, theirs) {
			continue
		}
		others++
		for j := range theirs {
			theirs[j] -= ours[j]
		}
		if ratio := wave.RMS(ours) - wave.RMS(theirs); ratio < 26 { // its encoder's noise is 22 dB below the sound
			t.Errorf("at %.3f s, the difference is only %.1f dB below the sound", float64(i)/mix.Channels/mix.Rate, ratio)
		}
	}
	if others > 4*20 { // there are four seams, each preceded by at most 20 frames of an encoder
		t.Errorf("%d frames are different", others)
	}
	if passed := time.Duration(spliced.passed) * mix.BlockTime; passed < length/2 {
		t.Errorf("only %v of %v came from bodies", passed, length)
	}
	if diff := len(a) - len(b); diff > 2*mix.Rate || diff < -2*mix.Rate {
		t.Errorf("%d and %d samples", len(a), len(b))
	}
}

func newBodies(t *testing.T, runner *ffmpeg.Runner, folder string) mix.Bodies {
	t.Helper()
	s := body.New(blob.NewDisk(folder), func(context.Context) (*ffmpeg.Runner, error) { return runner, nil }, slog.New(slog.DiscardHandler), body.MaxBytes)
	t.Cleanup(s.Close)
	return s
}

func songFile(t *testing.T, seconds float64, sound wave.Sound) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "song.wav")
	if err := os.WriteFile(path, wave.File(seconds, sound), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// waitForBody waits for the body of the next song.
func (r *recorder) waitForBody(t *testing.T) {
	t.Helper()
	r.wait(t, func() bool {
		r.realMixer().Prepare() // wakes the planner
		return r.realMixer().Position().IsWhole
	})
}

// TestSongLeavesItsBody makes a station leave the body of a song in the middle,
// for different reasons. No sound may be lost, and the tones must not click.
func TestSongLeavesItsBody(t *testing.T) {
	runner, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Skip("no ffmpeg")
	}
	const level = 0.2
	songs := []string{songFile(t, 60, wave.Tone(440, 20*math.Log10(level))), songFile(t, 60, wave.Tone(660, 20*math.Log10(level)))}
	folder := t.TempDir()
	for name, c := range map[string]struct {
		happens func(r *recorder, bodies *shaky)
		left    func(r *recorder) bool
	}{
		"the song is skipped": {
			func(r *recorder, _ *shaky) { r.mixer.Skip() },
			func(r *recorder) bool { return r.engine.now.Title == songs[1] },
		},
		"a source connects": {
			func(r *recorder, _ *shaky) { r.mixer.Wake() },
			func(r *recorder) bool { return !r.mixer.IsPassing() && !r.mixer.IsShadow() },
		},
		"the body is damaged": {
			func(_ *recorder, b *shaky) { b.isBroken.Store(true) },
			func(r *recorder) bool { return !r.mixer.IsPassing() && !r.mixer.IsShadow() },
		},
	} {
		t.Run(name, func(t *testing.T) {
			bodies := &shaky{Bodies: newBodies(t, runner, folder)}
			r := newRecorder(t, &realSound{ctx: t.Context(), ffmpeg: runner, bodies: bodies}, songs...)
			r.waitForBody(t)
			r.play(t, 20*time.Second, false)
			if !r.mixer.IsPassing() {
				t.Fatal("no body is sent")
			}
			c.happens(r, bodies)
			// On a busy machine a decoder may be 2 s late, and there may be no seam for 4 s.
			for range 10 {
				if r.play(t, time.Second, false); c.left(r) {
					break
				}
			}
			if !c.left(r) {
				t.Error("it is still sent")
			}
			r.play(t, 2*time.Second, false)
			r.catchUp(t)
			if s := wave.Steepest(decoded(t, runner, r.stream)[mix.Rate:]); s > 1.05*level*2*math.Pi*(440+660)/math.Sqrt2/mix.Rate {
				t.Errorf("a step of %.4f", s)
			}
		})
	}
}

// shaky returns bodies that soon become unreadable once they are broken.
type shaky struct {
	mix.Bodies

	isBroken atomic.Bool
}

type shakyEncoded struct {
	mix.Encoded

	of *shaky
}

type shakyBody struct {
	mix.Body

	of *shaky
}

func (s *shaky) Of(r *mix.Rendering) mix.Encoded { return shakyEncoded{s.Bodies.Of(r), s} }

func (e shakyEncoded) Body() mix.Body {
	if b := e.Encoded.Body(); b != nil {
		return shakyBody{b, e.of}
	}
	return nil
}

func (b shakyBody) Err() error {
	if b.of.isBroken.Load() {
		return io.ErrUnexpectedEOF
	}
	return b.Body.Err()
}

// decoded decodes a stream.
func decoded(t *testing.T, runner *ffmpeg.Runner, stream []byte) []float32 {
	t.Helper()
	ring := mix.NewRing(3 * time.Minute)
	if err := mix.Decode(t.Context(), runner, "mp3", bytes.NewReader(stream), ring); err != nil {
		t.Fatal(err)
	}
	samples := make([]float32, ring.Len())
	ring.Read(samples)
	return samples
}

// TestShowCutsABodyOff starts a show with a hard start in the middle of a body.
// The first song of the show must be audible within a second, and no sound of
// the song before may be lost, repeated or silent.
func TestShowCutsABodyOff(t *testing.T) {
	runner, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Skip("no ffmpeg")
	}
	const level, first, second = -14, 440, 660 // dB, Hz
	songs := []string{songFile(t, 60, wave.Tone(first, level)), songFile(t, 60, wave.Tone(second, level))}
	r := newRecorder(t, &realSound{ctx: t.Context(), ffmpeg: runner, bodies: newBodies(t, runner, t.TempDir())}, songs...)
	r.waitForBody(t)
	r.play(t, 15*time.Second, false)
	if !r.mixer.IsPassing() {
		t.Fatal("no body is sent")
	}
	begins := float64(r.clock)/mix.Rate + 16
	r.until.set(r.due.Add(16 * time.Second))
	r.play(t, 20*time.Second, false)
	r.catchUp(t)
	samples := decoded(t, runner, r.stream)
	power := func(from, to, hz float64) float64 {
		const delay = 0.03 // s, delay of the limiter, the encoder and the decoder
		return wave.Power(samples[mix.Channels*int((from+delay)*mix.Rate):mix.Channels*int((to+delay)*mix.Rate)], hz)
	}
	const window = 0.2
	usual := power(2, 2+window, first)
	for at := 1.0; at < begins+2; at += window / 2 {
		hz := float64(first)
		switch {
		case at > begins+1-window:
			hz = second
		case at > begins-window: // the two songs blend
			continue
		}
		if p := power(at, at+window, hz); math.Abs(p-usual) > 0.3 {
			t.Errorf("at %.1f s, with a show at %.1f s, the power at %.0f Hz is %.1f dB", at, begins, hz, p)
		}
	}
}

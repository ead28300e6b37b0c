package playout

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/codec/mpeg"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// bodySound is the sound of a station that sends a body from soon after its
// start.
type bodySound struct {
	fakeSound

	desk *deskMixer
}

func (s *bodySound) Mix(mix.Options, func(context.Context, mix.Need) *mix.Item) Mixer { return s.desk }

func (s *bodySound) Encode(ctx context.Context, _ frame.Codec, _ int) (Encoder, error) {
	e := &deskEncoder{fakeEncoder: fakeEncoder{frames: make(chan frame.Frame, 512), killed: make(chan struct{})}, lag: 2, prime: maxPrime}
	context.AfterFunc(ctx, e.Close)
	return e, nil
}

// deskFrames returns the position of each frame of a deskEncoder's stream, and
// which ones are not of the body.
func deskFrames(t *testing.T, stream []byte) (at []int64, others []bool) {
	t.Helper()
	var rooms []byte
	for r := frame.NewReader(bytes.NewReader(stream), "audio/mpeg"); ; {
		f, err := r.Next()
		if err != nil {
			return at, others
		}
		_, side, ok := mpeg.ParseSide(f.Data)
		begins := len(rooms) - side.Back
		rooms = append(rooms, f.Data[deskHead:]...)
		if !ok || begins < 0 {
			t.Fatalf("frame %d cannot be decoded: %+v", len(at), side)
		}
		sound := rooms[begins:]
		at, others = append(at, int64(binary.BigEndian.Uint64(sound)&^(1<<56))), append(others, sound[0] == 1)
	}
}

// TestSourceTakesOverFromABody has a source connect while a body is sent, and
// leave. It is on air as soon as it would be otherwise, and every frame is sent
// once and in order.
func TestSourceTakesOverFromABody(t *testing.T) {
	for name, slow := range map[string]int64{"with a fast decoder": 0, "with a slow one": mix.Rate} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &book{}
				sound := &bodySound{desk: &deskMixer{slow: slow}}
				c, _ := lists(station.ModeBoth, b)
				c.Sound = func(context.Context, *station.Station) (Sound, error) { return sound, nil }
				var stream []byte
				owned := 0 // bytes of the source
				c.Tap = func(_ frame.Codec, c *hub.Chunk) {
					if stream = append(stream, c.Data...); c.Live != nil {
						owned += len(c.Data)
					}
				}
				s := Start(t.Context(), c)
				time.Sleep(10 * time.Second)
				from := newSource()
				from.limit = 500
				ended := onAir(t, s, from, "Ann")
				time.Sleep(jitter + 500*time.Millisecond)
				if got := s.Status().State; got != station.StateLive {
					t.Errorf("after %v it is %s", jitter+500*time.Millisecond, got)
				}
				if err := <-ended; err != nil {
					t.Error(err)
				}
				time.Sleep(20 * time.Second)
				s.Close()
				if sound.desk.passed < 10*mix.Rate/mix.BlockFrames {
					t.Errorf("%d blocks came from the body", sound.desk.passed)
				}
				at, others := deskFrames(t, stream)
				live := 0
				for i := range at {
					if want := int64(i) * mix.FrameGrid; at[i] != want {
						t.Fatalf("frame %d begins at %d instead of %d", i, at[i], want)
					}
					if others[i] {
						live++
					}
				}
				if sent := time.Duration(len(at)) * frameTime; sent < 41*time.Second {
					t.Errorf("%v were sent", sent)
				}
				if d := owned/384 - live; live < 440 || d < -3 || d > 3 {
					t.Errorf("%d frames are of the source, and %d have its sound", owned/384, live)
				}
			})
		})
	}
}

package encode

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"time"

	"sonora/internal/codec/mpeg"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/radio/frame"
	"sonora/internal/testkit/wave"
)

func findFFmpeg(t *testing.T) *ffmpeg.Runner {
	t.Helper()
	f, err := ffmpeg.Find(t.Context())
	if errors.Is(err, ffmpeg.ErrNotFound) {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// tone writes a number of seconds of 1 kHz in blocks of 20 ms.
func tone(e *Encoder, seconds float64) error {
	block := make([]float32, Rate/50*Channels)
	for at := 0; at < int(seconds*Rate); at += len(block) / Channels {
		for i := range block {
			block[i] = 0.25 * float32(math.Sin(2*math.Pi*1000*float64(at+i/Channels)/Rate))
		}
		if err := e.Write(block); err != nil {
			return err
		}
	}
	return nil
}

// stream returns the whole output of an encoder.
func stream(e *Encoder) (data []byte, length time.Duration, rate int, err error) {
	for {
		f, err := e.Next()
		if errors.Is(err, io.EOF) {
			return data, length, rate, nil
		}
		if err != nil {
			return data, length, rate, err
		}
		data = append(append(data, f.Header...), f.Data...)
		length += f.Duration
		rate = f.Rate
	}
}

func TestAllFormats(t *testing.T) {
	f := findFFmpeg(t)
	for _, form := range []Form{{frame.MP3, 128}, {frame.MP3, 100}, {frame.AAC, 96}, {frame.Opus, 96}} {
		t.Run(string(form.Codec), func(t *testing.T) {
			e, err := Start(t.Context(), f, form)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			written := make(chan error)
			go func() { written <- errors.Join(tone(e, 20), e.Finish()) }()
			data, length, rate, err := stream(e)
			if err := errors.Join(err, <-written); err != nil {
				t.Fatal(err)
			}
			if rate != Rate || math.Abs(length.Seconds()-20) > 0.1 {
				t.Errorf("%v at %d Hz", length, rate)
			}
			kilobits := float64(len(data)) * 8 / 1000 / length.Seconds()
			if want := float64(form.bitrate()); form.Codec == frame.MP3 && math.Abs(kilobits-want) > want/50 {
				t.Errorf("%.1f kbit/s, not %.0f", kilobits, want)
			}
			cmd := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-i", "pipe:0", "-ac", "1", "-f", "f32le", "pipe:1")
			cmd.Stdin = bytes.NewReader(data)
			out, err := cmd.CombinedOutput()
			if err != nil || len(out)/4 < 19*Rate || len(out)/4 > 21*Rate {
				t.Errorf("decoded to %d bytes, %v", len(out), err)
			}
		})
	}
}

// The first frame arrives soon after the first sound, before the input ends.
func TestFramesArriveAtOnce(t *testing.T) {
	e, err := Start(t.Context(), findFFmpeg(t), Form{frame.MP3, 128})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := tone(e, 1); err != nil {
		t.Fatal(err)
	}
	var got time.Duration
	for got < 700*time.Millisecond {
		f, err := e.Next()
		if err != nil {
			t.Fatal(err)
		}
		got += f.Duration
	}
}

func TestDeadEncoderIsNoticed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e, err := Start(ctx, findFFmpeg(t), Form{frame.MP3, 128})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ended := make(chan error)
	go func() {
		_, _, _, err := stream(e)
		ended <- err
	}()
	cancel()
	if err := tone(e, 3600); err == nil {
		t.Error("a dead encoder accepted an hour of sound")
	}
	<-ended
}

// TestSlowStartIsNoFault checks when encoders count as hung. On a machine with
// much to do, one may take longer to start than to be busy later.
func TestSlowStartIsNoFault(t *testing.T) {
	start := time.Now()
	e := &Encoder{started: start}
	for _, c := range []struct {
		at, want time.Duration
		isUp     bool
	}{
		{time.Second, time.Minute, false},
		{30 * time.Second, time.Minute, false},
		{55 * time.Second, 65 * time.Second, false},
		{30 * time.Second, 40 * time.Second, true},
	} {
		e.isUp.Store(c.isUp)
		if got := e.deadline(start.Add(c.at)).Sub(start); got != c.want {
			t.Errorf("after %v, with frames %v: it counts as hung after %v, not %v", c.at, c.isUp, got, c.want)
		}
	}
}

// TestFirstFrameEndsTheStart checks that an encoder knows when it has started.
func TestFirstFrameEndsTheStart(t *testing.T) {
	e, err := Start(t.Context(), findFFmpeg(t), Form{frame.MP3, 128})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := tone(e, 1); err != nil || e.started.IsZero() {
		t.Fatal(err, e.started)
	}
	if e.isUp.Load() {
		t.Error("it has started before its first frame was read")
	}
	if _, err := e.Next(); err != nil || !e.isUp.Load() {
		t.Errorf("it has sent a frame: %v, started: %v", err, e.isUp.Load())
	}
}

func TestUnsupportedFormats(t *testing.T) {
	if _, err := Start(t.Context(), findFFmpeg(t), Form{frame.Vorbis, 128}); !errors.Is(err, ErrCannot) {
		t.Error(err)
	}
	if CanEncode(nil, frame.MP3) {
		t.Error("no error without ffmpeg")
	}
}

// encoded returns the frames of some sound.
func encoded(t *testing.T, sound []float32, bitrate int) (frames [][]byte) {
	t.Helper()
	e, err := Start(t.Context(), findFFmpeg(t), Form{frame.MP3, bitrate})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	written := make(chan error, 1)
	go func() { written <- errors.Join(e.Write(sound), e.Finish()) }()
	for {
		f, err := e.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, f.Data)
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	return frames
}

// decoded returns the samples of frames, as bytes.
func decoded(t *testing.T, frames [][]byte) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "mp3", "-i", "pipe:0", "-f", "f32le", "pipe:1")
	cmd.Stdin = bytes.NewReader(slices.Concat(frames...))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestJoinedStreamsDecodeTheSame continues an encoder's frames with those of
// another one that started later, at random frames. A decoder makes the same
// samples of them as of the two streams, but for the frames next to the join,
// where halves of both overlap.
func TestJoinedStreamsDecodeTheSame(t *testing.T) {
	const seconds, later = 3, 40
	chord, beat := wave.Tone(440, -14), wave.Clicks(150, 0.1, 3000)
	noise := wave.Noise(-26)
	sound := wave.Stereo(seconds, func(s float64) float64 { return chord(s) + chord(1.7*s) + beat(s) + noise(s) })
	const size = 1152 * 4 * Channels // bytes of a frame's samples
	random := rand.New(rand.NewPCG(1, 1))
	for _, bitrate := range []int{64, 128, 192, 320} {
		a, b := encoded(t, sound, bitrate), encoded(t, sound[later*1152*Channels:], bitrate)
		before, after := decoded(t, a), decoded(t, b)
		joined := 0
		for range 8 {
			cut := 2 + random.IntN(60)
			var r mpeg.Reservoir
			for _, f := range b[:cut] {
				r.Add(f)
			}
			last, next, ok := r.Join(a[later+cut-1], b[cut])
			if !ok {
				continue
			}
			joined++
			got := decoded(t, slices.Concat(a[:later+cut-1], [][]byte{last, next}, b[cut+1:]))
			if end := (later + cut) * size; !bytes.Equal(got[:end], before[:end]) {
				t.Errorf("%d kbit/s: the frames before a join at %d have changed", bitrate, cut)
			}
			if from := (cut + 2) * size; !bytes.Equal(got[from+later*size:], after[from:]) {
				t.Errorf("%d kbit/s: the frames after a join at %d have changed", bitrate, cut)
			}
		}
		if joined < 4 {
			t.Errorf("%d kbit/s: there was room in %d of 8 cases only", bitrate, joined)
		}
	}
}

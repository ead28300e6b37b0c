package body

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"sonora/internal/blob"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/radio/mix"
	"sonora/internal/testkit/wave"
)

// stored is a body in memory.
type stored struct{ *bytes.Reader }

func (stored) Close() error { return nil }

const (
	frameSize = 4 + printSize
	frameN    = 3*windowFrames + 7
)

func packed(t *testing.T) []byte {
	t.Helper()
	frames := make([]byte, 0, frameN*frameSize)
	for n := range frameN {
		frames = append(append(frames, make([]byte, printSize-1)...), byte(n), byte(n), byte(n>>8), 0, 1)
	}
	b, err := pack(&mix.Outline{First: 7, Frames: 1000, Seconds: []float32{-12.5}}, frameSize, frames)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// frameOf waits for a frame.
func frameOf(b *body, n int64) ([]byte, error) {
	for {
		data, err := b.Frame(n)
		if data != nil || err != nil {
			return data, err
		}
		runtime.Gosched()
	}
}

func TestFramesComeBack(t *testing.T) {
	b, err := open(stored{bytes.NewReader(packed(t))})
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if o := b.Outline(); o.First != 7 || o.Frames != 1000 || !slices.Equal(o.Seconds, []float32{-12.5}) {
		t.Errorf("%+v", o)
	}
	for _, n := range []int64{0, 1, windowFrames - 1, windowFrames, frameN - 1, 5} {
		data, err := frameOf(b, n)
		if want := []byte{byte(n), byte(n >> 8), 0, 1}; err != nil || !bytes.Equal(data, want) {
			t.Errorf("frame %d is %v, %v", n, data, err)
		}
		if p := b.Print(n); p != (mix.Print{7: int16(n & 255)}) {
			t.Errorf("the print of frame %d is %v", n, p)
		}
	}
	for _, n := range []int64{-1, frameN} {
		if _, err := b.Frame(n); err == nil {
			t.Errorf("there is a frame %d", n)
		}
	}
	if b.Err() != nil {
		t.Error(b.Err())
	}
}

// TestDamageIsNoticed changes every byte of the head and some of the frames.
func TestDamageIsNoticed(t *testing.T) {
	good := packed(t)
	at := len(good) - frameN*frameSize - 4*checksum // of the first frame
	for i := range at {
		bad := slices.Clone(good)
		bad[i] ^= 0x10
		if b, err := open(stored{bytes.NewReader(bad)}); err == nil {
			b.close()
			t.Fatalf("byte %d is damaged, and nobody notices", i)
		}
	}
	for _, short := range []int{0, 5, at - 1} {
		if _, err := open(stored{bytes.NewReader(good[:short])}); !errors.Is(err, errDamaged) {
			t.Errorf("cut to %d bytes: %v", short, err)
		}
	}
	second := at + windowFrames*frameSize + checksum + 100
	bad := slices.Clone(good)
	bad[second] ^= 1
	for name, data := range map[string][]byte{"changed": bad, "cut off": good[:second]} {
		b, err := open(stored{bytes.NewReader(data)})
		if err != nil {
			t.Fatal(err)
		}
		told := make(chan struct{}, 8)
		b.damaged = func() { told <- struct{}{} }
		if _, err := frameOf(b, 0); err != nil {
			t.Errorf("%s: the first window: %v", name, err)
		}
		b.reading.Wait()
		if !errors.Is(b.Err(), errDamaged) {
			t.Errorf("%s: it is not known ahead: %v", name, b.Err())
		}
		if _, err := frameOf(b, windowFrames); !errors.Is(err, errDamaged) {
			t.Errorf("%s: the second window: %v", name, err)
		}
		<-told
		b.close()
	}
}

// shop is a Store with a folder and a song.
type shop struct {
	*Store

	disk *blob.Disk
	song *mix.Rendering
}

func newShop(t *testing.T, dir string) *shop {
	t.Helper()
	return shopOf(t, dir, MaxBytes)
}

// shopOf is newShop with other room.
func shopOf(t *testing.T, dir string, maxBytes int64) *shop {
	t.Helper()
	runner, err := ffmpeg.Find(t.Context())
	if errors.Is(err, ffmpeg.ErrNotFound) {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "song.wav")
	tone := wave.Tone(440, -12)
	if err := os.WriteFile(path, wave.File(12, tone), 0o600); err != nil {
		t.Fatal(err)
	}
	sound, err := ffmpeg.Probe(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &shop{disk: blob.NewDisk(dir), song: &mix.Rendering{Path: path, Sound: sound, Item: &mix.Item{Path: path}, End: 12, Gain: 0.5, Bitrate: 128}}
	s.Store = New(s.disk, func(context.Context) (*ffmpeg.Runner, error) { return runner, nil }, slog.New(slog.DiscardHandler), maxBytes)
	t.Cleanup(s.Close)
	return s
}

// bodyOf waits for the body of the song.
func (s *shop) bodyOf(t *testing.T) mix.Body {
	t.Helper()
	e := s.Of(s.song)
	t.Cleanup(e.Close)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); <-time.After(time.Millisecond) {
		if b := e.Body(); b != nil {
			return b
		}
	}
	t.Fatal("there is no body")
	return nil
}

func (s *shop) keys(t *testing.T) (keys []string) {
	t.Helper()
	for info, err := range s.disk.List(t.Context(), folder) {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, info.Key)
	}
	return keys
}

// TestBodiesAreShared makes a body on one server and finds it on another.
func TestBodiesAreShared(t *testing.T) {
	dir := t.TempDir()
	first := newShop(t, dir)
	b := first.bodyOf(t).(*body)
	if o := b.Outline(); o.Frames < 11.9*mix.Rate || o.Frames > 12*mix.Rate || !o.Seekable || len(o.Seconds) < 11 || o.Seconds[5] < -22 || o.Seconds[5] > -20 {
		t.Errorf("%d frames, %v", o.Frames, o.Seconds)
	}
	if b.Size != 384+int64(printSize) || b.Count < 500 {
		t.Errorf("%d frames of %d bytes", b.Count, b.Size)
	}
	keys := first.keys(t)
	info, err := first.disk.Stat(t.Context(), keys[0])
	if err != nil || len(keys) != 1 {
		t.Fatal(keys, err)
	}
	second := newShop(t, dir)
	second.bodyOf(t)
	if again, err := second.disk.Stat(t.Context(), keys[0]); err != nil || !again.ModTime.Equal(info.ModTime) || len(second.keys(t)) != 1 {
		t.Errorf("it was made again: %v, %v", err, second.keys(t))
	}
	second.song.Gain = 0.6
	second.bodyOf(t)
	if len(second.keys(t)) != 2 {
		t.Error("another level has no body of its own")
	}
}

// TestDamagedBodyIsMadeAgain damages the head, which is noticed at once.
func TestDamagedBodyIsMadeAgain(t *testing.T) {
	s := newShop(t, t.TempDir())
	s.bodyOf(t)
	key := s.keys(t)[0]
	path := s.disk.LocalPath(key)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.disk.Put(t.Context(), key, bytes.NewReader(good[:100]), 100); err != nil {
		t.Fatal(err)
	}
	s.bodyOf(t)
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, good) {
		t.Errorf("%d bytes instead of %d: %v", len(again), len(good), err)
	}
	s.forget(key)
	if _, err := s.disk.Stat(t.Context(), key); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a damaged body is still there: %v", err)
	}
}

func TestOldestBodiesMakeRoom(t *testing.T) {
	s := shopOf(t, t.TempDir(), 250)
	for i, name := range []string{"b", "a", "c", "d"} {
		key := folder + name
		if err := s.disk.Put(t.Context(), key, bytes.NewReader(make([]byte, 100)), 100); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(s.disk.LocalPath(key), at, at); err != nil {
			t.Fatal(err)
		}
	}
	s.clean()
	if keys := s.keys(t); !slices.Equal(keys, []string{folder + "c", folder + "d"}) {
		t.Errorf("%v are left", keys)
	}
}

// TestImpossibleBodyIsTriedOnce asks twice for the body of a file that has
// none.
func TestImpossibleBodyIsTriedOnce(t *testing.T) {
	s := newShop(t, t.TempDir())
	s.song.Sound.Demuxer = "flac"
	key, err := keyOf(s.Store, s.song)
	if err != nil {
		t.Fatal(err)
	}
	if !s.make(t.Context(), key, s.song) || s.make(t.Context(), key, s.song) || len(s.keys(t)) != 0 {
		t.Errorf("%v", s.keys(t))
	}
}

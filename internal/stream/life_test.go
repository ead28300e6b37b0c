package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sonora/internal/music"
)

// slow returns a request whose conversion takes long.
func (b *bench) slow(name string) Request {
	r := b.song(name, 600, 8_000)
	r.Form = Form{Format: music.AAC, Bitrate: 160}
	return r
}

func (b *bench) running() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.encodes)
}

// await waits until a condition holds.
func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); <-time.After(5 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatal("condition not met: ", what)
}

func TestConversionStopsWithoutListeners(t *testing.T) {
	b := open(t, nil)
	r := b.slow("song.wav")
	s := b.open(r)
	s.closeAfter(0)
	await(t, "the conversion ends", func() bool { return b.running() == 0 })
	if _, ok := b.Service.kept(r); ok {
		t.Error("a partial conversion was kept")
	}
	// Another listener may request it at once.
	again := b.open(r)
	another := b.open(r)
	again.closeAfter(0)
	if _, err := another.ReadAt(t.Context(), make([]byte, 1), another.Size()+100_000); err != nil {
		t.Errorf("the other listener: %v", err)
	}
	another.closeAfter(0)
	await(t, "the second one ends", func() bool { return b.running() == 0 })
	await(t, "no file is left", func() bool {
		entries, err := os.ReadDir(b.cache.folder)
		return err == nil && countFiles(entries) == 0
	})
}

func TestConversionBeyondHalfIsFinished(t *testing.T) {
	b := open(t, nil)
	r := b.song("song.wav", 60, 44_100)
	s := b.open(r)
	if _, err := s.ReadAt(t.Context(), make([]byte, 1), r.Form.expected(time.Minute)*6/10); err != nil {
		t.Fatal(err)
	}
	s.closeAfter(0)
	b.kept(r).Close()
}

func TestAnnounced(t *testing.T) {
	b := open(t, nil)
	r := b.song("song.wav", 20, 44_100)
	if err := b.Announce(r); err != nil {
		t.Fatal(err)
	}
	b.kept(r).Close()
	await(t, "the conversion ends", func() bool { return b.running() == 0 })
	if err := b.Announce(r); err != nil || b.running() > 0 {
		t.Errorf("what is there is made again: %v", err)
	}
	s := b.open(r)
	defer s.Close()
	if _, ok := s.Whole(); !ok {
		t.Error("the announced conversion is not ready")
	}
}

func TestLimits(t *testing.T) {
	b := open(t, nil)
	b.slots = newSlots(1)
	first := b.open(b.slow("1.wav"))
	defer first.closeAfter(0)
	if err := b.Announce(b.slow("2.wav")); music.CodeOf(err) != music.Unavailable {
		t.Errorf("announced on a busy machine: %v", err)
	}
	waiting, cancel := context.WithCancel(t.Context())
	asked := make(chan error)
	go func() {
		_, err := b.Open(waiting, b.slow("3.wav"))
		asked <- err
	}()
	await(t, "the second one is in line", func() bool { return b.running() == 2 })
	cancel()
	if err := <-asked; !errors.Is(err, context.Canceled) {
		t.Errorf("in line: %v", err)
	}
	for range maxPerListener {
		if _, err := b.slots.claim("ben", false); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.slots.claim("ben", false); music.CodeOf(err) != music.TooMany {
		t.Errorf("too many: %v", err)
	}
	if _, err := b.slots.claim("eve", false); err != nil {
		t.Errorf("somebody else: %v", err)
	}
}

func TestSkippedTracksFreeCapacity(t *testing.T) {
	b := open(t, nil)
	song := b.slow("song.wav")
	for i := range 3 * maxPerListener {
		song.TrackID = string(rune('a' + i))
		b.open(song).Close()
	}
	if n := b.running(); n > 2*maxPerListener {
		t.Errorf("%d conversions run for one listener", n)
	}
}

func TestRestartKeepsCompleteConversions(t *testing.T) {
	c := Config{Media: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	b := open(t, func(given *Config) { c.Local = given.Local; *given = c })
	r := b.song("song.wav", 5, 44_100)
	data := b.whole(r)
	b.kept(r).Close()
	half := filepath.Join(b.cache.folder, "1234"+partSuffix)
	if err := os.WriteFile(half, data[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(b.cache.folder, sparesName+"9"), 0o700); err != nil {
		t.Fatal(err)
	}
	b.reopen(c)
	s, ok := b.Service.kept(r)
	if !ok {
		t.Fatal("the conversion is gone after the restart")
	}
	defer s.Close()
	if !bytes.Equal(b.read(s), data) {
		t.Error("the conversion changed after the restart")
	}
	if form, ok := b.cache.latest(); !ok || form != r.Form {
		t.Errorf("the latest form: %v", form)
	}
	if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half a file stays: %v", err)
	}
	// The file was changed meanwhile.
	r.File.ModTime = r.File.ModTime.Add(time.Second)
	if s, ok := b.Service.kept(r); ok {
		t.Error("a conversion of the old file is served")
		s.Close()
	}
}

func TestForgetDeletedTracks(t *testing.T) {
	b := open(t, func(c *Config) {
		c.Tracks = &shelf{hidden: true}
	})
	r := b.song("song.wav", 1, 44_100)
	b.whole(r)
	b.kept(r).Close()
	b.forgetGone(t.Context())
	if _, ok := b.Service.kept(r); ok {
		t.Error("the conversion of a deleted track was kept")
	}
}

// TestFullDisk converts to a file on a full device.
func TestFullDisk(t *testing.T) {
	b := open(t, nil)
	full := &encode{service: b.Service, changed: make(chan struct{}), index: newFrameIndex()}
	var err error
	if full.file, err = os.OpenFile("/dev/full", os.O_RDWR, 0); err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.file.Close()
	b.cache.items["a.b-c.mp3-160.g0"] = &item{size: 10}
	b.cache.bytes = 10
	err = full.write([]byte("sound"))
	if !errors.Is(err, syscall.ENOSPC) || music.CodeOf(err) != music.Unavailable {
		t.Errorf("full disk: %v", err)
	}
	if len(b.cache.items) > 0 || b.cache.growing != 0 {
		t.Errorf("no space was freed: %v, %d bytes growing", b.cache.items, b.cache.growing)
	}
	full.finish(err)
	full.mu.Lock()
	full.size = 3
	full.mu.Unlock()
	if _, err := full.readAt(t.Context(), make([]byte, 1), 3); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("its listener: %v", err)
	}
}

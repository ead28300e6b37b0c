package library_test

import (
	"bytes"
	"context"
	"image"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/testkit/fakelib"
)

// fakeWebP is a test double for the encoder that records the requested sizes.
type fakeWebP struct {
	mu    sync.Mutex
	calls [][]int
}

func (f *fakeWebP) WebP(_ context.Context, _ []byte, sizes []int) ([][]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, sizes)
	forms := make([][]byte, len(sizes))
	for i := range sizes {
		forms[i] = []byte("RIFF....WEBP")
	}
	return forms, nil
}

// coverHouse returns a library with a song with an embedded picture and a song
// with a picture in its folder.
func coverHouse(t *testing.T, c library.Config) (h *house, inside, beside string) {
	t.Helper()
	plain := newHouse(t, 1)
	fakelib.Write(t, plain.root, "in/a.mp3", fakelib.Song{Title: "a", Sound: 1, Cover: fakelib.Cover(1)}.MP3())
	fakelib.Write(t, plain.root, "by/b.mp3", fakelib.Song{Title: "b", Sound: 2}.MP3())
	fakelib.Write(t, plain.root, "by/folder.jpg", fakelib.Cover(2))
	h = plain.reopen(t, c)
	h.scan()
	return h, h.tracks()["in/a.mp3"].Cover, h.tracks()["by/b.mp3"].Cover
}

func (h *house) cover(hash string, size int, webp bool) (mime string, data []byte, err error) {
	h.t.Helper()
	c, err := h.Covers.Open(h.t.Context(), h.viewer(), hash, size, webp)
	if err != nil {
		return "", nil, err
	}
	defer c.File.Close()
	data, err = io.ReadAll(c.File)
	return c.MIME, data, err
}

func TestCoversInSizes(t *testing.T) {
	h, inside, beside := coverHouse(t, library.Config{})
	if inside == "" || beside == "" || inside == beside {
		t.Fatalf("covers %q and %q", inside, beside)
	}
	for _, hash := range []string{inside, beside} {
		for _, size := range library.CoverSizes {
			mime, data, err := h.cover(hash, size, true)
			if err != nil || mime != "image/jpeg" {
				t.Fatalf("size %d: %s, %v", size, mime, err)
			}
			config, format, err := image.DecodeConfig(bytes.NewReader(data))
			if err != nil || format != "jpeg" || config.Width != 64 { // never enlarged
				t.Errorf("size %d: %s of %d pixels, %v", size, format, config.Width, err)
			}
		}
	}
	for name, c := range map[string]struct {
		hash string
		size int
		code music.Code
	}{
		"another size":    {inside, 301, music.Invalid},
		"an unknown hash": {"0123456789abcdef", 300, music.NotFound},
		"a path":          {"../../etc/passwd", 300, music.NotFound},
	} {
		if _, _, err := h.cover(c.hash, c.size, false); music.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := h.Covers.Open(t.Context(), music.Viewer{}, inside, 300, false); music.CodeOf(err) != music.NotFound {
		t.Errorf("a visitor sees the cover of a track for members: %v", err)
	}
}

func TestCoverIsMadeOnce(t *testing.T) {
	h, _, beside := coverHouse(t, library.Config{})
	var together sync.WaitGroup
	for range 8 {
		together.Go(func() {
			if _, _, err := h.cover(beside, 300, false); err != nil {
				t.Error(err)
			}
		})
	}
	together.Wait()
	fakelib.Write(t, h.root, "by/folder.jpg", fakelib.Cover(3)) // not scanned yet
	if _, _, err := h.cover(beside, 1200, false); music.CodeOf(err) != music.NotFound {
		t.Errorf("a different picture is served for the hash: %v", err)
	}
	h.remove("by/folder.jpg") // now only the cache has it
	if _, _, err := h.cover(beside, 300, false); err != nil {
		t.Error(err)
	}
	if _, _, err := h.cover(beside, 600, false); music.CodeOf(err) != music.NotFound {
		t.Errorf("a picture that is gone: %v", err)
	}
}

// TestCoversOnAFullDisk shows covers that cannot be cached.
func TestCoversOnAFullDisk(t *testing.T) {
	cache := t.TempDir()
	if err := os.Symlink(filepath.Join(cache, "no", "disk"), filepath.Join(cache, "covers")); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	h, inside, beside := coverHouse(t, library.Config{CacheDir: cache, Log: slog.New(slog.NewTextHandler(&log, nil))})
	for _, hash := range []string{inside, beside, inside} {
		mime, data, err := h.cover(hash, 300, false)
		if err != nil || mime != "image/jpeg" || len(data) == 0 {
			t.Errorf("%s, %d bytes, %v", mime, len(data), err)
		}
	}
	if n := strings.Count(log.String(), "cache cover"); n != 1 {
		t.Errorf("%d lines: %s", n, log.String())
	}
}

func TestCoverFormats(t *testing.T) {
	encoder := &fakeWebP{}
	h, _, beside := coverHouse(t, library.Config{WebP: func(context.Context) library.WebPEncoder { return encoder }})
	h.run()
	if mime, _, err := h.cover(beside, 300, true); err != nil || mime != "image/jpeg" {
		t.Fatalf("at first it is %s, %v", mime, err)
	}
	for _, size := range []int{300, 96} {
		eventually(t, "WebP", func() bool {
			mime, _, err := h.cover(beside, size, true)
			return err == nil && mime == "image/webp"
		})
		if mime, _, err := h.cover(beside, size, false); err != nil || mime != "image/jpeg" {
			t.Errorf("client without WebP support got %s, %v", mime, err)
		}
	}
	encoder.mu.Lock()
	defer encoder.mu.Unlock()
	if len(encoder.calls[0]) != 2 {
		t.Errorf("the encoder made sizes %v", encoder.calls)
	}
}

func TestCoverCacheKeepsUsedCovers(t *testing.T) {
	dir := t.TempDir()
	big := bytes.Repeat([]byte("x"), 60_000)
	old := filepath.Join(dir, "covers", "aa", "aaaaaaaaaaaaaaaa-300.jpg")
	recent := filepath.Join(dir, "covers", "bb", "bbbbbbbbbbbbbbbb-300.jpg")
	half := filepath.Join(dir, "covers", "bb", ".new-123")
	writeAt(t, old, big, time.Now().Add(-50*time.Hour))
	writeAt(t, recent, big, time.Now().Add(-time.Hour/2))
	writeAt(t, half, big, time.Now().Add(-48*time.Hour))

	h, inside, _ := coverHouse(t, library.Config{CacheDir: dir, CacheBytes: 100_000})
	h.run()
	if _, _, err := h.cover(inside, 300, false); err != nil {
		t.Fatal(err)
	}
	exists := func(name string) bool { _, err := os.Stat(name); return err == nil }
	eventually(t, "the oldest is removed", func() bool { return !exists(old) && !exists(half) })
	if !exists(recent) {
		t.Error("a recently used cover was removed")
	}
}

func TestHiddenCoverIsRefusedAfterThirtySecondsWithoutEvent(t *testing.T) {
	h, inside, _ := coverHouse(t, library.Config{Public: func() bool { return true }})
	now := time.Now()
	h.Covers.SetClock(func() time.Time { return now })
	see := func() error {
		image, err := h.Covers.Open(t.Context(), music.Viewer{}, inside, 96, false)
		if err == nil {
			image.File.Close()
		}
		return err
	}
	if err := see(); err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.PublishScanned(t.Context(), false); err != nil { // by another server, whose event is lost
		t.Fatal(err)
	}
	now = now.Add(29 * time.Second)
	if err := see(); err != nil {
		t.Errorf("within 30 s: %v, want the cached permission", err)
	}
	now = now.Add(time.Second)
	if err := see(); music.CodeOf(err) != music.NotFound {
		t.Errorf("after 30 s: %v", err)
	}
}

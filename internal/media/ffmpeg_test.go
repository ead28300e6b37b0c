package media

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"golang.org/x/image/webp"
)

func findFFmpeg(t *testing.T) *FFmpeg {
	t.Helper()
	f, err := FindFFmpeg(t.Context())
	if errors.Is(err, ErrNoFFmpeg) {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFFmpegMakesWebPOfEverySize(t *testing.T) {
	f := findFFmpeg(t)
	if f.Version() == "" || !f.HasWebP() {
		t.Fatalf("version %q, WebP %v", f.Version(), f.HasWebP())
	}
	forms, err := f.WebP(t.Context(), encodeJPEG(t, slopes(400, 200)), []int{300, 96, 1200})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{300, 96, 400} {
		if c, err := webp.DecodeConfig(bytes.NewReader(forms[i])); err != nil || c.Width != want || c.Height != want/2 {
			t.Errorf("%d: %v %v, want width %d", i, c, err, want)
		}
	}
}

func TestFFmpegFailsInWords(t *testing.T) {
	f := findFFmpeg(t)
	if _, err := f.WebP(t.Context(), []byte("not a picture"), []int{96}); err == nil {
		t.Error("text became a picture")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.WebP(ctx, encodeJPEG(t, slopes(10, 10)), []int{96}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestWithoutFFmpeg(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := FindFFmpeg(t.Context()); !errors.Is(err, ErrNoFFmpeg) {
		t.Errorf("got %v", err)
	}
}

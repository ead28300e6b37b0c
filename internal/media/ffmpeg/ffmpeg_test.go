package ffmpeg

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"testing"

	"golang.org/x/image/webp"
)

func findFFmpeg(t *testing.T) *Runner {
	t.Helper()
	f, err := Find(t.Context())
	if errors.Is(err, ErrNotFound) {
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
	forms, err := f.WebP(t.Context(), encodeJPEG(t, image.NewGray(image.Rect(0, 0, 400, 200))), []int{300, 96, 1200})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{300, 96, 400} {
		if c, err := webp.DecodeConfig(bytes.NewReader(forms[i])); err != nil || c.Width != want || c.Height != want/2 {
			t.Errorf("%d: %v %v, want width %d", i, c, err, want)
		}
	}
}

func TestFFmpegErrorsAreSentences(t *testing.T) {
	f := findFFmpeg(t)
	if _, err := f.WebP(t.Context(), []byte("not a picture"), []int{96}); err == nil {
		t.Error("a text file was converted to a picture")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.WebP(ctx, encodeJPEG(t, uniform{}), []int{96}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestWithoutFFmpeg(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Find(t.Context()); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func encodeJPEG(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"testing"

	"golang.org/x/image/draw"
)

// slopes returns a picture with edges and gradients in every channel.
func slopes(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := uint8(x * 255 / w)
			if (x/64+y/64)%2 == 0 {
				v = 255 - v
			}
			img.SetRGBA(x, y, color.RGBA{v, uint8(y * 255 / h), uint8((x + y) * 255 / (w + h)), 255})
		}
	}
	return img
}

func encodeJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestThumbnailFitsAndLooksAlike(t *testing.T) {
	for _, c := range []struct{ w, h, size, wantW, wantH int }{
		{1400, 1400, 300, 300, 300},
		{1000, 500, 300, 300, 150},
		{333, 1000, 96, 31, 96},
		{600, 600, 599, 599, 599},
		{200, 100, 300, 200, 100},
		{3000, 2, 96, 96, 1},
		{301, 299, 300, 300, 298},
	} {
		src := slopes(c.w, c.h)
		encoded := encodeJPEG(t, src)
		out, err := Thumbnail(encoded, c.size)
		if err != nil {
			t.Fatal(err)
		}
		got, err := jpeg.Decode(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if size := got.Bounds().Size(); size != image.Pt(c.wantW, c.wantH) {
			t.Errorf("%d×%d in %d: %v", c.w, c.h, c.size, size)
			continue
		}
		decoded, err := jpeg.Decode(bytes.NewReader(encoded))
		if err != nil {
			t.Fatal(err)
		}
		want := image.NewRGBA(got.Bounds())
		draw.CatmullRom.Scale(want, want.Bounds(), decoded, decoded.Bounds(), draw.Src, nil)
		if db := psnr(want, got); db < 23 && c.h > 2 {
			t.Errorf("%d×%d in %d: %.1f dB away from the same picture scaled another way", c.w, c.h, c.size, db)
		}
	}
}

// psnr returns the peak signal-to-noise ratio in dB over all channels.
func psnr(a, b image.Image) float64 {
	var sum, n float64
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			for _, d := range []float64{float64(r1>>8) - float64(r2>>8), float64(g1>>8) - float64(g2>>8), float64(b1>>8) - float64(b2>>8)} {
				sum += d * d
				n++
			}
		}
	}
	return 10 * math.Log10(255*255*n/sum)
}

func TestThumbnailOfWhiteIsWhite(t *testing.T) {
	white := image.NewYCbCr(image.Rect(0, 0, 777, 555), image.YCbCrSubsampleRatio420)
	for i := range white.Y {
		white.Y[i] = 255
	}
	small := shrinkPlanes(white, 96, 68)
	for i, v := range small.Y {
		if v != 255 {
			t.Fatalf("pixel %d is %d", i, v)
		}
	}
}

func TestThumbnailTakesOtherFormats(t *testing.T) {
	var p, g bytes.Buffer
	if err := png.Encode(&p, slopes(500, 400)); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&g, slopes(500, 400), nil); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"png": p.Bytes(), "gif": g.Bytes()} {
		out, err := Thumbnail(data, 96)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c, err := jpeg.DecodeConfig(bytes.NewReader(out)); err != nil || c.Width != 96 {
			t.Errorf("%s: %v %v", name, c, err)
		}
	}
}

func TestThumbnailRefusesHugePictures(t *testing.T) {
	bomb := encodeJPEG(t, slopes(16, 16))
	i := bytes.Index(bomb, []byte{0xff, 0xc0})
	copy(bomb[i+5:], []byte{0x75, 0x30, 0x75, 0x30}) // 30,000 × 30,000
	for name, data := range map[string][]byte{"bomb": bomb, "text": []byte("hello"), "empty": nil, "cut": encodeJPEG(t, slopes(600, 600))[:300]} {
		if _, err := Thumbnail(data, 300); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func FuzzThumbnail(f *testing.F) {
	f.Add(encodeJPEG(f, slopes(40, 30)))
	f.Add([]byte("GIF89a"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && c.Width*c.Height > 1<<20 {
			return // allowed, but it takes the fuzzer's time
		}
		if out, err := Thumbnail(data, 96); err == nil {
			if c, err := jpeg.DecodeConfig(bytes.NewReader(out)); err != nil || c.Width > 96 || c.Height > 96 {
				t.Errorf("%v %v", c, err)
			}
		}
	})
}

func BenchmarkThumbnail(b *testing.B) {
	for _, size := range []int{600, 1000, 1400} {
		data := encodeJPEG(b, slopes(size, size))
		b.Run(image.Pt(size, size).String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := Thumbnail(data, 300); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

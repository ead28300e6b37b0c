package picture

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/draw"
)

// The samples are 203×151 pixels in the variants of baseline JPEG that ffmpeg
// writes.
var jpegSamples = []string{"444.jpg", "422.jpg", "440.jpg", "420.jpg", "restarts.jpg"}

func readSample(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A scaled block equals the cosine transform of the whole block reduced to its
// lowest frequencies, here in floating point from the pixels that the standard
// library decodes.
func TestScaledJPEGKeepsLowestFrequencies(t *testing.T) {
	files := map[string][]byte{"grey": encodeJPEG(t, greySlopes(203, 151))}
	for _, name := range jpegSamples {
		files[name] = readSample(t, name)
	}
	for name, data := range files {
		whole, err := jpeg.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2, 4} {
			small, err := decodeJPEGScaled(data, n)
			if err != nil {
				t.Errorf("%s at %d/8: %v", name, n, err)
				continue
			}
			if got, want := small.Bounds().Size(), image.Pt(scaledSide(203, n), scaledSide(151, n)); got != want {
				t.Errorf("%s at %d/8: %v, want %v", name, n, got, want)
			}
			smallPlanes := planesOf(small)
			for i, plane := range planesOf(whole) {
				if db := blockLikeness(plane, smallPlanes[i], n); db < 40 {
					t.Errorf("%s at %d/8: plane %d is %.1f dB away", name, n, i, db)
				}
			}
		}
	}
}

func greySlopes(w, h int) *image.Gray {
	grey := image.NewGray(image.Rect(0, 0, w, h))
	draw.Draw(grey, grey.Bounds(), slopes(w, h), image.Point{}, draw.Src)
	return grey
}

// samplePlane is a plane of a picture, padded to whole blocks.
type samplePlane struct {
	pix    []byte
	stride int
	size   image.Point
}

func planesOf(img image.Image) []samplePlane {
	switch img := img.(type) {
	case *image.Gray:
		return []samplePlane{{img.Pix, img.Stride, img.Bounds().Size()}}
	case *image.YCbCr:
		chroma := chromaSize(img)
		return []samplePlane{{img.Y, img.YStride, img.Bounds().Size()}, {img.Cb, img.CStride, chroma}, {img.Cr, img.CStride, chroma}}
	}
	return nil
}

func blockLikeness(whole, small samplePlane, n int) float64 {
	var sum, count float64
	for y := range whole.size.Y / blockSide {
		for x := range whole.size.X / blockSide {
			want := lowestFrequencies(whole.pix[y*blockSide*whole.stride+x*blockSide:], whole.stride, n)
			for i, v := range want {
				got := small.pix[(y*n+i/n)*small.stride+x*n+i%n]
				d := math.Round(min(max(v, 0), 255)) - float64(got)
				sum += d * d
				count++
			}
		}
	}
	return 10 * math.Log10(255*255*count/max(sum, 1e-9))
}

// lowestFrequencies scales a block by its cosine transform, computed from the
// definition.
func lowestFrequencies(block []byte, stride, n int) []float64 {
	wide, narrow := waves(blockSide), waves(n)
	out := make([]float64, n*n)
	for v := range n {
		for u := range n {
			f := 0.0
			for y := range blockSide {
				for x := range blockSide {
					f += (float64(block[y*stride+x]) - 128) * wide[u][x] * wide[v][y] / 16
				}
			}
			for i := range out {
				out[i] += f * narrow[u][i%n] * narrow[v][i/n]
			}
		}
	}
	for i := range out {
		out[i] += 128
	}
	return out
}

// waves returns the basis functions of a cosine transform of n samples.
func waves(size int) (all [blockSide][blockSide]float64) {
	for u := range size {
		for x := range size {
			all[u][x] = math.Cos(float64(2*x+1) * float64(u) * math.Pi / float64(2*size))
			if u == 0 {
				all[u][x] /= math.Sqrt2
			}
		}
	}
	return all
}

func TestUnusualJPEGIsLeftToStandardLibrary(t *testing.T) {
	progressive := bytes.Replace(readSample(t, "420.jpg"), []byte{0xff, 0xc0}, []byte{0xff, 0xc2}, 1)
	if _, err := decodeJPEGScaled(progressive, 4); !errors.Is(err, errUnusualJPEG) {
		t.Errorf("progressive: %v", err)
	}
	rgb := strings.NewReplacer( // the component IDs in both headers
		"\x03\x01\x12\x00\x02\x12\x00\x03\x12\x00", "\x03R\x12\x00G\x12\x00B\x12\x00",
		"\x03\x01\x00\x02\x11\x03\x11", "\x03R\x00G\x11B\x11",
	)
	data := []byte(rgb.Replace(string(readSample(t, "444.jpg"))))
	if _, err := decodeJPEGScaled(data, 4); !errors.Is(err, errUnusualJPEG) {
		t.Errorf("red, green and blue: %v", err)
	}
	small, err := Thumbnail(data, 50)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := jpeg.DecodeConfig(bytes.NewReader(small)); err != nil || c.Width != 50 || c.Height != 37 {
		t.Errorf("%v %v", c, err)
	}
}

func TestDamagedJPEG(t *testing.T) {
	data := readSample(t, "420.jpg")
	for _, n := range []int{2, 100, len(data) / 2} {
		if _, err := decodeJPEGScaled(data[:n], 2); !errors.Is(err, errBadJPEG) {
			t.Errorf("%d of %d bytes: %v", n, len(data), err)
		}
	}
}

// exif returns a segment with the orientation of the camera.
func exif(o byte) []byte {
	body := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string([]byte{o}) + "\x00\x00\x00\x00\x00\x00"
	return append([]byte{0xff, 0xe1, 0, byte(len(body) + 2)}, body...)
}

func TestThumbnailIsUpright(t *testing.T) {
	// Dark at the top left and bright elsewhere, to recognise the orientation.
	src := image.NewGray(image.Rect(0, 0, 64, 32))
	for i := range src.Pix {
		src.Pix[i] = 255
		if x, y := i%64, i/64; x < 32 && y < 16 {
			src.Pix[i] = 0
		}
	}
	plain := encodeJPEG(t, src)
	for o, want := range map[byte]image.Point{ // the dark corner
		1: {0, 0}, 2: {1, 0}, 3: {1, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 1}, 8: {0, 1},
	} {
		held := append(append(bytes.Clone(plain[:2]), exif(o)...), plain[2:]...)
		small, err := Thumbnail(held, 32)
		if err != nil {
			t.Fatal(err)
		}
		img, err := jpeg.Decode(bytes.NewReader(small))
		if err != nil {
			t.Fatal(err)
		}
		size := img.Bounds().Size()
		if tall := size.Y > size.X; tall != (o >= 5) {
			t.Errorf("orientation %d: %v", o, size)
		}
		for _, corner := range []image.Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
			v, _, _, _ := img.At(corner.X*(size.X-1), corner.Y*(size.Y-1)).RGBA()
			if dark := v < 0x8000; dark != (corner == want) {
				t.Errorf("orientation %d: corner %v is dark: %t", o, corner, dark)
			}
		}
	}
}

func FuzzJPEGScale(f *testing.F) {
	for _, name := range jpegSamples {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, uint8(2))
	}
	f.Fuzz(func(_ *testing.T, data []byte, n uint8) {
		if c, err := jpeg.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width*c.Height > 1<<20 {
			return // Thumbnail checks the size first, too
		}
		jpegOrientation(data)
		img, err := decodeJPEGScaled(data, 1<<(n%3))
		if err == nil {
			shrinkTo(img, fit(img.Bounds().Dx(), img.Bounds().Dy(), 96))
		}
	})
}

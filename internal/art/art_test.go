package art

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"strconv"
	"testing"
)

// TestArtMatchesTheWebApp compares with the results of web/src/lib/art.ts for
// some seeds.
func TestArtMatchesTheWebApp(t *testing.T) {
	for seed, want := range map[string]struct {
		motif  int
		ground int
		first  float64 // the number after the one that chose the motif
	}{
		"Ámbar":   {6, 0x1b1a2e, (299.0 - 250) / 90},
		"Suite":   {7, 0x0f2f38, (242.3 - 90) / 220},
		"":        {4, 0x2a1f17, -1},
		"歌":       {6, 0x2a1f17, (313.3 - 250) / 90},
		"Album 7": {2, 0x2b1020, -1},
	} {
		r := randomFrom(seed)
		if got := int(r.next() * 8); got != want.motif || paletteOf(seed).ground != hex(want.ground) {
			t.Errorf("%q: motif %d, ground %v", seed, got, paletteOf(seed).ground)
		}
		if first := r.next(); want.first >= 0 && (first-want.first > 0.001 || want.first-first > 0.001) {
			t.Errorf("%q: then %v, want %v", seed, first, want.first)
		}
	}
}

func TestEveryMotif(t *testing.T) {
	seen := map[int]bool{}
	for i := 0; len(seen) < len(motifs); i++ {
		seed := fmt.Sprint("name ", i)
		seen[int(randomFrom(seed).next()*float64(len(motifs)))] = true
		small, large := Draw(seed, false, 96), Draw(seed, false, 300)
		if small.Bounds() != image.Rect(0, 0, 96, 96) || large.Bounds() != image.Rect(0, 0, 300, 300) {
			t.Errorf("%s: %v %v", seed, small.Bounds(), large.Bounds())
		}
		colours := map[color.Color]bool{}
		for y := range 300 {
			for x := range 300 {
				c := color.RGBAModel.Convert(large.At(x, y)).(color.RGBA)
				if c.A != 255 {
					t.Fatalf("%s: %v at %d, %d", seed, c, x, y)
				}
				colours[c] = true
			}
		}
		if len(colours) < 3 {
			t.Errorf("%s: %d colours", seed, len(colours))
		}
		for i, v := range mean(small) {
			if w := mean(large)[i]; v-w > 4 || w-v > 4 {
				t.Errorf("%s: %v small, %v large", seed, mean(small), mean(large))
			}
		}
	}
}

// mean returns the average colour of a picture.
func mean(img image.Image) (sum [3]float64) {
	n := float64(img.Bounds().Dx() * img.Bounds().Dy())
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
			sum[0], sum[1], sum[2] = sum[0]+float64(c.R)/n, sum[1]+float64(c.G)/n, sum[2]+float64(c.B)/n
		}
	}
	return sum
}

func TestSameNameHasSamePicture(t *testing.T) {
	pictures, names := map[string]string{}, map[string]string{}
	for i := range 60 {
		seed := fmt.Sprint("Álbum ", i)
		a, err := JPEG(seed, false, 96)
		b, _ := JPEG(seed, false, 96)
		if err != nil || !bytes.Equal(a, b) || len(Name(seed, false)) != 16 {
			t.Fatalf("%s: %v", seed, err)
		}
		if other := pictures[string(a)] + names[Name(seed, false)]; other != "" {
			t.Errorf("%s is %s", seed, other)
		}
		pictures[string(a)], names[Name(seed, false)] = seed, seed
		if c, err := jpeg.DecodeConfig(bytes.NewReader(a)); err != nil || c.Width != 96 || c.Height != 96 {
			t.Errorf("%v %v", c, err)
		}
	}
}

// TestLightTheme draws a light background, and gives the picture a name of its own.
func TestLightTheme(t *testing.T) {
	brightness := func(img image.Image) (brightest int) { // of the corners
		for _, at := range []image.Point{{1, 1}, {94, 1}, {1, 94}, {94, 94}} {
			c := color.RGBAModel.Convert(img.At(at.X, at.Y)).(color.RGBA)
			brightest = max(brightest, (int(c.R)+int(c.G)+int(c.B))/3)
		}
		return brightest
	}
	dark := 0
	for i := range 100 {
		seed := fmt.Sprint("name ", i)
		if got := brightness(Draw(seed, true, 96)); got < 180 {
			t.Errorf("%s: brightness %d", seed, got)
		}
		if brightness(Draw(seed, false, 96)) < 140 {
			dark++
		}
		if Name(seed, true) == Name(seed, false) || Name(seed, true) == Name("light "+seed, false) {
			t.Errorf("%s: both themes have the same name", seed)
		}
	}
	if dark < 50 {
		t.Errorf("only %d pictures of the dark theme are dark", dark)
	}
}

func FuzzDraw(f *testing.F) {
	f.Add("Suite")
	f.Add("\xff\x00")
	f.Fuzz(func(_ *testing.T, seed string) {
		Draw(seed, false, 64)
		Draw(seed, true, 64)
	})
}

func BenchmarkDraw(b *testing.B) {
	for _, size := range []int{96, 300, 1200} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				Draw(strconv.Itoa(i), false, size)
			}
		})
	}
}

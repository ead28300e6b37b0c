package analysis

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"strconv"
	"testing"
)

// picture returns a JPEG whose pixels have one of two colours. The second
// covers the given share.
func picture(t *testing.T, back, front color.Color, share float64) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 96, 96))
	for y := range 96 {
		for x := range 96 {
			img.Set(x, y, back)
			if float64(y) < share*96 {
				img.Set(x, y, front)
			}
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDominantColor(t *testing.T) {
	black, grey, red := color.RGBA{A: 255}, color.RGBA{128, 128, 128, 255}, color.RGBA{200, 20, 30, 255}
	for name, c := range map[string]struct {
		picture []byte
		want    color.RGBA
	}{
		"one colour":         {picture(t, red, red, 0), red},
		"red on much black":  {picture(t, black, red, 0.2), red},
		"grey":               {picture(t, grey, grey, 0), grey},
		"a dot of red":       {picture(t, grey, red, 0.02), grey},
		"half grey half red": {picture(t, grey, red, 0.5), red},
	} {
		got, err := DominantColor(c.picture)
		if err != nil {
			t.Fatal(err)
		}
		rgb, err := strconv.ParseUint(got[1:], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		for shift, want := range map[int]uint8{16: c.want.R, 8: c.want.G, 0: c.want.B} {
			if diff := int(uint8(rgb>>shift)) - int(want); diff < -12 || diff > 12 {
				t.Errorf("%s: %s, want %v", name, got, c.want)
			}
		}
	}
	if _, err := DominantColor([]byte("no picture")); err == nil {
		t.Error("text has a colour")
	}
}

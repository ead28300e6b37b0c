package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"strings"
	"testing"

	"sonora/internal/music"
)

func encodePNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func encodeGIF(t testing.TB, frames int, img image.Image) []byte {
	t.Helper()
	var animation gif.GIF
	frame := image.NewPaletted(img.Bounds(), palette.Plan9)
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			frame.Set(x, y, img.At(x, y))
		}
	}
	for range frames {
		animation.Image, animation.Delay = append(animation.Image, frame), append(animation.Delay, 1)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &animation); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withEXIF adds an orientation and a location to a JPEG.
func withEXIF(picture []byte, held orientation) []byte {
	tiff := []byte("MM\x00\x2a\x00\x00\x00\x08\x00\x02" +
		"\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(rune(held)) + "\x00\x00" +
		"\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x26\x00\x00\x00\x00GPS-48.8584-N")
	body := append([]byte("Exif\x00\x00"), tiff...)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2))
	return append(append(append([]byte{0xff, 0xd8}, segment...), body...), picture[2:]...)
}

// pngHeader returns a PNG with a size and no pixels.
func pngHeader(w, h int, depth, kind byte) []byte {
	chunk := binary.BigEndian.AppendUint32([]byte("IHDR"), uint32(w))
	chunk = append(binary.BigEndian.AppendUint32(chunk, uint32(h)), depth, kind, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(chunk))
}

func TestPortraitCropsTheMiddle(t *testing.T) {
	// Red on the left, green in the middle, blue on the right.
	flag := image.NewRGBA(image.Rect(0, 0, 300, 100))
	for y := range 100 {
		for x := range 300 {
			flag.SetRGBA(x, y, [...]color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}}[x/100])
		}
	}
	glass := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	for name, c := range map[string]struct {
		picture []byte
		side    int
		want    color.RGBA
	}{
		"JPEG":                   {encodeJPEG(t, flag), 100, color.RGBA{0, 255, 0, 255}},
		"PNG":                    {encodePNG(t, flag), 100, color.RGBA{0, 255, 0, 255}},
		"GIF":                    {encodeGIF(t, 1, flag), 100, color.RGBA{0, 255, 0, 255}},
		"GIF with more frames":   {encodeGIF(t, 5, flag), 100, color.RGBA{0, 255, 0, 255}},
		"transparent":            {encodePNG(t, glass), 30, color.RGBA{255, 255, 255, 255}},
		"one pixel":              {encodePNG(t, image.NewRGBA(image.Rect(0, 0, 1, 1))), 1, color.RGBA{255, 255, 255, 255}},
		"a line":                 {encodePNG(t, image.NewRGBA(image.Rect(0, 0, 3000, 1))), 1, color.RGBA{255, 255, 255, 255}},
		"larger, made smaller":   {encodeJPEG(t, slopes(1200, 900)), 512, color.RGBA{}},
		"upright, larger":        {encodeJPEG(t, slopes(550, 1501)), 512, color.RGBA{}},
		"16 bits":                {encodePNG(t, image.NewNRGBA64(image.Rect(0, 0, 20, 20))), 20, color.RGBA{255, 255, 255, 255}},
		"with words behind it":   {append(encodeGIF(t, 1, flag), "<script>alert(1)</script>"...), 100, color.RGBA{0, 255, 0, 255}},
		"from a turned camera":   {withEXIF(encodeJPEG(t, flag), 6), 100, color.RGBA{0, 255, 0, 255}},
		"with a wrong direction": {withEXIF(encodeJPEG(t, flag), 99), 100, color.RGBA{0, 255, 0, 255}},
	} {
		out, err := Portrait(c.picture, 512)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := jpeg.Decode(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if size := got.Bounds().Size(); size != image.Pt(c.side, c.side) {
			t.Errorf("%s: %v, want a square of %d", name, size, c.side)
		}
		for _, word := range []string{"GPS", "Exif", "script"} {
			if bytes.Contains(out, []byte(word)) {
				t.Errorf("%s: still has %s", name, word)
			}
		}
		if c.want.A != 0 && !near(got.At(c.side/2, c.side/2), c.want) {
			t.Errorf("%s: the middle is %v, want %v", name, got.At(c.side/2, c.side/2), c.want)
		}
	}
}

func near(got, want color.Color) bool {
	r1, g1, b1, _ := got.RGBA()
	r2, g2, b2, _ := want.RGBA()
	for _, d := range []int{int(r1) - int(r2), int(g1) - int(g2), int(b1) - int(b2)} {
		if max(d, -d) > 0x1000 {
			return false
		}
	}
	return true
}

// TestPortraitIsUpright checks all orientations of a picture with a dark corner.
func TestPortraitIsUpright(t *testing.T) {
	corner := image.NewGray(image.Rect(0, 0, 64, 64))
	for i := range corner.Pix {
		corner.Pix[i] = 255
		if i%64 < 32 && i/64 < 32 {
			corner.Pix[i] = 0
		}
	}
	for held, dark := range map[orientation]image.Point{1: {8, 8}, 2: {56, 8}, 3: {56, 56}, 4: {8, 56}, 5: {8, 8}, 6: {56, 8}, 7: {56, 56}, 8: {8, 56}} {
		out, err := Portrait(withEXIF(encodeJPEG(t, corner), held), 512)
		if err != nil {
			t.Fatal(err)
		}
		got, err := jpeg.Decode(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if !near(got.At(dark.X, dark.Y), color.Black) {
			t.Errorf("held as %d: %v is %v", held, dark, got.At(dark.X, dark.Y))
		}
	}
}

func TestPortraitRefuses(t *testing.T) {
	whole := encodeJPEG(t, slopes(300, 300))
	bomb := encodeGIF(t, 1, image.NewGray(image.Rect(0, 0, 4, 4)))
	binary.LittleEndian.PutUint16(bomb[6:], 65535)
	binary.LittleEndian.PutUint16(bomb[8:], 65535)
	scans := append(bytes.Clone(whole[:len(whole)-2]), bytes.Repeat([]byte("\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"), 101)...)
	progressive := []byte("\xff\xd8\xff\xc2\x00\x11\x08\x13\x88\x13\x88\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00\xff\xda\x00\x0c")
	for name, c := range map[string]struct {
		picture []byte
		want    *music.Error
	}{
		"nothing":              {nil, ErrNotPortrait},
		"SVG":                  {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), ErrNotPortrait},
		"HTML":                 {[]byte("<html><script>alert(1)</script>"), ErrNotPortrait},
		"a program":            {[]byte("MZ\x90\x00" + strings.Repeat("\x00", 100)), ErrNotPortrait},
		"WebP":                 {[]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"), ErrNotPortrait},
		"a wide GIF":           {bomb, ErrPortraitTooBig},
		"a wide PNG":           {pngHeader(20_000, 20_000, 8, 6), ErrPortraitTooBig},
		"a PNG beyond numbers": {pngHeader(1<<31-1, 1<<31-1, 8, 6), ErrPortraitDamaged},
		"many pixels":          {pngHeader(7000, 7000, 8, 2), ErrPortraitTooBig},
		"deep pixels":          {pngHeader(5000, 5000, 16, 6), ErrPortraitTooBig},
		"many scans":           {scans, ErrPortraitTooBig},
		"a large progressive":  {progressive, ErrPortraitTooBig},
		"an empty PNG":         {pngHeader(0, 10, 8, 6), ErrPortraitDamaged},
		"half a JPEG":          {whole[:100], ErrPortraitDamaged},
		"half a GIF":           {encodeGIF(t, 1, slopes(50, 50))[:200], ErrPortraitDamaged},
		"half a PNG":           {encodePNG(t, slopes(50, 50))[:200], ErrPortraitDamaged},
		"only a GIF's name":    {[]byte("GIF89a"), ErrPortraitDamaged},
	} {
		before := new(runtime.MemStats)
		runtime.ReadMemStats(before)
		out, err := Portrait(c.picture, 512)
		after := new(runtime.MemStats)
		runtime.ReadMemStats(after)
		if err == nil || music.CodeOf(err) != c.want.Code || !strings.HasPrefix(err.Error(), strings.TrimSuffix(c.want.Detail.ID, ".")) {
			t.Errorf("%s: %d bytes, %v, want %v", name, len(out), err, c.want)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 20<<20 {
			t.Errorf("%s: took %d MB to refuse", name, took>>20)
		}
	}
}

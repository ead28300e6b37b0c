package picture

import (
	"bytes"
	"image"
	"testing"

	"sonora/internal/music"
)

func TestCover(t *testing.T) {
	large, small := encodeJPEG(t, image.NewGray(image.Rect(0, 0, 3100, 62))), encodePNG(t, slopes(900, 900))
	out, err := Cover(small)
	if err != nil || !bytes.Equal(out, small) {
		t.Errorf("a picture of 900 × 900 is changed: %v", err)
	}
	if out, err = Cover(large); err != nil {
		t.Fatal(err)
	}
	if c, format, err := image.DecodeConfig(bytes.NewReader(out)); err != nil || c.Width != 3000 || c.Height != 60 || format != "jpeg" {
		t.Errorf("%d × %d pixels of %s, %v", c.Width, c.Height, format, err)
	}
	bomb := bytes.Clone(small)
	copy(bomb[16:], "\x00\x00\x75\x30\x00\x00\x75\x30") // 30,000 × 30,000
	for name, c := range map[string]struct {
		picture []byte
		want    music.Code
	}{
		"too many bytes": {make([]byte, MaxCover+1), music.TooLarge},
		"text":           {[]byte("<html>"), music.Unsupported},
		"GIF":            {[]byte("GIF89a\x01\x00\x01\x00"), music.Unsupported},
		"a bomb":         {bomb, music.Invalid},
		"cut off":        {small[:len(small)/2], music.Invalid},
	} {
		if _, err := Cover(c.picture); music.CodeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

package online

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"testing"
)

// pictureOf returns a PNG whose header claims a square with the given side.
func pictureOf(t *testing.T, side uint32) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	const header = 12 // of the chunk IHDR: its name, then width and height
	binary.BigEndian.PutUint32(file[header+4:], side)
	binary.BigEndian.PutUint32(file[header+8:], side)
	binary.BigEndian.PutUint32(file[header+17:], crc32.ChecksumIEEE(file[header:header+17]))
	return file
}

func TestHugePicturesAreRefused(t *testing.T) {
	if _, err := decodePicture(pictureOf(t, 1200)); err != nil {
		t.Errorf("a cover: %v", err)
	}
	for name, body := range map[string][]byte{"a bomb": pictureOf(t, 30_000), "only a name": []byte("\x89PNG\r\n\x1a\n"), "a page": []byte("<html>")} {
		if picture, err := decodePicture(body); err == nil {
			t.Errorf("%s is passed on, %d bytes", name, len(picture))
		}
	}
}

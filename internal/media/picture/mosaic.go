package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"

	"golang.org/x/image/draw"
)

// Mosaic combines the centres of four pictures in a square JPEG with sides of
// size pixels.
func Mosaic(pictures [4][]byte, size int) ([]byte, error) {
	half := size / 2
	out := image.NewRGBA(image.Rect(0, 0, size, size))
	for i, picture := range pictures {
		decoded, _, err := image.Decode(bytes.NewReader(picture))
		if err != nil {
			return nil, fmt.Errorf("decode a piece of a mosaic: %w", err)
		}
		square, err := middle(decoded)
		if err != nil {
			return nil, err
		}
		corner := image.Pt(i%2*half, i/2*half)
		draw.CatmullRom.Scale(out, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(half, half))}, square, square.Bounds(), draw.Src, nil)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, out, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fmt.Errorf("encode a mosaic: %w", err)
	}
	return b.Bytes(), nil
}

// Square validates a JPEG, PNG or WebP like Cover and returns its centre as a
// square JPEG of at most side pixels, without metadata.
func Square(picture []byte, side int) ([]byte, error) {
	checked, err := Cover(picture)
	if err != nil {
		return nil, err
	}
	smaller, err := Thumbnail(checked, 2*side) // converts to an upright JPEG
	if err != nil {
		return nil, ErrCoverDamaged.Because(err)
	}
	return Portrait(smaller, side)
}

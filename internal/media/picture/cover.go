package picture

import (
	"bytes"
	"fmt"
	"image"

	"sonora/internal/music"
)

// Limits of the pictures that people give to tracks.
const (
	MaxCover       = 10 << 20 // bytes
	maxCoverSide   = 10_000   // pixels
	largeCoverSide = 3_000    // pixels; larger pictures are scaled down
)

// Reasons to reject a cover. All are *music.Error.
var (
	ErrNotCover     = music.NewError(music.Unsupported, "Choose a JPG, PNG or WebP picture.")
	ErrCoverTooBig  = music.NewError(music.TooLarge, "This picture is larger than 10 MB.")
	ErrCoverPixels  = music.NewError(music.Invalid, "This picture has too many pixels.")
	ErrCoverDamaged = music.NewError(music.Invalid, "This picture is damaged.")
)

// Cover validates a JPEG, PNG or WebP as a cover and returns it unchanged. A
// picture of more than 3000 pixels on a side is scaled down to a JPEG. The
// format is detected from the content. It returns one of the errors above.
func Cover(picture []byte) ([]byte, error) {
	if len(picture) > MaxCover {
		return nil, ErrCoverTooBig
	}
	switch mime, _, _ := Sniff(picture); mime {
	case "image/jpeg", "image/png", "image/webp":
	default:
		return nil, ErrNotCover
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(picture))
	switch {
	case err != nil:
		return nil, ErrCoverDamaged.Because(fmt.Errorf("read the cover's header: %w", err))
	case c.Width > maxCoverSide || c.Height > maxCoverSide || c.Width*c.Height > maxPicturePixels:
		return nil, ErrCoverPixels
	}
	size := smallCoverSide
	if max(c.Width, c.Height) > largeCoverSide {
		size = largeCoverSide
	}
	smaller, err := Thumbnail(picture, size) // also verifies that it can be decoded completely
	if err != nil {
		return nil, ErrCoverDamaged.Because(fmt.Errorf("decode the cover: %w", err))
	}
	if size == largeCoverSide {
		return smaller, nil
	}
	return picture, nil
}

const smallCoverSide = 96 // pixels

package picture

import (
	"bytes"
	"fmt"
	"image"

	"sonora/internal/music"
)

// What a picture may be that somebody gives a track.
const (
	MaxCover       = 10 << 20 // bytes
	maxCoverSide   = 10_000   // pixels
	largeCoverSide = 3_000    // pixels; larger ones are made smaller
)

// What a cover is refused for. All are *music.Error.
var (
	ErrNotCover     = music.NewError(music.Unsupported, "Choose a JPG, PNG or WebP picture.")
	ErrCoverTooBig  = music.NewError(music.TooLarge, "This picture is larger than 10 MB.")
	ErrCoverPixels  = music.NewError(music.Invalid, "This picture has too many pixels.")
	ErrCoverDamaged = music.NewError(music.Invalid, "This picture is damaged.")
)

// Cover checks a JPEG, PNG or WebP for use as a cover and returns it as
// it is; one of more than 3000 pixels a side becomes a JPEG that has no more.
// The content decides what it is.
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
	smaller, err := Thumbnail(picture, size) // also proves that all of it can be decoded
	if err != nil {
		return nil, ErrCoverDamaged.Because(fmt.Errorf("decode the cover: %w", err))
	}
	if size == largeCoverSide {
		return smaller, nil
	}
	return picture, nil
}

const smallCoverSide = 96 // pixels

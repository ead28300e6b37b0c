package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"

	"sonora/internal/music"
)

// Limits of a portrait before decoding.
const (
	maxPortraitSide   = 8000
	maxPortraitPixels = 40_000_000
	maxDeepPixels     = 16_000_000 // if each pixel takes 8 bytes or more
	maxScans          = 100        // of a progressive JPEG; each scan passes over the whole picture
)

// Reasons to reject a portrait. All are *music.Error.
var (
	ErrNotPortrait     = music.NewError(music.Unsupported, "Choose a JPG, PNG or GIF picture.")
	ErrPortraitTooBig  = music.NewError(music.Invalid, "This picture has too many pixels.")
	ErrPortraitDamaged = music.NewError(music.Invalid, "This picture is damaged.")
)

// Portrait returns the centre of a JPEG, PNG or GIF as an upright, square JPEG
// of at most side pixels. It removes metadata such as location and camera, and
// all frames but the first. The format is detected from the content. Pictures
// that would take too much memory are rejected before decoding.
func Portrait(picture []byte, side int) ([]byte, error) {
	config, format, err := portraitConfig(picture)
	if err != nil {
		return nil, err
	}
	held := upright
	if format == "jpeg" {
		held = jpegOrientation(picture)
	}
	shorter, longer := min(config.Width, config.Height), max(config.Width, config.Height)
	decoded, err := decodeFor(picture, format, config, (side*longer+shorter-1)/shorter)
	if err != nil {
		return nil, ErrPortraitDamaged.Because(fmt.Errorf("decode the portrait: %w", err))
	}
	square, err := middle(decoded)
	if err != nil {
		return nil, ErrPortraitDamaged.Because(err)
	}
	size := min(side, square.Bounds().Dx())
	var out bytes.Buffer
	if err := jpeg.Encode(&out, held.upright(shrinkTo(square, image.Pt(size, size))), &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fmt.Errorf("encode the portrait: %w", err)
	}
	return out.Bytes(), nil
}

// portraitConfig reads the dimensions of a picture without decoding it.
func portraitConfig(picture []byte) (image.Config, string, error) {
	switch mime, _, _ := Sniff(picture); mime {
	case "image/jpeg", "image/png", "image/gif":
	default:
		return image.Config{}, "", ErrNotPortrait
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(picture))
	switch {
	case err != nil:
		return c, "", ErrPortraitDamaged.Because(fmt.Errorf("read the portrait's header: %w", err))
	case c.Width < 1 || c.Height < 1:
		return c, "", ErrPortraitDamaged
	case c.Width > maxPortraitSide || c.Height > maxPortraitSide || c.Width*c.Height > maxPortraitPixels,
		c.Width*c.Height > maxDeepPixels && isDeep(picture, format, c),
		format == "jpeg" && bytes.Count(picture, []byte{0xff, 0xda}) > maxScans:
		return c, "", ErrPortraitTooBig
	}
	return c, format, nil
}

// isDeep reports whether a pixel takes 8 bytes or more in memory: pixels of 16
// bits per channel, and those of a progressive JPEG, whose coefficients are
// kept until the end.
func isDeep(picture []byte, format string, c image.Config) bool {
	return c.ColorModel == color.RGBA64Model || c.ColorModel == color.NRGBA64Model || format == "jpeg" && isProgressive(picture)
}

func isProgressive(picture []byte) bool {
	for d := (jpegScaler{data: picture, pos: 2}); ; {
		switch marker, _, err := d.segment(); {
		case err != nil, marker == 0xc0, marker == 0xc1, marker == 0xda:
			return false
		case marker == 0xc2:
			return true
		}
	}
}

var errNoSquare = errors.New("a picture without a middle")

// middle returns the largest square in the middle of a picture. It starts at a
// whole block, so that subsampled chroma planes stay aligned.
func middle(img image.Image) (image.Image, error) {
	b := img.Bounds()
	side := min(b.Dx(), b.Dy())
	cropper, ok := img.(interface {
		SubImage(image.Rectangle) image.Image
	})
	if !ok || side < 1 {
		return nil, errNoSquare
	}
	left, top := (b.Dx()-side)/2/blockSide*blockSide, (b.Dy()-side)/2/blockSide*blockSide
	return cropper.SubImage(image.Rect(0, 0, side, side).Add(b.Min).Add(image.Pt(left, top))), nil
}

// Package lettering writes text on pictures.
package lettering

import (
	"image"
	"image/color"
	"image/draw"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Face is a font in one size. The font is created on first use.
type Face func() font.Face

// The fonts of plots.
var (
	Large = newFace(gomedium.TTF, 22)
	Small = newFace(goregular.TTF, 12.5)
)

// newFace parses an embedded font, which cannot fail.
func newFace(ttf []byte, size float64) Face {
	return sync.OnceValue(func() font.Face {
		f, err := opentype.Parse(ttf)
		if err != nil {
			panic(err)
		}
		made, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			panic(err)
		}
		return made
	})
}

// Write draws text with its baseline at y.
func Write(on draw.Image, s string, x, y int, with color.Color, f Face) {
	d := font.Drawer{Dst: on, Src: image.NewUniform(with), Face: f(), Dot: fixed.P(x, y)}
	d.DrawString(s)
}

// Width returns the width of text in pixels.
func Width(s string, f Face) int { return font.MeasureString(f(), s).Ceil() }

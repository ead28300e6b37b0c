package plot

import (
	"image"
	"image/color"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// face returns a font in one size. The font is created on first use.
type face func() font.Face

var (
	largeFace = newFace(gomedium.TTF, 22)
	smallFace = newFace(goregular.TTF, 12.5)
)

// newFace parses an embedded font, which cannot fail.
func newFace(ttf []byte, size float64) face {
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

// write draws text with its baseline at y.
func (c *canvas) write(s string, x, y int, with color.Color, f face) {
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(with), Face: f(), Dot: fixed.P(x, y)}
	d.DrawString(s)
}

// measure returns the width of text in pixels.
func measure(s string, f face) int { return font.MeasureString(f(), s).Ceil() }

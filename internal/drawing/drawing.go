// Package drawing draws figures: areas and text, in the colours that all figures share.
package drawing

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The colours that figures share.
var (
	Background = color.RGBA{16, 18, 24, 255}
	Panel      = color.RGBA{24, 27, 35, 255}
	Line       = color.RGBA{58, 64, 80, 255}
	Text       = color.RGBA{232, 234, 240, 255}
	Quiet      = color.RGBA{150, 158, 176, 255} // text of less importance
	Loudness   = color.RGBA{122, 196, 255, 255}
)

// Canvas is a figure being drawn. It is not safe for concurrent use.
type Canvas struct {
	*image.RGBA
	heading, label font.Face
}

// New returns an empty figure of a size in pixels.
func New(width, height int) (*Canvas, error) {
	heading, err := face(gomedium.TTF, 22)
	if err != nil {
		return nil, fmt.Errorf("font of headings: %w", err)
	}
	label, err := face(goregular.TTF, 12.5)
	if err != nil {
		return nil, fmt.Errorf("font of labels: %w", err)
	}
	c := &Canvas{RGBA: image.NewRGBA(image.Rect(0, 0, width, height)), heading: heading, label: label}
	c.Fill(c.Bounds(), Background)
	return c, nil
}

// face returns a font in a size in pixels.
func face(ttf []byte, size float64) (font.Face, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
}

// Fill draws an area.
func (c *Canvas) Fill(r image.Rectangle, with color.Color) {
	draw.Draw(c.RGBA, r, image.NewUniform(with), image.Point{}, draw.Over)
}

// Heading writes large text with its baseline at y.
func (c *Canvas) Heading(s string, x, y int, with color.Color) { c.write(c.heading, s, x, y, with) }

// Label writes small text with its baseline at y.
func (c *Canvas) Label(s string, x, y int, with color.Color) { c.write(c.label, s, x, y, with) }

// LabelWidth returns the width of a label in pixels.
func (c *Canvas) LabelWidth(s string) int { return font.MeasureString(c.label, s).Ceil() }

func (c *Canvas) write(f font.Face, s string, x, y int, with color.Color) {
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(with), Face: f, Dot: fixed.P(x, y)}
	d.DrawString(s)
}

// Encode writes the figure as PNG.
func (c *Canvas) Encode(w io.Writer) error {
	if err := png.Encode(w, c.RGBA); err != nil {
		return fmt.Errorf("encode picture: %w", err)
	}
	return nil
}

// Clock writes a time as minutes and seconds: 3:07.
func Clock(seconds float64) string {
	s := int(math.Round(seconds))
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

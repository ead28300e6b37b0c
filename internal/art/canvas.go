package art

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// canvas draws shapes on top of each other. Positions are in units of side.
type canvas struct {
	dst     *image.RGBA
	scale   float64 // pixels per unit
	onLight bool    // for the light theme, in which palettes are reversed
	fills   vector.Rasterizer
	mask    *image.Alpha
}

// point is a position in units of side.
type point struct{ x, y float64 }

// contour is a closed line around a filled shape.
type contour []point

// fill paints what lies inside any of the contours.
func (c *canvas) fill(paint color.NRGBA, contours ...contour) {
	if area := c.trace(contours); !area.Empty() {
		c.fills.Draw(c.dst, area, image.NewUniform(paint), image.Point{})
	}
}

// cover paints the whole picture.
func (c *canvas) cover(paint color.NRGBA) {
	draw.Draw(c.dst, c.dst.Bounds(), image.NewUniform(paint), image.Point{}, draw.Src)
}

// shade is fill with a gradient.
func (c *canvas) shade(g *gradient, contours ...contour) {
	area := c.trace(contours)
	if area.Empty() {
		return
	}
	if c.mask == nil {
		c.mask = image.NewAlpha(c.dst.Bounds())
	}
	c.fills.DrawOp = draw.Src
	c.fills.Draw(c.mask, area, image.Opaque, image.Point{})
	c.fills.DrawOp = draw.Over
	for y := area.Min.Y; y < area.Max.Y; y++ {
		mask := c.mask.Pix[c.mask.PixOffset(area.Min.X, y):]
		row := c.dst.Pix[c.dst.PixOffset(area.Min.X, y):]
		for i := range area.Dx() {
			if mask[i] > 0 {
				paint := g.at((float64(area.Min.X+i)+0.5)/c.scale, (float64(y)+0.5)/c.scale)
				over(row[4*i:4*i+4:4*i+4], paint, uint32(mask[i]))
			}
		}
	}
}

// over blends a colour onto an opaque pixel.
func over(pixel []byte, paint color.NRGBA, cover uint32) {
	alpha := uint32(paint.A) * cover // out of 255²
	const whole = 255 * 255
	for i, v := range [3]byte{paint.R, paint.G, paint.B} {
		pixel[i] = byte((uint32(v)*alpha + uint32(pixel[i])*(whole-alpha) + whole/2) / whole)
	}
	pixel[3] = 255
}

// trace passes the contours to the rasterizer and returns the pixels they
// touch.
func (c *canvas) trace(contours []contour) image.Rectangle {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, line := range contours {
		for _, p := range line {
			low.x, low.y = min(low.x, p.x), min(low.y, p.y)
			high.x, high.y = max(high.x, p.x), max(high.y, p.y)
		}
	}
	if low.x > high.x {
		return image.Rectangle{}
	}
	area := image.Rect(
		int(math.Floor(low.x*c.scale)), int(math.Floor(low.y*c.scale)), int(math.Ceil(high.x*c.scale)), int(math.Ceil(high.y*c.scale)),
	).Intersect(c.dst.Bounds())
	if area.Empty() {
		return area
	}
	c.fills.Reset(area.Dx(), area.Dy())
	for _, line := range contours {
		orient(line)
		for i, p := range line {
			x, y := float32(p.x*c.scale)-float32(area.Min.X), float32(p.y*c.scale)-float32(area.Min.Y)
			if i == 0 {
				c.fills.MoveTo(x, y)
			} else {
				c.fills.LineTo(x, y)
			}
		}
		c.fills.ClosePath()
	}
	return area
}

// orient makes a contour clockwise, so that overlapping contours do not cancel
// each other out.
func orient(line contour) {
	area := 0.0
	for i, p := range line {
		q := line[(i+1)%len(line)]
		area += p.x*q.y - q.x*p.y
	}
	if area < 0 {
		slices.Reverse(line)
	}
}

func rect(x, y, w, h float64) contour { return contour{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}} }

func everything() contour { return rect(0, 0, side, side) }

func circle(cx, cy, r float64) contour { return arc(cx, cy, r, 0, 2*math.Pi) }

// arc returns part of a circle's outline, as part of a contour.
func arc(cx, cy, r, from, to float64) contour {
	n := 2 + int(math.Abs(to-from)*(4+math.Sqrt(r)*3))
	line := make(contour, n+1)
	for i := range line {
		sin, cos := math.Sincos(from + (to-from)*float64(i)/float64(n))
		line[i] = point{cx + r*cos, cy + r*sin}
	}
	return line
}

// ring returns part of a circle's outline drawn with a pen of the given width.
func ring(cx, cy, r, width, from, to float64) contour {
	outer, inner := arc(cx, cy, r+width/2, from, to), arc(cx, cy, max(r-width/2, 0), from, to)
	slices.Reverse(inner)
	return append(outer, inner...)
}

// dashes returns dashes along a circle, each of the given length and followed
// by a gap, starting at an angle.
func dashes(cx, cy, r, width, length, gap, angle float64, round bool) []contour {
	var all []contour
	for at, whole := 0.0, 2*math.Pi*r; at < whole; at += length + gap {
		from, to := angle+at/r, angle+min(at+length, whole)/r
		all = append(all, ring(cx, cy, r, width, from, to))
		if round {
			for _, end := range []float64{from, to} {
				sin, cos := math.Sincos(end)
				all = append(all, circle(cx+r*cos, cy+r*sin, width/2))
			}
		}
	}
	return all
}

// stroke returns a line drawn with a pen of the given width, with round joints.
func stroke(line []point, width float64) []contour {
	var all []contour
	for i, p := range line {
		all = append(all, circle(p.x, p.y, width/2))
		if i == 0 {
			continue
		}
		q := line[i-1]
		length := math.Hypot(p.x-q.x, p.y-q.y)
		nx, ny := (q.y-p.y)/length*width/2, (p.x-q.x)/length*width/2
		all = append(all, contour{{q.x + nx, q.y + ny}, {p.x + nx, p.y + ny}, {p.x - nx, p.y - ny}, {q.x - nx, q.y - ny}})
	}
	return all
}

// gradient is a sequence of colours across the picture.
type gradient struct {
	place  func(x, y float64) float64 // position in the gradient, 0 to 1
	colour [256]color.NRGBA
}

// stop is a colour at a position of a gradient, from 0 to 1.
type stop struct {
	at     float64
	colour color.NRGBA
}

func newGradient(place func(x, y float64) float64, stops ...stop) *gradient {
	g := &gradient{place: place}
	for i := range g.colour {
		g.colour[i] = between(stops, float64(i)/float64(len(g.colour)-1))
	}
	return g
}

func (g *gradient) at(x, y float64) color.NRGBA {
	return g.colour[int(min(max(g.place(x, y), 0), 1)*float64(len(g.colour)-1)+0.5)]
}

func between(stops []stop, at float64) color.NRGBA {
	for i, s := range stops {
		if at > s.at {
			continue
		}
		if i == 0 {
			return s.colour
		}
		before := stops[i-1]
		share := (at - before.at) / (s.at - before.at)
		mix := func(a, b byte) byte { return byte(math.Round(float64(a) + (float64(b)-float64(a))*share)) }
		a, b := before.colour, s.colour
		return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), mix(a.A, b.A)}
	}
	return stops[len(stops)-1].colour
}

// down is a gradient from the top left to the bottom, slightly slanted.
func down(x, y float64) float64 { return (0.4*x + y) / side / (0.4*0.4 + 1) }

// outward is a gradient from the middle of a circle to its edge.
func outward(cx, cy, r float64) func(x, y float64) float64 {
	return func(x, y float64) float64 { return math.Sqrt((x-cx)*(x-cx)+(y-cy)*(y-cy)) / r }
}

// faded returns a colour with the given opacity.
func faded(c color.NRGBA, alpha float64) color.NRGBA {
	c.A = byte(math.Round(alpha * 255))
	return c
}

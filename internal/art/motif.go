package art

import (
	"image/color"
	"math"
)

// motif draws on a canvas. The order in which it requests random numbers is
// part of the look of a seed.
type motif func(*canvas, palette, *random)

var motifs = [...]motif{sun, tiles, record, ridges, glow, bars, hills, orbits}

func sun(c *canvas, p palette, r *random) {
	y := r.between(150, 50)
	c.shade(newGradient(down, stop{0, p.ground}, stop{1, p.middle}), everything())
	x := r.between(120, 160)
	c.fill(p.bright, circle(x, y, r.between(80, 30)))
	for i := range 5 {
		paint := p.deep
		if i%2 > 0 {
			paint = p.middle
		}
		wave(c, 232+float64(i)*36, 9, r.next()*6, faded(paint, 0.94))
	}
}

// wave fills everything below a wave.
func wave(c *canvas, y, height, phase float64, paint color.NRGBA) {
	var line []point
	for i := range 9 {
		line = append(line, point{float64(i) * 50, y + math.Sin(float64(i)*0.9+phase)*height})
	}
	c.fill(paint, append(stroke(line, 14), append(line, point{side, side}, point{0, side}))...)
}

func tiles(c *canvas, p palette, r *random) {
	const edge = side / 5
	c.cover(p.ground)
	for i := range 25 {
		x, y := float64(i%5)*edge, float64(i/5)*edge
		switch int(r.next() * 5) {
		case 0:
			c.fill(p.middle, rect(x, y, edge, edge))
			c.fill(p.spark, circle(x+edge/2, y+edge/2, edge*0.38))
		case 1:
			c.fill(p.middle, contour{{x, y}, {x + edge, y}, {x, y + edge}})
		case 2:
			c.fill(p.middle, rect(x, y, edge, edge))
			c.fill(p.bright, append(arc(x, y, edge, 0, math.Pi/2), point{x, y}))
		case 3:
			c.fill(p.middle, rect(x, y, edge, edge))
		}
	}
}

func record(c *canvas, p palette, r *random) {
	turn := r.next() * 2 * math.Pi
	c.cover(p.ground)
	c.shade(newGradient(outward(200, 200, 165), stop{0.1, p.spark}, stop{0.5, p.middle}, stop{1, p.deep}), circle(200, 200, 165))
	var grooves []contour
	for i := range 14 {
		length := r.between(280, 500)
		grooves = append(grooves, dashes(200, 200, 64+float64(i)*7, 1, length, r.between(8, 60), turn, false)...)
	}
	c.fill(faded(p.ground, 0.28), grooves...)
	c.fill(p.bright, circle(200, 200, 52))
	c.fill(p.ground, circle(200, 200, 9))
}

func ridges(c *canvas, p palette, r *random) {
	c.cover(p.ground)
	for row := range 22 {
		base := 96 + float64(row)*11.5
		var line []point
		for i := range 41 {
			offset := float64(i-20) / 7
			up := math.Exp(-offset*offset) * r.next() * 62
			line = append(line, point{50 + float64(i)*7.5, base - up - r.next()*3})
		}
		paint := p.bright
		if row%7 == 3 {
			paint = p.spark
		}
		lines := stroke(line, 1.7)
		c.fill(p.ground, line)
		c.fill(paint, lines...)
	}
}

func glow(c *canvas, p palette, r *random) {
	c.cover(p.ground)
	for _, paint := range []color.NRGBA{p.middle, p.bright, p.spark, p.deep} {
		x, y := r.between(60, 280), r.between(60, 280)
		radius := r.between(150, 90)
		c.shade(newGradient(outward(x, y, radius), stop{0, paint}, stop{1, faded(paint, 0)}), circle(x, y, radius))
	}
}

func bars(c *canvas, p palette, r *random) {
	ground, usual := p.ground, p.bright
	if r.next() > 0.5 && !c.onLight {
		ground, usual = p.spark, p.ground
	}
	c.cover(ground)
	for i := range 19 {
		height := 40 + math.Sin(float64(i)/18*math.Pi)*160*(0.45+r.next()*0.55)
		paint := usual
		if r.next() > 0.72 {
			paint = p.middle
		}
		x, top := 43+float64(i)*17, 200-height/2
		c.fill(paint, append(arc(x+4, top+4, 4, math.Pi, 2*math.Pi), arc(x+4, top+height-4, 4, 0, math.Pi)...))
	}
}

// hills have a light sky in both themes.
func hills(c *canvas, p palette, r *random) {
	if c.onLight {
		p = p.reversed()
	}
	c.cover(p.spark)
	x, y := r.between(250, 90), r.between(90, 40)
	c.fill(p.bright, circle(x, y, r.between(38, 20)))
	for _, band := range []struct {
		y     float64
		paint color.NRGBA
	}{{240, p.middle}, {310, p.deep}, {400, p.ground}} {
		c.fill(band.paint, contour{{0, band.y}, {side, band.y - r.between(60, 130)}, {side, side}, {0, side}})
	}
}

func orbits(c *canvas, p palette, r *random) {
	x, y := r.between(90, 220), r.between(90, 220)
	c.cover(p.ground)
	var lines [3][]contour
	for i := range 13 {
		radius := 22 + float64(i)*24
		width := r.between(2, 8)
		length := radius * r.between(1, 4)
		lines[i%3] = append(lines[i%3], dashes(x, y, radius, width, length, radius*r.between(0.4, 1), 0, true)...)
	}
	for i, paint := range []color.NRGBA{p.deep, p.middle, p.bright} {
		c.fill(paint, lines[i]...)
	}
	c.fill(p.bright, circle(x, y, 14))
}

// Package plot draws what was measured on a mix: its level, and for each join
// the waveforms of both tracks, the level, and the kicks.
package plot

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"sonora/internal/automix/check"
	"sonora/internal/automix/plan"
	"sonora/internal/drawing"
	"sonora/internal/dsp"
)

// Drawing holds the data to draw.
type Drawing struct {
	Title  string
	Plan   *plan.Plan
	Result *check.Result
	Tracks []Waveform // of each entry
}

// Waveform is the waveform of a track: three bands with dsp.PeaksPerSecond
// points per second. It is empty if the file of the track is missing.
type Waveform [3][]byte

// The layout, in pixels.
const (
	width       = 1600
	left, right = 56, width - 24

	titleAt   = 38
	factsAt   = 64
	wholeTop  = 84
	wholeEnd  = 184
	firstJoin = 228

	joinHeight = 290
	headingAt  = 14 // from the top of a join
	waveTop    = 24
	waveHeight = 66
	levelTop   = waveTop + 2*waveHeight + 6
	levelEnd   = levelTop + 56
	kicksEnd   = levelEnd + 38
)

const (
	around   = 12.0 // s before and after a join
	quietest = -32.0
	loudest  = -6.0
	most     = 0.015 // s, the largest distance of a kick that is drawn to scale
	near     = 0.005 // s; lines are drawn at this distance
)

var (
	bands = [2][3]color.RGBA{
		{{35, 78, 190, 255}, {88, 146, 255, 255}, {214, 230, 255, 255}},
		{{176, 92, 18, 255}, {246, 164, 74, 255}, {255, 236, 208, 255}},
	}
	joinColor = color.NRGBA{94, 234, 165, 40}
	barColor  = color.NRGBA{255, 84, 112, 150}
	badColor  = color.RGBA{255, 84, 112, 255}
	goodColor = color.RGBA{94, 234, 165, 255}
)

// canvas is the picture being drawn.
type canvas struct {
	*drawing.Canvas
	Drawing
	level dsp.LevelSums
}

// Draw writes the picture to w as PNG.
func Draw(w io.Writer, d Drawing) error {
	empty, err := drawing.New(width, firstJoin+joinHeight*len(d.Plan.Joins))
	if err != nil {
		return err
	}
	c := &canvas{Canvas: empty, Drawing: d, level: dsp.SumLevels(d.Result.Levels)}
	r := d.Result
	c.Heading(d.Title, left, titleAt, drawing.Text)
	c.Label(fmt.Sprintf("%s   ·   %.2f LUFS   ·   %.2f dBTP   ·   longest silence %.2f s   ·   deepest dip %.1f LU   ·   largest jump %.1f LU   ·   %d requirements missed",
		check.Clock(r.Seconds), r.Loudness, r.TruePeak, r.Silence, r.Dip, r.Jump, len(r.Missed())), left, factsAt, drawing.Quiet)
	c.whole()
	for i := range d.Plan.Joins {
		c.join(i, firstJoin+joinHeight*i)
	}
	return c.Encode(w)
}

// span is a range of a mix, in seconds, that is drawn over the whole width.
type span struct{ from, to float64 }

// x returns the column of a time.
func (s span) x(seconds float64) int {
	return left + int(math.Round((seconds-s.from)/(s.to-s.from)*(right-left)))
}

// at returns the time at a column.
func (s span) at(x int) float64 { return s.from + (s.to-s.from)*float64(x-left)/(right-left) }

// whole draws the level of the whole mix, with its joins.
func (c *canvas) whole() {
	s := span{0, max(c.Result.Seconds, 1)}
	c.Fill(image.Rect(left, wholeTop, right, wholeEnd), drawing.Panel)
	for i := range c.Plan.Joins {
		from, to := ends(&c.Plan.Joins[i])
		c.Fill(image.Rect(s.x(from), wholeTop, max(s.x(to), s.x(from)+1), wholeEnd), joinColor)
		c.Label(strconv.Itoa(i+1), s.x(from), wholeEnd+16, drawing.Quiet)
	}
	c.curve(s, wholeTop, wholeEnd)
}

// ends returns where a join begins and ends, in seconds of the mix.
func ends(j *plan.Join) (from, to float64) {
	return float64(j.At) / plan.Rate, float64(j.End()) / plan.Rate
}

// curve draws the loudness over windows of three seconds.
func (c *canvas) curve(s span, top, bottom int) {
	y := func(lufs float64) int {
		return bottom - int(min(max((lufs-quietest)/(loudest-quietest), 0), 1)*float64(bottom-top))
	}
	for _, lufs := range []float64{-26, -20, plan.Loudness, -8} {
		c.Fill(image.Rect(left, y(lufs), right, y(lufs)+1), drawing.Line)
		c.Label(fmt.Sprint(lufs), left-34, y(lufs)+4, drawing.Quiet)
	}
	before := 0
	for x := left; x < right; x++ {
		middle := int(s.at(x) * dsp.LevelsPerSecond)
		now := y(c.level.Mean(middle-3*dsp.LevelsPerSecond/2, middle+3*dsp.LevelsPerSecond/2))
		if x == left {
			before = now
		}
		c.Fill(image.Rect(x, min(now, before), x+1, max(now, before)+2), drawing.Loudness)
		before = now
	}
}

// join draws join i below top.
func (c *canvas) join(i, top int) {
	j := &c.Plan.Joins[i]
	from, to := ends(j)
	s := span{max(0, from-around), min(to+around, max(c.Result.Seconds, from+1))}
	c.Label(c.describe(i), left, top+headingAt, drawing.Text)
	for k := range 2 {
		y := top + waveTop + k*waveHeight
		c.Fill(image.Rect(left, y, right, y+waveHeight-2), drawing.Panel)
	}
	c.Fill(image.Rect(s.x(from), top+waveTop, s.x(to), top+levelEnd), joinColor)
	for k := range 2 {
		y := top + waveTop + k*waveHeight
		c.wave(i+k, bands[k], s, y, y+waveHeight-2)
		title := c.Plan.Entries[i+k].Title
		c.Fill(image.Rect(left, y, left+c.LabelWidth(title)+12, y+19), drawing.Panel)
		c.Label(title, left+6, y+14, drawing.Text)
	}
	for bar := 0; j.Kind == plan.Blend && bar <= j.Bars; bar++ {
		x := s.x(from + float64(bar*j.Meter)*60/j.BPM)
		c.Fill(image.Rect(x, top+waveTop, x+1, top+waveTop+2*waveHeight-2), barColor)
	}
	c.curve(s, top+levelTop, top+levelEnd)
	if b := c.blend(i); b != nil {
		c.kicks(b, s, top+levelEnd+4, top+kicksEnd)
	}
	c.Label(check.Clock(s.from), left, top+kicksEnd+14, drawing.Quiet)
	c.Label(check.Clock(from), s.x(from), top+kicksEnd+14, drawing.Quiet)
	c.Label(check.Clock(s.to), right-30, top+kicksEnd+14, drawing.Quiet)
}

// blend returns the measurements of join i; nil if it is no blend.
func (c *canvas) blend(i int) *check.BlendCheck {
	k := slices.IndexFunc(c.Result.Blends, func(b check.BlendCheck) bool { return b.Join == i })
	if k < 0 {
		return nil
	}
	return &c.Result.Blends[k]
}

// describe returns what was measured on join i.
func (c *canvas) describe(i int) string {
	j := &c.Plan.Joins[i]
	text := fmt.Sprintf("%d   %s at %s, %.1f s", i+1, j.Kind, check.Clock(float64(j.At)/plan.Rate), float64(j.Frames)/plan.Rate)
	if j.Kind == plan.Blend {
		text += fmt.Sprintf(", %d bars at %.2f BPM", j.Bars, j.BPM)
	}
	if k := slices.IndexFunc(c.Result.Joins, func(l check.JoinCheck) bool { return l.Join == i }); k >= 0 {
		text += fmt.Sprintf("   ·   dip %.1f LU, jump %.1f LU", c.Result.Joins[k].Dip, c.Result.Joins[k].Jump)
	}
	if b := c.blend(i); b != nil {
		text += "   ·   " + b.String()
	}
	return text
}

// wave draws the waveform of entry i where it plays: the low band at the back,
// then the middle, then the high band.
func (c *canvas) wave(i int, with [3]color.RGBA, s span, top, bottom int) {
	e, middle, half := &c.Plan.Entries[i], (top+bottom)/2, float64(bottom-top)/2
	for x := left; x < right; x++ {
		first, last := int64(s.at(x)*plan.Rate), int64(s.at(x+1)*plan.Rate)
		if !e.Overlaps(first, last) {
			continue
		}
		from, to := int(e.TrackTime(first)*dsp.PeaksPerSecond), int(e.TrackTime(last)*dsp.PeaksPerSecond)
		for band, points := range c.Tracks[i] {
			if h := int(half * highest(points, from, max(to, from+1))); h > 0 {
				c.Fill(image.Rect(x, middle-h, x+1, middle+h), with[band])
			}
		}
	}
}

// highest returns the maximum of a band's points; 1 is full scale.
func highest(band []byte, from, to int) float64 {
	top := byte(0)
	for i := max(from, 0); i < min(to, len(band)); i++ {
		top = max(top, band[i])
	}
	return float64(top) / 255
}

// kicks draws how far the kicks of both tracks are from the planned beats.
func (c *canvas) kicks(b *check.BlendCheck, s span, top, bottom int) {
	c.Fill(image.Rect(left, top, right, bottom), drawing.Panel)
	y := func(seconds float64) int {
		return (top+bottom)/2 - int(min(max(seconds/most, -1), 1)*float64(bottom-top)/2)
	}
	for _, limit := range []float64{-near, 0, near} {
		c.Fill(image.Rect(left, y(limit), right, y(limit)+1), drawing.Line)
	}
	c.Label("±5 ms", left-44, (top+bottom)/2+4, drawing.Quiet)
	j := &c.Plan.Joins[b.Join]
	for k, of := range b.Onsets {
		for _, o := range of {
			x, at := s.x(float64(j.At)/plan.Rate+o.Beat*60/j.BPM+o.Off), y(o.Off)
			c.Fill(image.Rect(x-2, at-2, x+3, at+3), bands[k][1])
		}
	}
	verdict, with := "together", goodColor
	switch {
	case b.IsUnmeasured():
		verdict, with = "not measured", badColor
	case b.IsApart():
		verdict, with = "apart", badColor
	}
	c.Label(verdict, right-c.LabelWidth(verdict)-6, bottom-6, with)
}

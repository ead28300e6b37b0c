// Package plot draws a composed piece: its form and chords, its notes, its
// spectrum and its loudness.
package plot

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/score"
	"sonora/internal/dsp"
	"sonora/internal/lettering"
)

// The layout, in pixels from the left and the top.
const (
	width, height = 1600, 1120
	left, right   = 56, width - 24

	titleAt     = 38
	factsAt     = 64
	formTop     = 84
	formEnd     = 152
	chordsAt    = 168
	notesTop    = 180
	notesEnd    = 560
	drumsTop    = 568
	drumsEnd    = 660
	legendAt    = 680
	spectrumTop = 696
	spectrumEnd = 976
	levelsTop   = 996
	levelsEnd   = 1080
	axisAt      = 1100
)

const (
	lowest, highest = 24, 103 // MIDI keys of the piano roll
	quietest        = -48     // LUFS, at the bottom of the loudness curve
)

var (
	background = color.RGBA{16, 18, 24, 255}
	panel      = color.RGBA{24, 27, 35, 255}
	line       = color.RGBA{58, 64, 80, 255}
	text       = color.RGBA{232, 234, 240, 255}
	quiet      = color.RGBA{150, 158, 176, 255}
	loudColor  = color.RGBA{122, 196, 255, 255}
)

var roleColors = map[score.Role]color.RGBA{
	score.Drums: {216, 220, 230, 255}, score.Percussion: {170, 176, 190, 255}, score.Bass: {64, 120, 246, 255}, score.Comp: {94, 200, 130, 255},
	score.Pad: {120, 96, 190, 255}, score.Arp: {70, 196, 206, 255}, score.Lead: {255, 160, 60, 255}, score.Counter: {255, 92, 122, 255},
	score.Texture: {110, 118, 132, 255}, score.Effects: {240, 220, 90, 255},
}

// sectionColors are for the letters, in the order in which they come.
var sectionColors = [...]color.RGBA{
	{64, 116, 166, 255}, {192, 66, 84, 255}, {74, 142, 104, 255}, {186, 136, 46, 255}, {112, 84, 168, 255}, {84, 92, 112, 255},
}

// Picture collects what is to be drawn while a piece is rendered.
type Picture struct {
	score    *score.Score
	spectrum spectrum
	loudness *dsp.LoudnessMeter
	frames   int
}

// New returns an empty picture of a score.
func New(s *score.Score) *Picture {
	meter, err := dsp.NewLoudnessMeter(rate, 2)
	if err != nil {
		panic(err) // the rate is a constant
	}
	return &Picture{score: s, spectrum: newSpectrum(), loudness: meter}
}

// Hear takes the next interleaved samples.
func (p *Picture) Hear(samples []float32) {
	p.frames += len(samples) / 2
	p.loudness.Write(samples)
	p.spectrum.write(samples)
}

// canvas is the picture being drawn.
type canvas struct {
	*image.RGBA
	*Picture
	length float64 // s
}

// Draw writes the picture as PNG.
func (p *Picture) Draw(w io.Writer) error {
	c := &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, width, height)), Picture: p}
	c.length = max(p.score.Seconds(p.score.End()), float64(p.frames)/rate, 1)
	c.fill(c.Bounds(), background)
	c.write(p.score.Title, left, titleAt, text, lettering.Large)
	c.write(c.facts(), left, factsAt, quiet, lettering.Small)
	c.form()
	c.chords()
	c.notes()
	c.legend()
	c.sound()
	c.levels()
	c.axis()
	if err := png.Encode(w, c.RGBA); err != nil {
		return fmt.Errorf("encode picture: %w", err)
	}
	return nil
}

// facts returns the line below the title.
func (c *canvas) facts() string {
	l := c.loudness.Result()
	return fmt.Sprintf("%s   %.1f BPM   %d/4   %s   ·   %.1f LUFS   range %.1f LU   peak %.1f dBTP",
		clock(c.length), c.score.BPM, c.score.Beats, c.score.Key, l.Integrated, l.Range, l.TruePeak)
}

func clock(seconds float64) string {
	s := int(math.Round(seconds))
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// column returns the x of a time.
func (c *canvas) column(seconds float64) int {
	return left + int(math.Round(seconds/c.length*float64(right-left)))
}

func (c *canvas) at(tick score.Tick) int { return c.column(c.score.Seconds(tick)) }

func (c *canvas) fill(r image.Rectangle, with color.Color) {
	draw.Draw(c.RGBA, r, image.NewUniform(with), image.Point{}, draw.Over)
}

func (c *canvas) write(s string, x, y int, with color.Color, f lettering.Face) {
	lettering.Write(c.RGBA, s, x, y, with, f)
}

// form draws the sections, each as high as its energy.
func (c *canvas) form() {
	c.fill(image.Rect(left, formTop, right, formEnd), panel)
	var letters []string
	for _, s := range c.score.Sections {
		from, to := c.at(s.Start), c.at(s.Start+score.Tick(s.Bars)*c.score.Bar())
		if !slices.Contains(letters, s.Letter) {
			letters = append(letters, s.Letter)
		}
		with := sectionColors[slices.Index(letters, s.Letter)%len(sectionColors)]
		c.fill(image.Rect(from, formEnd-int(s.Energy*(formEnd-formTop)), to-1, formEnd), with)
		c.write(fitting(s.Name+" "+s.Letter, to-from-8), from+4, formEnd-24, text, lettering.Small)
		c.write(fitting(fmt.Sprintf("%d bars  %s", s.Bars, s.Key), to-from-8), from+4, formEnd-8, text, lettering.Small)
		c.fill(image.Rect(from, formTop, from+1, levelsEnd), line)
	}
}

// fitting returns as much of a text as fits.
func fitting(s string, pixels int) string {
	for s != "" && lettering.Width(s, lettering.Small) > pixels {
		s = s[:len(s)-1]
	}
	return s
}

// chords writes the symbols where there is room for them.
func (c *canvas) chords() {
	free := left
	for _, chord := range c.score.Chords {
		if x := c.at(chord.Start); x >= free && x+lettering.Width(chord.Symbol, lettering.Small) < right {
			c.write(chord.Symbol, x, chordsAt, quiet, lettering.Small)
			free = x + lettering.Width(chord.Symbol, lettering.Small) + 6
		}
	}
}

// notes draws the piano roll, and the drums below it.
func (c *canvas) notes() {
	c.fill(image.Rect(left, notesTop, right, notesEnd), panel)
	c.fill(image.Rect(left, drumsTop, right, drumsEnd), panel)
	for pitch := lowest; pitch <= highest; pitch += 12 {
		y := pitchAt(uint8(pitch))
		c.fill(image.Rect(left, y, right, y+1), line)
		c.write(fmt.Sprintf("C%d", pitch/12-1), left-30, y+4, quiet, lettering.Small)
	}
	for _, part := range c.score.Parts {
		for _, n := range part.Notes {
			c.note(part.Role, n)
		}
	}
}

func (c *canvas) note(role score.Role, n score.Note) {
	with := roleColors[role]
	with.A = 90 + n.Velocity
	x, end := c.at(n.Start), max(c.at(n.End()), c.at(n.Start)+1)
	switch role {
	case score.Texture, score.Effects:
		c.fill(image.Rect(x, notesEnd-3, end, notesEnd), color.NRGBA(with))
	case score.Drums, score.Percussion:
		y := drumsEnd - 2 - int(float64(min(max(n.Pitch, 35), 82)-35)/48*(drumsEnd-drumsTop-4))
		c.fill(image.Rect(x, y-2, x+2, y), color.NRGBA(with))
	default:
		y := pitchAt(n.Pitch)
		c.fill(image.Rect(x, y-3, end, y+1), color.NRGBA(with))
	}
}

func pitchAt(pitch uint8) int {
	in := min(max(int(pitch), lowest), highest) - lowest
	return notesEnd - 6 - in*(notesEnd-notesTop-10)/(highest-lowest)
}

// legend names the parts and their instruments.
func (c *canvas) legend() {
	x := left
	for _, part := range c.score.Parts {
		label := fmt.Sprintf("%s: %s", part.Role, part.Instrument)
		c.fill(image.Rect(x, legendAt-9, x+9, legendAt), roleColors[part.Role])
		c.write(label, x+14, legendAt, quiet, lettering.Small)
		x += 32 + lettering.Width(label, lettering.Small)
	}
}

// levels draws the loudness over windows of three seconds.
func (c *canvas) levels() {
	c.fill(image.Rect(left, levelsTop, right, levelsEnd), panel)
	for lufs := quietest + 12; lufs < 0; lufs += 12 {
		y := levelAt(float64(lufs))
		c.fill(image.Rect(left, y, right, y+1), line)
		c.write(strconv.Itoa(lufs), left-34, y+4, quiet, lettering.Small)
	}
	levels := c.loudness.Levels()
	sums := dsp.SumLevels(levels)
	for x := left; x < right; x++ {
		middle := int(float64(x-left) / float64(right-left) * c.length * dsp.LevelsPerSecond)
		if middle < len(levels) {
			y := levelAt(sums.Mean(middle-15, middle+15))
			c.fill(image.Rect(x, y, x+1, levelsEnd), color.NRGBA{loudColor.R, loudColor.G, loudColor.B, 50})
			c.fill(image.Rect(x, y, x+1, y+2), loudColor)
		}
	}
}

func levelAt(lufs float64) int {
	share := min(max((lufs-quietest)/(0-quietest), 0), 1)
	return levelsEnd - int(share*(levelsEnd-levelsTop))
}

// axis draws the times.
func (c *canvas) axis() {
	step := 5.0
	for _, s := range []float64{10, 15, 30, 60} {
		if c.length/step > 16 {
			step = s
		}
	}
	for t := 0.0; t < c.length; t += step {
		c.write(clock(t), c.column(t)+3, axisAt, quiet, lettering.Small)
	}
	c.write("notes, spectrum and loudness (LUFS over 3 s)", right-280, axisAt+14, quiet, lettering.Small)
}

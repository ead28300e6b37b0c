// Package plot draws a composed piece: its form and chords, its notes, its
// spectrum and its loudness.
package plot

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/score"
	"sonora/internal/drawing"
	"sonora/internal/dsp"
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
func New(s *score.Score) (*Picture, error) {
	meter, err := dsp.NewLoudnessMeter(rate, 2)
	if err != nil {
		return nil, err
	}
	return &Picture{score: s, spectrum: newSpectrum(), loudness: meter}, nil
}

// Hear takes the next interleaved samples.
func (p *Picture) Hear(samples []float32) {
	p.frames += len(samples) / 2
	p.loudness.Write(samples)
	p.spectrum.write(samples)
}

// canvas is the picture being drawn.
type canvas struct {
	*drawing.Canvas
	*Picture
	length float64 // s
}

// Draw writes the picture as PNG.
func (p *Picture) Draw(w io.Writer) error {
	empty, err := drawing.New(width, height)
	if err != nil {
		return err
	}
	c := &canvas{Canvas: empty, Picture: p, length: max(p.score.Seconds(p.score.End()), float64(p.frames)/rate, 1)}
	c.Heading(p.score.Title, left, titleAt, drawing.Text)
	c.Label(c.facts(), left, factsAt, drawing.Quiet)
	c.form()
	c.chords()
	c.notes()
	c.legend()
	c.sound()
	c.levels()
	c.axis()
	return c.Encode(w)
}

// facts returns the line below the title.
func (c *canvas) facts() string {
	l := c.loudness.Result()
	return fmt.Sprintf("%s   %.1f BPM   %d/4   %s   ·   %.1f LUFS   range %.1f LU   peak %.1f dBTP",
		drawing.Clock(c.length), c.score.BPM, c.score.Beats, c.score.Key, l.Integrated, l.Range, l.TruePeak)
}

// column returns the x of a time.
func (c *canvas) column(seconds float64) int {
	return left + int(math.Round(seconds/c.length*float64(right-left)))
}

func (c *canvas) at(tick score.Tick) int { return c.column(c.score.Seconds(tick)) }

// form draws the sections, each as high as its energy.
func (c *canvas) form() {
	c.Fill(image.Rect(left, formTop, right, formEnd), drawing.Panel)
	var letters []string
	for _, s := range c.score.Sections {
		from, to := c.at(s.Start), c.at(s.Start+score.Tick(s.Bars)*c.score.Bar())
		if !slices.Contains(letters, s.Letter) {
			letters = append(letters, s.Letter)
		}
		with := sectionColors[slices.Index(letters, s.Letter)%len(sectionColors)]
		c.Fill(image.Rect(from, formEnd-int(s.Energy*(formEnd-formTop)), to-1, formEnd), with)
		c.Label(c.fitting(s.Name+" "+s.Letter, to-from-8), from+4, formEnd-24, drawing.Text)
		c.Label(c.fitting(fmt.Sprintf("%d bars  %s", s.Bars, s.Key), to-from-8), from+4, formEnd-8, drawing.Text)
		c.Fill(image.Rect(from, formTop, from+1, levelsEnd), drawing.Line)
	}
}

// fitting returns as much of a text as fits.
func (c *canvas) fitting(s string, pixels int) string {
	for s != "" && c.LabelWidth(s) > pixels {
		s = s[:len(s)-1]
	}
	return s
}

// chords writes the symbols where there is room for them.
func (c *canvas) chords() {
	free := left
	for _, chord := range c.score.Chords {
		if x := c.at(chord.Start); x >= free && x+c.LabelWidth(chord.Symbol) < right {
			c.Label(chord.Symbol, x, chordsAt, drawing.Quiet)
			free = x + c.LabelWidth(chord.Symbol) + 6
		}
	}
}

// notes draws the piano roll, and the drums below it.
func (c *canvas) notes() {
	c.Fill(image.Rect(left, notesTop, right, notesEnd), drawing.Panel)
	c.Fill(image.Rect(left, drumsTop, right, drumsEnd), drawing.Panel)
	for pitch := lowest; pitch <= highest; pitch += 12 {
		y := pitchAt(uint8(pitch))
		c.Fill(image.Rect(left, y, right, y+1), drawing.Line)
		c.Label(fmt.Sprintf("C%d", pitch/12-1), left-30, y+4, drawing.Quiet)
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
		c.Fill(image.Rect(x, notesEnd-3, end, notesEnd), color.NRGBA(with))
	case score.Drums, score.Percussion:
		y := drumsEnd - 2 - int(float64(min(max(n.Pitch, 35), 82)-35)/48*(drumsEnd-drumsTop-4))
		c.Fill(image.Rect(x, y-2, x+2, y), color.NRGBA(with))
	default:
		y := pitchAt(n.Pitch)
		c.Fill(image.Rect(x, y-3, end, y+1), color.NRGBA(with))
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
		c.Fill(image.Rect(x, legendAt-9, x+9, legendAt), roleColors[part.Role])
		c.Label(label, x+14, legendAt, drawing.Quiet)
		x += 32 + c.LabelWidth(label)
	}
}

// levels draws the loudness over windows of three seconds.
func (c *canvas) levels() {
	c.Fill(image.Rect(left, levelsTop, right, levelsEnd), drawing.Panel)
	for lufs := quietest + 12; lufs < 0; lufs += 12 {
		y := levelAt(float64(lufs))
		c.Fill(image.Rect(left, y, right, y+1), drawing.Line)
		c.Label(strconv.Itoa(lufs), left-34, y+4, drawing.Quiet)
	}
	levels := c.loudness.Levels()
	sums := dsp.SumLevels(levels)
	for x := left; x < right; x++ {
		middle := int(float64(x-left) / float64(right-left) * c.length * dsp.LevelsPerSecond)
		if middle < len(levels) {
			y := levelAt(sums.Mean(middle-15, middle+15))
			c.Fill(image.Rect(x, y, x+1, levelsEnd), color.NRGBA{drawing.Loudness.R, drawing.Loudness.G, drawing.Loudness.B, 50})
			c.Fill(image.Rect(x, y, x+1, y+2), drawing.Loudness)
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
		c.Label(drawing.Clock(t), c.column(t)+3, axisAt, drawing.Quiet)
	}
	c.Label("notes, spectrum and loudness (LUFS over 3 s)", right-280, axisAt+14, drawing.Quiet)
}

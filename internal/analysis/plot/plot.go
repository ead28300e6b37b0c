// Package plot draws the analysis of a track: its waveform in three bands with
// beats and cues, its sections, and its loudness.
package plot

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"

	"sonora/internal/drawing"
	"sonora/internal/sound"
)

// Drawing holds the data to draw.
type Drawing struct {
	Title    string
	Analysis *sound.Analysis
	Peaks    *sound.Peaks
	Levels   []float32 // LUFS, evenly over the track
}

// The layout, in pixels from the left and the top.
const (
	width, height = 1600, 640
	left, right   = 56, width - 24

	titleAt     = 38
	factsAt     = 64
	cuesTop     = 84
	sectionsTop = 108
	sectionsEnd = 132
	waveTop     = 140
	waveEnd     = 340
	axisAt      = 358
	zoomTop     = 376
	zoomEnd     = 476
	levelsTop   = 508
	levelsEnd   = 608
)

const (
	zoomSeconds = 16
	quietest    = -48 // LUFS, at the bottom of the loudness curve
)

var (
	lowColor  = color.RGBA{45, 98, 236, 255}
	midColor  = color.RGBA{242, 153, 51, 255}
	highColor = color.RGBA{250, 246, 235, 255}
	barColor  = color.RGBA{255, 84, 112, 190}
	cueColor  = color.RGBA{94, 234, 165, 255}
)

var sectionColors = map[sound.SectionLabel]color.RGBA{
	sound.SectionIntro: {64, 116, 166, 255}, sound.SectionVerse: {74, 142, 104, 255}, sound.SectionBuild: {186, 136, 46, 255},
	sound.SectionDrop: {192, 66, 84, 255}, sound.SectionBreak: {112, 84, 168, 255}, sound.SectionOutro: {84, 92, 112, 255},
}

// canvas is the picture being drawn.
type canvas struct {
	*drawing.Canvas
	Drawing
	length float64 // of the track, s
}

// Draw writes the picture to w as PNG.
func Draw(w io.Writer, d Drawing) error {
	empty, err := drawing.New(width, height)
	if err != nil {
		return err
	}
	c := &canvas{Canvas: empty, Drawing: d}
	c.length = math.Max(float64(d.Analysis.Samples)/float64(max(d.Analysis.SampleRate, 1)), 0.01)
	c.Heading(d.Title, left, titleAt, drawing.Text)
	c.Label(facts(d.Analysis, c.length), left, factsAt, drawing.Quiet)
	c.sections()
	c.overview()
	c.zoom()
	c.levels()
	return c.Encode(w)
}

// facts returns the line below the title.
func facts(a *sound.Analysis, length float64) string {
	tempo := "no steady beat"
	if a.Tempo.BPM > 0 {
		tempo = fmt.Sprintf("%.2f BPM (or %.2f)   %d/4", a.Tempo.BPM, a.Tempo.Alt, a.Meter)
	}
	key := "no key"
	if a.Key.Valid() {
		key = fmt.Sprintf("%s  %s", a.Key, a.Key.Camelot())
	}
	return fmt.Sprintf("%s   %s   trust %.2f   ·   %s   trust %.2f   ·   %.1f LUFS   range %.1f LU   peak %.1f dBTP   ·   energy %.2f",
		drawing.Clock(length), tempo, a.Tempo.Confidence, key, a.KeyTrust, a.Loudness.Integrated, a.Loudness.Range, a.Loudness.TruePeak, a.Energy)
}

// at returns the column of a time in a range that begins at from.
func at(seconds, from, length float64) int {
	return left + int(math.Round((seconds-from)/length*float64(right-left)))
}

// column draws a vertical line.
func (c *canvas) column(x, top, bottom int, with color.Color) {
	c.Fill(image.Rect(x, top, x+1, bottom), with)
}

func (c *canvas) sections() {
	for _, s := range c.Analysis.Sections {
		from, to := at(s.Start, 0, c.length), at(s.End, 0, c.length)
		with, ok := sectionColors[s.Label]
		if !ok {
			with = drawing.Line
		}
		c.Fill(image.Rect(from, sectionsTop, to-1, sectionsEnd), with)
		if label := string(s.Label); c.LabelWidth(label)+8 <= to-from {
			c.Label(label, from+5, sectionsEnd-7, drawing.Text)
		}
		// Tint the waveform behind a section by the section's energy.
		tint := color.NRGBA{with.R, with.G, with.B, uint8(18 + 42*min(max(s.Energy, 0), 1))}
		c.Fill(image.Rect(from, waveTop, to, waveEnd), tint)
	}
}

// overview draws the waveform of the whole track with bars and cues.
func (c *canvas) overview() {
	c.wave(waveTop, waveEnd, 0, c.length)
	c.bars(0, c.length, waveTop, waveEnd)
	free := left
	for _, cue := range c.Analysis.Cues {
		x := at(cue.At, 0, c.length)
		c.column(x, cuesTop+14, waveEnd, cueColor)
		label := string(cue.Kind)
		if x+c.LabelWidth(label) > right {
			x = right - c.LabelWidth(label)
		}
		if x = max(x, free); x+c.LabelWidth(label) <= right {
			c.Label(label, x, cuesTop+10, cueColor)
			free = x + c.LabelWidth(label) + 8
		}
	}
	c.axis(axisAt)
}

// axis draws the times below the overview.
func (c *canvas) axis(y int) {
	step := 5.0
	for _, s := range []float64{10, 15, 30, 60, 120, 300, 600, 1800} {
		if c.length/step > 16 {
			step = s
		}
	}
	for t := 0.0; t < c.length; t += step {
		x := at(t, 0, c.length)
		c.column(x, y-16, y-12, drawing.Quiet)
		c.Label(drawing.Clock(t), x+3, y-2, drawing.Quiet)
	}
}

// wave draws the peaks of a range: the low band at the back, then the middle,
// then the high band.
func (c *canvas) wave(top, bottom int, from, length float64) {
	middle, half := (top+bottom)/2, float64(bottom-top)/2-2
	c.Fill(image.Rect(left, middle, right, middle+1), drawing.Line)
	for i, band := range [][]byte{c.Peaks.Low, c.Peaks.Mid, c.Peaks.High} {
		with := []color.RGBA{lowColor, midColor, highColor}[i]
		for x := left; x < right; x++ {
			first := (from + float64(x-left)/float64(right-left)*length) * sound.PeaksPerSecond
			last := first + math.Max(length/float64(right-left)*sound.PeaksPerSecond, 1)
			if h := int(half * highest(band, int(first), int(last))); h > 0 {
				c.column(x, middle-h, middle+h+1, with)
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

// bars draws downbeats, or every second, fourth and so on where they are too
// close.
func (c *canvas) bars(from, length float64, top, bottom int) {
	downbeats := c.Analysis.Downbeats()
	every := 1
	for len(downbeats) > 1 && float64(every)*(downbeats[1]-downbeats[0])/length*float64(right-left) < 10 {
		every *= 2
	}
	for i := 0; i < len(downbeats); i += every {
		if t := downbeats[i]; t >= from && t < from+length {
			c.column(at(t, from, length), top, bottom, color.NRGBA{barColor.R, barColor.G, barColor.B, 110})
		}
	}
}

// zoom draws a few bars in detail, with every beat.
func (c *canvas) zoom() {
	length := math.Min(zoomSeconds, c.length)
	from := math.Min(math.Max(c.length/2-length/2, 0), c.length-length)
	c.Fill(image.Rect(left, zoomTop, right, zoomEnd), drawing.Panel)
	c.wave(zoomTop, zoomEnd, from, length)
	for _, t := range c.Analysis.Beats() {
		if t >= from && t < from+length {
			c.column(at(t, from, length), zoomTop, zoomEnd, color.NRGBA{255, 255, 255, 90})
		}
	}
	for _, t := range c.Analysis.Downbeats() {
		if t >= from && t < from+length {
			x := at(t, from, length)
			c.Fill(image.Rect(x-1, zoomTop, x+1, zoomEnd), color.NRGBA{barColor.R, barColor.G, barColor.B, 220})
		}
	}
	c.Label(fmt.Sprintf("%s to %s, beat by beat", drawing.Clock(from), drawing.Clock(from+length)), left, zoomEnd+14, drawing.Quiet)
}

// levels draws the loudness over windows of three seconds.
func (c *canvas) levels() {
	c.Fill(image.Rect(left, levelsTop, right, levelsEnd), drawing.Panel)
	for lufs := quietest + 12; lufs < 0; lufs += 12 {
		y := levelAt(float64(lufs))
		c.Fill(image.Rect(left, y, right, y+1), drawing.Line)
		c.Label(strconv.Itoa(lufs), left-34, y+4, drawing.Quiet)
	}
	before := levelsEnd
	for x := left; x < right; x++ {
		y := levelAt(c.shortTerm(float64(x-left) / float64(right-left)))
		c.Fill(image.Rect(x, y, x+1, levelsEnd), color.NRGBA{drawing.Loudness.R, drawing.Loudness.G, drawing.Loudness.B, 40})
		if x == left {
			before = y
		}
		c.Fill(image.Rect(x, min(y, before), x+1, max(y, before)+2), drawing.Loudness)
		before = y
	}
	y := levelAt(c.Analysis.Loudness.Integrated)
	for x := left; x < right; x += 10 {
		c.Fill(image.Rect(x, y, x+5, y+1), cueColor)
	}
	c.Label(fmt.Sprintf("loudness, LUFS over 3 s; %.1f in all", c.Analysis.Loudness.Integrated), left, levelsEnd+18, drawing.Quiet)
}

func levelAt(lufs float64) int {
	share := min(max((lufs-quietest)/(0-quietest), 0), 1)
	return levelsEnd - int(share*float64(levelsEnd-levelsTop))
}

// shortTerm returns the loudness, in LUFS, over three seconds around a position
// from 0 to 1.
func (c *canvas) shortTerm(part float64) float64 {
	if len(c.Levels) == 0 {
		return quietest
	}
	span := int(1.5 * float64(len(c.Levels)) / c.length)
	middle := int(part * float64(len(c.Levels)))
	power, n := 0.0, 0
	for i := max(middle-span, 0); i <= min(middle+span, len(c.Levels)-1); i++ {
		power += math.Pow(10, float64(c.Levels[i])/10)
		n++
	}
	return 10 * math.Log10(power/float64(max(n, 1)))
}

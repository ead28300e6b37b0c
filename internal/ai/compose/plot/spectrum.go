package plot

import (
	"fmt"
	"image/color"
	"math"

	"sonora/internal/drawing"
	"sonora/internal/dsp"
)

const (
	rate     = 44100
	window   = 4096
	hop      = 2048
	rows     = spectrumEnd - spectrumTop
	lowestHz = 30.0
	octaves  = 9.0 // up to 15.4 kHz
	loudest  = -10 // dB, of a band
	softest  = -85
)

// spectrum is the short-time Fourier transform of the mid channel, in
// logarithmic bands. It needs 6 kB per second of sound.
type spectrum struct {
	fft     *dsp.RealFFT
	shape   []float32
	pending []float32
	power   []float32
	columns [][rows]uint8 // 255 is loudest, the first row the lowest
}

func newSpectrum() spectrum {
	return spectrum{fft: dsp.NewRealFFT(window), shape: dsp.Hann(window), power: make([]float32, window/2+1)}
}

func (s *spectrum) write(samples []float32) {
	for i := 0; i+1 < len(samples); i += 2 {
		s.pending = append(s.pending, (samples[i]+samples[i+1])/2)
	}
	shaped := make([]float32, window)
	for len(s.pending) >= window {
		for i, v := range s.shape {
			shaped[i] = v * s.pending[i]
		}
		s.fft.Power(s.power, shaped)
		s.columns = append(s.columns, s.bands())
		s.pending = append(s.pending[:0], s.pending[hop:]...)
	}
}

// bands returns the level of each row: the maximum of its bins.
func (s *spectrum) bands() (column [rows]uint8) {
	const full = window * window / 16.0 // power of a full-scale sine under a Hann window
	for row := range column {
		from, to := binAt(row), binAt(row+1)
		most := float32(0)
		for bin := int(from); bin <= max(int(from), int(to)-1) && bin < len(s.power); bin++ {
			most = max(most, s.power[bin])
		}
		db := 10 * math.Log10(float64(most)/full+1e-12)
		column[row] = uint8(255 * min(max((db-softest)/(loudest-softest), 0), 1))
	}
	return column
}

func binAt(row int) float64 {
	return lowestHz * math.Exp2(octaves*float64(row)/rows) * window / rate
}

// sound draws the spectrum.
func (c *canvas) sound() {
	for x := left; x < right; x++ {
		at := int(float64(x-left) / float64(right-left) * c.length * rate / hop)
		if at >= len(c.spectrum.columns) {
			break
		}
		for row, v := range c.spectrum.columns[at] {
			c.Set(x, spectrumEnd-1-row, heat(v))
		}
	}
	for hz := 100.0; hz <= 10000; hz *= 10 {
		y := spectrumEnd - int(math.Log2(hz/lowestHz)/octaves*rows)
		c.Label(fmt.Sprintf("%.0f Hz", hz), left+4, y, drawing.Text)
	}
}

// heat maps a level to a colour from black through violet and orange to white.
func heat(v uint8) color.RGBA {
	stops := [...][3]float64{{4, 4, 12}, {66, 20, 110}, {190, 50, 90}, {250, 150, 40}, {255, 250, 220}}
	place := float64(v) / 255 * float64(len(stops)-1)
	i := min(int(place), len(stops)-2)
	mixed := func(channel int) uint8 {
		return uint8(stops[i][channel] + (stops[i+1][channel]-stops[i][channel])*(place-float64(i)))
	}
	return color.RGBA{mixed(0), mixed(1), mixed(2), 255}
}

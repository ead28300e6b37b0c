// Package hpss splits music into its drums and its melody: harmonic-percussive
// separation by median filtering (Fitzgerald, DAFx 2010). A drum hit is a
// vertical line in a spectrogram and a note a horizontal one, so a median over
// frequency keeps the hits and a median over time keeps the notes. The split is
// an approximation; it knows nothing of instruments.
package hpss

import (
	"math"

	"sonora/internal/dsp"
)

const (
	size  = 4096 // frames of a transform, at 44.1 or 48 kHz
	hop   = size / 4
	bins  = size/2 + 1
	span  = 17       // transforms of the median over time: 0.4 s
	reach = span / 2 // transforms that are read ahead
	band  = 31       // bins of the median over frequency: 330 Hz

	// overlap is the sum of the squared windows that cover a sample.
	overlap = 1.5
)

// Splitter splits stereo sound while it arrives. Its memory does not depend on
// the length of the sound. It belongs to one goroutine.
type Splitter struct {
	fft    *dsp.RealFFT
	window []float32
	emit   func(drums, melody []float32) error

	sound   []float32 // interleaved, from the start of the next transform to split
	skipped int       // frames of silence before the sound that were dropped
	total   int64     // frames that were written
	emitted int64     // frames that were passed on
	heard   int64     // transforms that were read
	split   int64     // transforms that were split

	spectra [reach + 1][2][]complex64 // of the last transforms, by channel
	powers  [span][]uint32            // of the last transforms, as bits of a float32, which are in the same order
	sorted  []uint32                  // span powers of each bin, in order; the first count are set
	count   int
	drums   []float32 // sum of the transforms that were split, from the start of the next one

	mask, real []float32
	spectrum   []complex64
	near       [band]uint32
	melody     []float32
}

// New returns a Splitter that passes pairs of equally long drums and melody to
// emit, which must not keep them. Together they are the sound itself, sample by
// sample.
func New(emit func(drums, melody []float32) error) *Splitter {
	s := &Splitter{
		fft: dsp.NewRealFFT(size), window: dsp.Hann(size), emit: emit,
		sound: make([]float32, 2*(size-hop), 2*(size+(reach+1)*hop)), sorted: make([]uint32, bins*span), drums: make([]float32, 2*size),
		mask: make([]float32, bins), real: make([]float32, size), spectrum: make([]complex64, bins), melody: make([]float32, 2*hop),
	}
	for i := range s.spectra {
		s.spectra[i] = [2][]complex64{make([]complex64, bins), make([]complex64, bins)}
	}
	for i := range s.powers {
		s.powers[i] = make([]uint32, bins)
	}
	return s
}

// Write takes interleaved stereo samples.
func (s *Splitter) Write(samples []float32) error {
	s.total += int64(len(samples) / 2)
	return s.take(samples)
}

// Close passes on the rest of the sound.
func (s *Splitter) Close() error {
	if err := s.take(make([]float32, 2*size)); err != nil {
		return err
	}
	for s.split < s.heard && s.emitted < s.total {
		if err := s.finish(); err != nil {
			return err
		}
	}
	return nil
}

// take reads every transform that is complete.
func (s *Splitter) take(samples []float32) error {
	for len(samples) > 0 {
		end := 2 * (int(s.heard-s.split)*hop + size) // of the next transform
		n := min(len(samples), end-len(s.sound))
		s.sound, samples = append(s.sound, samples[:n]...), samples[n:]
		if len(s.sound) < end {
			return nil
		}
		s.listen(s.sound[end-2*size : end])
		if s.heard > reach {
			if err := s.finish(); err != nil {
				return err
			}
		}
	}
	return nil
}

// listen transforms a piece of sound and adds it to the medians over time.
func (s *Splitter) listen(sound []float32) {
	spectra := &s.spectra[s.heard%(reach+1)]
	for c, spectrum := range spectra {
		for i, w := range s.window {
			s.real[i] = w * sound[2*i+c]
		}
		s.fft.Transform(spectrum, s.real)
	}
	powers, left, right := s.powers[s.heard%span], spectra[0], spectra[1]
	for k := range powers {
		l, r := left[k], right[k]
		power := math.Float32bits(real(l)*real(l) + imag(l)*imag(l) + real(r)*real(r) + imag(r)*imag(r))
		powers[k] = power
		insert(s.sorted[k*span:][:s.count+1], power)
	}
	s.count++
	s.heard++
}

// finish splits the next transform and passes on the sound that no later one
// reaches.
func (s *Splitter) finish() error {
	s.masks(s.powers[s.split%span])
	for c, spectrum := range s.spectra[s.split%(reach+1)] {
		s.add(c, spectrum)
	}
	if oldest := s.split - reach; oldest >= 0 { // the next median over time begins after it
		s.forget(s.powers[oldest%span])
	}
	s.split++
	return s.pass()
}

// masks computes which share of each bin is drums.
func (s *Splitter) masks(powers []uint32) {
	const around = band / 2
	near := s.near[:0]
	for k := range around {
		near = near[:len(near)+1]
		insert(near, powers[k])
	}
	for k := range s.mask {
		if k > around {
			remove(near, powers[k-around-1])
			near = near[:len(near)-1]
		}
		if k+around < bins {
			near = near[:len(near)+1]
			insert(near, powers[k+around])
		}
		hit := math.Float32frombits(near[len(near)/2])
		note := math.Float32frombits(s.sorted[k*span+s.count/2])
		const tiny = 1e-20 // silence is melody
		s.mask[k] = hit / (hit + note + tiny)
	}
}

// add adds the drums of a channel to their sum. The inverse transform is a
// Hartley transform, which is its own inverse.
func (s *Splitter) add(channel int, spectrum []complex64) {
	for k, share := range s.mask {
		re, im := share*real(spectrum[k]), share*imag(spectrum[k])
		s.real[k] = re - im
		if k > 0 {
			s.real[size-k] = re + im
		}
	}
	s.real[size/2] = s.mask[size/2] * real(spectrum[size/2])
	s.fft.Transform(s.spectrum, s.real)
	const scale = 1 / (overlap * size)
	for i, z := range s.spectrum {
		s.drums[2*i+channel] += scale * s.window[i] * (real(z) - imag(z))
		if i > 0 && i < size/2 {
			s.drums[2*(size-i)+channel] += scale * s.window[size-i] * (real(z) + imag(z))
		}
	}
}

// forget removes a transform from the medians over time.
func (s *Splitter) forget(powers []uint32) {
	for k, power := range powers {
		remove(s.sorted[k*span:][:s.count], power)
	}
	s.count--
}

// pass passes on one hop of sound, without the silence before and after it.
func (s *Splitter) pass() error {
	drums, sound := s.drums[:2*hop], s.sound[:2*hop]
	for i, v := range sound {
		s.melody[i] = v - drums[i]
	}
	from := 0
	if s.skipped < size-hop {
		from, s.skipped = hop, s.skipped+hop
	}
	to := min(hop, from+int(min(s.total-s.emitted, hop)))
	var err error
	if from < to {
		s.emitted += int64(to - from)
		err = s.emit(drums[2*from:2*to], s.melody[2*from:2*to])
	}
	s.sound = append(s.sound[:0], s.sound[2*hop:]...)
	copy(s.drums, s.drums[2*hop:])
	clear(s.drums[2*(size-hop):])
	return err
}

// insert puts a value into a list whose last element is free and whose others
// are in order.
func insert(list []uint32, value uint32) {
	i := len(list) - 1
	for ; i > 0 && list[i-1] > value; i-- {
		list[i] = list[i-1]
	}
	list[i] = value
}

// remove removes a value from a list in order. Its last element is then free.
func remove(list []uint32, value uint32) {
	i := 0
	for list[i] != value {
		i++
	}
	copy(list[i:], list[i+1:])
}

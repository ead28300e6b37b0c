package excerpt

import "math"

const (
	probe       = 12 * rate // frames of a track that are looked for at once
	coarse      = 2         // frames of rate in a frame of the first, coarse search
	coarseProbe = probe / coarse
	block       = 2048 // coarse frames of a recording that are searched at once
	blockStep   = block - coarseProbe
)

// spectra are the spectra of overlapping blocks of an envelope.
type spectra struct {
	*transform
	envelope *envelope
	energies []float64
	blocks   [][bands][]complex64
	wanted   [bands][]complex64 // of a probe
	product  []complex64
}

func newSpectra(e *envelope) *spectra {
	s := &spectra{transform: newTransform(block), envelope: e, energies: e.energies(), product: make([]complex64, block/2+1)}
	for at := 0; at+coarseProbe <= e.frames(); at += blockStep {
		s.blocks = append(s.blocks, s.spectrum(e, at, block))
	}
	return s
}

// spectrum returns the spectra of some frames of each band.
func (s *spectra) spectrum(e *envelope, at, length int) (x [bands][]complex64) {
	for b := range e {
		clear(s.samples)
		copy(s.samples, e[b][at:min(at+length, e.frames())])
		x[b] = make([]complex64, block/2+1)
		s.forward(x[b])
	}
	return x
}

// likeness calls found with how alike a probe, the part of e from a frame on, and the
// recording are at each of its frames: their correlation, up to 1.
func (s *spectra) likeness(e *envelope, from int, found func(at int, alike float32)) {
	own := 0.0
	for b := range e {
		for _, v := range e[b][from : from+coarseProbe] {
			own += float64(v) * float64(v)
		}
	}
	if own < leastEnergy {
		return
	}
	s.wanted = s.spectrum(e, from, coarseProbe)
	for i, x := range s.blocks {
		s.multiply(&x)
		s.inverse(s.product)
		begin := i * blockStep
		for k := range min(blockStep, s.envelope.frames()-coarseProbe-begin+1) {
			there := s.energies[begin+k+coarseProbe] - s.energies[begin+k]
			found(begin+k, s.samples[k]/float32(math.Sqrt(own*max(there, leastEnergy))))
		}
	}
}

// leastEnergy is the energy of a probe below which there is nothing to recognise.
const leastEnergy = 1e-3

// multiply sets product to the sum over the bands of x times the conjugate of wanted.
func (s *spectra) multiply(x *[bands][]complex64) {
	clear(s.product)
	for b, wanted := range s.wanted {
		there := x[b][:len(wanted)]
		for k, w := range wanted {
			v := there[k]
			s.product[k] += complex(real(v)*real(w)+imag(v)*imag(w), imag(v)*real(w)-real(v)*imag(w))
		}
	}
}

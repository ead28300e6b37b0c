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
	product  []complex64
}

func newSpectra(e *envelope) *spectra {
	s := &spectra{transform: newTransform(block), envelope: e, energies: e.energies(), product: make([]complex64, block/2+1)}
	for at := 0; at+roughPart <= e.frames(); at += blockStep {
		s.blocks = append(s.blocks, s.spectrum(e, at, block))
	}
	return s
}

// spectrum returns the spectra of some frames of each band.
func (t *transform) spectrum(e *envelope, at, length int) (x [bands][]complex64) {
	for b := range e {
		clear(t.samples)
		copy(t.samples, e[b][at:min(at+length, e.frames())])
		x[b] = make([]complex64, block/2+1)
		t.forward(x[b])
	}
	return x
}

// pattern is a part of a coarse envelope, at most coarseProbe long, that is looked for.
type pattern struct {
	from, length int
	energy       float64
	spectrum     [bands][]complex64
}

// pattern returns the part of e from a frame on; ok is false if there is nothing to recognise.
func (t *transform) pattern(e *envelope, from, length int) (p pattern, ok bool) {
	p = pattern{from: from, length: length}
	for b := range e {
		for _, v := range e[b][from : from+length] {
			p.energy += float64(v) * float64(v)
		}
	}
	if p.energy < leastEnergy {
		return p, false
	}
	p.spectrum = t.spectrum(e, from, length)
	return p, true
}

// likeness calls found with how alike a pattern and the recording are at each of its
// frames: their correlation, up to 1.
func (s *spectra) likeness(p *pattern, found func(at int, alike float32)) {
	for i := range s.blocks {
		s.multiply(&s.blocks[i], &p.spectrum)
		s.inverse(s.product)
		begin := i * blockStep
		for k := range min(blockStep, s.envelope.frames()-p.length-begin+1) {
			there := s.energies[begin+k+p.length] - s.energies[begin+k]
			found(begin+k, s.samples[k]/float32(math.Sqrt(p.energy*max(there, leastEnergy))))
		}
	}
}

// leastEnergy is the energy of a probe below which there is nothing to recognise.
const leastEnergy = 1e-3

// multiply sets product to the sum over the bands of x times the conjugate of wanted.
func (s *spectra) multiply(x, wanted *[bands][]complex64) {
	clear(s.product)
	for b, wanted := range wanted {
		there := x[b][:len(wanted)]
		for k, w := range wanted {
			v := there[k]
			s.product[k] += complex(real(v)*real(w)+imag(v)*imag(w), imag(v)*real(w)-real(v)*imag(w))
		}
	}
}

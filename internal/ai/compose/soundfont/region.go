package soundfont

import (
	"encoding/binary"
	"io"
)

// The generators of section 8.1.2 that are used.
const (
	startOffset       = 0
	endOffset         = 1
	loopStartOffset   = 2
	loopEndOffset     = 3
	startCoarse       = 4
	modLFOToPitch     = 5
	vibratoToPitch    = 6
	modEnvToPitch     = 7
	filterCutoff      = 8
	filterResonance   = 9
	modLFOToFilter    = 10
	modEnvToFilter    = 11
	endCoarse         = 12
	modLFOToVolume    = 13
	panGenerator      = 17
	modLFODelay       = 21
	modLFOFrequency   = 22
	vibratoDelay      = 23
	vibratoFrequency  = 24
	modEnvDelay       = 25
	volEnvDelay       = 33
	instrumentIndex   = 41
	keyRange          = 43
	velocityRange     = 44
	loopStartCoarse   = 45
	attenuation       = 48
	loopEndCoarse     = 50
	coarseTune        = 51
	fineTune          = 52
	sampleIndex       = 53
	sampleModes       = 54
	scaleTuning       = 56
	exclusiveClass    = 57
	rootKey           = 58
	generators        = 61
	envelopeSustain   = 4 // from the delay of an envelope: delay, attack, hold, decay, sustain, release
	envelopeRelease   = 5
	envelopeHoldByKey = 6
)

// region is what plays for a range of keys and velocities: the generators of an
// instrument's zone, to which those of the preset's zone are added.
type region struct {
	values            [generators]int
	lowKey, highKey   int
	lowVelocity       int
	highVelocity      int
	header            header
	samples           []int16 // of the header
	start, end        int     // frames in samples
	loopStart, loopTo int
	loops             bool
	tillRelease       bool // the loop ends when the key is released
}

// defaults are the values of generators that are not 0 unless they are given.
var defaults = [generators]int{
	filterCutoff: 13500, modLFODelay: -12000, vibratoDelay: -12000,
	modEnvDelay: -12000, modEnvDelay + 1: -12000, modEnvDelay + 2: -12000, modEnvDelay + 3: -12000, modEnvDelay + 5: -12000,
	volEnvDelay: -12000, volEnvDelay + 1: -12000, volEnvDelay + 2: -12000, volEnvDelay + 3: -12000, volEnvDelay + 5: -12000,
	scaleTuning: 100, rootKey: -1, instrumentIndex: -1, sampleIndex: -1, 46: -1, 47: -1,
}

// zone is a set of generators with the ranges it applies to.
type zone struct {
	values [generators]int
	ranges [4]int // lowest and highest key, lowest and highest velocity
	refers int    // the instrument or sample; -1 for the common zone
}

// unfold returns the zones of a list with the common zone merged in.
func (l list) unfold(start [generators]int, terminal uint16) (all []zone) {
	common := zone{values: start, ranges: [4]int{0, 127, 0, 127}}
	for i, gens := range l {
		z := common
		z.refers = -1
		for _, g := range gens {
			low, high := int(uint16(g.value)&0xff), int(uint16(g.value)>>8)
			switch {
			case g.kind == keyRange:
				z.ranges[0], z.ranges[1] = low, high
			case g.kind == velocityRange:
				z.ranges[2], z.ranges[3] = low, high
			case g.kind == terminal:
				z.refers = int(uint16(g.value))
			case int(g.kind) < generators:
				z.values[g.kind] = int(g.value)
			}
		}
		switch {
		case z.refers >= 0:
			all = append(all, z)
		case i == 0:
			common = z
		}
	}
	return all
}

// regions returns what a preset plays, with its samples. Regions whose samples
// cannot be read or exceed the limits are left out.
func (f *Font) regions(number int) []region {
	f.mu.Lock()
	defer f.mu.Unlock()
	if found, ok := f.zones[number]; ok {
		return found
	}
	var all []region
	left := maxZones
	for _, outer := range f.presets[number].unfold([generators]int{}, instrumentIndex) {
		if outer.refers >= len(f.insts) || left < 0 {
			continue
		}
		for _, inner := range f.insts[outer.refers].unfold(defaults, sampleIndex) {
			if left--; left < 0 || inner.refers >= len(f.headers) {
				continue
			}
			if r, ok := f.region(outer, inner); ok {
				all = append(all, r)
			}
		}
	}
	f.zones[number] = all
	return all
}

func (f *Font) region(outer, inner zone) (region, bool) {
	r := region{
		values: inner.values, header: f.headers[inner.refers],
		lowKey: max(outer.ranges[0], inner.ranges[0]), highKey: min(outer.ranges[1], inner.ranges[1]),
		lowVelocity: max(outer.ranges[2], inner.ranges[2]), highVelocity: min(outer.ranges[3], inner.ranges[3]),
	}
	for g, v := range outer.values {
		if added(g) {
			r.values[g] += v
		}
	}
	if r.lowKey > r.highKey || r.lowVelocity > r.highVelocity {
		return r, false
	}
	r.samples = f.sample(inner.refers)
	r.bound()
	return r, r.end-r.start > 8
}

// added reports whether a preset may change a generator of its instrument.
func added(g int) bool {
	switch g {
	case startOffset, endOffset, loopStartOffset, loopEndOffset, startCoarse, endCoarse, loopStartCoarse, loopEndCoarse,
		instrumentIndex, sampleIndex, sampleModes, exclusiveClass, rootKey, 46, 47:
		return false
	}
	return true
}

// bound works out the part of the samples that plays, within them.
func (r *region) bound() {
	v, h, n := &r.values, r.header, len(r.samples)
	within := func(at int64) int { return int(min(max(at, 0), int64(n))) }
	offset := func(fine, coarse int) int64 { return int64(v[fine]) + 32768*int64(v[coarse]) }
	r.start = within(offset(startOffset, startCoarse))
	r.end = within(h.end - h.start + offset(endOffset, endCoarse))
	r.loopStart = within(h.loopStart - h.start + offset(loopStartOffset, loopStartCoarse))
	r.loopTo = within(h.loopEnd - h.start + offset(loopEndOffset, loopEndCoarse))
	mode := v[sampleModes] & 3
	r.loops = (mode == 1 || mode == 3) && r.loopTo-r.loopStart >= 8 && r.loopTo <= r.end && r.loopStart >= r.start
	r.tillRelease = mode == 3
}

// sample returns the frames of a sample, nil if there are too many.
func (f *Font) sample(index int) []int16 {
	if s, ok := f.samples[index]; ok {
		return s
	}
	h := f.headers[index]
	n := h.end - h.start
	if n <= 0 || f.loaded+n > maxFrames {
		return nil
	}
	bytes := make([]byte, 2*n)
	if _, err := f.file.ReadAt(bytes, f.at+2*h.start); err != nil && err != io.EOF {
		f.samples[index] = nil
		return nil
	}
	samples := make([]int16, n)
	for i := range samples {
		samples[i] = int16(binary.LittleEndian.Uint16(bytes[2*i:]))
	}
	f.loaded += n
	f.samples[index] = samples
	return samples
}

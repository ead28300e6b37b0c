package dsp

import "math"

const (
	histogramTop  = 40  // LUFS
	histogramBins = 100 // per LU
)

// histogram stores the loudness of blocks with a resolution of 0.01 LU. That is
// enough for the gates and percentiles of EBU R 128; means are exact. Its size
// does not depend on the length of the sound.
type histogram struct {
	counts []uint32
	powers []float64
}

func newHistogram() histogram {
	n := (histogramTop - SilenceLUFS) * histogramBins
	return histogram{counts: make([]uint32, n), powers: make([]float64, n)}
}

// add counts a block if it is above the absolute gate.
func (h *histogram) add(power float64) {
	level := loudnessOffset + 10*math.Log10(power)
	if power <= 0 || level <= SilenceLUFS {
		return
	}
	bin := min(h.bin(level), len(h.counts)-1)
	h.counts[bin]++
	h.powers[bin] += power
}

func (h *histogram) bin(level float64) int {
	return max(0, int((level-SilenceLUFS)*histogramBins))
}

// mean returns the mean power and the number of the blocks in the bins from the
// given one up.
func (h *histogram) mean(from int) (power float64, blocks int64) {
	for i := from; i < len(h.counts); i++ {
		power += h.powers[i]
		blocks += int64(h.counts[i])
	}
	if blocks > 0 {
		power /= float64(blocks)
	}
	return power, blocks
}

// gate returns the first bin above the relative gate and the number of blocks
// in it and above.
func (h *histogram) gate(relative float64) (bin int, blocks int64) {
	power, blocks := h.mean(0)
	if blocks == 0 {
		return 0, 0
	}
	bin = min(h.bin(lufs(power)+relative), len(h.counts)-1)
	_, blocks = h.mean(bin)
	return bin, blocks
}

// gatedMean returns the integrated loudness, in LUFS.
func (h *histogram) gatedMean(relative float64) float64 {
	bin, blocks := h.gate(relative)
	if blocks == 0 {
		return SilenceLUFS
	}
	power, _ := h.mean(bin)
	return lufs(power)
}

// spread returns the distance between two percentiles of the blocks above the
// gate, in LU.
func (h *histogram) spread(relative, low, high float64) float64 {
	bin, blocks := h.gate(relative)
	if blocks == 0 {
		return 0
	}
	return h.percentile(bin, blocks, high) - h.percentile(bin, blocks, low)
}

func (h *histogram) percentile(from int, blocks int64, share float64) float64 {
	rank := int64(math.Round(share * float64(blocks-1)))
	for i := from; i < len(h.counts); i++ {
		rank -= int64(h.counts[i])
		if rank < 0 {
			return SilenceLUFS + (float64(i)+0.5)/histogramBins
		}
	}
	return histogramTop
}

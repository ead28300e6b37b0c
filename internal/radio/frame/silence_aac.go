package frame

import (
	"time"

	"sonora/internal/codec/adts"
)

// silentAAC makes frames with empty spectra (max_sfb is 0; ISO/IEC 14496-3,
// section 4.4.2).
func silentAAC(like Frame, d time.Duration) []Frame {
	h, ok := adts.Parse(like.Data)
	if !ok {
		configuration, known := adts.ConfigurationOf(like.Channels)
		if !known {
			return nil
		}
		h = adts.Header{Profile: 1, Rate: like.Rate, Configuration: configuration} // LC
	}
	block := silentBlock(int(h.Configuration))
	h.Protected, h.Blocks, h.Fullness, h.Length = false, 1, 1<<11-1, adts.HeaderSize+len(block)
	head, ok := h.Bytes()
	if !ok {
		return nil
	}
	data := append(head[:], block...)
	var silence []Frame
	for sound := time.Duration(0); sound < d; sound += h.Duration() {
		silence = append(silence, Frame{Data: append([]byte(nil), data...), Duration: h.Duration(), Rate: h.Rate, Channels: h.Channels(), Key: true})
	}
	return silence
}

// Elements of a raw data block.
const (
	single   = 0 // one channel
	pair     = 1 // two channels
	effects  = 3 // low frequencies
	blockEnd = 7
)

// elements are those of the channel configurations 1 to 7.
var elements = [8][]int{
	1: {single},
	2: {pair},
	3: {single, pair},
	4: {single, pair, single},
	5: {single, pair, pair},
	6: {single, pair, pair, effects},
	7: {single, pair, pair, pair, effects},
}

func silentBlock(config int) []byte {
	if config < 1 || config >= len(elements) {
		config = 2
	}
	var bits bitWriter
	tags := map[int]int{}
	for _, element := range elements[config] {
		bits.put(element, 3)
		bits.put(tags[element], 4)
		tags[element]++
		if element == pair {
			bits.put(1, 1)  // one window for both
			bits.put(0, 11) // long, sine, max_sfb 0, no prediction
			bits.put(0, 2)  // no mid and side
			bits.put(0, 11) // gain; no pulses, noise shaping, gain control
			bits.put(0, 11)
			continue
		}
		bits.put(0, 8+11+3)
	}
	bits.put(blockEnd, 3)
	return bits.bytes
}

// bitWriter writes numbers bit by bit, highest bit first.
type bitWriter struct {
	bytes []byte
	free  int // unused bits of the last byte
}

func (w *bitWriter) put(value, bits int) {
	for i := bits - 1; i >= 0; i-- {
		if w.free == 0 {
			w.bytes = append(w.bytes, 0)
			w.free = 8
		}
		w.free--
		w.bytes[len(w.bytes)-1] |= byte(value>>i&1) << w.free
	}
}

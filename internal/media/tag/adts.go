package tag

import "sonora/internal/music"

const (
	adtsHeader  = 7
	adtsSamples = 1024    // of one raw block
	adtsProof   = 3       // frames that follow each other before it is AAC
	maxADTSWalk = 8 << 20 // up to here every frame is counted; of a larger file a few places stand for all
	adtsPlaces  = 16      // these
)

// adtsFrame is the header of one frame of raw AAC.
type adtsFrame struct {
	fixed      uint32 // the bits that are the same in every frame of a stream
	sampleRate int
	channels   int
	length     int // bytes, with the header
	samples    int
}

func parseADTS(b []byte) (h adtsFrame, ok bool) {
	if len(b) < adtsHeader || b[0] != 0xff || b[1]&0xf6 != 0xf0 {
		return h, false
	}
	index := b[2] >> 2 & 15
	h = adtsFrame{
		fixed:    uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3]&0xf0),
		channels: int(b[2]&1)<<2 | int(b[3]>>6),
		length:   int(b[3]&3)<<11 | int(b[4])<<3 | int(b[5]>>5),
		samples:  (int(b[6]&3) + 1) * adtsSamples,
	}
	if int(index) >= len(aacRates) || h.length <= adtsHeader {
		return h, false
	}
	h.sampleRate = aacRates[index]
	h.channels = aacChannels(h.channels)
	return h, true
}

// aacRates are the sample rates by their index in AAC headers.
var aacRates = [...]int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}

// aacChannels returns the channels of a configuration; 0 means that the audio
// itself says it, which is stereo in practice.
func aacChannels(configuration int) int {
	switch configuration {
	case 0:
		return 2
	case 7:
		return 8
	}
	return configuration
}

// adts reads raw AAC whose frames lie in [start, end); ok is false when it is none.
func (f *file) adts(s *source, start, end int64) (ok bool, err error) {
	var first adtsFrame
	for at, n := start, 0; n < adtsProof && at < end; n++ {
		b, err := s.peek(at, int(min(adtsHeader, end-at)))
		if err != nil {
			return false, err
		}
		h, ok := parseADTS(b)
		if !ok || n > 0 && h.fixed != first.fixed {
			return false, nil
		}
		if n == 0 {
			first = h
		}
		at += int64(h.length)
	}
	a := &f.audio
	a.Format, a.SampleRate, a.Channels = music.AAC, first.sampleRate, first.channels
	if a.Samples, err = adtsLength(s, first, start, end); err != nil {
		return true, err
	}
	return true, f.finish(s, start, end, false)
}

// adtsLength counts the samples in [start, end): nothing in the file says how
// many there are.
func adtsLength(s *source, first adtsFrame, start, end int64) (int64, error) {
	if end-start <= maxADTSWalk {
		samples, _, err := walkADTS(s, first, start, end)
		return samples, err
	}
	var samples, bytes int64
	for i := range int64(adtsPlaces) {
		at := start + (end-start-maxWindow)*i/(adtsPlaces-1)
		n, size, err := walkADTS(s, first, at, at+maxWindow)
		if err != nil {
			return 0, err
		}
		samples, bytes = samples+n, bytes+size
	}
	return scale(end-start, samples, bytes), nil
}

// walkADTS counts the samples of the frames that begin in [at, end) and the
// bytes they take. What is no frame is passed by.
func walkADTS(s *source, first adtsFrame, at, end int64) (samples, bytes int64, err error) {
	for at+adtsHeader <= end {
		b, err := s.peek(at, int(min(maxWindow, end-at)))
		if err != nil {
			return 0, 0, err
		}
		used := 0
		for used+adtsHeader <= len(b) {
			h, ok := parseADTS(b[used:])
			if !ok || h.fixed != first.fixed {
				used++
				continue
			}
			samples += int64(h.samples)
			bytes += int64(h.length)
			used += h.length
		}
		at += int64(used)
	}
	return samples, bytes, nil
}

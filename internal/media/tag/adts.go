package tag

import (
	"sonora/internal/codec/adts"
	"sonora/internal/music"
)

const (
	adtsProof   = 3       // consecutive frames that identify AAC
	maxADTSWalk = 8 << 20 // bytes; in larger files, frames are counted at a few places only
	adtsPlaces  = 16      // number of those places
)

// adts reads raw AAC (ADTS) with frames in [start, end). ok is false if it is
// not AAC.
func (f *file) adts(s *source, start, end int64) (ok bool, err error) {
	var first adts.Header
	for at, n := start, 0; n < adtsProof && at < end; n++ {
		b, err := s.peek(at, int(min(adts.HeaderSize, end-at)))
		if err != nil {
			return false, err
		}
		h, ok := adts.Parse(b)
		if !ok || n > 0 && !h.Like(first) {
			return false, nil
		}
		if n == 0 {
			first = h
		}
		at += int64(h.Length)
	}
	a := &f.audio
	a.Format, a.SampleRate, a.Channels = music.AAC, first.Rate, first.Channels()
	if a.Samples, err = adtsLength(s, first, start, end); err != nil {
		return true, err
	}
	return true, f.finish(s, start, end, false)
}

// adtsLength counts the audio samples in [start, end), because nothing in the
// file gives their number. For a large file it extrapolates from a few places.
func adtsLength(s *source, first adts.Header, start, end int64) (int64, error) {
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

// walkADTS counts the audio samples in the frames that begin in [at, end), and
// the bytes of those frames. It skips everything else.
func walkADTS(s *source, first adts.Header, at, end int64) (samples, bytes int64, err error) {
	for at+adts.HeaderSize <= end {
		b, err := s.peek(at, int(min(maxWindow, end-at)))
		if err != nil {
			return 0, 0, err
		}
		used := 0
		for used+adts.HeaderSize <= len(b) {
			h, ok := adts.Parse(b[used:])
			if !ok || !h.Like(first) {
				used++
				continue
			}
			samples += int64(h.Samples())
			bytes += int64(h.Length)
			used += h.Length
		}
		at += int64(used)
	}
	return samples, bytes, nil
}

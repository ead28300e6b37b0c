package tag

import (
	"bytes"
	"math"

	"sonora/internal/codec/mpeg"
	"sonora/internal/music"
)

// maxJunk is the maximum number of bytes between the tags and the first frame.
const maxJunk = 1 << 20

// parseMPEG parses the header of a layer III frame with a bitrate. It rejects
// other layers, and free format, whose frames do not give their length.
func parseMPEG(b []byte) (h mpeg.Header, ok bool) {
	h, ok = mpeg.Parse(b)
	return h, ok && h.Layer == 3 && h.Bitrate > 0
}

// mp3 reads an MP3 with frames in [start, end). ok is false if it is not an
// MP3.
func (f *file) mp3(s *source, start, end int64) (ok bool, err error) {
	first, start, ok, err := findMPEG(s, start, end)
	if !ok || err != nil {
		return false, err
	}
	a := &f.audio
	a.Format, a.SampleRate, a.Channels = music.MP3, first.Rate, first.Channels()
	b, err := s.peek(start, int(min(int64(first.Size(0)), end-start)))
	if err != nil {
		return true, err
	}
	info, ok := mpeg.ParseInfo(b, first)
	if ok {
		a.Bitrate = info.Bitrate(first)
	}
	if ok && info.Frames > 0 && !outgrown(info, end-start) {
		err = f.countedMP3(info, first, end-start)
	} else {
		err = f.estimatedMP3(s, first, start, end)
	}
	if err != nil {
		return true, err
	}
	return true, f.finish(s, start, end, false)
}

// outgrown reports whether there is far more audio than the encoder counted, as
// in joined files or with a copied header.
func outgrown(i mpeg.Info, have int64) bool {
	return i.Bytes > 0 && have > i.Bytes+i.Bytes/10+windowSize
}

// countedMP3 derives the length from the encoder's frame count, minus what is
// missing at the end.
func (f *file) countedMP3(info mpeg.Info, first mpeg.Header, have int64) error {
	total := info.Frames * int64(first.Samples())
	want := info.Bytes
	if want == 0 && info.Kind == mpeg.CBR {
		want = scale(total, int64(first.Bitrate)*125, int64(first.Rate))
	}
	f.audio.Samples = max(total-info.Delay-info.Padding, 0)
	f.audio.EncoderDelay, f.audio.Padding = int(info.Delay), int(info.Padding)
	// Some encoders count one or two frames more.
	if want > 0 && have < want-2*int64(first.Size(0)) {
		f.audio.Samples = max(scale(total, have, want)-info.Delay, 0)
	}
	return f.checkLength(f.audio.Samples, total-info.Delay-info.Padding)
}

// estimatedMP3 counts the frames at a few places and extrapolates. With a
// constant bitrate the result is exact.
func (f *file) estimatedMP3(s *source, first mpeg.Header, start, end int64) error {
	const places = 4
	const counted = 8 << 10 // bytes, and with a frame before them less than a window
	var size, frames int64
	constant := true
	for i := range int64(places) {
		h, at, ok, err := findMPEG(s, start+(end-start)*i/places, end)
		if err != nil {
			return err
		}
		if !ok || !h.Like(first) {
			continue
		}
		b, err := s.peek(at, int(min(counted, end-at)))
		if err != nil {
			return err
		}
		for len(b) > 4 {
			h, ok := parseMPEG(b)
			if !ok || !h.Like(first) {
				break
			}
			constant = constant && h.Bitrate == first.Bitrate
			size += int64(h.Size(0))
			frames++
			b = b[min(h.Size(0), len(b)):]
		}
	}
	if frames == 0 {
		return corrupt("The file holds no MP3 frames that follow each other.")
	}
	frame := float64(size) / float64(frames)
	if constant { // avoid the rounding to whole frames
		frame = float64(first.Samples()) / 8 * float64(first.Bitrate) * 1000 / float64(first.Rate)
	}
	f.audio.Samples = int64(math.Round(float64(end-start)/frame)) * int64(first.Samples())
	return nil
}

// findMPEG finds the first frame at or after start that is followed by other
// frames. It is almost always at start; a tag with a wrong size leaves junk
// before it.
func findMPEG(s *source, start, end int64) (h mpeg.Header, at int64, ok bool, err error) {
	const overlap = windowSize // more than is needed to confirm a frame
	n := int64(windowSize / 2)
	for at = start; at < min(end, start+maxJunk); {
		b, err := s.peek(at, int(min(n, end-at)))
		if err != nil {
			return h, 0, false, err
		}
		atEnd := int64(len(b)) == end-at
		if h, i, ok := firstMPEG(b, at == start, atEnd); ok {
			return h, at + int64(i), true, nil
		}
		if atEnd {
			break
		}
		if n == maxWindow {
			at += maxWindow - overlap
		}
		n = maxWindow
	}
	return h, 0, false, nil
}

func firstMPEG(b []byte, inFront, atEnd bool) (h mpeg.Header, at int, ok bool) {
	for i := 0; i+4 <= len(b); i++ {
		next := bytes.IndexByte(b[i:], 0xff)
		if next < 0 {
			break
		}
		i += next
		if h, ok := parseMPEG(b[i:]); ok && followed(b[i:], h, inFront && i == 0, atEnd) {
			return h, i, true
		}
	}
	return h, 0, false
}

// followed reports whether the data after a frame are frames too. At the start
// a single frame suffices, since a song may be that short; after junk, which
// may look like a header by chance, it takes three.
func followed(b []byte, h mpeg.Header, inFront, atEnd bool) bool {
	next := h
	for n := 1; ; n++ {
		if len(b) < next.Size(0) {
			return atEnd && inFront && n > 1
		}
		b = b[next.Size(0):]
		if len(b) < 4 {
			return atEnd && (inFront || n > 2)
		}
		var ok bool
		if next, ok = parseMPEG(b); !ok || !next.Like(h) {
			return false
		}
		if inFront || n >= 3 {
			return true
		}
	}
}

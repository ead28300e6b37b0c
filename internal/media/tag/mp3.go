package tag

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"

	"sonora/internal/music"
)

// maxJunk is how much may lie between the tags and the first frame.
const maxJunk = 1 << 20

// mpegFrame is what the four bytes of an MPEG audio layer III header say.
type mpegFrame struct {
	lowRate    bool // MPEG 2 or 2.5: half the samples a frame
	sampleRate int
	channels   int
	bitrate    int // kbit/s
	length     int // bytes
	side       int // bytes of side information, before a Xing header
}

func (h mpegFrame) samples() int {
	if h.lowRate {
		return 576
	}
	return 1152
}

// fits reports whether two frames can follow each other.
func (h mpegFrame) fits(o mpegFrame) bool {
	return h.lowRate == o.lowRate && h.sampleRate == o.sampleRate
}

func parseMPEG(b []byte) (h mpegFrame, ok bool) {
	if len(b) < 4 || b[0] != 0xff || b[1]&0xe6 != 0xe2 { // layer III only
		return h, false
	}
	version, rate, index := b[1]>>3&3, b[2]>>2&3, b[2]>>4
	if version == 1 || rate == 3 || index == 0 || index == 15 || b[3]&3 == 2 {
		return h, false
	}
	bitrates := [...]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	h.sampleRate = [...]int{44100, 48000, 32000}[rate]
	side := [...]int{32, 17}
	if version != 3 {
		h.lowRate = true
		bitrates = [...]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
		side = [...]int{17, 9}
		h.sampleRate /= 2
	}
	if version == 0 {
		h.sampleRate /= 2
	}
	h.channels, h.side = 2, side[0]
	if b[3]>>6 == 3 {
		h.channels, h.side = 1, side[1]
	}
	h.bitrate = bitrates[index]
	h.length = h.samples() / 8 * h.bitrate * 1000 / h.sampleRate
	h.length += int(b[2] >> 1 & 1)
	return h, true
}

// mp3 reads an MP3 whose frames lie in [start, end); ok is false when it is none.
func (f *file) mp3(s *source, start, end int64) (ok bool, err error) {
	first, start, ok, err := findMPEG(s, start, end)
	if !ok || err != nil {
		return false, err
	}
	a := &f.audio
	a.Format, a.SampleRate, a.Channels = music.MP3, first.sampleRate, first.channels
	b, err := s.peek(start, int(min(int64(first.length), end-start)))
	if err != nil {
		return true, err
	}
	info, ok := parseXing(b, first)
	if !ok {
		info, ok = parseVBRI(b)
	}
	if ok {
		a.Bitrate = info.bitrate(first)
	}
	if ok && info.frames > 0 && !info.outgrown(end-start) {
		err = f.countedMP3(info, first, end-start)
	} else {
		err = f.estimatedMP3(s, first, start, end)
	}
	if err != nil {
		return true, err
	}
	return true, f.finish(s, start, end, false)
}

// mp3Info is what an encoder's first frame says about the whole.
type mp3Info struct {
	frames  int64
	bytes   int64 // 0 when it does not say
	delay   int64 // samples the encoder put before the audio
	padding int64 // and after it
	cbr     bool
}

// outgrown reports whether there is far more audio than the encoder counted:
// files that were joined, or a header that was copied.
func (i mp3Info) outgrown(have int64) bool {
	return i.bytes > 0 && have > i.bytes+i.bytes/10+windowSize
}

// bitrate is the average in kbit/s, 0 when the header does not say.
func (i mp3Info) bitrate(first mpegFrame) int {
	total := float64(i.frames) * float64(first.samples())
	if i.bytes == 0 || total == 0 {
		return 0
	}
	return int(math.Round(float64(i.bytes) * 8 / 1000 * float64(first.sampleRate) / total))
}

// countedMP3 takes the length from the encoder's own count, less what is
// missing at the end.
func (f *file) countedMP3(info mp3Info, first mpegFrame, have int64) error {
	total := info.frames * int64(first.samples())
	want := info.bytes
	if want == 0 && info.cbr {
		want = scale(total, int64(first.bitrate)*125, int64(first.sampleRate))
	}
	f.audio.Samples = max(total-info.delay-info.padding, 0)
	f.audio.EncoderDelay, f.audio.Padding = int(info.delay), int(info.padding)
	// A frame or two less is how some encoders count.
	if want > 0 && have < want-2*int64(first.length) {
		f.audio.Samples = max(scale(total, have, want)-info.delay, 0)
	}
	return f.checkLength(f.audio.Samples, total-info.delay-info.padding)
}

// parseXing reads the Xing or Info header with LAME's extension in a first frame.
func parseXing(b []byte, h mpegFrame) (info mp3Info, ok bool) {
	pos := 4 + h.side
	if len(b) < pos+8 {
		return info, false
	}
	be := binary.BigEndian
	switch string(b[pos : pos+4]) {
	case "Xing":
	case "Info":
		info.cbr = true
	default:
		return info, false
	}
	flags := be.Uint32(b[pos+4:])
	pos += 8
	for bit, size := range [...]int{4, 4, 100, 4} { // frames, bytes, table of contents, quality
		if flags&(1<<bit) == 0 {
			continue
		}
		if len(b) < pos+size {
			return info, true
		}
		switch bit {
		case 0:
			info.frames = int64(be.Uint32(b[pos:]))
		case 1:
			info.bytes = int64(be.Uint32(b[pos:]))
		}
		pos += size
	}
	if len(b) >= pos+24 && hasEncoderDelay(string(b[pos:pos+4])) {
		v := int64(uint24(b[pos+21:]))
		info.delay, info.padding = v>>12, v&0xfff
	}
	return info, true
}

// hasEncoderDelay knows the encoders that write LAME's extension.
func hasEncoderDelay(encoder string) bool {
	return isOneOf(encoder, "LAME", "Lavf", "Lavc", "GOGO") || strings.HasPrefix(encoder, "L3.9")
}

// parseVBRI reads the header of Fraunhofer's encoder, always 32 bytes in.
func parseVBRI(b []byte) (info mp3Info, ok bool) {
	const pos = 4 + 32
	if len(b) < pos+18 || string(b[pos:pos+4]) != "VBRI" {
		return info, false
	}
	info.bytes = int64(binary.BigEndian.Uint32(b[pos+10:]))
	info.frames = int64(binary.BigEndian.Uint32(b[pos+14:]))
	return info, true
}

// estimatedMP3 counts the frames of a few places and takes the rest to be like
// them; with a constant bitrate this is exact.
func (f *file) estimatedMP3(s *source, first mpegFrame, start, end int64) error {
	const places = 4
	var size, frames int64
	constant := true
	for i := range int64(places) {
		h, at, ok, err := findMPEG(s, start+(end-start)*i/places, end)
		if err != nil {
			return err
		}
		if !ok || !h.fits(first) {
			continue
		}
		b, err := s.peek(at, int(min(windowSize, end-at)))
		if err != nil {
			return err
		}
		for len(b) > 4 {
			h, ok := parseMPEG(b)
			if !ok || !h.fits(first) {
				break
			}
			constant = constant && h.bitrate == first.bitrate
			size += int64(h.length)
			frames++
			b = b[min(h.length, len(b)):]
		}
	}
	if frames == 0 {
		return corrupt("The file holds no MP3 frames that follow each other.")
	}
	frame := float64(size) / float64(frames)
	if constant { // without the rounding of whole frames
		frame = float64(first.samples()) / 8 * float64(first.bitrate) * 1000 / float64(first.sampleRate)
	}
	f.audio.Samples = int64(math.Round(float64(end-start)/frame)) * int64(first.samples())
	return nil
}

// findMPEG finds the first frame at or behind start that others follow. Nearly
// always it is there at once; a tag of a wrong size leaves junk in front.
func findMPEG(s *source, start, end int64) (h mpegFrame, at int64, ok bool, err error) {
	const overlap = windowSize // more than it takes to be sure of a frame
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

func firstMPEG(b []byte, inFront, atEnd bool) (h mpegFrame, at int, ok bool) {
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

// followed reports whether the frames after one are frames too. In front a
// single one is enough, since a song may be that short; behind junk, where
// chance finds headers, it takes three.
func followed(b []byte, h mpegFrame, inFront, atEnd bool) bool {
	next := h
	for n := 1; ; n++ {
		if len(b) < next.length {
			return atEnd && inFront && n > 1
		}
		b = b[next.length:]
		if len(b) < 4 {
			return atEnd && (inFront || n > 2)
		}
		var ok bool
		if next, ok = parseMPEG(b); !ok || !next.fits(h) {
			return false
		}
		if inFront || n >= 3 {
			return true
		}
	}
}

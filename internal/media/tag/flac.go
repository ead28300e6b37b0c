package tag

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"

	"sonora/internal/media/picture"
	"sonora/internal/music"
)

const (
	maxBlocks    = 1024
	maxFLACFrame = 2 << 20 // the tail searched for a frame
)

// Block types of FLAC.
const (
	flacStreamInfo = 0
	flacComment    = 4
	flacPicture    = 6
)

// flacInfo is the STREAMINFO block.
type flacInfo struct {
	block        int // samples of a frame, the same for all when fixed
	maxFrame     int // bytes, 0 unknown
	rate         int
	channels     int
	bits         int
	total        int64 // samples, 0 unknown
	firstFrameAt int64
}

// flac reads a FLAC file that begins at start.
func (f *file) flac(s *source, start int64) error {
	f.picture = picture.Ref{} // an ID3 tag in front is a foreigner's
	foreign := f.fields
	f.fields = make(fields, 32)
	info, err := f.flacBlocks(s, start+4)
	if err != nil {
		return err
	}
	f.fields.fill(foreign)
	a := &f.audio
	a.Format, a.SampleRate, a.Channels, a.BitDepth = music.FLAC, info.rate, info.channels, info.bits
	if a.SampleRate == 0 {
		return corrupt("The FLAC header names no sample rate.")
	}
	end, err := f.trailingTags(s, info.firstFrameAt)
	if err != nil {
		return err
	}
	if a.Samples, err = lastFLACSample(s, info, end); err != nil {
		return err
	}
	if err := f.checkLength(a.Samples, info.total); err != nil {
		return err
	}
	return f.finish(s, info.firstFrameAt, end, false)
}

// flacBlocks reads the metadata blocks.
func (f *file) flacBlocks(s *source, pos int64) (info flacInfo, err error) {
	for n, more := 0, true; more; n++ {
		if n == maxBlocks {
			return info, corrupt("The FLAC header does not end.")
		}
		h, err := s.peek(pos, 4)
		if err != nil {
			return info, flacCut(err)
		}
		more = h[0]&0x80 == 0
		kind, size := h[0]&0x7f, int64(uint24(h[1:]))
		pos += 4
		if size > s.size-pos {
			return info, truncated("The file is cut off inside its header, before any audio.")
		}
		switch {
		case n == 0 && (kind != flacStreamInfo || size < 34):
			return info, corrupt("The FLAC header does not begin with the stream's description.")
		case n == 0:
			b, err := s.peek(pos, 34)
			if err != nil {
				return info, err
			}
			info = parseStreamInfo(b)
		case kind == flacComment:
			b, err := s.peek(pos, int(size))
			if err != nil {
				return info, err
			}
			f.vorbisComment(b)
		case kind == flacPicture:
			b, err := s.peek(pos, int(min(size, 2048)))
			if err != nil {
				return info, err
			}
			if kind, off, n, ok := pictureBlock(b, size); ok {
				f.picture.Offer(picture.Ref{Kind: kind, From: s, Off: pos + off, Size: n})
			}
		}
		pos += size
	}
	info.firstFrameAt = pos
	switch {
	case pos < s.size:
		return info, nil
	case info.total == 0:
		return info, corrupt("The FLAC file holds no audio, only a header.")
	}
	return info, truncated("The file is cut off behind its header: there is no audio.")
}

func flacCut(err error) error {
	if errors.Is(err, errBeyond) {
		return truncated("The file is cut off inside its header, before any audio.")
	}
	return err
}

func parseStreamInfo(b []byte) flacInfo {
	v := binary.BigEndian.Uint64(b[10:])
	return flacInfo{
		block:    int(binary.BigEndian.Uint16(b[2:])),
		maxFrame: uint24(b[7:]),
		rate:     int(v >> 44),
		channels: int(v>>41&7) + 1,
		bits:     int(v>>36&31) + 1,
		total:    int64(v & (1<<36 - 1)),
	}
}

// lastFLACSample finds the frame headers near the end of the audio and returns
// where their samples end: what is really there, whatever the file's header
// promises. Chance writes something like a frame header now and then, but with
// a small number.
func lastFLACSample(s *source, info flacInfo, end int64) (last int64, err error) {
	audio := end - info.firstFrameAt
	for _, n := range []int64{16 << 10, 64 << 10, int64(max(info.maxFrame, 64<<10)) + 64<<10} {
		n = min(n, audio, maxFLACFrame)
		b, err := s.peek(end-n, int(n))
		if err != nil {
			return 0, err
		}
		for {
			i := bytes.IndexByte(b, 0xff)
			if i < 0 {
				break
			}
			b = b[i:]
			if sample, ok := flacFrameEnd(b, info); ok {
				last = max(last, sample)
			}
			b = b[1:]
		}
		if last > 0 {
			return last, nil
		}
		if n == audio {
			break
		}
	}
	return 0, truncated("The end of the file holds no FLAC frame: it is cut off or damaged.")
}

// flacFrameEnd reads a frame header: the number of the sample behind its frame.
func flacFrameEnd(b []byte, info flacInfo) (end int64, ok bool) {
	if len(b) < 6 || b[0] != 0xff || b[1]&0xfe != 0xf8 || b[3]&1 != 0 || b[3]>>4 > 10 {
		return 0, false
	}
	blockCode, rateCode := b[2]>>4, b[2]&15
	if blockCode == 0 || rateCode == 15 || !info.matches(b) {
		return 0, false
	}
	number, n := flacNumber(b[4:])
	if n == 0 {
		return 0, false
	}
	pos := 4 + n
	block, n := flacBlockSize(blockCode, b[pos:])
	pos += n
	switch rateCode {
	case 12:
		pos++
	case 13, 14:
		pos += 2
	}
	if block == 0 || pos >= len(b) || crc8(b[:pos]) != b[pos] {
		return 0, false
	}
	if b[1]&1 == 0 { // numbered by frames of one size
		if info.block == 0 || number > math.MaxInt64/int64(info.block)-1 {
			return 0, false
		}
		number *= int64(info.block)
	}
	end = number + int64(block)
	return end, end > 0 && (info.total == 0 || end <= info.total)
}

// matches reports whether a frame header describes the stream's audio.
func (i flacInfo) matches(b []byte) bool {
	channels := int(b[3]>>4) + 1
	if b[3]>>4 >= 8 { // two, one as a difference
		channels = 2
	}
	bits := [...]int{0, 8, 12, 0, 16, 20, 24, 32}[b[3]>>1&7]
	rates := [...]int{0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000}
	rate := 0
	if code := int(b[2] & 15); code < len(rates) {
		rate = rates[code]
	}
	return channels == i.channels && (bits == 0 || bits == i.bits) && (rate == 0 || rate == i.rate)
}

// flacNumber reads a number written like a UTF-8 character of up to 7 bytes;
// n is 0 when it is none.
func flacNumber(b []byte) (v int64, n int) {
	lead := 0
	for lead < 8 && b[0]&(0x80>>lead) != 0 {
		lead++
	}
	switch {
	case lead == 0:
		return int64(b[0]), 1
	case lead == 1 || lead == 8 || len(b) <= lead:
		return 0, 0
	}
	v = int64(b[0] & (0x7f >> lead))
	for _, c := range b[1:lead] {
		if c&0xc0 != 0x80 {
			return 0, 0
		}
		v = v<<6 | int64(c&0x3f)
	}
	return v, lead
}

// flacBlockSize returns the samples of a frame and the bytes they take behind
// the number.
func flacBlockSize(code byte, b []byte) (block, n int) {
	switch {
	case code == 1:
		return 192, 0
	case code >= 2 && code <= 5:
		return 576 << (code - 2), 0
	case code == 6 && len(b) >= 1:
		return int(b[0]) + 1, 1
	case code == 7 && len(b) >= 2:
		return int(binary.BigEndian.Uint16(b)) + 1, 2
	case code >= 8:
		return 256 << (code - 8), 0
	}
	return 0, 0
}

// crc8 is FLAC's check of a frame header, polynomial x⁸+x²+x+1. Few bytes are
// ever checked, so it needs no table.
func crc8(b []byte) byte {
	var c byte
	for _, v := range b {
		c ^= v
		for range 8 {
			if c&0x80 != 0 {
				c = c<<1 ^ 7
			} else {
				c <<= 1
			}
		}
	}
	return c
}

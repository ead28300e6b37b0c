package mp4

import (
	"encoding/binary"

	"sonora/internal/codec/adts"
	"sonora/internal/codec/flac"
	"sonora/internal/codec/opus"
)

// Codecs of audio tracks.
const (
	AAC       = "mp4a"
	ALAC      = "alac"
	FLAC      = "fLaC"
	Opus      = "Opus"
	MP3       = ".mp3" // QuickTime's name; used here also for MP3 that is described as mp4a
	Encrypted = "enca"
	Protected = "drms" // by iTunes
)

// description reads the first entry of stsd (ISO/IEC 14496-12, section 8.5.2)
// as an audio sample entry (section 12.2.3).
func (t *Track) description(s Source, b Box) error {
	const tableHeader, entrySize = 8, 36
	h, err := b.peek(s, tableHeader+entrySize)
	if err != nil || len(h) < tableHeader+entrySize {
		return err
	}
	be := binary.BigEndian
	entry := h[tableHeader:]
	size := int64(be.Uint32(entry))
	version := be.Uint16(entry[16:])
	t.Codec, t.Channels, t.Bits, t.Rate = string(entry[4:8]), int(be.Uint16(entry[24:])), int(be.Uint16(entry[26:])), int(be.Uint32(entry[32:])>>16)
	inside := Box{Start: b.Start + tableHeader + entrySize, End: min(b.Start+tableHeader+size, b.End)}
	switch version { // QuickTime has longer entries
	case 1:
		inside.Start += 16
	case 2:
		inside.Start += 36
	}
	return t.configuration(s, inside, 2)
}

// configuration reads the boxes inside a sample entry, up to depth levels of
// QuickTime's wave boxes.
func (t *Track) configuration(s Source, entry Box, depth int) error {
	return entry.Children(s, func(b Box) error {
		switch b.Kind {
		case "wave":
			if depth > 0 {
				return t.configuration(s, b, depth-1)
			}
		case "esds":
			h, err := b.peek(s, 256)
			if err != nil {
				return err
			}
			t.elementaryStream(h)
		case "alac":
			h, err := b.peek(s, 28)
			if err != nil || len(h) < 28 {
				return err
			}
			t.Bits, t.Channels, t.Rate = int(h[9]), int(h[13]), int(binary.BigEndian.Uint32(h[24:]))
		case "dfLa": // version, flags and the header of a block, then STREAMINFO
			h, err := b.peek(s, 8+flac.InfoSize)
			if err != nil || len(h) < 8+flac.InfoSize {
				return err
			}
			if info, ok := flac.ParseInfo(h[8:]); ok {
				t.Rate, t.Channels, t.Bits = info.Rate, info.Channels, info.Bits
			}
		case "dOps":
			h, err := b.peek(s, 11)
			if err != nil || len(h) < 11 {
				return err
			}
			t.Rate, t.Channels = opus.Rate, int(h[1])
		}
		return nil
	})
}

// Tags of descriptors (ISO/IEC 14496-1, section 7.2.2.1).
const (
	esDescriptor      = 3
	decoderDescriptor = 4
	decoderSpecific   = 5
)

// Object types of MP3 (ISO/IEC 14496-1, table 5).
const (
	mpeg2Audio = 0x69
	mpeg1Audio = 0x6b
)

// elementaryStream reads the descriptors of esds, which are nested.
func (t *Track) elementaryStream(b []byte) {
	if len(b) < 4 {
		return
	}
	b = b[4:]
	for len(b) >= 2 {
		tag := b[0]
		n := 1
		for n < len(b) && n < 4 && b[n]&0x80 != 0 { // the size has up to four bytes
			n++
		}
		if n+1 > len(b) {
			return
		}
		b = b[n+1:]
		switch {
		case tag == esDescriptor && len(b) >= 3:
			b = b[esHeader(b):]
		case tag == decoderDescriptor && len(b) >= 13:
			if b[0] == mpeg2Audio || b[0] == mpeg1Audio {
				t.Codec = MP3
			}
			t.Average = int(binary.BigEndian.Uint32(b[9:]))
			b = b[13:]
		case tag == decoderSpecific:
			if t.Codec != MP3 {
				t.audioConfig(b)
			}
			return
		default:
			return
		}
	}
}

// esHeader returns the length of the fields of an elementary stream descriptor
// before the next descriptor.
func esHeader(b []byte) int {
	n := 3
	if b[2]&0x80 != 0 { // depends on another stream
		n += 2
	}
	if b[2]&0x40 != 0 && n < len(b) { // has an address
		n += 1 + int(b[n])
	}
	if b[2]&0x20 != 0 { // has a clock
		n += 2
	}
	return min(n, len(b))
}

// audioConfig reads an AudioSpecificConfig (ISO/IEC 14496-3, section 1.6.2.1).
// The rate is that of the decoded sound, which spectral band replication
// doubles.
func (t *Track) audioConfig(b []byte) {
	const spectralBand, parametricStereo = 5, 29
	r := bitReader{b: b}
	object := r.audioObject()
	rate := r.aacRate()
	channels := adts.Channels(int(r.bits(4)))
	if object == spectralBand || object == parametricStereo {
		rate = r.aacRate()
		if object == parametricStereo {
			channels = 2
		}
	}
	if r.ok() && rate > 0 && channels <= 8 {
		t.Rate, t.Channels = rate, channels
	}
}

// bitReader reads numbers bit by bit. Bits beyond the end are zeros.
type bitReader struct {
	b   []byte
	pos int
}

// ok reports whether all bits that were read exist.
func (r *bitReader) ok() bool { return r.pos <= 8*len(r.b) }

func (r *bitReader) bits(n int) (v uint32) {
	for range n {
		v <<= 1
		if i := r.pos / 8; i < len(r.b) {
			v |= uint32(r.b[i]>>(7-r.pos%8)) & 1
		}
		r.pos++
	}
	return v
}

func (r *bitReader) audioObject() uint32 {
	const escape = 31
	if v := r.bits(5); v != escape {
		return v
	}
	return 32 + r.bits(6)
}

func (r *bitReader) aacRate() int {
	const escape = 15
	i := r.bits(4)
	if i == escape {
		return int(r.bits(24))
	}
	if int(i) < len(adts.Rates) {
		return adts.Rates[i]
	}
	return 0
}

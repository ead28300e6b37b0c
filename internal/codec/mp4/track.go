package mp4

import (
	"encoding/binary"
	"math"
)

// maxTicks bounds the sum of the lengths of a track's samples.
const maxTicks = 1 << 60

// Track is an audio track.
type Track struct {
	Codec     string // codec of the samples, such as AAC; "" without a description
	Rate      int    // samples per second of the decoded sound; 0 if unknown
	Channels  int
	Bits      int   // bits per sample; lossless codecs only
	Average   int   // average bitrate in bit/s; 0 if unknown
	Timescale int64 // ticks per second; 0 if unknown

	id       uint32
	isSound  bool
	ticks    int64 // length according to the sample tables
	declared int64 // length according to the header
	skip     int64 // ticks before the audio begins
	edit     int64 // length of the edit list in ticks of the movie; 0 without one
	chunks   Box   // stco or co64
	duration int64 // ticks per sample in fragments that do not state it
}

// read reads the boxes inside a track, up to depth levels of them.
func (t *Track) read(s Source, box Box, depth int) error {
	if depth == 0 {
		return ErrDepth
	}
	return box.Children(s, func(b Box) error {
		switch b.Kind {
		case "tkhd":
			return t.header(s, b)
		case "edts", "mdia", "minf", "stbl":
			return t.read(s, b, depth-1)
		case "mdhd":
			var err error
			t.Timescale, t.declared, err = times(s, b)
			return err
		case "hdlr":
			h, err := b.peek(s, 12)
			if err != nil {
				return err
			}
			t.isSound = t.isSound || len(h) == 12 && string(h[8:12]) == "soun"
		case "elst":
			return t.editList(s, b)
		case "stsd":
			return t.description(s, b)
		case "stts":
			return t.sampleTimes(s, b)
		case "stco", "co64":
			t.chunks = b
		}
		return nil
	})
}

// header reads tkhd (section 8.3.2).
func (t *Track) header(s Source, b Box) error {
	h, err := b.peek(s, 24)
	if err != nil {
		return err
	}
	at := 12
	if len(h) > 0 && h[0] == 1 {
		at = 20
	}
	if len(h) >= at+4 {
		t.id = binary.BigEndian.Uint32(h[at:])
	}
	return nil
}

// editList reads which part of the track to play (section 8.6.6). It adds up
// consecutive parts.
func (t *Track) editList(s Source, b Box) error {
	h, err := b.peek(s, maxTable)
	if err != nil || len(h) < 8 {
		return err
	}
	be, version := binary.BigEndian, h[0]
	n := be.Uint32(h[4:])
	first := true
	for h = h[8:]; n > 0; n-- {
		var length, time int64
		switch {
		case version == 0 && len(h) >= 12:
			length, time = int64(be.Uint32(h)), int64(int32(be.Uint32(h[4:])))
			h = h[12:]
		case version == 1 && len(h) >= 20:
			length, time = int64(be.Uint64(h)), int64(be.Uint64(h[8:]))
			h = h[20:]
		default:
			return nil
		}
		if time < 0 || length < 0 || length > math.MaxInt64-t.edit { // silence, or out of range
			continue
		}
		if first {
			t.skip, first = time, false
		}
		t.edit += length
	}
	return nil
}

// sampleTimes sums up the lengths of all samples in stts (section 8.6.1.2).
func (t *Track) sampleTimes(s Source, b Box) error {
	return eachEntry(s, b, 8, func(e []byte) bool {
		count, delta := int64(binary.BigEndian.Uint32(e)), int64(binary.BigEndian.Uint32(e[4:]))
		t.ticks += count * delta
		return t.ticks >= 0 && t.ticks < maxTicks
	})
}

// Present returns the share of the track's chunks that begin within the file, 0
// to 1; 1 for a track without chunks.
func (t *Track) Present(s Source) (float64, error) {
	size := int64(4)
	if t.chunks.Kind == "co64" {
		size = 8
	}
	all, there := 0, 0
	err := eachEntry(s, t.chunks, size, func(e []byte) bool {
		at := uint64(0)
		for _, c := range e {
			at = at<<8 | uint64(c)
		}
		if all++; at < uint64(s.Size()) {
			there++
		}
		return true
	})
	if err != nil || all == 0 {
		return 1, err
	}
	return float64(there) / float64(all), nil
}

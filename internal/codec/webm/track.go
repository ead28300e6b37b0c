package webm

import (
	"encoding/binary"
	"math"
)

// Types of tracks (RFC 9559, section 5.1.4.1.3).
const (
	TypeVideo = 1
	TypeAudio = 2
)

// Codecs of WebM.
const (
	CodecOpus   = "A_OPUS"
	CodecVorbis = "A_VORBIS"
)

// maxRate is the highest plausible sample rate in Hz.
const maxRate = 768_000

// Track describes a track.
type Track struct {
	Number   int64 // at most 2^31-1
	Type     uint64
	Codec    string
	Rate     int // samples per second
	Channels int // at most 255
}

// ParseTracks reads the content of a Tracks element.
func ParseTracks(content []byte) []Track {
	var tracks []Track
	for c := range Children(content) {
		if c.ID == TrackEntry {
			tracks = append(tracks, parseTrack(c.Content))
		}
	}
	return tracks
}

func parseTrack(content []byte) Track {
	t := Track{Rate: 8000, Channels: 1} // the defaults (sections 5.1.4.1.29.1 and 5.1.4.1.29.3)
	for c := range Children(content) {
		switch c.ID {
		case TrackNumber:
			t.Number = int64(min(Unsigned(c.Content), math.MaxInt32))
		case TrackType:
			t.Type = Unsigned(c.Content)
		case CodecID:
			t.Codec = string(c.Content)
		case Audio:
			t.audio(c.Content)
		}
	}
	return t
}

// audio reads the audio settings of a track.
func (t *Track) audio(content []byte) {
	for c := range Children(content) {
		switch c.ID {
		case SamplingFrequency:
			if rate := Float(c.Content); rate >= 1 && rate <= maxRate {
				t.Rate = int(rate)
			}
		case Channels:
			t.Channels = int(min(Unsigned(c.Content), 255))
		}
	}
}

// Block is a SimpleBlock, or the block of a BlockGroup (RFC 9559, sections
// 10.1 and 10.2).
type Block struct {
	Track int64
	Time  int16 // ticks since the cluster's timestamp
	Flags byte
	Data  []byte
}

// KeyFrame is the flag of a SimpleBlock at which decoding can begin.
const KeyFrame = 0x80

// ParseBlock reads the content of a SimpleBlock or a BlockGroup, depending on
// id.
func ParseBlock(id uint32, content []byte) (b Block, ok bool) {
	if id == BlockGroup {
		found := false
		for c := range Children(content) {
			if c.ID == BlockID {
				content, found = c.Content, true
			}
		}
		if !found {
			return b, false
		}
	}
	track, n, ok := Vint(content)
	if !ok || len(content) < n+3 {
		return b, false
	}
	return Block{Track: track, Time: int16(binary.BigEndian.Uint16(content[n:])), Flags: content[n+2], Data: content[n+3:]}, true
}

// Append appends the content of a SimpleBlock.
func (b *Block) Append(to []byte) []byte {
	to = AppendVint(to, b.Track)
	to = binary.BigEndian.AppendUint16(to, uint16(b.Time))
	return append(append(to, b.Flags), b.Data...)
}

// Package frame cuts encoded sound into whole frames, so that nothing that
// leaves a station is ever torn: MP3 (ISO 11172-3, 13818-3), AAC in ADTS
// (ISO 13818-7), Ogg with Vorbis, Opus or FLAC (RFC 3533, 7845), native FLAC
// (RFC 9639) and WebM (Matroska, RFC 9559).
package frame

import (
	"time"

	"sonora/internal/station"
)

// Codec is what a stream is made of and wrapped in.
type Codec string

// Codecs a station takes from sources.
const (
	MP3     Codec = "mp3"
	AAC     Codec = "aac"    // ADTS
	Opus    Codec = "opus"   // in Ogg
	Vorbis  Codec = "vorbis" // in Ogg
	OggFLAC Codec = "oggflac"
	FLAC    Codec = "flac"
	WebM    Codec = "webm" // Opus or Vorbis
	NoCodec Codec = ""
)

// ContentType is the media type listeners are told.
func (c Codec) ContentType() string {
	switch c {
	case MP3:
		return "audio/mpeg"
	case AAC:
		return "audio/aac"
	case Opus, Vorbis, OggFLAC:
		return "audio/ogg"
	case FLAC:
		return "audio/flac"
	case WebM:
		return "audio/webm"
	default:
		return "application/octet-stream"
	}
}

// IsPlain reports whether frames follow one another without headers, so that
// a listener can begin at any of them and two streams can be joined.
func (c Codec) IsPlain() bool { return c == MP3 || c == AAC }

// Frame is one or more whole frames of a stream.
type Frame struct {
	Data     []byte        // the receiver's own
	Duration time.Duration // of the sound; 0 for headers
	Rate     int           // samples a second
	Channels int
	Key      bool // a listener can begin here, after the header in force

	// Header begins a new logical stream: what whoever joins later needs before
	// any other frame. It is not in Data, and nil for plain codecs and where
	// nothing changes.
	Header []byte

	Title *station.StreamTitle // tags found before this frame; nil for none
}

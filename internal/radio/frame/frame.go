// Package frame cuts encoded streams into whole frames, so that stations never
// send part of one: MP3 (ISO/IEC 11172-3, 13818-3), AAC in ADTS (ISO/IEC
// 13818-7), Ogg with Vorbis, Opus or FLAC (RFC 3533, 7845), native FLAC (RFC
// 9639) and WebM (RFC 9559). The formats are in internal/codec; this package
// finds frames in damaged or changing streams.
package frame

import (
	"time"

	"sonora/internal/station"
)

// Codec is the codec of a stream together with its container.
type Codec string

// Codecs that a station accepts from sources.
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

// ContentType returns the media type of a stream.
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

// IsPlain reports whether the stream consists of frames alone, without headers,
// so that a listener can begin at any frame and two streams can be joined.
func (c Codec) IsPlain() bool { return c == MP3 || c == AAC }

// Frame is one or more whole frames of a stream.
type Frame struct {
	Data     []byte        // owned by the receiver
	Duration time.Duration // of the sound
	Rate     int           // samples a second
	Channels int
	Key      bool // a listener can begin here, after the current header

	// Header begins a new logical stream. Listeners that join later need it
	// before any frame. Data does not contain it. It is nil for plain codecs and
	// for frames that continue the stream.
	Header []byte

	Title *station.StreamTitle // from tags before this frame; nil for none
}

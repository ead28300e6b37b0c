package frame

import (
	"mime"
	"strings"
)

// CodecOf returns the codec that a content type suggests; NoCodec if it suggests
// none. It returns Vorbis for Ogg, which can contain other codecs.
func CodecOf(contentType string) Codec {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		media, _, _ = strings.Cut(contentType, ";")
	}
	switch strings.ToLower(strings.TrimSpace(media)) {
	case "audio/mpeg", "audio/mp3", "audio/x-mpeg", "audio/x-mp3", "audio/mpeg3":
		return MP3
	case "audio/aac", "audio/aacp", "audio/x-aac", "audio/x-hx-aac-adts", "audio/adts":
		return AAC
	case "audio/ogg", "application/ogg", "application/x-ogg", "audio/vorbis", "video/ogg":
		return Vorbis
	case "audio/opus":
		return Opus
	case "audio/flac", "audio/x-flac":
		return FLAC
	case "audio/webm", "video/webm", "audio/x-matroska":
		return WebM
	default:
		return NoCodec
	}
}

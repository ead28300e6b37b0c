package frame

import (
	"mime"
	"strings"
)

// CodecOf is what a content type promises; NoCodec when it says nothing
// certain. An Ogg stream may turn out to hold something else than Vorbis.
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

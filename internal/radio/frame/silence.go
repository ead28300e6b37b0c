package frame

import (
	"time"
)

// Silence returns silent frames with the properties of a frame of the stream,
// for at least d. It returns nil for codecs that are not plain.
func Silence(like Frame, codec Codec, d time.Duration) []Frame {
	switch codec {
	case MP3:
		return silentMP3(like, d)
	case AAC:
		return silentAAC(like, d)
	default:
		return nil
	}
}

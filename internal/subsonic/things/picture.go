package things

import (
	"time"

	"sonora/internal/library"
	"sonora/internal/subsonic/protocol"
)

// SendImage sends a picture.
func SendImage(c *protocol.Call, image *library.CoverImage, caching string) {
	c.W.Header().Set("ETag", image.ETag)
	c.SendFile(image.MIME, caching, time.Time{}, image.File)
}

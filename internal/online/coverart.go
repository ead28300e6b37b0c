package online

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/jpeg" // decoded by image
	_ "image/png"  // decoded by image
	"net/http"
	"strings"

	_ "golang.org/x/image/webp" // decoded by image

	"sonora/internal/music"
)

var errNotPicture = errors.New("not a picture")

// cover requests the front cover of a release, in a size that the archive
// offers.
func (s *Service) cover(ctx context.Context, releaseID string, preview bool) ([]byte, error) {
	id := strings.ToLower(releaseID)
	if !validID.MatchString(id) {
		f := music.FieldErrors{}
		f.Add("releaseId", "This is not a MusicBrainz release ID.")
		return nil, f.Err()
	}
	size := "front-1200"
	if preview {
		size = "front-250"
	}
	picture, err := ask(ctx, s.covers, "/release/"+id+"/"+size, nil, decodePicture)
	if err == nil && len(picture) == 0 {
		err = music.NewError(music.NotFound, "The Cover Art Archive has no cover for this release.")
	}
	return picture, err
}

// maxSide is the maximum width and height in pixels: more than the archive's
// pictures have, and little enough for a browser to decode.
const maxSide = 5000

// decodePicture checks the content, whatever type the archive declares.
func decodePicture(body []byte) ([]byte, error) {
	switch http.DetectContentType(body) {
	case "image/jpeg", "image/png", "image/webp":
	default:
		return nil, errNotPicture
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(body))
	if err != nil || size.Width > maxSide || size.Height > maxSide {
		return nil, errNotPicture
	}
	return body, nil
}

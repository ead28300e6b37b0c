package online

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"sonora/internal/music"
)

var errNotPicture = errors.New("this is no picture")

// cover asks for the front of a release. The archive has it in these sizes.
func (s *Service) cover(ctx context.Context, releaseID string, preview bool) ([]byte, error) {
	id := strings.ToLower(releaseID)
	if !validID.MatchString(id) {
		f := music.FieldErrors{}
		f.Add("releaseId", "This is no release of MusicBrainz.")
		return nil, f.Err()
	}
	size := "front-1200"
	if preview {
		size = "front-250"
	}
	picture, err := ask(ctx, s.covers, "/release/"+id+"/"+size, nil, decodePicture)
	if err == nil && len(picture) == 0 {
		err = music.NewError(music.NotFound, "The Cover Art Archive has no cover of this release.")
	}
	return picture, err
}

// decodePicture looks at the content, whatever the archive calls it.
func decodePicture(body []byte) ([]byte, error) {
	switch http.DetectContentType(body) {
	case "image/jpeg", "image/png", "image/webp":
		return body, nil
	}
	return nil, errNotPicture
}

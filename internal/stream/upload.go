package stream

import (
	"context"

	"sonora/internal/blob"
	"sonora/internal/music"
)

// Uploads knows the files that people sent.
type Uploads interface {
	// Open opens the bytes of one of the viewer's uploads. An upload that has
	// become a track has TrackID set and no bytes. NotFound for somebody else's
	// upload, and for one that is not complete.
	Open(ctx context.Context, v music.Viewer, id string) (*music.Upload, *blob.Object, error)
}

// OpenUpload opens an upload for whoever sent it: its bytes as they are or, once
// it is a track, what OpenTrack opens. The ID may also be that of a track.
func (s *Service) OpenUpload(ctx context.Context, v music.Viewer, id string, o Options) (*Source, error) {
	u, object, err := s.uploads.Open(ctx, v, id)
	switch {
	case music.CodeOf(err) == music.NotFound:
		return s.OpenTrack(ctx, v, id, o)
	case err != nil:
		return nil, err
	case object == nil:
		return s.OpenTrack(ctx, v, u.TrackID, o)
	}
	return &Source{
		ContentType: ContentType(u.Audio.Format, u.Place), ETag: `"` + u.ID + `"`, Size: object.Size, ModTime: object.ModTime, Content: object,
		close: func() { _ = object.Close() }, // opened for reading only
	}, nil
}

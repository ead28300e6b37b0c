package stream

import (
	"context"
	"time"

	"sonora/internal/blob"
	"sonora/internal/intake"
	"sonora/internal/music"
)

// Uploads knows the files that people sent.
type Uploads interface {
	// Open opens the bytes of one of the viewer's uploads. An upload that has
	// become a track has TrackID set and no bytes. NotFound for somebody else's
	// upload, and for one that is not complete.
	Open(ctx context.Context, v music.Viewer, id string) (*intake.Upload, *blob.Object, error)
}

// Mixes know which uploads are the audio of mixes.
type Mixes interface {
	// MixPlays returns NotFound unless the viewer may hear a mix with this audio.
	MixPlays(ctx context.Context, v music.Viewer, uploadID string) error
	// IsEarly reports whether a mix, by its ID or that of its audio, is in early access at
	// a moment, and is somebody else's.
	IsEarly(ctx context.Context, v music.Viewer, id string, now time.Time) (bool, error)
}

// OpenUpload opens an upload for whoever sent it: its bytes as they are or, once
// it is a track, what OpenTrack opens. The ID may also be that of a track.
// Who may hear a mix may hear its audio, even if it is a track they may not see.
func (s *Service) OpenUpload(ctx context.Context, v music.Viewer, id string, o Options) (*Source, error) {
	u, object, err := s.uploads.Open(ctx, v, id)
	switch {
	case music.CodeOf(err) == music.NotFound:
		return s.openForMix(ctx, v, id, id, o)
	case err != nil:
		return nil, err
	case object == nil:
		return s.openForMix(ctx, v, id, u.TrackID, o)
	}
	return &Source{
		ContentType: ContentType(u.Audio.Format, u.Place), ETag: `"` + u.ID + `"`, Size: object.Size, ModTime: object.ModTime, Content: object,
		close: func() { _ = object.Close() }, // opened for reading only
	}, nil
}

// openForMix opens the track of an upload for the viewer, or for the mix that
// plays it.
func (s *Service) openForMix(ctx context.Context, v music.Viewer, uploadID, trackID string, o Options) (*Source, error) {
	source, err := s.OpenTrack(ctx, v, trackID, o)
	if music.CodeOf(err) != music.NotFound {
		return source, err
	}
	outer := o.Permit
	o.Permit = func(ctx context.Context) error {
		if outer != nil {
			if err := outer(ctx); err != nil {
				return err
			}
		}
		return s.mixes.MixPlays(ctx, v, uploadID)
	}
	if err := o.Permit(ctx); err != nil {
		return nil, err
	}
	if err := s.admitEarly(ctx, v, uploadID, trackID, &o); err != nil {
		return nil, err
	}
	o.listener = &v
	return s.OpenTrack(ctx, music.System("mix"), trackID, o)
}

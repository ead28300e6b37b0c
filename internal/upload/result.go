package upload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"sonora/internal/blob"
	"sonora/internal/intake"
	"sonora/internal/media/picture"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// maxDuplicates is the maximum number of tracks with the same sound that are
// listed.
const maxDuplicates = 10

// Result is the outcome of an upload.
type Result struct {
	intake.Upload
	Duplicates []music.Track // tracks with the same sound that the person may see
}

var errIncomplete = music.NewError(music.Conflict, "The upload is not complete yet.")

// Result returns the outcome of one of the viewer's uploads. It returns
// Conflict while bytes are missing and Unsupported if it was rejected.
func (s *Service) Result(ctx context.Context, v music.Viewer, id string) (*Result, error) {
	u, err := s.own(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if u.State == intake.Growing {
		return nil, errIncomplete
	}
	if u.State == intake.Receiving {
		if u, err = s.examineAfterRestart(ctx, v, u); err != nil {
			return nil, err
		}
	}
	if u.State == intake.Refused || u.Audio == nil {
		return nil, refused(u)
	}
	same, err := s.store.TracksWithSound(ctx, v, u.Audio.AudioKey, u.Audio.Samples, maxDuplicates+1)
	if err != nil {
		return nil, err
	}
	r := &Result{Upload: *u}
	r.Audio = named(u.Audio, u.FileName)
	for _, t := range same {
		if t.ID != u.TrackID && len(r.Duplicates) < maxDuplicates {
			r.Duplicates = append(r.Duplicates, t)
		}
	}
	return r, nil
}

// examineAfterRestart examines a complete upload that was not examined because
// the server stopped.
func (s *Service) examineAfterRestart(ctx context.Context, v music.Viewer, u *intake.Upload) (*intake.Upload, error) {
	if s.staging.offset(u.ID) != u.Length {
		return nil, errIncomplete
	}
	w, err := s.claim(ctx, u.ID, nil)
	if err != nil {
		return nil, err
	}
	defer s.release(u.ID, w)
	if u, err = s.own(ctx, v, u.ID); err != nil || u.State != intake.Receiving {
		return u, err
	}
	if size, err := s.staging.settle(u.ID); err != nil || size != u.Length {
		return nil, errors.Join(errIncomplete, err)
	}
	if err := s.judge(ctx, u); err != nil {
		return nil, err
	}
	return u, nil
}

// Open opens the bytes of one of the viewer's uploads that is ready. An upload
// that has become a track has TrackID set instead of bytes. Open returns
// NotFound otherwise.
func (s *Service) Open(ctx context.Context, v music.Viewer, id string) (*intake.Upload, *blob.Object, error) {
	u, err := s.usable(ctx, v, id)
	if err != nil || u.State == intake.Used {
		return u, nil, err
	}
	object, err := s.open(ctx, u)
	return u, object, err
}

// OpenReady is Open for an upload that has not become a track. It returns NotFound for
// any other.
func (s *Service) OpenReady(ctx context.Context, v music.Viewer, id string) (io.ReadCloser, error) {
	_, content, err := s.Open(ctx, v, id)
	if err == nil && content == nil {
		return nil, music.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return content, nil
}

// usable returns one of the viewer's uploads that is ready, or anybody's that has
// become a track, and otherwise NotFound.
func (s *Service) usable(ctx context.Context, v music.Viewer, id string) (*intake.Upload, error) {
	u, err := s.store.Upload(ctx, id)
	if err != nil || u.State == intake.Used {
		return u, err
	}
	if u, err = s.own(ctx, v, id); err != nil {
		return nil, err
	}
	if u.State != intake.Ready {
		return nil, music.ErrNotFound
	}
	return u, nil
}

// open opens the bytes of a ready upload. They are in the staging folder, or in
// the store if turning the upload into a track was interrupted.
func (s *Service) open(ctx context.Context, u *intake.Upload) (*blob.Object, error) {
	file, err := os.Open(s.staging.path(u.ID))
	if errors.Is(err, fs.ErrNotExist) {
		object, err := s.blobs.Open(ctx, u.Place)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, music.ErrNotFound.Because(err)
		}
		return object, storeError(err)
	}
	if err != nil {
		return nil, diskError(err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &blob.Object{Info: blob.Info{Key: u.Place, Size: info.Size(), ModTime: info.ModTime()}, ReadSeekCloser: file, ReaderAt: file}, nil
}

// Cover returns the picture in one of the viewer's uploads as a JPEG that fits
// a square of size pixels. For an upload that has become a track the picture is
// nil and TrackID is set. Cover returns NotFound if there is no picture.
func (s *Service) Cover(ctx context.Context, v music.Viewer, id string, size int) (*intake.Upload, []byte, error) {
	u, err := s.usable(ctx, v, id)
	if err != nil || u.State == intake.Used {
		return u, nil, err
	}
	if u.Audio == nil || u.Audio.Picture == nil {
		return nil, nil, music.ErrNotFound
	}
	if err := s.looking.Acquire(ctx, 1); err != nil {
		return nil, nil, err
	}
	defer s.looking.Release(1)
	content, err := tag.ReadPicture(s.staging.path(id))
	if err == nil {
		content, err = picture.Thumbnail(content, size)
	}
	if err != nil {
		return nil, nil, music.ErrNotFound.Because(fmt.Errorf("cover of an upload: %w", err))
	}
	return u, content, nil
}

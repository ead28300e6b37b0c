package playlist

import (
	"context"
	"time"

	"sonora/internal/music"
)

const pictureWait = 20 * time.Second // maximum wait for other pictures to be processed

var errBusy = music.NewError(music.Unavailable, "Too many pictures are being processed. Try again in a moment.")

// SetCover sets the picture of a playlist that the viewer may change: the
// middle of a JPEG, PNG or WebP. Its errors are those of picture.Square.
func (s *Service) SetCover(ctx context.Context, v music.Viewer, id string, picture []byte) (*music.Playlist, error) {
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if !p.MayChange(v) {
		return nil, music.ErrForbidden
	}
	hash, err := s.KeepPicture(ctx, picture)
	if err != nil {
		return nil, err
	}
	return s.changeCover(ctx, v, id, hash)
}

// KeepPicture stores the middle of a picture, also for things other than
// playlists, and returns its name. It limits how many pictures are processed at
// once. Its errors are those of picture.Square.
func (s *Service) KeepPicture(ctx context.Context, picture []byte) (string, error) {
	waiting, cancel := context.WithTimeout(ctx, pictureWait)
	defer cancel()
	if err := s.pictures.Acquire(waiting, 1); err != nil {
		return "", errBusy.Because(err)
	}
	defer s.pictures.Release(1)
	return s.covers.Give(picture)
}

// RemoveCover removes a playlist's own picture.
func (s *Service) RemoveCover(ctx context.Context, v music.Viewer, id string) (*music.Playlist, error) {
	return s.changeCover(ctx, v, id, "")
}

func (s *Service) changeCover(ctx context.Context, v music.Viewer, id, hash string) (*music.Playlist, error) {
	p, err := s.store.SetPlaylistCover(ctx, v, id, hash, s.now())
	if err != nil {
		return nil, err
	}
	s.tell(ctx, p, music.PlaylistChange{Version: p.Version, By: v.AccountID})
	return p, s.TidyPictures(ctx)
}

// Covers returns a playlist and up to four different covers of its tracks.
func (s *Service) Covers(ctx context.Context, v music.Viewer, id string) (*music.Playlist, []string, error) {
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil || p.Cover != "" {
		return p, nil, err
	}
	if p.Kind == music.PlaylistList {
		covers, err := s.store.EntryCovers(ctx, v, p)
		return p, covers, err
	}
	covers, err := s.store.SmartCovers(ctx, v, p.Rules, p.ID, s.now())
	return p, covers, err
}

// TidyPictures removes pictures that no playlist, station, podcast or mix uses any
// more.
func (s *Service) TidyPictures(ctx context.Context) error {
	shown, err := s.store.PlaylistCovers(ctx)
	if err != nil {
		return err
	}
	return s.covers.TidyGiven(shown)
}

package upload

import (
	"context"
	"errors"
	"os"

	"sonora/internal/intake"
	"sonora/internal/music"
)

// Whole receives a file in one request and returns its result. It returns
// TooLarge, Unsupported and Invalid like Create and Write. It keeps nothing of
// a rejected file.
func (s *Service) Whole(ctx context.Context, v music.Viewer, name string, body Body) (*Result, error) {
	id := "form-" + music.NewID()
	if err := s.staging.create(id); err != nil {
		return nil, err
	}
	u, err := s.whole(ctx, v, id, name, body)
	if err != nil {
		return nil, errors.Join(err, s.staging.remove(id))
	}
	return s.Result(ctx, v, u.ID)
}

func (s *Service) whole(ctx context.Context, v music.Viewer, id, name string, body Body) (*intake.Upload, error) {
	if err := s.receiveWhole(ctx, v, id, body); err != nil {
		return nil, err
	}
	info, err := os.Stat(s.staging.path(id))
	if err != nil {
		return nil, diskError(err)
	}
	ctx = context.WithoutCancel(ctx)
	u, err := s.create(ctx, v, name, "", info.Size())
	if err != nil {
		return nil, err
	}
	w, err := s.claim(ctx, u.ID, nil)
	if err != nil {
		return nil, err
	}
	defer s.release(u.ID, w)
	if err := os.Rename(s.staging.path(id), s.staging.path(u.ID)); err != nil {
		return nil, errors.Join(diskError(err), s.store.DropUpload(ctx, u.ID))
	}
	if err := s.judge(ctx, u); err != nil {
		return nil, errors.Join(err, s.store.DropUpload(ctx, u.ID))
	}
	return u, nil
}

// receiveWhole writes a body of unknown length to the staging folder.
func (s *Service) receiveWhole(ctx context.Context, v music.Viewer, id string, body Body) error {
	limit, over := s.MaxSize(), errTooLarge
	quota, err := s.quota(ctx, v.AccountID)
	if err != nil {
		return err
	}
	if quota > 0 {
		use, err := s.store.UploadUse(ctx, v.AccountID)
		if err != nil {
			return err
		}
		if left := max(0, quota-use.Bytes); left < limit {
			limit, over = left, intake.NoRoom(left, quota)
		}
	}
	w := &writer{now: s.now, done: make(chan struct{}), body: body}
	w.begin()
	_, err = s.receive(&intake.Upload{ID: id, Length: limit}, w, Piece{Body: body, over: over})
	return err
}

package upload

import (
	"context"
	"fmt"
	"io"
	"os"

	"sonora/internal/intake"
	"sonora/internal/music"
)

// KeepFile turns a file that the server made for the viewer into a track of theirs, and
// returns the ID of the track. The upload is named by what made it, so that calling
// KeepFile again returns the same track: the upload of what AI made has the ID of its
// generation. It returns TooLarge if the file exceeds the remaining space of the viewer.
func (s *Service) KeepFile(ctx context.Context, v music.Viewer, uploadID, file string, t Track) (string, error) {
	if err := t.check(); err != nil {
		return "", err
	}
	u, err := s.store.Upload(ctx, uploadID)
	if music.CodeOf(err) == music.NotFound {
		u, err = s.createOf(ctx, v, uploadID, file)
	}
	if err != nil {
		return "", err
	}
	w, err := s.claim(ctx, u.ID, nil)
	if err != nil {
		return "", err
	}
	defer s.release(u.ID, w)
	if u.State == intake.Receiving {
		if err := s.stage(u.ID, file); err != nil {
			return "", err
		}
		if err := s.judge(ctx, u); err != nil {
			return "", err
		}
	}
	if u.State == intake.Used {
		return u.TrackID, nil
	}
	if t.IsAIGenerated {
		if err := s.remember(ctx, u); err != nil {
			return "", err
		}
	}
	kept, err := s.keep(context.WithoutCancel(ctx), v, u, t)
	if err != nil {
		return "", err
	}
	return kept.ID, nil
}

// createOf creates the upload of a file that is on the disk.
func (s *Service) createOf(ctx context.Context, v music.Viewer, id, file string) (*intake.Upload, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, diskError(err)
	}
	now := s.now()
	u := &intake.Upload{
		ID: id, AccountID: v.AccountID, FileName: tidyName(info.Name()), Length: info.Size(), State: intake.Receiving, CreatedAt: now, ExpiresAt: now.Add(life),
	}
	return u, s.admit(ctx, u)
}

// stage copies a file into the staging folder.
func (s *Service) stage(id, file string) error {
	if err := os.MkdirAll(s.staging.dir, 0o750); err != nil {
		return diskError(err)
	}
	from, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("keep a file: %w", err)
	}
	defer from.Close()
	to, err := os.Create(s.staging.path(id))
	if err != nil {
		return diskError(err)
	}
	defer to.Close()
	if _, err := io.Copy(to, from); err != nil {
		return diskError(err)
	}
	return diskError(datasync(to))
}

package podcast

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"

	"sonora/internal/blob"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store"
)

const (
	keptPrefix   = "podcasts/"
	maxKept      = 2 << 30 // bytes of a downloaded episode
	fetchTime    = 2 * time.Hour
	maxTries     = 8
	maxSwept     = 200
	maxDropped   = 100
	minOrphanAge = 24 * time.Hour // age from which files without an episode are deleted
)

// keepAll downloads the episodes that people want to keep here, one after the
// other, and deletes those that nobody wants any more.
func (s *Service) keepAll(ctx context.Context) error {
	if err := s.dropUnwanted(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil {
		now := s.now()
		w, err := s.Store.ClaimWanted(ctx, now, now.Add(fetchTime), maxTries)
		if music.CodeOf(err) == music.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.keep(ctx, w); err != nil {
			s.Log.Debug("download episode failed", "episode", w.ID, "error", err)
			if err := s.Store.UnkeptEpisode(context.WithoutCancel(ctx), w.ID, s.now().Add(retry(w.Failures, 0))); err != nil {
				return err
			}
		}
	}
	return nil
}

// keep downloads one episode. It writes to a temporary file first, because the
// length that the server announces is not reliable.
func (s *Service) keep(ctx context.Context, w *store.WantedEpisode) error {
	ctx, stop := context.WithTimeout(ctx, fetchTime)
	defer stop()
	sound, err := s.Open(ctx, &feed.Episode{ID: w.ID, PodcastID: w.PodcastID, AudioURL: w.URL}, "")
	if err != nil {
		return err
	}
	defer sound.Body.Close()
	if sound.Status != http.StatusOK {
		return errNoAudio
	}
	part, err := os.CreateTemp("", "sonora-episode-*")
	if err != nil {
		return err
	}
	defer func() {
		if err := errors.Join(part.Close(), os.Remove(part.Name())); err != nil {
			s.Log.Warn("delete temporary file of episode failed", "error", err)
		}
	}()
	size, err := io.Copy(part, io.LimitReader(sound.Body, maxKept+1))
	switch {
	case err != nil:
		return err
	case size > maxKept || size == 0 || sound.Length >= 0 && size != sound.Length:
		return fmt.Errorf("%d bytes of %d", size, sound.Length)
	}
	if _, err := part.Seek(0, io.SeekStart); err != nil {
		return err
	}
	key := keptPrefix + w.PodcastID + "/" + w.ID
	if err := s.Files.Put(ctx, key, part, size); err != nil {
		return err
	}
	return s.Store.KeptEpisode(ctx, w.ID, key, size)
}

// Kept opens the downloaded copy of an episode. It returns fs.ErrNotExist if
// there is none.
func (s *Service) Kept(ctx context.Context, e *feed.Episode) (*blob.Object, error) {
	if e.File == "" {
		return nil, fs.ErrNotExist
	}
	return s.Files.Open(ctx, e.File)
}

// KeptType returns the media type of the downloaded copy of an episode.
func KeptType(e *feed.Episode) string { return audioType(e.MIME, e) }

func (s *Service) dropUnwanted(ctx context.Context) error {
	for {
		keys, err := s.Store.DropUnwanted(ctx, maxDropped)
		if err != nil || len(keys) == 0 {
			return err
		}
		for _, key := range keys {
			if err := s.Files.Delete(ctx, key); err != nil {
				return err
			}
		}
	}
}

// sweep deletes copies whose episode was deleted with its podcast.
func (s *Service) sweep(ctx context.Context) error {
	var keys []string
	flush := func() error {
		known, err := s.Store.KeptKeys(ctx, keys)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if !known[key] {
				if err := s.Files.Delete(ctx, key); err != nil {
					return err
				}
			}
		}
		keys = nil
		return nil
	}
	for info, err := range s.Files.List(ctx, keptPrefix) {
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return err
		}
		if strings.HasPrefix(info.Key, keptPrefix) && s.now().Sub(info.ModTime) > minOrphanAge {
			if keys = append(keys, info.Key); len(keys) == maxSwept {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	return flush()
}

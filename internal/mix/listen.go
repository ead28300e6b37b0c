package mix

import (
	"context"
	"sync"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/origin"
)

// Like adds or removes the viewer's like of a mix and returns how many people like
// it then.
func (s *Service) Like(ctx context.Context, v music.Viewer, id string, liked bool) (likes int64, err error) {
	return s.Store.LikeMix(ctx, v, id, liked, s.Now())
}

// Played counts a play of a mix, once a day for each listener: a member, or the
// address of a visitor.
func (s *Service) Played(ctx context.Context, v music.Viewer, id, address string) error {
	if _, err := s.Store.Mix(ctx, v, id); err != nil {
		return err
	}
	listener := address
	if v.SignedIn() {
		listener = v.AccountID
	}
	if !s.plays.first(id + " " + listener) {
		return nil
	}
	return s.Store.AddMixPlay(ctx, v, id, origin.Of(ctx), s.Now())
}

const (
	maxRemembered = 20_000 // listeners of mixes
	countedFor    = 24 * time.Hour
)

// once remembers for a day what happened, in memory only: it holds addresses.
type once struct {
	now  func() time.Time
	mu   sync.Mutex
	seen map[string]time.Time // until when
}

func newOnce(now func() time.Time) *once { return &once{now: now, seen: map[string]time.Time{}} }

// first reports whether something did not happen in the last 24 hours, and
// remembers it.
func (o *once) first(what string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	if now.Before(o.seen[what]) {
		return false
	}
	if len(o.seen) >= maxRemembered {
		o.tidy(now)
	}
	o.seen[what] = now.Add(countedFor)
	return true
}

// tidy makes room by forgetting what is over, or everything if necessary.
func (o *once) tidy(now time.Time) {
	for what, until := range o.seen {
		if !now.Before(until) {
			delete(o.seen, what)
		}
	}
	if len(o.seen) >= maxRemembered {
		clear(o.seen)
	}
}

// Comments returns a page of the comments on a mix, newest first. It returns
// NotFound if the viewer may not hear the mix.
func (s *Service) Comments(ctx context.Context, v music.Viewer, id string, p music.Page) (music.List[djmix.Comment], error) {
	if _, err := s.Store.Mix(ctx, v, id); err != nil {
		return music.List[djmix.Comment]{}, err
	}
	return s.Store.MixComments(ctx, v, id, p)
}

// Write adds a comment of the viewer at a moment of a mix.
func (s *Service) Write(ctx context.Context, v music.Viewer, c djmix.Comment) (*djmix.Comment, error) {
	c.CreatedAt = s.Now()
	if err := s.Store.AddMixComment(ctx, v, &c); err != nil {
		return nil, err
	}
	return &c, nil
}

// RemoveComment removes a comment of the viewer, or any comment on a mix that they
// manage.
func (s *Service) RemoveComment(ctx context.Context, v music.Viewer, mixID, id string) error {
	d, err := s.Detail(ctx, v, mixID)
	if err != nil {
		return err
	}
	return s.Store.RemoveMixComment(ctx, v, mixID, id, d.CanManage, s.Now())
}

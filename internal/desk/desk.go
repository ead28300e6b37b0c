// Package desk holds the rules for what people keep on the DJ desk: the marks of
// their tracks. It stores every change and sends an event to the person's other tabs.
package desk

import (
	"context"
	"time"

	"sonora/internal/marks"
	"sonora/internal/music"
)

// Store keeps the marks. store/desk implements it.
type Store interface {
	Marks(ctx context.Context, v music.Viewer, trackID string) (*marks.Kept, error)
	ChangeMarks(ctx context.Context, v music.Viewer, trackIDs []string, at time.Time, change func(*marks.Kept, time.Duration) error) ([]marks.Kept, error)
}

// Events carries events to a person's tabs.
type Events interface{ Publish(e music.Event) }

// Config is what a Service needs. All fields are required.
type Config struct {
	Store  Store
	Events Events
	Now    func() time.Time
}

// Service keeps what people keep on the desk. It is safe for concurrent use.
type Service struct{ Config }

// New returns a Service.
func New(c Config) *Service { return &Service{c} }

// Marks returns the viewer's marks of a track, which may be none. It returns
// NotFound if the viewer may not see the track.
func (s *Service) Marks(ctx context.Context, v music.Viewer, trackID string) (*marks.Kept, error) {
	return s.Store.Marks(ctx, v, trackID)
}

// Save replaces the viewer's marks of a track and returns them. It returns NotFound
// if the viewer may not see the track, and Invalid for impossible marks.
func (s *Service) Save(ctx context.Context, v music.Viewer, trackID string, m *marks.Marks) (*marks.Kept, error) {
	var saved *marks.Kept
	err := s.Change(ctx, v, []string{trackID}, func(k *marks.Kept) {
		k.Marks, saved = *m, k
	})
	if err == nil && saved == nil {
		err = music.ErrNotFound
	}
	return saved, err
}

// maxTold is how many tracks an event names.
const maxTold = 100

// Change changes the viewer's marks of many tracks, all of them or none: change
// modifies those of each track that the viewer may see. It returns Invalid if it
// makes impossible marks. What change keeps of a Kept has the new version afterwards.
func (s *Service) Change(ctx context.Context, v music.Viewer, trackIDs []string, change func(*marks.Kept)) error {
	changed, err := s.Store.ChangeMarks(ctx, v, trackIDs, s.Now(), func(k *marks.Kept, length time.Duration) error {
		before := k.Marks
		change(k)
		k.Clean()
		if k.Equal(&before) {
			return nil // also if they lie behind the end of a file that was shortened since
		}
		return k.Validate(length)
	})
	if err != nil || len(changed) == 0 {
		return err
	}
	told := marks.MarkChange{TrackIDs: []string{}}
	if len(changed) <= maxTold {
		for _, k := range changed {
			told.TrackIDs = append(told.TrackIDs, k.TrackID)
		}
	}
	s.Events.Publish(music.Event{Type: marks.EventMarks, Account: v.AccountID, Data: told})
	return nil
}

// Package review lets operators decide which music that AI made becomes public.
package review

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/store"
)

// Events tells open pages of changes.
type Events interface{ Publish(e music.Event) }

// Notifier notifies people. Package notify implements it.
type Notifier interface {
	Notify(ctx context.Context, list ...notice.Notification) error
}

// Operators hears of what operators have to do. Package alerting implements it.
type Operators interface {
	ReviewWaits(ctx context.Context, title, by string)
}

// Config is what a Service needs. All fields are required.
type Config struct {
	Store     *store.Store
	Settings  func() music.Settings
	Events    Events
	Notifier  Notifier
	Operators Operators
	Log       *slog.Logger
	Now       func() time.Time
}

// Service reviews generations. It is safe for concurrent use.
type Service struct{ Config }

// New returns a Service.
func New(c Config) *Service { return &Service{c} }

// decision is what an operator does with a generation.
type decision struct {
	from    []generation.Verdict
	to      generation.Verdict
	kind    notice.Kind
	refused *music.Error // for a generation with another verdict
}

// The decisions of operators.
var (
	approve = decision{
		from: []generation.Verdict{generation.Pending, generation.Rejected}, to: generation.Approved, kind: notice.NoticeTrackApproved,
		refused: music.NewError(music.Conflict, "This track is approved already."),
	}
	reject = decision{
		from: []generation.Verdict{generation.Pending}, to: generation.Rejected, kind: notice.NoticeTrackRejected,
		refused: music.NewError(music.Conflict, "Only a pending track can be rejected. Unpublish an approved one."),
	}
	unpublish = decision{
		from: []generation.Verdict{generation.Approved}, to: generation.Rejected, kind: notice.NoticeTrackRejected,
		refused: music.NewError(music.Conflict, "Only an approved track can be unpublished."),
	}
)

// Approve makes the track of a pending or rejected generation public. It returns
// Conflict for any other.
func (s *Service) Approve(ctx context.Context, v music.Viewer, id string) error {
	return s.decide(ctx, v, id, &approve, "")
}

// Reject keeps the track of a pending generation from everybody but its owner and
// operators. It returns Conflict for any other. The reason may be "".
func (s *Service) Reject(ctx context.Context, v music.Viewer, id, reason string) error {
	return s.decide(ctx, v, id, &reject, reason)
}

// Unpublish takes back the approval of a generation. It returns Conflict for one
// that is not approved. The reason may be "".
func (s *Service) Unpublish(ctx context.Context, v music.Viewer, id, reason string) error {
	return s.decide(ctx, v, id, &unpublish, reason)
}

const maxReason = 500 // characters

var (
	errNotReady = music.NewError(music.Conflict, "This track is not finished yet.")
	errNoTrack  = music.NewError(music.Conflict, "The track of this generation was deleted.")
)

func (s *Service) decide(ctx context.Context, v music.Viewer, id string, d *decision, reason string) error {
	f := music.FieldErrors{}
	reason = music.Tidy(reason)
	f.CheckText("reason", reason, maxReason)
	if err := f.Err(); err != nil {
		return err
	}
	x, err := s.Store.ReviewGeneration(ctx, id, s.Now(), func(x *generation.Generation) error {
		if err := d.check(x); err != nil {
			return err
		}
		r := &x.Review
		r.Verdict, r.Reason, r.ReviewerID, r.At = d.to, reason, v.AccountID, s.Now()
		return nil
	})
	if err != nil {
		return err
	}
	s.publish(ctx, x, d.kind)
	return nil
}

// publish tells open pages and the owner of a decision.
func (s *Service) publish(ctx context.Context, x *generation.Generation, kind notice.Kind) {
	s.Events.Publish(music.Event{Type: music.EventLibrary})
	s.Events.Publish(generation.ReviewsChanged)
	s.tell(ctx, x, kind)
}

// check returns Conflict if the decision does not follow the verdict.
func (d *decision) check(x *generation.Generation) error {
	if x.Review.Verdict == "" {
		return errNotReady
	}
	for _, from := range d.from {
		if x.Review.Verdict == from {
			if x.TrackID == "" {
				return errNoTrack
			}
			return nil
		}
	}
	return d.refused
}

// tell notifies the owner of a review. What was decided stands if that fails.
func (s *Service) tell(ctx context.Context, x *generation.Generation, kind notice.Kind) {
	err := s.Notifier.Notify(ctx, notice.Notification{
		AccountID: x.OwnerID, Kind: kind, Link: "/tracks/" + x.TrackID, CreatedAt: s.Now(),
		Data: notice.Data{What: x.Title, Why: x.Review.Reason},
	})
	if err != nil {
		s.Log.Error("notify owner of a review failed", "generation", x.ID, "error", err)
	}
}

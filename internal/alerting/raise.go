package alerting

import (
	"context"
	"fmt"
	"log/slog"

	"sonora/internal/alert"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Raise tells the operators. What happens again to the same topic is counted by the
// rule of its kind. Nothing is told of a kind that the operators do not want. A
// failure is logged, because nobody who raises an alert can do more.
func (s *Service) Raise(ctx context.Context, a alert.Alert) {
	settings := s.Settings()
	if !a.Kind.IsWanted(&settings) {
		return
	}
	s.log(ctx, a.Topic, s.raise(ctx, &a))
}

func (s *Service) raise(ctx context.Context, a *alert.Alert) error {
	raised, err := s.Store.RaiseAlert(ctx, a, s.Now())
	if err != nil {
		return err
	}
	return s.tell(ctx, raised)
}

// Solve says that a trouble that lasted is over.
func (s *Service) Solve(ctx context.Context, topic string) {
	solved, err := s.Store.SolveAlert(ctx, topic, s.Now())
	if err == nil {
		err = s.tell(ctx, solved)
	}
	s.log(ctx, topic, err)
	if solved.ID != "" {
		s.settle(ctx)
	}
}

func (s *Service) log(ctx context.Context, topic string, err error) {
	music.LogFailure(ctx, s.Log.With("topic", topic), slog.LevelError, "tell operators", err)
}

// tell updates open pages, and sends an alert that is due.
func (s *Service) tell(ctx context.Context, raised store.RaisedAlert) error {
	if raised.ID == "" {
		return nil
	}
	s.Events.Publish(alert.Changed)
	if !raised.IsDue {
		return nil
	}
	return s.send(ctx, raised.ID)
}

// send queues a delivery of an alert to each channel that is set up.
func (s *Service) send(ctx context.Context, id string) error {
	settings := s.Settings()
	for _, c := range alert.Channels {
		if !c.IsOn(&settings) {
			continue
		}
		delivery, err := s.Store.AddDelivery(ctx, id, c, s.Now())
		if err != nil {
			return fmt.Errorf("send an alert: %w", err)
		}
		if _, err := s.Jobs.Enqueue(ctx, deliverKind, "", deliverPayload{delivery}); err != nil {
			return fmt.Errorf("send an alert: %w", err)
		}
	}
	return nil
}

// Read marks alerts as read by the viewer (all if ids is nil) and returns how many
// are still unread.
func (s *Service) Read(ctx context.Context, v music.Viewer, ids []string) (unread int, err error) {
	if err := s.Store.ReadAlerts(ctx, v.AccountID, ids, s.Now()); err != nil {
		return 0, fmt.Errorf("mark alerts as read: %w", err)
	}
	changed := alert.Changed
	changed.Account = v.AccountID
	s.Events.Publish(changed)
	return s.Store.UnreadAlerts(ctx, v.AccountID)
}

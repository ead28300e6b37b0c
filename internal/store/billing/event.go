package billing

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store/kernel"
)

// AddEvent keeps a message of a payment service and fills in its ID. It reports false if
// the service sent it before.
func (s *Store) AddEvent(ctx context.Context, e *premium.Notice) (isNew bool, err error) {
	id := music.NewID()
	n, err := s.db.Write.Exec(ctx, `insert into premium_event (id, service, external, kind, body, received_at) values (?, ?, ?, ?, ?, ?) on conflict (service, external) do nothing`,
		id, string(e.Service), kernel.Clean(e.ExternalID), kernel.Clean(e.Kind), kernel.Clean(e.Body), kernel.Millis(e.ReceivedAt))
	if err != nil {
		return false, fmt.Errorf("keep a message of a payment service: %w", err)
	}
	if n > 0 {
		e.ID = id
	}
	return n > 0, nil
}

type eventRow struct {
	e                   premium.Notice
	received, processed int64
}

func (r *eventRow) Dest() []any {
	e := &r.e
	return []any{&e.ID, &e.Service, &e.ExternalID, &e.Kind, &e.Body, &r.received, &r.processed, kernel.IntoMessage(&e.Reason)}
}

func (r *eventRow) Value() premium.Notice {
	e := r.e
	e.ReceivedAt, e.ProcessedAt = kernel.Moment(r.received), kernel.Moment(r.processed)
	return e
}

// Event returns a message of a payment service, or NotFound.
func (s *Store) Event(ctx context.Context, id string) (*premium.Notice, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &eventRow{}, "select id, service, external, kind, body, received_at, processed_at, reason from premium_event where id = ?", id))
}

// FinishEvent records that a message was processed, or why it could not be.
func (s *Store) FinishEvent(ctx context.Context, id string, at time.Time, reason music.Message) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update premium_event set processed_at = ?, reason = ? where id = ?", kernel.Millis(at), kernel.Clean(reason.Encode()), id))
}

// TidyEvents deletes processed messages that came in before a time, and returns how many.
func (s *Store) TidyEvents(ctx context.Context, before time.Time) (int, error) {
	n, err := s.db.Write.Exec(ctx, "delete from premium_event where processed_at > 0 and received_at < ?", kernel.Millis(before))
	if err != nil {
		return n, fmt.Errorf("tidy messages of payment services: %w", err)
	}
	return n, nil
}

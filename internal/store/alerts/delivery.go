package alerts

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/alert"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const deliveryColumns = "d.id, a.id, d.channel, d.state, d.attempts, d.reason, d.next_at, d.created_at, d.updated_at"

type deliveryRow struct {
	d                      alert.Delivery
	next, created, updated int64
}

func (r *deliveryRow) Dest() []any {
	d := &r.d
	return []any{&d.ID, &d.AlertID, &d.Channel, &d.State, &d.Attempts, kernel.IntoMessage(&d.Reason), &r.next, &r.created, &r.updated}
}

func (r *deliveryRow) Value() alert.Delivery {
	d := r.d
	d.NextAt, d.CreatedAt, d.UpdatedAt = kernel.Moment(r.next), kernel.Moment(r.created), kernel.Moment(r.updated)
	return d
}

// AddDelivery records that an alert is on its way to a channel and returns the ID of
// the delivery. It returns NotFound if there is no such alert.
func (s *Store) AddDelivery(ctx context.Context, alertID string, c alert.Channel, at time.Time) (id string, err error) {
	id = music.NewID()
	return id, kernel.Found(s.db.Write.Exec(ctx, `insert into alert_delivery (id, alert, channel, state, next_at, created_at, updated_at)
		select ?, a.seq, ?, ?, cast(? as bigint), cast(? as bigint), cast(? as bigint) from alert a where a.id = ?`,
		id, string(c), string(alert.Waiting), kernel.Millis(at), kernel.Millis(at), kernel.Millis(at), alertID))
}

// Delivery returns a delivery, or NotFound.
func (s *Store) Delivery(ctx context.Context, id string) (*alert.Delivery, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &deliveryRow{}, "select "+deliveryColumns+" from alert_delivery d join alert a on a.seq = d.alert where d.id = ?", id))
}

// SaveDelivery records what an attempt to deliver led to.
func (s *Store) SaveDelivery(ctx context.Context, d *alert.Delivery) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update alert_delivery set state = ?, attempts = ?, reason = ?, next_at = ?, updated_at = ? where id = ?",
		string(d.State), d.Attempts, kernel.Clean(d.Reason.Encode()), kernel.Millis(d.NextAt), kernel.Millis(d.UpdatedAt), d.ID))
}

// RetryDelivery makes a delivery that failed wait again for an attempt, which is due
// at once. It returns NotFound unless it failed.
func (s *Store) RetryDelivery(ctx context.Context, id string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update alert_delivery set state = 'waiting', next_at = ? where id = ? and state = 'failed'", kernel.Millis(at), id))
}

// DropSettledJobs deletes failed jobs of a kind whose payload is the encoded ID of a
// delivery that nobody has to care about any more: it arrived after all, a later one
// arrived on its channel, its alert was solved, or it was deleted.
func (s *Store) DropSettledJobs(ctx context.Context, kind string) error {
	_, err := s.db.Write.Exec(ctx, `delete from job where kind = ? and state = 'failed' and not exists (
		select 1 from alert_delivery d join alert a on a.seq = d.alert
		where job.payload = '{"delivery":"' || d.id || '"}' and d.state <> 'sent' and a.solved_at = 0 and not exists (
			select 1 from alert_delivery l where l.channel = d.channel and l.state = 'sent' and l.seq > d.seq))`, kind)
	if err != nil {
		return fmt.Errorf("delete failed jobs of deliveries: %w", err)
	}
	return nil
}

var deliveriesNewest = kernel.Order{Name: "delivery.newest", Seq: "d.seq", Desc: true}

// Deliveries returns a page of the deliveries that a filter chooses, newest first.
func (s *Store) Deliveries(ctx context.Context, f alert.DeliveryFilter, p music.Page) (music.List[alert.Delivery], error) {
	where := (&kernel.Query{}).Add("a.count > 0")
	if f.AlertID != "" {
		where.Add(" and a.id = ?", f.AlertID)
	}
	if f.Troubled {
		where.Add(" and (d.state = 'failed' or d.state = 'waiting' and d.attempts > 0)")
	}
	list, err := kernel.Page(ctx, s.db, &deliveryRow{}, kernel.Listing{
		Columns: deliveryColumns, From: "alert_delivery d join alert a on a.seq = d.alert", Where: where, Order: deliveriesNewest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list deliveries: %w", err)
	}
	return list, nil
}

// AlertsByID returns alerts by their IDs.
func (s *Store) AlertsByID(ctx context.Context, ids []string) (map[string]alert.Alert, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &alertRow{}, "select "+alertColumns+"false from alert a where a.id in "+s.db.Dialect.Texts, kernel.Array(ids))
	if err != nil {
		return nil, err
	}
	found := make(map[string]alert.Alert, len(list))
	for _, a := range list {
		found[a.ID] = a
	}
	return found, nil
}

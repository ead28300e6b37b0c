package webhooks

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/webhook"
)

const deliveryColumns = "d.seq, d.id, d.event, d.data, d.state, d.attempts, d.reason, d.at, d.updated_at"

type deliveryRow struct {
	d           webhook.Delivery
	data        string
	at, updated int64
}

func (r *deliveryRow) Dest() []any {
	d := &r.d
	return []any{&d.Seq, &d.ID, &d.Event, &r.data, &d.State, &d.Attempts, kernel.IntoMessage(&d.Reason), &r.at, &r.updated}
}

func (r *deliveryRow) Value() webhook.Delivery {
	d := r.d
	d.Data, d.At, d.UpdatedAt = []byte(r.data), kernel.Moment(r.at), kernel.Moment(r.updated)
	return d
}

// NextDelivery returns the delivery that has waited longest for a webhook, or NotFound.
func (s *Store) NextDelivery(ctx context.Context, w *webhook.Webhook) (*webhook.Delivery, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &deliveryRow{}, "select "+deliveryColumns+` from webhook_delivery d
		where d.webhook = ? and d.state = 'waiting' order by d.seq limit 1`, w.Seq))
}

// SaveAttempt records what an attempt led to, in its delivery and in the webhook, for
// which the next attempt is due at a time.
func (s *Store) SaveAttempt(ctx context.Context, w *webhook.Webhook, d *webhook.Delivery, next time.Time) error {
	return s.db.Update(ctx, "save a delivery", func(tx *kernel.Tx) error {
		_, err := tx.Exec(ctx, "update webhook_delivery set state = ?, attempts = ?, reason = ?, updated_at = ? where seq = ?",
			string(d.State), d.Attempts, kernel.Clean(d.Reason.Encode()), kernel.Millis(d.UpdatedAt), d.Seq)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `update webhook set is_stopped = ?, problem = ?, failures = ?, failing_since = ?, sent = ?, sent_at = ?, next_at = ? where seq = ?`,
			w.Stopped, kernel.Clean(w.Problem.Encode()), w.Failures, kernel.Millis(w.FailingSince), w.Sent, kernel.Millis(w.SentAt), kernel.Millis(next), w.Seq)
		return err
	})
}

// ReleaseWebhook ends a claim, so that the next delivery can be sent at once.
func (s *Store) ReleaseWebhook(ctx context.Context, w *webhook.Webhook) error {
	if _, err := s.db.Write.Exec(ctx, "update webhook set next_at = 0 where seq = ?", w.Seq); err != nil {
		return fmt.Errorf("release a webhook: %w", err)
	}
	return nil
}

var deliveriesNewest = kernel.Order{Name: "webhook-delivery.newest", Seq: "d.seq", Desc: true}

// WebhookDeliveries returns a page of the deliveries to a webhook, newest first.
func (s *Store) WebhookDeliveries(ctx context.Context, w *webhook.Webhook, p music.Page) (music.List[webhook.Delivery], error) {
	list, err := kernel.Page(ctx, s.db, &deliveryRow{}, kernel.Listing{
		Columns: deliveryColumns, From: "webhook_delivery d", Where: (&kernel.Query{}).Add("d.webhook = ?", w.Seq), Order: deliveriesNewest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list deliveries to a webhook: %w", err)
	}
	return list, nil
}

// RetryWebhookDelivery makes a delivery that failed wait again. It returns NotFound unless
// it is of the webhook and has failed.
func (s *Store) RetryWebhookDelivery(ctx context.Context, w *webhook.Webhook, id string) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update webhook_delivery set state = 'waiting', attempts = 0 where webhook = ? and id = ? and state = 'failed'", w.Seq, kernel.Clean(id)))
}

// TidyWebhookDeliveries deletes deliveries that no longer wait: those before a time, and of
// each webhook all but the newest. It returns their number.
func (s *Store) TidyWebhookDeliveries(ctx context.Context, before time.Time, keep int) (int, error) {
	n, err := s.db.Write.Exec(ctx, `delete from webhook_delivery where state <> 'waiting' and (updated_at < ? or seq <= coalesce((
		select k.seq from webhook_delivery k where k.webhook = webhook_delivery.webhook and k.state <> 'waiting' order by k.seq desc limit 1 offset ? + 0), 0))`, kernel.Millis(before), keep)
	if err != nil {
		return 0, fmt.Errorf("delete old deliveries: %w", err)
	}
	return n, nil
}

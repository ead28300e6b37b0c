package webhooks

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/webhook"
)

// Exec executes a statement and reports whether it changed anything. If it did, it has an
// event posted to the webhooks of an account. Most accounts have none: for them the
// statement needs no transaction, which would take several times as long.
func Exec[D any](ctx context.Context, db *kernel.DB, q *kernel.Query, accountID string, event webhook.Event, at time.Time, data D) (changed bool, err error) {
	hooks, err := wanting(ctx, db.Read, db.Dialect, []string{accountID}, event)
	if err != nil {
		return false, err
	}
	exec := func(on kernel.Queryer) error {
		n, err := on.Exec(ctx, q.Text.String(), q.Args...)
		changed = n > 0
		return err
	}
	if len(hooks) == 0 {
		err = exec(db.Write)
		return changed && err == nil, err
	}
	err = db.Update(ctx, "tell webhooks", func(tx *kernel.Tx) error {
		if err := exec(tx); err != nil || !changed {
			return err
		}
		return Enqueue(ctx, tx, []string{accountID}, event, at, data)
	})
	return changed && err == nil, err
}

// wanting returns the webhooks of accounts that want an event.
func wanting(ctx context.Context, from kernel.Queryer, d *kernel.Dialect, accountIDs []string, event webhook.Event) ([]int64, error) {
	return kernel.Collect(ctx, from, &kernel.Cell[int64]{}, `select w.seq from webhook w join account a on a.seq = w.account
		where a.id in `+d.Texts+" and not w.is_paused and not w.is_stopped and w.events like '% ' || ? || ' %' order by w.seq", kernel.Array(accountIDs), string(event))
}

// Enqueue has events of one kind posted to the webhooks of accounts, if the transaction
// that makes them happen commits.
func Enqueue[D any](ctx context.Context, tx *kernel.Tx, accountIDs []string, event webhook.Event, at time.Time, events ...D) error {
	hooks, err := wanting(ctx, tx, tx.Pool.D, accountIDs, event)
	if err != nil || len(hooks) == 0 {
		return err
	}
	insert := tx.Insert("webhook_delivery", "id, webhook, event, data, state, at, updated_at")
	for _, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("encode an event: %w", err)
		}
		for _, hook := range hooks {
			err := insert.Add(ctx, music.NewID(), hook, string(event), kernel.Clean(string(data)), string(webhook.Waiting), kernel.Millis(at), kernel.Millis(at))
			if err != nil {
				return err
			}
		}
	}
	return insert.Flush(ctx)
}

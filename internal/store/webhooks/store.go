// Package webhooks stores to which addresses people have their events posted, and the
// events that wait.
package webhooks

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/webhook"
)

// Store is the part of the database for webhooks. It is safe for concurrent use.
type Store struct{ db *kernel.DB }

// New returns the webhooks of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }

const columns = `seq, id, (select a.id from account a where a.seq = webhook.account), address, events, secret, created_at, is_paused, is_stopped,
	problem, failures, failing_since, sent, sent_at, (select count(*) from webhook_delivery d where d.webhook = webhook.seq and d.state = 'waiting')`

type row struct {
	w                      webhook.Webhook
	events                 string
	created, failing, sent int64
}

func (r *row) Dest() []any {
	w := &r.w
	return []any{
		&w.Seq, &w.ID, &w.AccountID, &w.Address, &r.events, &w.Secret, &r.created, &w.Paused, &w.Stopped,
		kernel.IntoMessage(&w.Problem), &w.Failures, &r.failing, &w.Sent, &r.sent, &w.Waiting,
	}
}

func (r *row) Value() webhook.Webhook {
	w := r.w
	w.Secret, w.Events = slices.Clone(w.Secret), nil
	for event := range strings.FieldsSeq(r.events) {
		w.Events = append(w.Events, webhook.Event(event))
	}
	w.CreatedAt, w.FailingSince, w.SentAt = kernel.Moment(r.created), kernel.Moment(r.failing), kernel.Moment(r.sent)
	return w
}

// encode returns events with a space around each.
func encode(events []webhook.Event) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, event := range events {
		b.WriteString(string(event) + " ")
	}
	return b.String()
}

const ofAccount = " from webhook where account = " + kernel.AccountSeq

// Webhooks returns the webhooks of an account, oldest first.
func (s *Store) Webhooks(ctx context.Context, accountID string) ([]webhook.Webhook, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &row{}, "select "+columns+ofAccount+" order by seq", accountID)
	if err != nil {
		return nil, fmt.Errorf("list webhooks: %w", err)
	}
	return list, nil
}

// Webhook returns a webhook of an account, or NotFound.
func (s *Store) Webhook(ctx context.Context, accountID, id string) (*webhook.Webhook, error) {
	return find(ctx, s.db.Read, accountID, id)
}

func find(ctx context.Context, q kernel.Queryer, accountID, id string) (*webhook.Webhook, error) {
	return kernel.Pointer(kernel.One(ctx, q, &row{}, "select "+columns+ofAccount+" and id = ?", accountID, kernel.Clean(id)))
}

// AddWebhook adds a webhook and fills in its ID. It returns NotFound if there is no such
// account, and Conflict if the account already has limit webhooks.
func (s *Store) AddWebhook(ctx context.Context, w *webhook.Webhook, limit int) error {
	id := music.NewID()
	err := s.db.Update(ctx, "add webhook", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*)"+ofAccount, w.AccountID)
		if err != nil {
			return err
		}
		if n >= limit {
			return music.NewError(music.Conflict, "There are too many webhooks. Delete one first.").Coded(music.CodeLimitReached)
		}
		return kernel.Found(tx.Exec(ctx, `insert into webhook (id, account, address, events, secret, created_at)
			select ?, seq, ?, ?, ?, cast(? as bigint) from account where account.id = ?`, id, kernel.Clean(w.Address), encode(w.Events), w.Secret, kernel.Millis(w.CreatedAt), w.AccountID))
	})
	if err == nil {
		w.ID = id
	}
	return err
}

// ChangeWebhook changes a webhook of an account and returns the result, or NotFound. A
// webhook that no longer fails is due at once.
func (s *Store) ChangeWebhook(ctx context.Context, accountID, id string, change func(*webhook.Webhook)) (w *webhook.Webhook, err error) {
	err = s.db.Update(ctx, "change webhook", func(tx *kernel.Tx) error {
		if w, err = find(ctx, tx, accountID, id); err != nil {
			return err
		}
		change(w)
		_, err := tx.Exec(ctx, `update webhook set address = ?, events = ?, secret = ?, is_paused = ?, is_stopped = ?, problem = ?, failures = ?, failing_since = ?,
			next_at = case when ? > 0 then next_at else 0 end where seq = ?`,
			kernel.Clean(w.Address), encode(w.Events), w.Secret, w.Paused, w.Stopped, kernel.Clean(w.Problem.Encode()), w.Failures, kernel.Millis(w.FailingSince), w.Failures, w.Seq)
		return err
	})
	return w, err
}

// DeleteWebhook deletes a webhook of an account with its deliveries. It returns NotFound
// if there is none.
func (s *Store) DeleteWebhook(ctx context.Context, accountID, id string) error {
	err := kernel.Found(s.db.Write.Exec(ctx, "delete"+ofAccount+" and id = ?", accountID, kernel.Clean(id)))
	if err != nil {
		return fmt.Errorf("delete a webhook: %w", err)
	}
	return nil
}

// ClaimWebhooks claims up to n webhooks for which deliveries wait, those due longest
// first, until the given time.
func (s *Store) ClaimWebhooks(ctx context.Context, now, until time.Time, n int) ([]webhook.Webhook, error) {
	claimed, err := kernel.Collect(ctx, s.db.Write, &row{}, `update webhook set next_at = ? where seq in (
		select w.seq from webhook w where not w.is_paused and not w.is_stopped and w.next_at <= ?
		and exists (select 1 from account a where a.seq = w.account and a.disabled_at = 0)
		and exists (select 1 from webhook_delivery d where d.webhook = w.seq and d.state = 'waiting')
		order by w.next_at, w.seq limit ? + 0`+s.db.Dialect.SkipLocked+") returning "+columns, kernel.Millis(until), kernel.Millis(now), n)
	if err != nil {
		return nil, fmt.Errorf("claim webhooks: %w", err)
	}
	return claimed, nil
}

package listening

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/store/kernel"
)

const pushColumns = "p.id, a.id, p.session, p.endpoint, p.keys, p.user_agent, p.created_at, p.last_sent_at"

// alivePush joins the account and session of each subscription that is active:
// the account wants push messages, and the session has not ended.
const alivePush = ` from push_subscription p join account a on a.seq = p.account join session s on s.id = p.session
	where a.push_notifications and a.disabled_at = 0 and s.revoked_at = 0 and s.expires_at > ?`

type pushRow struct {
	p             notice.PushSubscription
	created, sent int64
}

func (r *pushRow) Dest() []any {
	p := &r.p
	return []any{&p.ID, &p.AccountID, &p.SessionID, &p.Endpoint, &p.Keys, &p.UserAgent, &r.created, &r.sent}
}

func (r *pushRow) Value() notice.PushSubscription {
	p := r.p
	p.Keys, p.CreatedAt, p.LastSentAt = slices.Clone(p.Keys), kernel.Moment(r.created), kernel.Moment(r.sent)
	return p
}

// SavePushSubscription adds a subscription and fills in its ID if empty. An
// endpoint is one browser and belongs to the last person who subscribed. It
// deletes a person's oldest subscriptions above notice.MaxPushSubscriptions. It
// returns NotFound if there is no such account or session.
func (s *Store) SavePushSubscription(ctx context.Context, p *notice.PushSubscription) error {
	id := cmp.Or(p.ID, music.NewID())
	err := s.db.Update(ctx, "save push subscription", func(tx *kernel.Tx) error {
		if _, err := tx.Exec(ctx, "delete from push_subscription where endpoint = ?", p.Endpoint); err != nil {
			return err
		}
		err := kernel.Found(tx.Exec(ctx, `insert into push_subscription (id, account, session, endpoint, keys, user_agent, created_at)
			select ?, a.seq, s.id, ?, ?, ?, cast(? as bigint) from account a join session s on s.account = a.seq where a.id = ? and s.id = ?`,
			id, p.Endpoint, p.Keys, kernel.Clean(p.UserAgent), kernel.Millis(p.CreatedAt), p.AccountID, p.SessionID))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `delete from push_subscription where seq in (select p.seq from push_subscription p
			where p.account = (select a.seq from account a where a.id = ?) order by p.seq desc limit 1000 offset ? + 0)`, p.AccountID, notice.MaxPushSubscriptions)
		return err
	})
	if err == nil {
		p.ID = id
	}
	return err
}

// PushSubscriptions returns a person's active subscriptions.
func (s *Store) PushSubscriptions(ctx context.Context, accountID string, now time.Time) ([]notice.PushSubscription, error) {
	found, err := kernel.Collect(ctx, s.db.Read, &pushRow{}, "select "+pushColumns+alivePush+" and a.id = ? order by p.seq", kernel.Millis(now), accountID)
	if err != nil {
		return nil, fmt.Errorf("list push subscriptions: %w", err)
	}
	return found, nil
}

// PushSubscription returns an active subscription, or NotFound.
func (s *Store) PushSubscription(ctx context.Context, id string, now time.Time) (*notice.PushSubscription, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &pushRow{}, "select "+pushColumns+alivePush+" and p.id = ?", kernel.Millis(now), id))
}

// PushTarget is a subscription and the notification to send to it.
type PushTarget struct{ Subscription, Account, Notification string }

type targetRow struct {
	t   PushTarget
	seq int64
}

func (r *targetRow) Dest() []any {
	return []any{&r.t.Subscription, &r.t.Account, &r.t.Notification, &r.seq}
}

func (r *targetRow) Value() kernel.Pair[PushTarget, int64] {
	return kernel.Pair[PushTarget, int64]{A: r.t, B: r.seq}
}

// PushTargets returns up to limit subscriptions after a position, each with its
// unread notification about a topic, and the position of the last.
func (s *Store) PushTargets(ctx context.Context, topic string, after int64, now time.Time, limit int) ([]PushTarget, int64, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &targetRow{}, `select p.id, a.id, n.id, p.seq from push_subscription p
		join account a on a.seq = p.account join session s on s.id = p.session join notification n on n.account = a.seq and n.topic = ? and n.read_at = 0
		where a.push_notifications and a.disabled_at = 0 and s.revoked_at = 0 and s.expires_at > ? and p.seq > ? order by p.seq limit ? + 0`,
		topic, kernel.Millis(now), after, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("list push targets: %w", err)
	}
	targets := make([]PushTarget, len(rows))
	for i, r := range rows {
		targets[i], after = r.A, r.B
	}
	return targets, after, nil
}

// PushSent records that the push service accepted a message to a subscription.
func (s *Store) PushSent(ctx context.Context, id string, at time.Time) error {
	_, err := s.db.Write.Exec(ctx, "update push_subscription set last_sent_at = ? where id = ?", kernel.Millis(at), id)
	return err
}

// DropPushSubscription deletes a subscription that its push service no longer
// knows.
func (s *Store) DropPushSubscription(ctx context.Context, id string) error {
	_, err := s.db.Write.Exec(ctx, "delete from push_subscription where id = ?", id)
	return err
}

// DropPushEndpoint deletes a person's subscription with an endpoint.
func (s *Store) DropPushEndpoint(ctx context.Context, accountID, endpoint string) error {
	_, err := s.db.Write.Exec(ctx, "delete from push_subscription where endpoint = ? and account = (select seq from account where account.id = ?)", kernel.Clean(endpoint), accountID)
	return err
}

// PushHistory returns all of a person's subscriptions, oldest first.
func (s *Store) PushHistory(ctx context.Context, accountID string) ([]notice.PushSubscription, error) {
	return kernel.Collect(ctx, s.db.Read, &pushRow{}, "select "+pushColumns+" from push_subscription p join account a on a.seq = p.account where a.id = ? order by p.seq", accountID)
}

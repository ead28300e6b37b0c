package listening

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
	"sonora/internal/store/webhooks"
	"sonora/internal/webhook"
)

const notificationColumns = "n.id, a.id, n.kind, n.topic, n.actor, n.data, n.link, n.created_at, n.read_at"

type notificationRow struct {
	n             notice.Notification
	data          string
	created, read int64
}

func (r *notificationRow) Dest() []any {
	n := &r.n
	return []any{&n.ID, &n.AccountID, &n.Kind, &n.Topic, &n.Actor, &r.data, &n.Link, &r.created, &r.read}
}

func (r *notificationRow) Value() notice.Notification {
	n := r.n
	n.Data = noticeData(r.data)
	n.CreatedAt, n.ReadAt = kernel.Moment(r.created), kernel.Moment(r.read)
	return n
}

// noticeData decodes the data that Notify wrote.
func noticeData(text string) (d notice.Data) {
	_ = json.Unmarshal([]byte(text), &d) // invalid data is shown without names
	return d
}

// Notify writes all notifications in one transaction and returns the new ones.
// A known topic counts as new if its count has increased. Missing and disabled
// accounts get none. It deletes a person's oldest notifications above
// notice.MaxNotifications.
func (s *Store) Notify(ctx context.Context, list []notice.Notification, at time.Time) (news []notice.Notification, err error) {
	err = s.db.Update(ctx, "notify", func(tx *kernel.Tx) error {
		news = nil
		for _, n := range list {
			if n.ID == "" {
				n.ID = music.NewID()
			}
			if n.Topic == "" {
				n.Topic = n.ID
			}
			n.CreatedAt = kernel.Moment(kernel.Millis(at))
			written, err := writeNotice(ctx, tx, &n)
			if err != nil {
				return err
			}
			if written {
				news = append(news, n)
			}
		}
		return nil
	})
	return news, err
}

// writeNotice adds a notification or renews the one with its topic, and reports
// whether it did.
func writeNotice(ctx context.Context, tx *kernel.Tx, n *notice.Notification) (bool, error) {
	n.Data.Who, n.Data.What, n.Link = kernel.Clean(n.Data.Who), kernel.Clean(n.Data.What), kernel.Clean(n.Link)
	data, err := json.Marshal(n.Data)
	if err != nil {
		return false, fmt.Errorf("encode a notification: %w", err)
	}
	added, err := tx.Exec(ctx, `insert into notification (id, account, kind, topic, actor, data, link, created_at)
		select ?, seq, ?, ?, ?, ?, ?, cast(? as bigint) from account where account.id = ? and disabled_at = 0
		on conflict (account, topic) do nothing`, n.ID, string(n.Kind), n.Topic, n.Actor, string(data), n.Link, kernel.Millis(n.CreatedAt), n.AccountID)
	if err != nil {
		return false, err
	}
	if added > 0 {
		if err := dropOverflow(ctx, tx, n.AccountID); err != nil {
			return false, err
		}
		return true, tellWebhooks(ctx, tx, n, []string{n.AccountID}, data)
	}
	renewed, err := renewNotice(ctx, tx, n, string(data))
	if err != nil || !renewed {
		return false, err
	}
	return true, tellWebhooks(ctx, tx, n, []string{n.AccountID}, data)
}

// tellWebhooks has a notification posted to the webhooks of those who get it.
func tellWebhooks(ctx context.Context, tx *kernel.Tx, n *notice.Notification, accountIDs []string, data []byte) error {
	return webhooks.Enqueue(ctx, tx, accountIDs, webhook.Notification, n.CreatedAt, webhook.NotificationData{ID: n.ID, Kind: string(n.Kind), Link: n.Link, Data: data})
}

func renewNotice(ctx context.Context, tx *kernel.Tx, n *notice.Notification, data string) (bool, error) {
	old, err := kernel.One(ctx, tx, &kernel.Pair[string, string]{}, `select n.id, n.data from notification n join account a on a.seq = n.account
		where a.id = ? and a.disabled_at = 0 and n.topic = ?`, n.AccountID, n.Topic)
	if music.CodeOf(err) == music.NotFound {
		return false, nil
	}
	if err != nil || n.Data.Count <= noticeData(old.B).Count {
		return false, err
	}
	n.ID = old.A
	changed, err := tx.Exec(ctx, "update notification set data = ?, link = ?, actor = ?, created_at = ?, read_at = 0, dismissed_at = 0 where id = ?",
		data, n.Link, n.Actor, kernel.Millis(n.CreatedAt), n.ID)
	return changed > 0, err
}

func dropOverflow(ctx context.Context, tx *kernel.Tx, accountID string) error {
	_, err := tx.Exec(ctx, `delete from notification where seq in (select n.seq from notification n where n.account = (select a.seq from account a where a.id = ?)
		order by n.created_at desc, n.seq desc limit 1000 offset ? + 0)`, accountID, notice.MaxNotifications)
	return err
}

var noticesNewest = kernel.Order{Name: "n.newest", Key: "n.created_at", Numeric: true, Seq: "n.seq", Desc: true}

const ownNotices = "n.account = (select seq from account where account.id = ?) and n.dismissed_at = 0"

// Notifications returns a page of a person's notifications, newest first.
func (s *Store) Notifications(ctx context.Context, accountID string, p music.Page) (music.List[notice.Notification], error) {
	list, err := kernel.Page(ctx, s.db, &notificationRow{}, kernel.Listing{
		Columns: notificationColumns, From: "notification n join account a on a.seq = n.account",
		Where: (&kernel.Query{}).Add(ownNotices, accountID), Order: noticesNewest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list notifications: %w", err)
	}
	return list, nil
}

// Unread returns a person's number of unread notifications.
func (s *Store) Unread(ctx context.Context, accountID string) (int, error) {
	return kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from notification n where n.read_at = 0 and "+ownNotices, accountID)
}

// UnreadSince returns up to limit of a person's unread notifications since a
// time, newest first.
func (s *Store) UnreadSince(ctx context.Context, accountID string, since time.Time, limit int) ([]notice.Notification, error) {
	return kernel.Collect(ctx, s.db.Read, &notificationRow{}, "select "+notificationColumns+` from notification n join account a on a.seq = n.account
		where n.read_at = 0 and n.created_at > ? and `+ownNotices+" order by n.created_at desc, n.seq desc limit ? + 0", kernel.Millis(since), accountID, limit)
}

// NotificationsByID returns a person's unread notifications with these IDs,
// newest first.
func (s *Store) NotificationsByID(ctx context.Context, accountID string, ids []string) ([]notice.Notification, error) {
	return kernel.Collect(ctx, s.db.Read, &notificationRow{}, "select "+notificationColumns+` from notification n join account a on a.seq = n.account
		where n.read_at = 0 and n.id in `+s.db.Dialect.Texts+" and "+ownNotices+" order by n.created_at desc, n.seq desc", kernel.Array(ids), accountID)
}

// ReadNotifications marks some of a person's notifications as read, or all if
// ids is nil, and returns how many were unread.
func (s *Store) ReadNotifications(ctx context.Context, accountID string, ids []string, at time.Time) (int, error) {
	q := (&kernel.Query{}).Add("update notification set read_at = ? where read_at = 0 and account = (select seq from account where account.id = ?)", kernel.Millis(at), accountID)
	if ids != nil {
		q.Add(" and id in "+s.db.Dialect.Texts, kernel.Array(ids))
	}
	return s.db.Write.Exec(ctx, q.Text.String(), q.Args...)
}

// DismissNotification hides a person's notification; the zero time shows it
// again. It returns NotFound if there is none with this ID.
func (s *Store) DismissNotification(ctx context.Context, accountID, id string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update notification set dismissed_at = ? where id = ? and account = (select seq from account where account.id = ?)",
		kernel.Millis(at), id, accountID))
}

// Announce adds a notification for every enabled account and returns their
// number.
func (s *Store) Announce(ctx context.Context, n notice.Notification, at time.Time) (notified int, err error) {
	data, err := json.Marshal(n.Data)
	if err != nil {
		return 0, fmt.Errorf("encode an announcement: %w", err)
	}
	err = s.db.Update(ctx, "announce", func(tx *kernel.Tx) error {
		accounts, err := kernel.Collect(ctx, tx, &kernel.Pair[int64, string]{}, "select seq, id from account where disabled_at = 0")
		if err != nil {
			return err
		}
		insert := tx.Insert("notification", "id, account, kind, topic, actor, data, link, created_at")
		ids := make([]string, len(accounts))
		for i, account := range accounts {
			ids[i] = account.B
			if err := insert.Add(ctx, music.NewID(), account.A, string(n.Kind), n.Topic, n.Actor, kernel.Clean(string(data)), kernel.Clean(n.Link), kernel.Millis(at)); err != nil {
				return err
			}
		}
		notified = len(accounts)
		if err := insert.Flush(ctx); err != nil {
			return err
		}
		n.ID, n.CreatedAt = "", at // each person's has an ID of its own
		return tellWebhooks(ctx, tx, &n, ids, data)
	})
	return notified, err
}

// NoticeAges are the times before which notifications are deleted.
type NoticeAges struct{ Read, Unread, Dismissed time.Time }

// TidyNotifications deletes old notifications and returns their number.
func (s *Store) TidyNotifications(ctx context.Context, a NoticeAges) (deleted int, err error) {
	for _, d := range []struct {
		statement string
		before    time.Time
	}{
		{"delete from notification where read_at > 0 and created_at < ?", a.Read},
		{"delete from notification where created_at < ?", a.Unread},
		{"delete from notification where dismissed_at > 0 and dismissed_at < ?", a.Dismissed},
	} {
		n, err := s.db.Write.Exec(ctx, d.statement, kernel.Millis(d.before))
		if err != nil {
			return deleted, fmt.Errorf("tidy notifications: %w", err)
		}
		deleted += n
	}
	return deleted, nil
}

// ForgetPerson deletes follows and notifications that concern an account to be
// deleted.
func ForgetPerson(ctx context.Context, tx *kernel.Tx, accountID string) error {
	if _, err := tx.Exec(ctx, "delete from follow where kind = ? and item = ?", string(people.FollowPerson), accountID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "delete from notification where actor = ?", accountID)
	return err
}

package podcasts

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// NewFeed is a feed that a person subscribes to.
type NewFeed struct {
	URL         string
	Title       string // used until the feed was read
	AccountID   string // owner of a private feed; "" for a shared one
	Credentials []byte // sealed; nil for none
}

// key identifies a feed. A private feed is a different one for each person.
func (f NewFeed) key() string {
	if f.AccountID == "" {
		return kernel.Bounded(f.URL)
	}
	return kernel.Bounded(f.AccountID + " " + f.URL)
}

// AddFeed returns the ID of the podcast with this feed. A new feed is due for
// polling immediately. Credentials replace older ones.
func (s *Store) AddFeed(ctx context.Context, f NewFeed, at time.Time) (id string, err error) {
	id = music.NewID()
	var credentials any
	if f.Credentials != nil {
		credentials = f.Credentials
	}
	row, err := kernel.One(ctx, s.db.Write, &kernel.Cell[string]{}, `insert into podcast (id, private_to, feed_key, feed_url, credentials, title, folded, created_at)
		values (?, `+kernel.AccountSeq+`, ?, ?, ?, ?, ?, ?)
		on conflict (feed_key) do update set credentials = coalesce(excluded.credentials, podcast.credentials), next_poll_at =
			case when excluded.credentials is null then podcast.next_poll_at else 0 end
		returning id`, id, f.AccountID, f.key(), kernel.Clean(f.URL), credentials, kernel.Clean(f.Title), kernel.FoldedLines(kernel.Clean(f.Title)), kernel.Millis(at))
	if err != nil {
		return "", fmt.Errorf("add feed: %w", err)
	}
	return row, nil
}

// Subscribe adds or changes a person's subscription to a podcast. It returns
// NotFound if they may not see it, and Conflict if they have MaxSubscriptions.
func (s *Store) Subscribe(ctx context.Context, v music.Viewer, podcastID string, sub feed.Subscription, at time.Time) error {
	if err := sub.Check(); err != nil {
		return err
	}
	return s.db.Update(ctx, "subscribe", func(tx *kernel.Tx) error {
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from podcast_subscription where account = "+kernel.AccountSeq, v.AccountID)
		if err != nil {
			return err
		}
		if n >= feed.MaxSubscriptions {
			return music.NewError(music.Conflict, "You have reached the maximum number of podcast subscriptions. Unsubscribe from one first.").Coded(music.CodeLimitReached)
		}
		q := (&kernel.Query{}).Add(`insert into podcast_subscription (account, podcast, auto_download, keep, speed, skip_silence, notify, created_at)
			select a.seq, p.seq, cast(? as boolean), cast(? as bigint), cast(? as double precision), cast(? as boolean), cast(? as boolean), cast(? as bigint)
			from account a, podcast p where a.id = ? and p.id = ? and `,
			sub.AutoDownload, sub.Keep, sub.Speed, sub.SkipSilence, sub.Notify, kernel.Millis(at), v.AccountID, kernel.Clean(podcastID)).CanSeePodcast(v).
			Add(` on conflict (account, podcast) do update set auto_download = excluded.auto_download, keep = excluded.keep,
			speed = excluded.speed, skip_silence = excluded.skip_silence, notify = excluded.notify`)
		return kernel.Found(tx.Exec(ctx, q.Text.String(), q.Args...))
	})
}

// Unsubscribe ends a subscription and deletes a feed that was private to this
// person. It returns NotFound if there is no subscription.
func (s *Store) Unsubscribe(ctx context.Context, accountID, podcastID string) error {
	return s.db.Update(ctx, "unsubscribe", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, "delete from podcast_subscription where account = "+kernel.AccountSeq+" and podcast = (select seq from podcast where id = ?)",
			accountID, kernel.Clean(podcastID)))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "delete from podcast where id = ? and private_to = "+kernel.AccountSeq, kernel.Clean(podcastID), accountID)
		return err
	})
}

// Subscribers returns the accounts to notify about new episodes.
func (s *Store) Subscribers(ctx context.Context, podcastID string) ([]string, error) {
	ids, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, `select a.id from podcast_subscription o join account a on a.seq = o.account
		join podcast p on p.seq = o.podcast where p.id = ? and o.notify order by a.seq limit 100000`, podcastID)
	if err != nil {
		return nil, fmt.Errorf("list subscribers: %w", err)
	}
	return ids, nil
}

package podcasts

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// DueFeed is a feed that is to be read now.
type DueFeed struct {
	ID          string
	URL         string
	Title       string
	AccountID   string // whose private one it is
	Credentials []byte // sealed
	ETag        string
	Modified    string // Last-Modified
	Digest      string // of the bytes last read
	ImageSeen   string // address its cover was made of
	Failures    int    // in a row
	NewestAt    time.Time
	FirstTime   bool
}

type dueRow struct {
	f              DueFeed
	newest, polled int64
}

func (r *dueRow) Dest() []any {
	f := &r.f
	return []any{
		&f.ID, &f.URL, &f.Title, &f.AccountID, &f.Credentials, &f.ETag, &f.Modified, &f.Digest, &f.ImageSeen, &f.Failures, &r.newest, &r.polled,
	}
}

func (r *dueRow) Value() DueFeed {
	f := r.f
	f.Credentials = append([]byte(nil), f.Credentials...)
	f.NewestAt, f.FirstTime = kernel.Moment(r.newest), r.polled == 0
	return f
}

const dueColumns = `id, feed_url, title, coalesce((select a.id from account a where a.seq = podcast.private_to), ''), credentials, etag, modified, digest,
	image_seen, failures, newest_at, polled_at`

// ClaimFeeds takes up to n feeds with subscribers that are due longest, until
// the lease's end. Nobody else gets them meanwhile.
func (s *Store) ClaimFeeds(ctx context.Context, now, until time.Time, n int) ([]DueFeed, error) {
	feeds, err := kernel.Collect(ctx, s.db.Write, &dueRow{}, `update podcast set leased_until = ? where seq in (
		select f.seq from podcast f where f.feed_url <> '' and f.next_poll_at <= ? and f.leased_until <= ?
			and exists (select 1 from podcast_subscription o where o.podcast = f.seq)
		order by f.next_poll_at, f.seq limit ? + 0`+s.db.Dialect.SkipLocked+`) returning `+dueColumns,
		kernel.Millis(until), kernel.Millis(now), kernel.Millis(now), n)
	if err != nil {
		return nil, fmt.Errorf("claim feeds: %w", err)
	}
	return feeds, nil
}

// Feed returns what is known for reading one feed.
func (s *Store) Feed(ctx context.Context, id string) (*DueFeed, error) {
	f, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &dueRow{}, "select "+dueColumns+" from podcast where id = ? and feed_url <> ''", id))
	if err != nil {
		return nil, fmt.Errorf("read what is known of a feed: %w", err)
	}
	return f, nil
}

// ReadFeed is what a feed said. Show is nil when it had not changed.
type ReadFeed struct {
	ID       string
	ETag     string
	Modified string
	Digest   string
	Next     time.Time // when it is to be read again
	Problem  string    // what people are told although it was read; ""
	Show     *feed.Podcast
	Episodes []feed.Episode
}

// SaveFeed writes down what a feed said and returns the episodes that are new.
// An episode whose guid changed is known by its sound, else by its title and
// date, and keeps its id.
func (s *Store) SaveFeed(ctx context.Context, r ReadFeed, now time.Time) (added []feed.Episode, err error) {
	err = s.db.Update(ctx, "save feed", func(tx *kernel.Tx) error {
		added = nil
		err := kernel.Found(tx.Exec(ctx, "update podcast set etag = ?, modified = ?, digest = ?, next_poll_at = ?, leased_until = 0, polled_at = ?, failures = 0, problem = ? where id = ?",
			kernel.Clean(r.ETag), kernel.Clean(r.Modified), r.Digest, kernel.Millis(r.Next), kernel.Millis(now), kernel.Clean(r.Problem), r.ID))
		if err != nil || r.Show == nil {
			return err
		}
		if err := saveShow(ctx, tx, r.ID, r.Show); err != nil {
			return err
		}
		if added, err = saveEpisodes(ctx, tx, r.ID, r.Episodes, now); err != nil {
			return err
		}
		return countEpisodes(ctx, tx, r.ID)
	})
	return added, err
}

func saveShow(ctx context.Context, tx *kernel.Tx, id string, p *feed.Podcast) error {
	return kernel.Found(tx.Exec(ctx, `update podcast set title = ?, author = ?, description = ?, link = ?, language = ?, categories = ?, explicit = ?, medium = ?,
		guid = ?, image_url = ?, funding_url = ?, funding_text = ?, folded = ? where id = ?`,
		kernel.Clean(p.Title), kernel.Clean(p.Author), kernel.Clean(p.Description), kernel.Clean(p.Link), kernel.Clean(p.Language), kernel.Clean(kernel.Array(p.Categories)), p.Explicit, kernel.Clean(p.Medium),
		kernel.Clean(p.GUID), kernel.Clean(p.ImageURL), kernel.Clean(p.FundingURL), kernel.Clean(p.FundingText), kernel.FoldedLines(kernel.Clean(p.Title), kernel.Clean(p.Author)), id))
}

// knownEpisode is what tells an episode of a feed from another.
type knownEpisode struct {
	seq                int64
	guid, audio, title string
	published          int64
}

type sameRow struct{ k knownEpisode }

func (r *sameRow) Dest() []any {
	return []any{&r.k.seq, &r.k.guid, &r.k.audio, &r.k.title, &r.k.published}
}

func (r *sameRow) Value() knownEpisode { return r.k }

// sameEpisodes finds the episodes there are already.
type sameEpisodes struct {
	guids  map[string]int64
	audios map[string]knownEpisode
	titles map[string]int64
	taken  map[int64]bool // found already: two items of a feed are never one episode
}

func knownEpisodes(ctx context.Context, tx *kernel.Tx, podcastID string) (*sameEpisodes, error) {
	rows, err := kernel.Collect(ctx, tx, &sameRow{}, "select seq, guid, audio_key, title, published_at from episode where podcast = (select seq from podcast where id = ?)", podcastID)
	if err != nil {
		return nil, err
	}
	k := &sameEpisodes{map[string]int64{}, map[string]knownEpisode{}, map[string]int64{}, map[int64]bool{}}
	for _, e := range rows {
		k.guids[e.guid], k.audios[e.audio], k.titles[titleKey(e.title, e.published)] = e.seq, e, e.seq
	}
	return k, nil
}

func titleKey(title string, published int64) string { return fmt.Sprintf("%d %s", published, title) }

// find returns the seq of an episode, 0 for a new one. Those with a known guid
// are looked for first, so that nobody else takes them.
func (k *sameEpisodes) find(e *feed.Episode) int64 {
	for _, seq := range []int64{
		k.guids[kernel.Bounded(kernel.Clean(e.GUID))], k.sameSound(e), k.titles[titleKey(kernel.Clean(e.Title), kernel.Millis(e.PublishedAt))],
	} {
		if seq != 0 && !k.taken[seq] {
			k.taken[seq] = true
			return seq
		}
	}
	return 0
}

// sameSound is the episode with the same sound and the same title or date:
// some hosts tell sounds apart by what audioKey leaves out.
func (k *sameEpisodes) sameSound(e *feed.Episode) int64 {
	other := k.audios[audioKey(e.AudioURL)]
	if other.title == kernel.Clean(e.Title) || other.published == kernel.Millis(e.PublishedAt) {
		return other.seq
	}
	return 0
}

func saveEpisodes(ctx context.Context, tx *kernel.Tx, podcastID string, episodes []feed.Episode, now time.Time) (added []feed.Episode, err error) {
	k, err := knownEpisodes(ctx, tx, podcastID)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, sure := range []bool{true, false} { // known guids first
		for i := range episodes {
			e := &episodes[i]
			guid := kernel.Bounded(kernel.Clean(e.GUID))
			if (k.guids[guid] != 0) != sure || seen[guid] {
				continue
			}
			seen[guid] = true
			if seq := k.find(e); seq != 0 {
				err = kernel.Found(tx.Exec(ctx, "update episode set ("+episodeFields+") = ("+episodeMarks+") where seq = ?", append(episodeValues(e), seq)...))
			} else {
				e.ID = music.NewID()
				err = kernel.Found(tx.Exec(ctx, "insert into episode (id, podcast, created_at, "+episodeFields+") select ?, seq, cast(? as bigint), "+episodeMarks+" from podcast where id = ?",
					append(append([]any{e.ID, kernel.Millis(now)}, episodeValues(e)...), podcastID)...))
				added = append(added, *e)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return added, nil
}

// FailFeed notes why a feed could not be read, and when to try again.
func (s *Store) FailFeed(ctx context.Context, id, problem string, now, next time.Time) error {
	_, err := s.db.Write.Exec(ctx, "update podcast set failures = failures + 1, problem = ?, polled_at = ?, next_poll_at = ?, leased_until = 0 where id = ?",
		kernel.Clean(problem), kernel.Millis(now), kernel.Millis(next), id)
	if err != nil {
		return fmt.Errorf("note a feed's problem: %w", err)
	}
	return nil
}

// MoveFeed gives a podcast the address its feed moved to. Where that is a
// podcast already, the subscriptions move there and the old one goes.
func (s *Store) MoveFeed(ctx context.Context, f DueFeed, to string) error {
	return s.db.Update(ctx, "move feed", func(tx *kernel.Tx) error {
		key := NewFeed{URL: to, AccountID: f.AccountID}.key()
		other, err := kernel.Collect(ctx, tx, &kernel.Cell[string]{}, "select id from podcast where feed_key = ? and id <> ?", key, f.ID)
		if err != nil {
			return err
		}
		if len(other) == 0 {
			return kernel.Found(tx.Exec(ctx, "update podcast set feed_url = ?, feed_key = ?, etag = '', modified = '', digest = '' where id = ?", kernel.Clean(to), key, f.ID))
		}
		_, err = tx.Exec(ctx, `insert into podcast_subscription (account, podcast, auto_download, keep, speed, skip_silence, notify, created_at)
			select o.account, n.seq, o.auto_download, o.keep, o.speed, o.skip_silence, o.notify, o.created_at
			from podcast_subscription o join podcast p on p.seq = o.podcast, podcast n where p.id = ? and n.id = ? on conflict do nothing`, f.ID, other[0])
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from podcast where id = ?", f.ID))
	})
}

// audioKey is what is the same in two addresses of one sound: hosts put
// trackers before it and tokens behind it.
func audioKey(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return kernel.Bounded(kernel.Clean(address))
	}
	path := u.Host + u.EscapedPath()
	// A tracker's address ends with the address it counts for.
	parts := strings.Split(path, "/")
	for i := len(parts) - 2; i > 0; i-- {
		if strings.Contains(parts[i], ".") {
			return kernel.Bounded(kernel.Clean(strings.Join(parts[i:], "/")))
		}
	}
	return kernel.Bounded(kernel.Clean(path))
}

// NextPoll has a feed read at once.
func (s *Store) NextPoll(ctx context.Context, id string) error {
	if _, err := s.db.Write.Exec(ctx, "update podcast set next_poll_at = 0 where id = ? and feed_url <> ''", id); err != nil {
		return fmt.Errorf("have a feed read: %w", err)
	}
	return nil
}

// EpisodeDates are when the latest n episodes of a podcast came out.
func (s *Store) EpisodeDates(ctx context.Context, id string, n int) ([]time.Time, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[int64]{}, `select e.published_at from episode e where e.podcast = (select seq from podcast where id = ?)
		and e.published_at > 1000 order by e.published_at desc limit ? + 0`, id, n)
	if err != nil {
		return nil, fmt.Errorf("list dates of episodes: %w", err)
	}
	dates := make([]time.Time, len(rows))
	for i, at := range rows {
		dates[i] = kernel.Moment(at)
	}
	return dates, nil
}

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

// DueFeed is a feed to poll.
type DueFeed struct {
	ID          string
	URL         string
	Title       string
	AccountID   string // owner of a private feed
	Credentials []byte // sealed
	ETag        string
	Modified    string // Last-Modified header
	Digest      string // digest of the last content
	ImageSeen   string // URL from which the cover was made
	Failures    int    // consecutive failures
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

// ClaimFeeds claims up to n feeds with subscribers that have been due longest,
// until the given time.
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

// Feed returns the data for polling one feed.
func (s *Store) Feed(ctx context.Context, id string) (*DueFeed, error) {
	f, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &dueRow{}, "select "+dueColumns+" from podcast where id = ? and feed_url <> ''", id))
	if err != nil {
		return nil, fmt.Errorf("read feed: %w", err)
	}
	return f, nil
}

// ReadFeed is the result of polling a feed. Show is nil if the feed has not
// changed.
type ReadFeed struct {
	ID       string
	ETag     string
	Modified string
	Digest   string
	Next     time.Time     // time of the next poll
	Problem  music.Message // problem to show although the poll succeeded
	Show     *feed.Podcast
	Episodes []feed.Episode
}

// SaveFeed stores the result of a poll and returns the new episodes. An episode
// with a changed GUID is recognised by its sound, or by title and date, and
// keeps its ID.
func (s *Store) SaveFeed(ctx context.Context, r ReadFeed, now time.Time) (added []feed.Episode, err error) {
	err = s.db.Update(ctx, "save feed", func(tx *kernel.Tx) error {
		added = nil
		err := kernel.Found(tx.Exec(ctx, "update podcast set etag = ?, modified = ?, digest = ?, next_poll_at = ?, leased_until = 0, polled_at = ?, failures = 0, problem = ? where id = ?",
			kernel.Clean(r.ETag), kernel.Clean(r.Modified), r.Digest, kernel.Millis(r.Next), kernel.Millis(now), kernel.Clean(r.Problem.Encode()), r.ID))
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

// knownEpisode holds the data that identifies an episode of a feed.
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

// sameEpisodes finds known episodes.
type sameEpisodes struct {
	guids  map[string]int64
	audios map[string]knownEpisode
	titles map[string]int64
	taken  map[int64]bool // already matched, because no two items of a feed are the same episode
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

// find returns the seq of an episode, or 0 for a new one. Call it first for
// episodes with a known GUID, so that no other episode matches theirs.
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

// sameSound returns the episode with the same sound and the same title or date,
// because some hosts distinguish sounds only by parts that audioKey ignores.
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
	for _, sure := range []bool{true, false} { // known GUIDs first
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

// FailFeed records why a poll failed and when to retry it.
func (s *Store) FailFeed(ctx context.Context, id string, problem music.Message, now, next time.Time) error {
	_, err := s.db.Write.Exec(ctx, "update podcast set failures = failures + 1, problem = ?, polled_at = ?, next_poll_at = ?, leased_until = 0 where id = ?",
		kernel.Clean(problem.Encode()), kernel.Millis(now), kernel.Millis(next), id)
	if err != nil {
		return fmt.Errorf("record problem of feed: %w", err)
	}
	return nil
}

// MoveFeed changes the URL of a podcast's feed. If another podcast has the new
// URL, it moves the subscriptions there and deletes the old podcast.
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

// audioKey returns the part of a URL that identifies a sound. Hosts put
// trackers before it and tokens after it.
func audioKey(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return kernel.Bounded(kernel.Clean(address))
	}
	path := u.Host + u.EscapedPath()
	// A tracker's URL ends with the URL that it counts.
	parts := strings.Split(path, "/")
	for i := len(parts) - 2; i > 0; i-- {
		if strings.Contains(parts[i], ".") {
			return kernel.Bounded(kernel.Clean(strings.Join(parts[i:], "/")))
		}
	}
	return kernel.Bounded(kernel.Clean(path))
}

// NextPoll makes a feed due immediately.
func (s *Store) NextPoll(ctx context.Context, id string) error {
	if _, err := s.db.Write.Exec(ctx, "update podcast set next_poll_at = 0 where id = ? and feed_url <> ''", id); err != nil {
		return fmt.Errorf("schedule poll of feed: %w", err)
	}
	return nil
}

// EpisodeDates returns the publication dates of the latest n episodes of a
// podcast.
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

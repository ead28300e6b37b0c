package podcasts

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const (
	episodeFields = "guid, audio_key, title, description, link, audio_url, mime, size, duration, season, number, kind, explicit, " +
		"chapters, transcripts, people, folded, state, published_at, track, mix"
	EpisodeColumns = `e.id, p.id, p.title, e.guid, e.title, e.description, e.link, e.audio_url, e.mime, e.size, e.duration, e.season, e.number, e.kind,
		e.explicit, e.chapters, e.transcripts, e.people, e.state, e.published_at, e.track, e.mix, e.file, e.plays, e.created_at,
		coalesce(pr.position, 0), coalesce(pr.done, false), coalesce(pr.at, 0)`
	maxFolded    = 1000 // bytes of a folded title, so that an index can hold it
	episodeMarks = "?, ?, ?, ?, ?, ?, ?, cast(? as bigint), cast(? as bigint), cast(? as bigint), cast(? as bigint), ?, cast(? as boolean), " +
		"?, ?, ?, ?, ?, cast(? as bigint), ?, ?"
)

// jsonColumn is a column with a JSON value. A value that cannot be decoded
// becomes the zero value.
type jsonColumn[T any] struct{ v T }

// Scan implements sql.Scanner.
func (c *jsonColumn[T]) Scan(column any) error {
	var zero T
	c.v = zero
	if text, ok := column.(string); ok {
		_ = json.Unmarshal([]byte(text), &c.v)
	}
	return nil
}

// asJSON encodes a value for a jsonColumn.
func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "null" // NaN or infinite numbers, which Check rejects
	}
	return kernel.Clean(string(b))
}

// EpisodeRow is a row of EpisodeColumns.
type EpisodeRow struct {
	e                                            feed.Episode
	chapters                                     jsonColumn[feed.ChapterSource]
	transcripts                                  jsonColumn[[]feed.TranscriptRef]
	people                                       jsonColumn[[]feed.Person]
	duration, published, created, position, seen int64
}

// Dest implements kernel.Row.
func (r *EpisodeRow) Dest() []any {
	e := &r.e
	return []any{
		&e.ID, &e.PodcastID, &e.PodcastTitle, &e.GUID, &e.Title, &e.Description, &e.Link, &e.AudioURL, &e.MIME, &e.Size, &r.duration, &e.Season,
		&e.Number, &e.Kind, &e.Explicit, &r.chapters, &r.transcripts, &r.people, &e.State, &r.published, &e.TrackID, &e.MixID, &e.File, &e.Plays,
		&r.created, &r.position, &e.Done, &r.seen,
	}
}

// Value implements kernel.Row.
func (r *EpisodeRow) Value() feed.Episode {
	e := r.e
	e.Chapters, e.Transcripts, e.People = r.chapters.v, r.transcripts.v, r.people.v
	e.Duration, e.PublishedAt, e.CreatedAt = kernel.Length(r.duration), kernel.Moment(r.published), kernel.Moment(r.created)
	e.Position, e.HeardAt = kernel.Length(r.position), kernel.Moment(r.seen)
	return e
}

// episodeValues returns the values of episodeFields.
func episodeValues(e *feed.Episode) []any {
	return []any{
		kernel.Bounded(kernel.Clean(e.GUID)), audioKey(e.AudioURL), kernel.Clean(e.Title), kernel.Clean(e.Description), kernel.Clean(e.Link), kernel.Clean(e.AudioURL), kernel.Clean(e.MIME), e.Size,
		e.Duration.Milliseconds(), e.Season, e.Number, string(e.Kind), e.Explicit, asJSON(e.Chapters), asJSON(e.Transcripts), asJSON(e.People),
		kernel.CutBytes(kernel.FoldedLines(kernel.Clean(e.Title)), maxFolded), string(e.State), kernel.Millis(e.PublishedAt), e.TrackID, e.MixID,
	}
}

// WithProgress joins the viewer's progress in the episode e.
func WithProgress(v music.Viewer) *kernel.Query {
	return (&kernel.Query{}).Add(" left join episode_progress pr on pr.episode = e.seq and pr.account = "+kernel.AccountSeq, v.AccountID)
}

var (
	episodesNewest = kernel.Order{Name: "e.newest", Key: "e.published_at", Numeric: true, Seq: "e.seq", Desc: true}
	episodesHeard  = kernel.Order{Name: "e.heard", Key: "coalesce(pr.at, 0)", Numeric: true, Seq: "e.seq", Desc: true}
)

// Episodes returns a page of the episodes that the viewer may hear, newest
// first.
func (s *Store) Episodes(ctx context.Context, v music.Viewer, f feed.EpisodeFilter, p music.Page, now time.Time) (music.List[feed.Episode], error) {
	from, o := "episode e join podcast p on p.seq = e.podcast", episodesNewest
	where := (&kernel.Query{}).CanHearEpisode(v, now)
	if f.PodcastID != "" {
		where.Add(" and p.id = ?", kernel.Clean(f.PodcastID))
	}
	if f.Own {
		where.Add(" and p.owner = "+kernel.AccountSeq, v.AccountID)
	}
	if !f.Drafts {
		where.Add(" and (").IsPublished(now).Add(")")
	}
	if f.Unfinished {
		where.Add(" and e.seq in (select g.episode from episode_progress g where g.account = "+kernel.AccountSeq+" and g.position > 0 and not g.done)", v.AccountID)
		o = episodesHeard
	}
	if f.New {
		where.Add(` and e.podcast in (select o.podcast from podcast_subscription o where o.account = `+kernel.AccountSeq+`)
			and e.seq not in (select g.episode from episode_progress g where g.account = `+kernel.AccountSeq+` and g.done)`, v.AccountID, v.AccountID)
	}
	s.addSearch(where, "e.folded", f.Search)
	list, err := kernel.Page(ctx, s.db, &EpisodeRow{}, kernel.Listing{Columns: EpisodeColumns, From: from, Joins: WithProgress(v), Where: where, Order: o, Personal: true}, p)
	if err != nil {
		return list, fmt.Errorf("list episodes: %w", err)
	}
	return list, nil
}

// Episode returns an episode, or NotFound if the viewer may not hear it.
func (s *Store) Episode(ctx context.Context, v music.Viewer, id string, now time.Time) (*feed.Episode, error) {
	return s.episode(ctx, s.db.Read, v, id, now)
}

func (s *Store) episode(ctx context.Context, from kernel.Queryer, v music.Viewer, id string, now time.Time) (*feed.Episode, error) {
	q := (&kernel.Query{}).Add("select "+EpisodeColumns+" from episode e join podcast p on p.seq = e.podcast").Append(WithProgress(v)).
		Add(" where e.id = ? and ", kernel.Clean(id)).CanHearEpisode(v, now)
	e, err := kernel.Pointer(kernel.One(ctx, from, &EpisodeRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("read episode: %w", err)
	}
	return e, nil
}

// checkEpisode normalizes and validates an episode published on this server.
func checkEpisode(e *feed.Episode) error {
	kernel.Normal(&e.Title, &e.Description, &e.Link)
	return e.Check()
}

// CreateEpisode adds an episode to a podcast that the viewer manages and fills
// in its ID. It returns Invalid with the fields that break a rule.
func (s *Store) CreateEpisode(ctx context.Context, v music.Viewer, e *feed.Episode) error {
	if err := checkEpisode(e); err != nil {
		return err
	}
	if _, err := s.managedPodcast(ctx, s.db.Read, v, e.PodcastID); err != nil {
		return err
	}
	e.ID = cmp.Or(e.ID, music.NewID())
	e.GUID = cmp.Or(e.GUID, e.ID)
	err := s.db.Update(ctx, "create episode", func(tx *kernel.Tx) error {
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from episode where podcast = (select seq from podcast where id = ?)", e.PodcastID)
		if err != nil {
			return err
		}
		if n >= feed.MaxOwnEpisodes {
			return music.NewError(music.Conflict, "This podcast has reached the limit of episodes.").Coded(music.CodeLimitReached)
		}
		err = kernel.Found(tx.Exec(ctx, "insert into episode (id, podcast, created_at, "+episodeFields+") select ?, seq, cast(? as bigint), "+episodeMarks+" from podcast where id = ?",
			append(append([]any{e.ID, kernel.Millis(e.CreatedAt)}, episodeValues(e)...), e.PodcastID)...))
		if err != nil {
			return err
		}
		return countEpisodes(ctx, tx, e.PodcastID)
	})
	return err
}

// countEpisodes updates a podcast's number of episodes and the time of the
// latest.
func countEpisodes(ctx context.Context, tx *kernel.Tx, podcastID string) error {
	_, err := tx.Exec(ctx, `update podcast set
		episodes = (select count(*) from episode e where e.podcast = podcast.seq and e.state <> 'draft'),
		newest_at = coalesce((select max(e.published_at) from episode e where e.podcast = podcast.seq and e.state <> 'draft'), 0)
		where id = ?`, podcastID)
	return err
}

// ChangeEpisode changes an episode of a podcast that the viewer manages and
// returns the result. It returns Forbidden if the viewer does not manage it.
func (s *Store) ChangeEpisode(ctx context.Context, v music.Viewer, id string, now time.Time, alter func(*feed.Episode)) (*feed.Episode, error) {
	var e *feed.Episode
	err := s.db.Update(ctx, "change episode", func(tx *kernel.Tx) error {
		if err := s.lock(ctx, tx, "episode", id); err != nil {
			return err
		}
		var err error
		if e, err = s.managedEpisode(ctx, tx, v, id, now); err != nil {
			return err
		}
		alter(e)
		if err := checkEpisode(e); err != nil {
			return err
		}
		err = kernel.Found(tx.Exec(ctx, "update episode set ("+episodeFields+") = ("+episodeMarks+") where id = ?", append(episodeValues(e), e.ID)...))
		if err != nil {
			return err
		}
		return countEpisodes(ctx, tx, e.PodcastID)
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// managedEpisode returns an episode that the viewer may change.
func (s *Store) managedEpisode(ctx context.Context, q kernel.Queryer, v music.Viewer, id string, now time.Time) (*feed.Episode, error) {
	e, err := s.episode(ctx, q, v, id, now)
	if err != nil {
		return nil, err
	}
	_, err = s.managedPodcast(ctx, q, v, e.PodcastID)
	return e, err
}

// DeleteEpisode deletes an episode of a podcast that the viewer manages.
func (s *Store) DeleteEpisode(ctx context.Context, v music.Viewer, id string, now time.Time) error {
	e, err := s.managedEpisode(ctx, s.db.Read, v, id, now)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, "delete episode", func(tx *kernel.Tx) error {
		if err := kernel.Found(tx.Exec(ctx, "delete from episode where id = ?", e.ID)); err != nil {
			return err
		}
		return countEpisodes(ctx, tx, e.PodcastID)
	})
}

// SaveEpisodeProgress stores the viewer's progress in an episode and reports
// whether it changed. It ignores progress older than that of another player. It
// returns NotFound if the viewer may not hear the episode.
func (s *Store) SaveEpisodeProgress(ctx context.Context, v music.Viewer, p feed.EpisodeProgress, now time.Time) (saved bool, err error) {
	if _, err := s.Episode(ctx, v, p.EpisodeID, now); err != nil {
		return false, err
	}
	n, err := s.db.Write.Exec(ctx, `insert into episode_progress (account, episode, position, done, at)
		select a.seq, e.seq, cast(? as bigint), cast(? as boolean), cast(? as bigint) from account a, episode e where a.id = ? and e.id = ?
		on conflict (account, episode) do update set position = excluded.position, done = excluded.done, at = excluded.at
		where episode_progress.at <= excluded.at`, int64(p.Position*1000), p.Done, kernel.Millis(p.At), v.AccountID, kernel.Clean(p.EpisodeID))
	if err != nil {
		return false, fmt.Errorf("save progress: %w", err)
	}
	return n > 0, nil
}

type heardEpisodeRow struct {
	seq int64
	EpisodeRow
}

func (r *heardEpisodeRow) Dest() []any { return append([]any{&r.seq}, r.EpisodeRow.Dest()...) }

func (r *heardEpisodeRow) Value() feed.HeardEpisode {
	return feed.HeardEpisode{Seq: r.seq, Episode: r.EpisodeRow.Value()}
}

// EpisodeHistory returns up to limit of the episodes that a person has played,
// after the given seq, in the order in which they were added.
func (s *Store) EpisodeHistory(ctx context.Context, accountID string, after int64, limit int) ([]feed.HeardEpisode, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &heardEpisodeRow{}, "select e.seq, "+EpisodeColumns+` from episode_progress pr join episode e on e.seq = pr.episode
		join podcast p on p.seq = e.podcast where pr.account = `+kernel.AccountSeq+" and e.seq > ? order by e.seq limit ? + 0", accountID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list heard episodes: %w", err)
	}
	return list, nil
}

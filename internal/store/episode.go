package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
)

const (
	episodeFields = "guid, audio_key, title, description, link, audio_url, mime, size, duration, season, number, kind, explicit, " +
		"chapters, transcripts, people, folded, state, published_at, track, mix"
	episodeColumns = `e.id, p.id, p.title, e.guid, e.title, e.description, e.link, e.audio_url, e.mime, e.size, e.duration, e.season, e.number, e.kind,
		e.explicit, e.chapters, e.transcripts, e.people, e.state, e.published_at, e.track, e.mix, e.file, e.plays, e.created_at,
		coalesce(pr.position, 0), coalesce(pr.done, false), coalesce(pr.at, 0)`
	mostFolded   = 1000 // bytes of a folded title: an index holds it
	episodeMarks = "?, ?, ?, ?, ?, ?, ?, cast(? as bigint), cast(? as bigint), cast(? as bigint), cast(? as bigint), ?, cast(? as boolean), " +
		"?, ?, ?, ?, ?, cast(? as bigint), ?, ?"
)

// jsonColumn is a column that holds a value as JSON. One that cannot be read
// is the zero value.
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

// asJSON is what jsonColumn reads.
func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "null" // numbers that are none; Check lets none through
	}
	return clean(string(b))
}

type episodeRow struct {
	e                                            feed.Episode
	chapters                                     jsonColumn[feed.ChapterSource]
	transcripts                                  jsonColumn[[]feed.TranscriptRef]
	people                                       jsonColumn[[]feed.Person]
	duration, published, created, position, seen int64
}

func (r *episodeRow) dest() []any {
	e := &r.e
	return []any{
		&e.ID, &e.PodcastID, &e.PodcastTitle, &e.GUID, &e.Title, &e.Description, &e.Link, &e.AudioURL, &e.MIME, &e.Size, &r.duration, &e.Season,
		&e.Number, &e.Kind, &e.Explicit, &r.chapters, &r.transcripts, &r.people, &e.State, &r.published, &e.TrackID, &e.MixID, &e.File, &e.Plays,
		&r.created, &r.position, &e.Done, &r.seen,
	}
}

func (r *episodeRow) value() feed.Episode {
	e := r.e
	e.Chapters, e.Transcripts, e.People = r.chapters.v, r.transcripts.v, r.people.v
	e.Duration, e.PublishedAt, e.CreatedAt = length(r.duration), moment(r.published), moment(r.created)
	e.Position, e.HeardAt = length(r.position), moment(r.seen)
	return e
}

// episodeValues are the values of episodeFields.
func episodeValues(e *feed.Episode) []any {
	return []any{
		bounded(clean(e.GUID)), audioKey(e.AudioURL), clean(e.Title), clean(e.Description), clean(e.Link), clean(e.AudioURL), clean(e.MIME), e.Size,
		e.Duration.Milliseconds(), e.Season, e.Number, string(e.Kind), e.Explicit, asJSON(e.Chapters), asJSON(e.Transcripts), asJSON(e.People),
		cutBytes(foldedLines(clean(e.Title)), mostFolded), string(e.State), millis(e.PublishedAt), e.TrackID, e.MixID,
	}
}

// withProgress joins how far the viewer is in the episode e.
func withProgress(v music.Viewer) *query {
	return (&query{}).add(" left join episode_progress pr on pr.episode = e.seq and pr.account = "+accountSeq, v.AccountID)
}

// canHearEpisode adds the rule of who may hear the episode e of the podcast p:
// who sees the podcast, once it is out; what is not, who manages it.
func (q *query) canHearEpisode(v music.Viewer, now time.Time) *query {
	q.canSubscribe(v).add(" and (")
	if v.IsAdmin() {
		q.add("p.owner is not null or ")
	} else if v.SignedIn() {
		q.add("p.owner = "+accountSeq+" or ", v.AccountID)
	}
	return q.isOut(now).add(")")
}

// isOut adds that the episode e is published by a time.
func (q *query) isOut(now time.Time) *query {
	return q.add("e.state = 'published' or (e.state = 'scheduled' and e.published_at <= ?)", millis(now))
}

var (
	episodesNewest = order{name: "e.newest", key: "e.published_at", numeric: true, seq: "e.seq", desc: true}
	episodesHeard  = order{name: "e.heard", key: "coalesce(pr.at, 0)", numeric: true, seq: "e.seq", desc: true}
)

// Episodes returns a page of the episodes the viewer may hear, newest first.
func (s *Store) Episodes(ctx context.Context, v music.Viewer, f feed.EpisodeFilter, p music.Page, now time.Time) (music.List[feed.Episode], error) {
	from, o := "episode e join podcast p on p.seq = e.podcast", episodesNewest
	where := (&query{}).canHearEpisode(v, now)
	if f.PodcastID != "" {
		where.add(" and p.id = ?", clean(f.PodcastID))
	}
	if f.Own {
		where.add(" and p.owner = "+accountSeq, v.AccountID)
	}
	if !f.Drafts {
		where.add(" and (").isOut(now).add(")")
	}
	if f.Unfinished {
		where.add(" and e.seq in (select g.episode from episode_progress g where g.account = "+accountSeq+" and g.position > 0 and not g.done)", v.AccountID)
		o = episodesHeard
	}
	if f.New {
		where.add(` and e.podcast in (select o.podcast from podcast_subscription o where o.account = `+accountSeq+`)
			and e.seq not in (select g.episode from episode_progress g where g.account = `+accountSeq+` and g.done)`, v.AccountID, v.AccountID)
	}
	s.addSearch(where, "e.folded", f.Search)
	list, err := page(ctx, s, &episodeRow{}, listing{columns: episodeColumns, from: from, joins: withProgress(v), where: where, order: o, personal: true}, p)
	if err != nil {
		return list, fmt.Errorf("list episodes: %w", err)
	}
	return list, nil
}

// Episode returns an episode; NotFound when the viewer may not hear it.
func (s *Store) Episode(ctx context.Context, v music.Viewer, id string, now time.Time) (*feed.Episode, error) {
	q := (&query{}).add("select "+episodeColumns+" from episode e join podcast p on p.seq = e.podcast").append(withProgress(v)).
		add(" where e.id = ? and ", clean(id)).canHearEpisode(v, now)
	e, err := pointer(one(ctx, s.read, &episodeRow{}, q.text.String(), q.args...))
	if err != nil {
		return nil, fmt.Errorf("read episode: %w", err)
	}
	return e, nil
}

// checkEpisode brings an episode published here into form.
func checkEpisode(e *feed.Episode) error {
	normal(&e.Title, &e.Description, &e.Link)
	return e.Check()
}

// CreateEpisode adds an episode to a podcast the viewer manages and fills its
// ID. Invalid with the fields that break a rule.
func (s *Store) CreateEpisode(ctx context.Context, v music.Viewer, e *feed.Episode) error {
	if err := checkEpisode(e); err != nil {
		return err
	}
	if _, err := s.managedPodcast(ctx, v, e.PodcastID); err != nil {
		return err
	}
	e.ID = cmp.Or(e.ID, music.NewID())
	e.GUID = cmp.Or(e.GUID, e.ID)
	err := s.update(ctx, "create episode", func(tx *tx) error {
		n, err := one(ctx, tx, &cell[int]{}, "select count(*) from episode where podcast = (select seq from podcast where id = ?)", e.PodcastID)
		if err != nil {
			return err
		}
		if n >= feed.MaxOwnEpisodes {
			return music.NewError(music.Conflict, "This podcast has as many episodes as one can have.")
		}
		err = must(tx.exec(ctx, "insert into episode (id, podcast, created_at, "+episodeFields+") select ?, seq, cast(? as bigint), "+episodeMarks+" from podcast where id = ?",
			append(append([]any{e.ID, millis(e.CreatedAt)}, episodeValues(e)...), e.PodcastID)...))
		if err != nil {
			return err
		}
		return countEpisodes(ctx, tx, e.PodcastID)
	})
	return err
}

// countEpisodes notes how many episodes of a podcast are meant to be out, and
// when the latest is.
func countEpisodes(ctx context.Context, tx *tx, podcastID string) error {
	_, err := tx.exec(ctx, `update podcast set
		episodes = (select count(*) from episode e where e.podcast = podcast.seq and e.state <> 'draft'),
		newest_at = coalesce((select max(e.published_at) from episode e where e.podcast = podcast.seq and e.state <> 'draft'), 0)
		where id = ?`, podcastID)
	return err
}

// ChangeEpisode alters an episode of a podcast the viewer manages and returns
// it as it is then. Forbidden for who does not.
func (s *Store) ChangeEpisode(ctx context.Context, v music.Viewer, id string, now time.Time, alter func(*feed.Episode)) (*feed.Episode, error) {
	e, err := s.managedEpisode(ctx, v, id, now)
	if err != nil {
		return nil, err
	}
	alter(e)
	if err := checkEpisode(e); err != nil {
		return nil, err
	}
	err = s.update(ctx, "change episode", func(tx *tx) error {
		err := must(tx.exec(ctx, "update episode set ("+episodeFields+") = ("+episodeMarks+") where id = ?", append(episodeValues(e), e.ID)...))
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

func (s *Store) managedEpisode(ctx context.Context, v music.Viewer, id string, now time.Time) (*feed.Episode, error) {
	e, err := s.Episode(ctx, v, id, now)
	if err != nil {
		return nil, err
	}
	_, err = s.managedPodcast(ctx, v, e.PodcastID)
	return e, err
}

// DeleteEpisode removes an episode of a podcast the viewer manages.
func (s *Store) DeleteEpisode(ctx context.Context, v music.Viewer, id string, now time.Time) error {
	e, err := s.managedEpisode(ctx, v, id, now)
	if err != nil {
		return err
	}
	return s.update(ctx, "delete episode", func(tx *tx) error {
		if err := must(tx.exec(ctx, "delete from episode where id = ?", e.ID)); err != nil {
			return err
		}
		return countEpisodes(ctx, tx, e.PodcastID)
	})
}

// SaveEpisodeProgress notes how far the viewer is in an episode, and reports
// whether that is news: what another player said later stays. NotFound when
// they may not hear it.
func (s *Store) SaveEpisodeProgress(ctx context.Context, v music.Viewer, p feed.EpisodeProgress, now time.Time) (saved bool, err error) {
	if _, err := s.Episode(ctx, v, p.EpisodeID, now); err != nil {
		return false, err
	}
	n, err := s.write.exec(ctx, `insert into episode_progress (account, episode, position, done, at)
		select a.seq, e.seq, cast(? as bigint), cast(? as boolean), cast(? as bigint) from account a, episode e where a.id = ? and e.id = ?
		on conflict (account, episode) do update set position = excluded.position, done = excluded.done, at = excluded.at
		where episode_progress.at <= excluded.at`, int64(p.Position*1000), p.Done, millis(p.At), v.AccountID, clean(p.EpisodeID))
	if err != nil {
		return false, fmt.Errorf("save progress: %w", err)
	}
	return n > 0, nil
}

type heardEpisodeRow struct {
	seq int64
	episodeRow
}

func (r *heardEpisodeRow) dest() []any { return append([]any{&r.seq}, r.episodeRow.dest()...) }

func (r *heardEpisodeRow) value() feed.HeardEpisode {
	return feed.HeardEpisode{Seq: r.seq, Episode: r.episodeRow.value()}
}

// EpisodeHistory returns up to limit of the episodes a person has listened to,
// behind one, in the order they came here.
func (s *Store) EpisodeHistory(ctx context.Context, accountID string, after int64, limit int) ([]feed.HeardEpisode, error) {
	list, err := collect(ctx, s.read, &heardEpisodeRow{}, "select e.seq, "+episodeColumns+` from episode_progress pr join episode e on e.seq = pr.episode
		join podcast p on p.seq = e.podcast where pr.account = `+accountSeq+" and e.seq > ? order by e.seq limit ? + 0", accountID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list the episodes a person listened to: %w", err)
	}
	return list, nil
}

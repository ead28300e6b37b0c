package podcasts

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store/analytics"
	"sonora/internal/store/kernel"
)

// WantEpisodes marks the episodes of a podcast to store on this server: the
// latest ones, as many as the most demanding subscriber wants. Episodes in
// progress are not removed.
func (s *Store) WantEpisodes(ctx context.Context, podcastID string) error {
	return s.db.Update(ctx, "choose episodes to download", func(tx *kernel.Tx) error {
		keep, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, `select coalesce(max(o.keep), 0) from podcast_subscription o join podcast p on p.seq = o.podcast
			where p.id = ? and o.auto_download`, podcastID)
		if err != nil {
			return err
		}
		newest := `select n.seq from episode n join podcast p on p.seq = n.podcast where p.id = ? order by n.published_at desc, n.seq desc limit ? + 0`
		_, err = tx.Exec(ctx, `update episode set wanted = true where not wanted and audio_url <> '' and seq in (select w.seq from (`+newest+`) w)`, podcastID, keep)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `update episode set wanted = false where wanted and podcast = (select seq from podcast where id = ?)
			and seq not in (select w.seq from (`+newest+`) w)
			and seq not in (select g.episode from episode_progress g where g.position > 0 and not g.done)`, podcastID, podcastID, keep)
		return err
	})
}

// WantedEpisode is an episode to download.
type WantedEpisode struct {
	ID, PodcastID, URL string
	Failures           int
}

type wantedRow struct{ w WantedEpisode }

func (r *wantedRow) Dest() []any { return []any{&r.w.ID, &r.w.PodcastID, &r.w.URL, &r.w.Failures} }

func (r *wantedRow) Value() WantedEpisode { return r.w }

// ClaimWanted claims the episode that has waited longest for its download until
// the given time, among those with fewer than maxFailures failures. It returns
// NotFound if there is none.
func (s *Store) ClaimWanted(ctx context.Context, now, until time.Time, maxFailures int) (*WantedEpisode, error) {
	w, err := kernel.Pointer(kernel.One(ctx, s.db.Write, &wantedRow{}, `update episode set fetch_after = ? where seq = (
		select e.seq from episode e where e.wanted and e.file = '' and e.fetch_after <= ? and e.fetch_failures < ?
		order by e.fetch_after, e.seq limit 1`+s.db.Dialect.SkipLocked+`)
		returning id, (select p.id from podcast p where p.seq = episode.podcast), audio_url, fetch_failures`, kernel.Millis(until), kernel.Millis(now), maxFailures))
	if err != nil {
		return nil, fmt.Errorf("claim an episode: %w", err)
	}
	return w, nil
}

// KeptEpisode stores the key and size of a downloaded episode.
func (s *Store) KeptEpisode(ctx context.Context, id, key string, size int64) error {
	if err := kernel.Found(s.db.Write.Exec(ctx, "update episode set file = ?, file_size = ?, fetch_failures = 0 where id = ?", key, size, id)); err != nil {
		return fmt.Errorf("record downloaded episode: %w", err)
	}
	return nil
}

// UnkeptEpisode records a failed download and when to retry it.
func (s *Store) UnkeptEpisode(ctx context.Context, id string, again time.Time) error {
	if _, err := s.db.Write.Exec(ctx, "update episode set fetch_failures = fetch_failures + 1, fetch_after = ? where id = ?", kernel.Millis(again), id); err != nil {
		return fmt.Errorf("record failed download: %w", err)
	}
	return nil
}

// DropUnwanted removes up to n unwanted copies from the database and returns
// their keys, so that the caller can delete the bytes.
func (s *Store) DropUnwanted(ctx context.Context, n int) ([]string, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, string]{}, "select id, file from episode where not wanted and file <> '' limit ? + 0", n)
	if err != nil {
		return nil, fmt.Errorf("list unwanted episodes: %w", err)
	}
	keys := []string{}
	for _, r := range rows {
		changed, err := s.db.Write.Exec(ctx, "update episode set file = '', file_size = 0 where id = ? and not wanted", r.A)
		if err != nil {
			return keys, fmt.Errorf("delete downloaded episode: %w", err)
		}
		if changed > 0 {
			keys = append(keys, r.B)
		}
	}
	return keys, nil
}

// KeptKeys returns which of these keys belong to downloaded episodes.
func (s *Store) KeptKeys(ctx context.Context, keys []string) (map[string]bool, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select file from episode where file <> '' and file in "+s.db.Dialect.Texts, kernel.Array(keys))
	if err != nil {
		return nil, fmt.Errorf("find kept episodes: %w", err)
	}
	found := map[string]bool{}
	for _, key := range rows {
		found[key] = true
	}
	return found, nil
}

// TidyPodcasts deletes data from before three times: feeds without subscribers,
// by the time they were added, plays, and the hashed listeners of plays.
func (s *Store) TidyPodcasts(ctx context.Context, feeds, plays, who time.Time) error {
	for _, step := range []struct {
		text string
		at   time.Time
	}{
		{`delete from podcast where owner is null and created_at < ? and not exists (select 1 from podcast_subscription o where o.podcast = podcast.seq)`, feeds},
		{`delete from episode_play where at < ?`, plays},
		{`update episode_play set who = '' where who <> '' and at < ?`, who},
	} {
		if _, err := s.db.Write.Exec(ctx, step.text, kernel.Millis(step.at)); err != nil {
			return fmt.Errorf("tidy podcasts: %w", err)
		}
	}
	return nil
}

// AddEpisodePlay counts a play of at least a minute of an episode, unless the
// same listener played it in the preceding 24 hours.
func (s *Store) AddEpisodePlay(ctx context.Context, p *feed.EpisodePlay) (added bool, err error) {
	episodeID, at := kernel.Clean(p.EpisodeID), p.At
	err = s.db.Update(ctx, "count a play of an episode", func(tx *kernel.Tx) error {
		n, err := tx.Exec(ctx, `insert into episode_play (podcast, episode, at, who, app, is_rolled)
			select e.podcast, e.seq, cast(? as bigint), ?, ?, true from episode e where e.id = ?
			and not exists (select 1 from episode_play y where y.episode = e.seq and y.who = ? and y.at > ?)`,
			kernel.Millis(at), p.Who, kernel.Bounded(kernel.Clean(p.App)), episodeID, p.Who, kernel.Millis(at.Add(-24*time.Hour)))
		if added = n > 0; err != nil || !added {
			return err
		}
		if _, err = tx.Exec(ctx, "update episode set plays = plays + 1 where id = ?", episodeID); err != nil {
			return err
		}
		return analytics.Add(ctx, tx, &analytics.Entry{Source: analytics.EpisodeSource, ItemID: episodeID, AccountID: p.AccountID, At: at, Counts: true, Origin: p.Origin})
	})
	return added, err
}

// EpisodeFigure is the number of plays of one episode.
type EpisodeFigure struct {
	ID, Title string
	Plays     int
}

// AppFigure is the number of plays in one podcast app.
type AppFigure struct {
	Name  string
	Plays int
}

// DayFigure is the number of plays on one day.
type DayFigure struct {
	Day   time.Time // midnight in UTC
	Plays int
}

// PodcastFigures holds the plays of a podcast since a time.
type PodcastFigures struct {
	Episodes []EpisodeFigure // most plays first
	Apps     []AppFigure     // most plays first
	Days     []DayFigure     // earliest first
}

type episodeFigureRow struct{ f EpisodeFigure }

func (r *episodeFigureRow) Dest() []any { return []any{&r.f.ID, &r.f.Title, &r.f.Plays} }

func (r *episodeFigureRow) Value() EpisodeFigure { return r.f }

type appFigureRow struct{ f AppFigure }

func (r *appFigureRow) Dest() []any { return []any{&r.f.Name, &r.f.Plays} }

func (r *appFigureRow) Value() AppFigure { return r.f }

type dayFigureRow struct {
	day   int64 // in milliseconds
	plays int
}

func (r *dayFigureRow) Dest() []any { return []any{&r.day, &r.plays} }

func (r *dayFigureRow) Value() DayFigure { return DayFigure{kernel.Moment(r.day), r.plays} }

// PodcastFigures returns the plays of a podcast that the viewer manages.
func (s *Store) PodcastFigures(ctx context.Context, v music.Viewer, id string, since time.Time) (*PodcastFigures, error) {
	if _, err := s.managedPodcast(ctx, s.db.Read, v, id); err != nil {
		return nil, err
	}
	const of = " from episode_play y join podcast p on p.seq = y.podcast join episode e on e.seq = y.episode where p.id = ? and y.at > ? group by "
	from := kernel.Millis(since)
	episodes, err := kernel.Collect(ctx, s.db.Read, &episodeFigureRow{}, "select e.id, e.title, count(*)"+of+"e.id, e.title order by 3 desc, 1 limit 1000", id, from)
	if err != nil {
		return nil, fmt.Errorf("count plays by episode: %w", err)
	}
	apps, err := kernel.Collect(ctx, s.db.Read, &appFigureRow{}, "select y.app, count(*)"+of+"y.app order by 2 desc, 1 limit 20", id, from)
	if err != nil {
		return nil, fmt.Errorf("count plays by app: %w", err)
	}
	days, err := kernel.Collect(ctx, s.db.Read, &dayFigureRow{}, "select y.at / 86400000 * 86400000, count(*)"+of+"y.at / 86400000 order by 1 limit 400", id, from)
	if err != nil {
		return nil, fmt.Errorf("count plays by day: %w", err)
	}
	return &PodcastFigures{Episodes: episodes, Apps: apps, Days: days}, nil
}

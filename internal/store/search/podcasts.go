package search

import (
	"context"
	"fmt"
	"strings"

	"sonora/internal/discovery"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/store/podcasts"
)

// searchPodcasts searches shows, and episodes of shows that the viewer
// subscribes to or that this server publishes.
func (s *Store) searchPodcasts(ctx context.Context, v music.Viewer, q Terms, r *discovery.Results) (err error) {
	if q.Genre != "" || len(q.words) == 0 {
		return nil
	}
	if r.Podcasts, err = s.foundPodcasts(ctx, v, q); err != nil {
		return fmt.Errorf("search podcasts: %w", err)
	}
	if r.Episodes, err = s.foundEpisodes(ctx, v, q); err != nil {
		return fmt.Errorf("search episodes: %w", err)
	}
	return nil
}

func (s *Store) foundPodcasts(ctx context.Context, v music.Viewer, q Terms) ([]feed.Podcast, error) {
	sql := (&kernel.Query{}).Add("select " + podcasts.PodcastColumns + " from podcast p").Append(podcasts.WithListeners(v, feed.PlaysFrom(q.Now))).Add(" where ").CanSeePodcast(v).
		Add(" and (p.owner is not null or exists (select 1 from podcast_subscription o where o.podcast = p.seq))")
	podcasts.AddWords(s.db, sql, "p.folded", q.words)
	byPlace(sql, "p.folded", q.words).Add(", case when sub.podcast is null then 1 else 0 end, coalesce(top.n, 0) desc, p.seq desc limit ? + 0", q.Limit)
	return kernel.Collect(ctx, s.db.Read, &podcasts.PodcastRow{}, sql.Text.String(), sql.Args...)
}

// foundEpisodes matches titles in an index that contains nothing else, and then
// reads the best ones.
func (s *Store) foundEpisodes(ctx context.Context, v music.Viewer, q Terms) ([]feed.Episode, error) {
	sql := (&kernel.Query{}).Add("select " + podcasts.EpisodeColumns + " from episode e join podcast p on p.seq = e.podcast").Append(podcasts.WithProgress(v)).
		Add(" where e.seq in (select f.seq from episode f where f.podcast in (select c.seq from podcast c where c.owner is not null")
	if v.SignedIn() {
		sql.Add(" union select o.podcast from podcast_subscription o where o.account = "+kernel.AccountSeq, v.AccountID)
	}
	sql.Add(")")
	podcasts.AddWords(s.db, sql, "f.folded", q.words)
	byPlace(sql, "f.folded", q.words).Add(", f.published_at desc limit ? + 0) and ", maxMatches).CanHearEpisode(v, q.Now).Add(" and (").IsPublished(q.Now).Add(")")
	byPlace(sql, "e.folded", q.words).Add(", e.published_at desc, e.seq desc limit ? + 0", q.Limit)
	return kernel.Collect(ctx, s.db.Read, &podcasts.EpisodeRow{}, sql.Text.String(), sql.Args...)
}

// byPlace starts an order: a name that equals the text first, then names that
// begin with it, then those with a word that begins with it, then others.
func byPlace(q *kernel.Query, column string, words []string) *kernel.Query {
	text := strings.Join(words, " ")
	like := kernel.LikeText(text)
	return q.Add(" order by case when "+column+" = ? or "+column+" like ? escape '\\' then 0 when "+column+" like ? escape '\\' then 1 when "+column+" like ? escape '\\' then 2 else 3 end",
		text, like+"\n%", like+"%", "% "+like+"%")
}

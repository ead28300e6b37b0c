package listening

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/scrobble"
	"sonora/internal/store/analytics"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
	"sonora/internal/store/scrobbles"
	"sonora/internal/store/webhooks"
	"sonora/internal/webhook"
)

// AddPlay adds a play of the viewer, whose account is p.AccountID. It does not
// add a repeated report, recognised by its ID, or a play that the viewer does
// not want stored: one that started in a pause or before the history was
// cleared, or that was removed. RollUpPlays adds plays that count
// (music.CountsAsPlay) to the track's Plays. Unless maxAtOnce is 0, of the plays
// that begin within music.PlayCounts of each other, those of the same track count
// once, and no more than maxAtOnce in all. Of those that count,
// AddPlay tells the person's webhooks, and has listens (scrobble.IsListen) sent to their
// services. It returns NotFound if the viewer may not see the track.
func (s *Store) AddPlay(ctx context.Context, v music.Viewer, p music.Play, maxAtOnce int) (added bool, err error) {
	t, err := s.PlayedTrack(ctx, v, p.TrackID)
	if err != nil {
		return false, err
	}
	return s.AddPlayOf(ctx, v, t, p, maxAtOnce)
}

// PlayedTrack is a track that the viewer may see.
type PlayedTrack struct {
	Length time.Duration
	seq    int64
}

// PlayedTrack returns what AddPlayOf has to know of the track with an ID. It returns
// NotFound if the viewer may not see it.
func (s *Store) PlayedTrack(ctx context.Context, v music.Viewer, id string) (PlayedTrack, error) {
	t, err := catalogue.VisibleTrack(ctx, s.db, v, id)
	return PlayedTrack{Length: kernel.Length(t.B), seq: t.A}, err
}

// AddPlayOf is AddPlay for a track that PlayedTrack returned.
func (s *Store) AddPlayOf(ctx context.Context, v music.Viewer, t PlayedTrack, p music.Play, maxAtOnce int) (added bool, err error) {
	id, at := playID(p.ID), kernel.Millis(p.StartedAt)
	err = s.db.Update(ctx, "add play", func(tx *kernel.Tx) error {
		isCounted, listened := music.CountsAsPlay(p.Listened, t.Length), p.Listened
		if isCounted && maxAtOnce > 0 {
			crowded, err := s.isCrowded(ctx, tx, v, p, t.seq, maxAtOnce)
			if err != nil {
				return err
			}
			if crowded {
				isCounted, listened = false, 0
			}
		}
		n, err := tx.Exec(ctx, `insert into play (account, id, track, started_at, listened, pending, counted, is_rolled)
			select a.seq, ?, ?, ?, ?, ?, ? + 0, true from account a where a.id = ?`+isKept+" on conflict do nothing",
			id, t.seq, at, p.Listened.Milliseconds(), isCounted, asNumber(isCounted), v.AccountID,
			at, at, id, at, at)
		if added = n > 0; err != nil || !added {
			return err
		}
		if isCounted && scrobble.IsListen(p.Listened, t.Length) {
			if err := scrobbles.Enqueue(ctx, tx, v.AccountID, id); err != nil {
				return err
			}
		}
		if isCounted {
			data := webhook.PlayData{ID: id, TrackID: p.TrackID, StartedAt: kernel.Moment(at), Listened: p.Listened.Seconds()}
			if err := webhooks.Enqueue(ctx, tx, []string{v.AccountID}, webhook.Play, p.StartedAt.Add(p.Listened), data); err != nil {
				return err
			}
		}
		return analytics.Add(ctx, tx, &analytics.Entry{
			Source: analytics.TrackSource, ItemID: p.TrackID, AccountID: v.AccountID, At: p.StartedAt, Listened: listened, Counts: isCounted, Origin: origin.Origin{UserAgent: p.UserAgent, Country: p.Country},
		})
	})
	return added && err == nil, err
}

// isCrowded reports whether the person heard too much else when a play began:
// the same track, or maxAtOnce tracks. It locks the account,
// so that plays reported at the same time see each other. The index play_counted
// leaves out plays that do not count, of which there may be any number.
func (s *Store) isCrowded(ctx context.Context, tx *kernel.Tx, v music.Viewer, p music.Play, track int64, maxAtOnce int) (bool, error) {
	account, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from account where id = ?"+s.db.Dialect.Locked, v.AccountID)
	if err != nil {
		return false, err
	}
	at, window := kernel.Millis(p.StartedAt), min(p.Listened, music.PlayCounts).Milliseconds()
	heard, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, `select p.track from play p
		where p.account = ? and p.counted > 0 and p.id <> ? and p.started_at > ? and p.started_at + p.listened > ? and p.started_at < ? limit ? + 0`,
		account, playID(p.ID), at-music.PlayCounts.Milliseconds(), at, at+window, maxAtOnce)
	return len(heard) >= maxAtOnce || slices.Contains(heard, track), err
}

// isKept is the condition that the account a wants a play stored. Its arguments
// are a time, a time, an ID, a time and a time. Past pauses do not overlap, so
// only the last one that started before the play can contain it.
const isKept = ` and a.history_cleared_at < ? and (a.history_paused_at = 0 or a.history_paused_at > ?)
	and not exists (select 1 from forgotten_play f where f.account = a.seq and f.id = ?)
	and coalesce((select h.ended_at from history_pause h where h.account = a.seq and h.began_at <= ?
		order by h.began_at desc limit 1), 0) <= ?`

// playID returns the stored form of a client's ID for a play.
func playID(id string) string { return kernel.Bounded(kernel.Clean(id)) }

// HasCounted reports whether a play is in the viewer's history and counts.
func (s *Store) HasCounted(ctx context.Context, v music.Viewer, id string) (bool, error) {
	n, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, "select count(*) from play p where "+ofAccount+" and p.id = ? and p.counted > 0", v.AccountID, playID(id))
	if err != nil {
		return false, fmt.Errorf("find play: %w", err)
	}
	return n > 0, nil
}

// counts returns 1 if a listening time counts as a play, otherwise 0.
func counts(listened, duration time.Duration) int {
	return asNumber(music.CountsAsPlay(listened, duration))
}

func asNumber(is bool) int {
	if is {
		return 1
	}
	return 0
}

// RollUpPlays adds the plays since the last call to their tracks' counts and
// returns how many. Plays are collected because otherwise all listeners would
// update the row of a popular track.
func (s *Store) RollUpPlays(ctx context.Context) (rolled int, err error) {
	err = s.db.Update(ctx, "roll up plays", func(tx *kernel.Tx) error {
		rolled, err = rollUp(ctx, tx, "")
		return err
	})
	return rolled, err
}

// rollUp is RollUpPlays for the selected plays.
func rollUp(ctx context.Context, tx *kernel.Tx, which string, args ...any) (rolled int, err error) {
	tracks, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "update play set pending = false where pending"+which+" returning track", args...)
	if err != nil {
		return 0, err
	}
	plays := map[int64]int{}
	for _, track := range tracks {
		plays[track]++
	}
	for track, n := range plays {
		if _, err := tx.Exec(ctx, "update track set plays = plays + ? where seq = ?", n, track); err != nil {
			return 0, err
		}
	}
	return len(tracks), nil
}

// recentPlays is how many plays RecentlyPlayed searches for distinct tracks.
const recentPlays = 2000

// RecentlyPlayed returns up to limit distinct tracks that the viewer played,
// latest first. It leaves out tracks without a file.
func (s *Store) RecentlyPlayed(ctx context.Context, v music.Viewer, limit int) ([]music.Track, error) {
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+` from (
			select track, max(started_at) as at from (
				select track, started_at from play where account = (select seq from account where account.id = ?)
				order by started_at desc limit ? + 0) latest
			group by track) p
		join track t on t.seq = p.track`, v.AccountID, recentPlays).Append(catalogue.WithLiked(v)).Add(" where ").CanList(v).
		Add(" order by p.at desc, t.seq desc limit ? + 0", limit)
	tracks, err := kernel.Collect(ctx, s.db.Read, &catalogue.TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list recently played: %w", err)
	}
	return tracks, nil
}

package listening

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

type historyRow struct {
	e            people.HistoryEntry
	at, listened int64
	visible      bool
}

func (r *historyRow) Dest() []any {
	e := &r.e
	return []any{&e.ID, &r.at, &r.listened, &e.TrackID, &e.Title, &e.Artist, &e.Album, &r.visible}
}

func (r *historyRow) Value() people.HistoryEntry {
	e := r.e
	e.At, e.Listened = kernel.Moment(r.at), kernel.Length(r.listened)
	if !r.visible {
		e.Title, e.Artist, e.Album = "", "", ""
	}
	return e
}

const selectHistory = "t.id, t.title, t.artist, t.album_title, "

// LikeHistory returns up to limit of the viewer's likes after the given one,
// oldest first. The zero entry is before all of them.
func (s *Store) LikeHistory(ctx context.Context, v music.Viewer, after people.HistoryEntry, limit int) ([]people.HistoryEntry, error) {
	q := (&kernel.Query{}).Add("select '', l.at, 0, "+selectHistory).CanSee(v).
		Add(` from liked l join track t on t.seq = l.track where l.account = (select seq from account where account.id = ?)
			and (l.at, t.id) > (?, ?) order by l.at, t.id limit ? + 0`, v.AccountID, kernel.Millis(after.At), after.TrackID, limit)
	return s.history(ctx, "likes", q)
}

// PlayHistory returns up to limit of the viewer's plays, like LikeHistory.
func (s *Store) PlayHistory(ctx context.Context, v music.Viewer, after people.HistoryEntry, limit int) ([]people.HistoryEntry, error) {
	q := (&kernel.Query{}).Add("select p.id, p.started_at, p.listened, "+selectHistory).CanSee(v).
		Add(` from play p join track t on t.seq = p.track where p.account = (select seq from account where account.id = ?)
			and (p.started_at, p.id) > (?, ?) order by p.started_at, p.id limit ? + 0`, v.AccountID, kernel.Millis(after.At), after.ID, limit)
	return s.history(ctx, "plays", q)
}

type ratingRecordRow struct {
	historyRow
	stars int
}

func (r *ratingRecordRow) Dest() []any { return append(r.historyRow.Dest(), &r.stars) }

func (r *ratingRecordRow) Value() people.RatingRecord {
	return people.RatingRecord{HistoryEntry: r.historyRow.Value(), Stars: r.stars}
}

// RatingHistory returns up to limit of the viewer's ratings, like LikeHistory.
func (s *Store) RatingHistory(ctx context.Context, v music.Viewer, after people.HistoryEntry, limit int) ([]people.RatingRecord, error) {
	q := (&kernel.Query{}).Add("select '', r.at, 0, "+selectHistory).CanSee(v).
		Add(`, r.stars from rating r join track t on t.seq = r.track where r.account = (select seq from account where account.id = ?)
			and (r.at, t.id) > (?, ?) order by r.at, t.id limit ? + 0`, v.AccountID, kernel.Millis(after.At), after.TrackID, limit)
	list, err := kernel.Collect(ctx, s.db.Read, &ratingRecordRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list all ratings: %w", err)
	}
	return list, nil
}

func (s *Store) history(ctx context.Context, what string, q *kernel.Query) ([]people.HistoryEntry, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &historyRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list all %s: %w", what, err)
	}
	return list, nil
}

// OwnTracks returns up to limit of the viewer's uploaded tracks after the given
// seq, oldest first.
func (s *Store) OwnTracks(ctx context.Context, v music.Viewer, after int64, limit int) ([]music.Track, error) {
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+" from track t").Append(catalogue.WithLiked(v)).
		Add(" where t.owner = ? and t.seq > ? and t.missing_at = 0 order by t.seq limit ? + 0", v.AccountID, after, limit)
	tracks, err := kernel.Collect(ctx, s.db.Read, &catalogue.TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list own tracks: %w", err)
	}
	return tracks, nil
}

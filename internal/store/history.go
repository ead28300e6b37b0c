package store

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/people"
)

type historyRow struct {
	e            people.HistoryEntry
	at, listened int64
	visible      bool
}

func (r *historyRow) dest() []any {
	e := &r.e
	return []any{&e.ID, &r.at, &r.listened, &e.TrackID, &e.Title, &e.Artist, &e.Album, &r.visible}
}

func (r *historyRow) value() people.HistoryEntry {
	e := r.e
	e.At, e.Listened = moment(r.at), length(r.listened)
	if !r.visible {
		e.Title, e.Artist, e.Album = "", "", ""
	}
	return e
}

const selectHistory = "t.id, t.title, t.artist, t.album_title, "

// LikeHistory returns up to limit of the viewer's likes behind one of them,
// oldest first; behind the zero entry are all.
func (s *Store) LikeHistory(ctx context.Context, v music.Viewer, after people.HistoryEntry, limit int) ([]people.HistoryEntry, error) {
	q := (&query{}).add("select '', l.at, 0, "+selectHistory).canSee(v).
		add(` from liked l join track t on t.seq = l.track where l.account = (select seq from account where account.id = ?)
			and (l.at, t.id) > (?, ?) order by l.at, t.id limit ? + 0`, v.AccountID, millis(after.At), after.TrackID, limit)
	return s.history(ctx, "likes", q)
}

// PlayHistory returns up to limit of the viewer's plays, as LikeHistory does.
func (s *Store) PlayHistory(ctx context.Context, v music.Viewer, after people.HistoryEntry, limit int) ([]people.HistoryEntry, error) {
	q := (&query{}).add("select p.id, p.started_at, p.listened, "+selectHistory).canSee(v).
		add(` from play p join track t on t.seq = p.track where p.account = (select seq from account where account.id = ?)
			and (p.started_at, p.id) > (?, ?) order by p.started_at, p.id limit ? + 0`, v.AccountID, millis(after.At), after.ID, limit)
	return s.history(ctx, "plays", q)
}

type ratingRecordRow struct {
	historyRow
	stars int
}

func (r *ratingRecordRow) dest() []any { return append(r.historyRow.dest(), &r.stars) }
func (r *ratingRecordRow) value() people.RatingRecord {
	return people.RatingRecord{HistoryEntry: r.historyRow.value(), Stars: r.stars}
}

// RatingHistory returns up to limit of the viewer's ratings, as LikeHistory does.
func (s *Store) RatingHistory(ctx context.Context, v music.Viewer, after people.HistoryEntry, limit int) ([]people.RatingRecord, error) {
	q := (&query{}).add("select '', r.at, 0, "+selectHistory).canSee(v).
		add(`, r.stars from rating r join track t on t.seq = r.track where r.account = (select seq from account where account.id = ?)
			and (r.at, t.id) > (?, ?) order by r.at, t.id limit ? + 0`, v.AccountID, millis(after.At), after.TrackID, limit)
	list, err := collect(ctx, s.read, &ratingRecordRow{}, q.text.String(), q.args...)
	if err != nil {
		return nil, fmt.Errorf("list all ratings: %w", err)
	}
	return list, nil
}

func (s *Store) history(ctx context.Context, what string, q *query) ([]people.HistoryEntry, error) {
	list, err := collect(ctx, s.read, &historyRow{}, q.text.String(), q.args...)
	if err != nil {
		return nil, fmt.Errorf("list all %s: %w", what, err)
	}
	return list, nil
}

// OwnTracks returns up to limit of the tracks the viewer brought, behind the
// one with this seq, oldest first.
func (s *Store) OwnTracks(ctx context.Context, v music.Viewer, after int64, limit int) ([]music.Track, error) {
	q := (&query{}).add("select "+trackColumns+" from track t").append(withLiked(v)).
		add(" where t.owner = ? and t.seq > ? and t.missing_at = 0 order by t.seq limit ? + 0", v.AccountID, after, limit)
	tracks, err := collect(ctx, s.read, &trackRow{}, q.text.String(), q.args...)
	if err != nil {
		return nil, fmt.Errorf("list own tracks: %w", err)
	}
	return tracks, nil
}

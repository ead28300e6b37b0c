package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

type messageRow struct {
	m  station.ChatMessage
	at int64
}

func (r *messageRow) dest() []any {
	m := &r.m
	return []any{&m.ID, &m.StationID, &m.AccountID, &m.ByName, &m.Text, &r.at}
}

func (r *messageRow) value() station.ChatMessage {
	m := r.m
	m.CreatedAt = moment(r.at)
	return m
}

// selectMessages are the lines x in the chat of a station. Who wants to stay
// unseen is not named.
func selectMessages(v music.Viewer, stationID string) *query {
	return (&query{}).add(`select x.id, s.id, a.id, case when a.is_private and a.id <> ? then '' else `+personName+` end, x.text, x.created_at
		from station_message x join station s on s.seq = x.station join account a on a.seq = x.account where s.id = ? and x.removed_at = 0`, v.AccountID, stationID)
}

// StationMessages returns the newest lines of a station's chat, the oldest of
// them first.
func (s *Store) StationMessages(ctx context.Context, v music.Viewer, stationID string, most int) ([]station.ChatMessage, error) {
	q := selectMessages(v, stationID).add(" order by x.seq desc limit ? + 0", most)
	list, err := collect(ctx, s.read, &messageRow{}, q.text.String(), q.args...)
	if err != nil {
		return nil, fmt.Errorf("read a chat: %w", err)
	}
	slices.Reverse(list)
	return list, nil
}

type writtenRow struct {
	m  station.WrittenMessage
	at int64
}

func (r *writtenRow) dest() []any {
	m := &r.m
	return []any{&m.Seq, &m.ID, &m.StationID, &m.Station, &m.AccountID, &m.Text, &r.at}
}

func (r *writtenRow) value() station.WrittenMessage {
	m := r.m
	m.CreatedAt = moment(r.at)
	return m
}

// WrittenMessages returns up to limit of the lines a person wrote into the
// chats of stations, behind one, oldest first.
func (s *Store) WrittenMessages(ctx context.Context, accountID string, after int64, limit int) ([]station.WrittenMessage, error) {
	list, err := collect(ctx, s.read, &writtenRow{}, `select x.seq, x.id, s.id, s.name, a.id, x.text, x.created_at from station_message x
		join station s on s.seq = x.station join account a on a.seq = x.account where a.id = ? and x.removed_at = 0 and x.seq > ? order by x.seq limit ? + 0`, accountID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list what a person wrote into chats: %w", err)
	}
	return list, nil
}

// AddStationMessage writes a line into a station's chat on behalf of the
// viewer. Invalid when the text breaks a rule, TooMany when they wrote too
// much within a minute.
func (s *Store) AddStationMessage(ctx context.Context, v music.Viewer, m *station.ChatMessage) error {
	normal(&m.Text)
	if err := m.Check(); err != nil {
		return err
	}
	id := cmp.Or(m.ID, music.NewID())
	err := s.update(ctx, "write into a chat", func(tx *tx) error {
		account, err := one(ctx, tx, &cell[int64]{}, "select seq from account where id = ?"+s.d.locked, v.AccountID)
		if err != nil {
			return err
		}
		if err := mayWrite(ctx, tx, account, m.CreatedAt); err != nil {
			return err
		}
		return must(tx.exec(ctx, `insert into station_message (id, station, account, text, created_at)
			select ?, s.seq, cast(? as bigint), ?, cast(? as bigint) from station s where s.id = ?`, id, account, m.Text, millis(m.CreatedAt), m.StationID))
	})
	if err != nil {
		return err
	}
	q := selectMessages(v, m.StationID).add(" and x.id = ?", id)
	made, err := pointer(one(ctx, s.read, &messageRow{}, q.text.String(), q.args...))
	if err == nil {
		*m = *made
	}
	return err
}

// mayWrite holds the limit of chats; what was removed counts.
func mayWrite(ctx context.Context, tx *tx, account int64, at time.Time) error {
	written, err := one(ctx, tx, &pair[int, int64]{}, "select count(*), coalesce(min(created_at), 0) from station_message where account = ? and created_at > ?",
		account, millis(at.Add(-time.Minute)))
	if err == nil && written.a >= station.MaxChatPerMinute {
		err = withoutWish("You wrote much in a minute. Try again in a moment.", moment(written.b).Add(time.Minute).Sub(at))
	}
	return err
}

// RemoveStationMessage takes a line out of a station's chat: the viewer's
// own, or anybody's. NotFound when there is no such one.
func (s *Store) RemoveStationMessage(ctx context.Context, v music.Viewer, stationID, id string, anybodys bool, at time.Time) error {
	q := (&query{}).add("update station_message set text = '', removed_at = ? where id = ? and removed_at = 0 and station = (select seq from station where station.id = ?)", millis(at), id, stationID)
	if !anybodys {
		q.add(" and account = (select seq from account where account.id = ?)", v.AccountID)
	}
	return must(s.write.exec(ctx, q.text.String(), q.args...))
}

// PruneStationMessages deletes old lines, at most so many at once, and returns
// how many those were.
func (s *Store) PruneStationMessages(ctx context.Context, before time.Time) (int, error) {
	n, err := s.write.exec(ctx, "delete from station_message where seq in (select seq from station_message where created_at < ? order by seq limit 5000)", millis(before))
	if err != nil {
		return 0, fmt.Errorf("shorten the chats of stations: %w", err)
	}
	return n, nil
}

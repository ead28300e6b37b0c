package stations

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

type messageRow struct {
	m  station.ChatMessage
	at int64
}

func (r *messageRow) Dest() []any {
	m := &r.m
	return []any{&m.ID, &m.StationID, &m.AccountID, &m.ByName, &m.Text, &r.at}
}

func (r *messageRow) Value() station.ChatMessage {
	m := r.m
	m.CreatedAt = kernel.Moment(r.at)
	return m
}

// selectMessages selects the messages x in the chat of a station. It leaves out
// the names of private profiles.
func selectMessages(v music.Viewer, stationID string) *kernel.Query {
	return (&kernel.Query{}).Add(`select x.id, s.id, a.id, case when a.is_private and a.id <> ? then '' else `+kernel.PersonName+` end, x.text, x.created_at
		from station_message x join station s on s.seq = x.station join account a on a.seq = x.account where s.id = ? and x.removed_at = 0`, v.AccountID, stationID)
}

// StationMessages returns the newest messages of a station's chat, oldest
// first.
func (s *Store) StationMessages(ctx context.Context, v music.Viewer, stationID string, limit int) ([]station.ChatMessage, error) {
	q := selectMessages(v, stationID).Add(" order by x.seq desc limit ? + 0", limit)
	list, err := kernel.Collect(ctx, s.db.Read, &messageRow{}, q.Text.String(), q.Args...)
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

func (r *writtenRow) Dest() []any {
	m := &r.m
	return []any{&m.Seq, &m.ID, &m.StationID, &m.Station, &m.AccountID, &m.Text, &r.at}
}

func (r *writtenRow) Value() station.WrittenMessage {
	m := r.m
	m.CreatedAt = kernel.Moment(r.at)
	return m
}

// WrittenMessages returns up to limit of a person's messages in the chats of
// stations after the given one, oldest first.
func (s *Store) WrittenMessages(ctx context.Context, accountID string, after int64, limit int) ([]station.WrittenMessage, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &writtenRow{}, `select x.seq, x.id, s.id, s.name, a.id, x.text, x.created_at from station_message x
		join station s on s.seq = x.station join account a on a.seq = x.account where a.id = ? and x.removed_at = 0 and x.seq > ? order by x.seq limit ? + 0`, accountID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list a person's chat messages: %w", err)
	}
	return list, nil
}

// AddStationMessage adds a message of the viewer to a station's chat. It
// returns Invalid if the text breaks a rule, and TooMany if they wrote too many
// within a minute.
func (s *Store) AddStationMessage(ctx context.Context, v music.Viewer, m *station.ChatMessage) error {
	kernel.Normal(&m.Text)
	if err := m.Check(); err != nil {
		return err
	}
	id := cmp.Or(m.ID, music.NewID())
	err := s.db.Update(ctx, "add chat message", func(tx *kernel.Tx) error {
		account, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from account where id = ?"+s.db.Dialect.Locked, v.AccountID)
		if err != nil {
			return err
		}
		if err := mayWrite(ctx, tx, account, m.CreatedAt); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, `insert into station_message (id, station, account, text, created_at)
			select ?, s.seq, cast(? as bigint), ?, cast(? as bigint) from station s where s.id = ?`, id, account, m.Text, kernel.Millis(m.CreatedAt), m.StationID))
	})
	if err != nil {
		return err
	}
	q := selectMessages(v, m.StationID).Add(" and x.id = ?", id)
	made, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &messageRow{}, q.Text.String(), q.Args...))
	if err == nil {
		*m = *made
	}
	return err
}

// mayWrite enforces the rate limit of chats. Removed messages count.
func mayWrite(ctx context.Context, tx *kernel.Tx, account int64, at time.Time) error {
	written, err := kernel.One(ctx, tx, &kernel.Pair[int, int64]{}, "select count(*), coalesce(min(created_at), 0) from station_message where account = ? and created_at > ?",
		account, kernel.Millis(at.Add(-time.Minute)))
	if err == nil && written.A >= station.MaxChatPerMinute {
		err = tooSoon(music.Say("You are sending messages too quickly. Try again in a minute."), kernel.Moment(written.B).Add(time.Minute).Sub(at))
	}
	return err
}

// RemoveStationMessage removes a message from a station's chat: the viewer's
// own, or anybody's. It returns NotFound if there is no such message.
func (s *Store) RemoveStationMessage(ctx context.Context, v music.Viewer, stationID, id string, anybodys bool, at time.Time) error {
	q := (&kernel.Query{}).Add("update station_message set text = '', removed_at = ? where id = ? and removed_at = 0 and station = (select seq from station where station.id = ?)", kernel.Millis(at), id, stationID)
	if !anybodys {
		q.Add(" and account = (select seq from account where account.id = ?)", v.AccountID)
	}
	return kernel.Found(s.db.Write.Exec(ctx, q.Text.String(), q.Args...))
}

// PruneStationMessages deletes a limited number of messages before a time and
// returns their number.
func (s *Store) PruneStationMessages(ctx context.Context, before time.Time) (int, error) {
	n, err := s.db.Write.Exec(ctx, "delete from station_message where seq in (select seq from station_message where created_at < ? order by seq limit 5000)", kernel.Millis(before))
	if err != nil {
		return 0, fmt.Errorf("prune chats of stations: %w", err)
	}
	return n, nil
}

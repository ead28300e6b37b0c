// Package scrobbles stores to which services people have their listens sent, and
// the listens that wait.
package scrobbles

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/scrobble"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// Store is the part of the database for scrobbles. It is safe for concurrent use.
type Store struct{ db *kernel.DB }

// New returns the scrobbles of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }

const connectionColumns = `seq, (select a.id from account a where a.seq = scrobble_connection.account), service, server, name, secret, connected_at,
	is_stopped, problem, failures, sent, refused, sent_at, (select count(*) from scrobble w where w.connection = scrobble_connection.seq)`

type connectionRow struct {
	c                 scrobble.Connection
	connected, sentAt int64
}

func (r *connectionRow) Dest() []any {
	c := &r.c
	return []any{
		&c.Seq, &c.AccountID, &c.Service, &c.Server, &c.Name, &c.Secret, &r.connected, &c.Stopped, kernel.IntoMessage(&c.Problem), &c.Failures,
		&c.Sent, &c.Refused, &r.sentAt, &c.Waiting,
	}
}

func (r *connectionRow) Value() scrobble.Connection {
	c := r.c
	c.Secret = slices.Clone(c.Secret)
	c.ConnectedAt, c.SentAt = kernel.Moment(r.connected), kernel.Moment(r.sentAt)
	return c
}

// Connections returns the services to which an account sends its listens.
func (s *Store) Connections(ctx context.Context, accountID string) ([]scrobble.Connection, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &connectionRow{}, "select "+connectionColumns+" from scrobble_connection where account = "+kernel.AccountSeq+" order by seq", accountID)
	if err != nil {
		return nil, fmt.Errorf("list connections: %w", err)
	}
	return list, nil
}

// Connect stores a connection, or renews the one that the account has to the
// service. The listens that wait stay, unless they belong to another name or server.
// It returns NotFound if there is no such account.
func (s *Store) Connect(ctx context.Context, c *scrobble.Connection) error {
	return s.db.Update(ctx, "connect", func(tx *kernel.Tx) error {
		service, server, name := string(c.Service), kernel.Clean(c.Server), kernel.Clean(c.Name)
		_, err := tx.Exec(ctx, "delete from scrobble_connection where account = "+kernel.AccountSeq+" and service = ? and (server <> ? or name <> ?)",
			c.AccountID, service, server, name)
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, `insert into scrobble_connection (account, service, server, name, secret, connected_at)
			select a.seq, ?, ?, ?, ?, cast(? as bigint) from account a where a.id = ?
			on conflict (account, service) do update set secret = excluded.secret, connected_at = excluded.connected_at, is_stopped = false,
				problem = '', failures = 0, next_at = 0`,
			service, server, name, c.Secret, kernel.Millis(c.ConnectedAt), c.AccountID))
	})
}

// Disconnect deletes a connection with the listens that wait. It returns NotFound if
// the account has none to the service.
func (s *Store) Disconnect(ctx context.Context, accountID string, service scrobble.Service) error {
	err := kernel.Found(s.db.Write.Exec(ctx, "delete from scrobble_connection where account = "+kernel.AccountSeq+" and service = ?", accountID, kernel.Clean(string(service))))
	if err != nil {
		return fmt.Errorf("disconnect: %w", err)
	}
	return nil
}

// Enqueue has a play that was just stored sent to the services of its account.
// Tracks without an artist are left out, since no service takes them.
func Enqueue(ctx context.Context, tx *kernel.Tx, accountID, playID string) error {
	_, err := tx.Exec(ctx, `insert into scrobble (connection, account, play)
		select c.seq, p.account, p.id from scrobble_connection c join play p on p.account = c.account join track t on t.seq = p.track
		where c.account = `+kernel.AccountSeq+` and p.id = ? and t.artist <> '' order by c.seq`, accountID, playID)
	return err
}

// ClaimConnections claims up to n connections with listens to be sent, those due
// longest first, until the given time.
func (s *Store) ClaimConnections(ctx context.Context, now, until time.Time, n int) ([]scrobble.Connection, error) {
	claimed, err := kernel.Collect(ctx, s.db.Write, &connectionRow{}, `update scrobble_connection set next_at = ? where seq in (
		select d.seq from scrobble_connection d where not d.is_stopped and d.next_at <= ? and exists (select 1 from scrobble w where w.connection = d.seq)
		order by d.next_at, d.seq limit ? + 0`+s.db.Dialect.SkipLocked+") returning "+connectionColumns, kernel.Millis(until), kernel.Millis(now), n)
	if err != nil {
		return nil, fmt.Errorf("claim connections: %w", err)
	}
	return claimed, nil
}

// ReleaseConnection ends a claim, so that the next listens can be sent at once.
func (s *Store) ReleaseConnection(ctx context.Context, c *scrobble.Connection) error {
	return s.change(ctx, c, "next_at = 0")
}

// SaveSent removes listens from those that wait, refused of which the service did not
// want, and extends the claim of the connection.
func (s *Store) SaveSent(ctx context.Context, c *scrobble.Connection, listens []scrobble.Listen, refused int, at, until time.Time) error {
	seqs := make([]int64, len(listens))
	for i := range listens {
		seqs[i] = listens[i].Seq
	}
	return s.db.Update(ctx, "save sent listens", func(tx *kernel.Tx) error {
		if _, err := tx.Exec(ctx, "delete from scrobble where connection = ? and seq in "+s.db.Dialect.Ints, c.Seq, kernel.Array(seqs)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `update scrobble_connection set sent = sent + ?, refused = refused + ?, sent_at = ?, failures = 0, problem = '', next_at = ?
			where seq = ? and connected_at = ?`, len(listens)-refused, refused, kernel.Millis(at), kernel.Millis(until), c.Seq, kernel.Millis(c.ConnectedAt))
		return err
	})
}

// SaveFailure records that listens could not be sent, and when the next attempt is
// due. A person who connected again meanwhile notices nothing.
func (s *Store) SaveFailure(ctx context.Context, c *scrobble.Connection, next time.Time) error {
	return s.change(ctx, c, "is_stopped = ?, problem = ?, failures = ?, next_at = ?", c.Stopped, kernel.Clean(c.Problem.Encode()), c.Failures, kernel.Millis(next))
}

func (s *Store) change(ctx context.Context, c *scrobble.Connection, set string, args ...any) error {
	_, err := s.db.Write.Exec(ctx, "update scrobble_connection set "+set+" where seq = ? and connected_at = ?", append(args, c.Seq, kernel.Millis(c.ConnectedAt))...)
	if err != nil {
		return fmt.Errorf("save a connection: %w", err)
	}
	return nil
}

// songColumns begin with the seq of the track t, which may be on the album al.
const songColumns = `t.seq, t.title, t.artist, t.album_title, t.album_artist, t.duration, t.number, t.isrc, t.recording_id, coalesce(al.key, '')`

type listenRow struct {
	l            scrobble.Listen
	track        int64
	at, duration int64
	albumKey     string
}

func (r *listenRow) Dest() []any {
	l := &r.l
	return []any{&l.Seq, &r.at, &r.track, &l.Title, &l.Artist, &l.Album, &l.AlbumArtist, &r.duration, &l.Number, &l.ISRC, &l.RecordingID, &r.albumKey}
}

func (r *listenRow) Value() kernel.Pair[int64, scrobble.Listen] {
	l := r.l
	l.At, l.Duration = kernel.Moment(r.at), kernel.Length(r.duration)
	l.ReleaseID = catalogue.ReleaseOf(r.albumKey)
	return kernel.Pair[int64, scrobble.Listen]{A: r.track, B: l}
}

// WaitingListens returns up to limit of the listens that wait for a connection,
// earliest first.
func (s *Store) WaitingListens(ctx context.Context, c *scrobble.Connection, limit int) ([]scrobble.Listen, error) {
	return s.listens(ctx, `select w.seq, p.started_at, `+songColumns+` from scrobble w join play p on p.account = w.account and p.id = w.play
		join track t on t.seq = p.track left join album al on al.seq = t.album where w.connection = ? order by w.seq limit ? + 0`, c.Seq, limit)
}

// SongOf returns a track as services know it. It returns NotFound if the viewer may not
// see it.
func (s *Store) SongOf(ctx context.Context, v music.Viewer, trackID string) (*scrobble.Song, error) {
	q := (&kernel.Query{}).Add("select 0, 0, "+songColumns+" from track t left join album al on al.seq = t.album where t.id = ? and ", kernel.Clean(trackID)).CanSee(v)
	list, err := s.listens(ctx, q.Text.String(), q.Args...)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, music.ErrNotFound
	}
	return &list[0].Song, nil
}

func (s *Store) listens(ctx context.Context, query string, args ...any) ([]scrobble.Listen, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &listenRow{}, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read listens: %w", err)
	}
	tracks := make([]int64, len(rows))
	for i, row := range rows {
		tracks[i] = row.A
	}
	artists, err := s.artistIDs(ctx, tracks)
	if err != nil {
		return nil, err
	}
	listens := make([]scrobble.Listen, len(rows))
	for i, row := range rows {
		listens[i] = row.B
		if ids := artists[row.A]; !slices.Contains(ids, "") {
			listens[i].ArtistIDs = ids
		}
	}
	return listens, nil
}

// artistIDs returns the MusicBrainz IDs of the artists of tracks, "" for unknown ones.
func (s *Store) artistIDs(ctx context.Context, tracks []int64) (map[int64][]string, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[int64, string]{}, `select ta.track, ar.musicbrainz_id from track_artist ta
		join artist ar on ar.seq = ta.artist where ta.role = 0 and ta.track in `+s.db.Dialect.Ints+" order by ta.track, ta.position", kernel.Array(tracks))
	if err != nil {
		return nil, fmt.Errorf("read the artists of listens: %w", err)
	}
	ids := map[int64][]string{}
	for _, row := range list {
		ids[row.A] = append(ids[row.A], row.B)
	}
	return ids, nil
}

package listening

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// SaveQueue replaces a person's queue. It returns Invalid for one that breaks a rule.
func (s *Store) SaveQueue(ctx context.Context, accountID string, q *player.Queue) error {
	kernel.Normal(&q.ChangedBy)
	if err := q.Check(); err != nil {
		return err
	}
	_, err := s.db.Write.Exec(ctx, `insert into play_queue (account, tracks, current, position, changed_at, changed_by)
		select seq, ?, ? + 0, cast(? as bigint), cast(? as bigint), ? from account where account.id = ? on conflict (account) do update
		set tracks = excluded.tracks, current = excluded.current, position = excluded.position, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
		kernel.Array(q.TrackIDs), q.Current, q.Position.Milliseconds(), kernel.Millis(q.ChangedAt), kernel.Clean(q.ChangedBy), accountID)
	if err != nil {
		return fmt.Errorf("save queue: %w", err)
	}
	return nil
}

type queueRow struct {
	q                 player.Queue
	tracks            string
	position, changed int64
}

func (r *queueRow) Dest() []any {
	return []any{&r.tracks, &r.q.Current, &r.position, &r.changed, &r.q.ChangedBy}
}

func (r *queueRow) Value() queueRow { return *r }

// Queue returns a person's queue, or NotFound.
func (s *Store) Queue(ctx context.Context, accountID string) (*player.Queue, error) {
	row, err := kernel.One(ctx, s.db.Read, &queueRow{}, "select tracks, current, position, changed_at, changed_by from play_queue where account = "+kernel.AccountSeq, accountID)
	if err != nil {
		return nil, fmt.Errorf("read queue: %w", err)
	}
	q := row.q
	q.Position, q.ChangedAt = kernel.Length(row.position), kernel.Moment(row.changed)
	if err := json.Unmarshal([]byte(row.tracks), &q.TrackIDs); err != nil {
		return nil, fmt.Errorf("read queue: %w", err)
	}
	return &q, nil
}

// SaveBookmark creates or moves the viewer's bookmark in a track. It returns NotFound
// if the viewer may not see the track, Invalid for a bookmark that breaks a rule, and
// Conflict above player.MaxBookmarks.
func (s *Store) SaveBookmark(ctx context.Context, v music.Viewer, trackID string, position time.Duration, comment string, at time.Time) error {
	kernel.Normal(&comment)
	if err := player.CheckBookmark(position, comment); err != nil {
		return err
	}
	q := (&kernel.Query{}).Add(`insert into bookmark (account, track, position, comment, created_at, changed_at)
		select a.seq, t.seq, cast(? as bigint), ?, cast(? as bigint), cast(? as bigint) from account a, track t where a.id = ? and t.id = ? and `,
		position.Milliseconds(), comment, kernel.Millis(at), kernel.Millis(at), v.AccountID, trackID).CanSee(v).
		Add(" on conflict (account, track) do update set position = excluded.position, comment = excluded.comment, changed_at = excluded.changed_at")
	return s.db.Update(ctx, "save bookmark", func(tx *kernel.Tx) error {
		if err := kernel.Found(tx.Exec(ctx, q.Text.String(), q.Args...)); err != nil {
			return err
		}
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from bookmark where account = "+kernel.AccountSeq, v.AccountID)
		if err == nil && n > player.MaxBookmarks {
			err = errTooManyBookmarks
		}
		return err
	})
}

var errTooManyBookmarks = music.NewError(music.Conflict, "You have reached the maximum number of bookmarks. Delete one first.").Coded(music.CodeLimitReached)

// DeleteBookmark deletes the viewer's bookmark in a track, if there is one.
func (s *Store) DeleteBookmark(ctx context.Context, v music.Viewer, trackID string) error {
	_, err := s.db.Write.Exec(ctx, "delete from bookmark where account = "+kernel.AccountSeq+" and track = (select t.seq from track t where t.id = ?)", v.AccountID, trackID)
	if err != nil {
		return fmt.Errorf("delete bookmark: %w", err)
	}
	return nil
}

type bookmarkRow struct {
	catalogue.TrackRow
	b                          player.Bookmark
	position, created, changed int64
}

func (r *bookmarkRow) Dest() []any {
	return append(r.TrackRow.Dest(), &r.position, &r.b.Comment, &r.created, &r.changed)
}

func (r *bookmarkRow) Value() player.Bookmark {
	b := r.b
	b.Track, b.Position, b.CreatedAt, b.ChangedAt = r.TrackRow.Value(), kernel.Length(r.position), kernel.Moment(r.created), kernel.Moment(r.changed)
	return b
}

// Bookmarks returns the viewer's bookmarks, the last changed first.
func (s *Store) Bookmarks(ctx context.Context, v music.Viewer) ([]player.Bookmark, error) {
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+", b.position, b.comment, b.created_at, b.changed_at from bookmark b join track t on t.seq = b.track").
		Append(catalogue.WithLiked(v)).Add(" where b.account = "+kernel.AccountSeq+" and ", v.AccountID).CanList(v).Add(" order by b.changed_at desc, t.seq")
	list, err := kernel.Collect(ctx, s.db.Read, &bookmarkRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list bookmarks: %w", err)
	}
	return list, nil
}

// TrackLengths returns the lengths of those tracks that the viewer may see, by ID.
func (s *Store) TrackLengths(ctx context.Context, v music.Viewer, ids []string) (map[string]time.Duration, error) {
	q := (&kernel.Query{}).Add("select t.id, t.duration from track t where t.id in "+s.db.Dialect.Texts+" and ", kernel.Array(ids)).CanSee(v)
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int64]{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read lengths: %w", err)
	}
	lengths := make(map[string]time.Duration, len(rows))
	for _, r := range rows {
		lengths[r.A] = kernel.Length(r.B)
	}
	return lengths, nil
}

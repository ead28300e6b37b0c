package store

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
)

const selectShares = "select s.id, (select a.id from account a where a.seq = s.account), s.kind, s.item, s.created_at, s.expires_at, s.visits, s.last_visit_at from share s"

type shareRow struct {
	s                         music.Share
	created, expires, visited int64
}

func (r *shareRow) dest() []any {
	s := &r.s
	return []any{&s.ID, &s.AccountID, &s.Kind, &s.ItemID, &r.created, &r.expires, &s.Visits, &r.visited}
}

func (r *shareRow) value() music.Share {
	s := r.s
	s.CreatedAt, s.ExpiresAt, s.LastVisitAt = moment(r.created), moment(r.expires), moment(r.visited)
	return s
}

const ownsShare = "s.account = (select seq from account where account.id = ?)"

// CreateShare adds a link of the account AccountID. Conflict when it has
// MaxShares, NotFound when there is no such account.
func (s *Store) CreateShare(ctx context.Context, share *music.Share) error {
	return s.update(ctx, "create share", func(tx *tx) error {
		n, err := one(ctx, tx, &cell[int]{}, "select count(*) from share s where "+ownsShare, share.AccountID)
		if err != nil {
			return err
		}
		if n >= music.MaxShares {
			return &music.Error{Code: music.Conflict, Detail: "You have as many links as one can have. Delete some first."}
		}
		return must(tx.exec(ctx, `insert into share (id, account, kind, item, created_at, expires_at)
			select ?, seq, ?, ?, cast(? as bigint), cast(? as bigint) from account where account.id = ?`,
			share.ID, string(share.Kind), clean(share.ItemID), millis(share.CreatedAt), millis(share.ExpiresAt), share.AccountID))
	})
}

// Shares returns a page of an account's links, newest first.
func (s *Store) Shares(ctx context.Context, accountID string, p music.Page) (music.List[music.Share], error) {
	list, err := page(ctx, s, &shareRow{}, listing{
		columns: selectShares[len("select ") : len(selectShares)-len(" from share s")], from: "share s",
		where: (&query{}).add(ownsShare, accountID), order: order{name: "s.newest", seq: "s.seq", desc: true}, personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list shares: %w", err)
	}
	return list, nil
}

// Share returns the link with this id, whoever made it and also when it is over.
func (s *Store) Share(ctx context.Context, id string) (*music.Share, error) {
	share, err := pointer(one(ctx, s.read, &shareRow{}, selectShares+" where s.id = ?", clean(id)))
	if err != nil {
		return nil, fmt.Errorf("read share: %w", err)
	}
	return share, nil
}

// SetShareExpiry changes until when a link of the account leads somewhere; zero is for ever.
func (s *Store) SetShareExpiry(ctx context.Context, accountID, id string, at time.Time) error {
	err := must(s.write.exec(ctx, "update share set expires_at = ? where id = ? and account = (select seq from account where account.id = ?)", millis(at), clean(id), accountID))
	if err != nil {
		return fmt.Errorf("change share: %w", err)
	}
	return nil
}

// DeleteShare takes a link of the account back.
func (s *Store) DeleteShare(ctx context.Context, accountID, id string) error {
	err := must(s.write.exec(ctx, "delete from share where id = ? and account = (select seq from account where account.id = ?)", clean(id), accountID))
	if err != nil {
		return fmt.Errorf("delete share: %w", err)
	}
	return nil
}

// VisitShare counts a visit.
func (s *Store) VisitShare(ctx context.Context, id string, at time.Time) error {
	if _, err := s.write.exec(ctx, "update share set visits = visits + 1, last_visit_at = ? where id = ?", millis(at), clean(id)); err != nil {
		return fmt.Errorf("count visit: %w", err)
	}
	return nil
}

// InAlbum reports whether a track the viewer may see is on an album.
func (s *Store) InAlbum(ctx context.Context, v music.Viewer, albumID, trackID string) (bool, error) {
	q := (&query{}).add("select count(*) from track t where t.id = ? and t.album_id = ? and ", clean(trackID), clean(albumID)).canList(v)
	n, err := one(ctx, s.read, &cell[int]{}, q.text.String(), q.args...)
	if err != nil {
		return false, fmt.Errorf("look for a track on an album: %w", err)
	}
	return n > 0, nil
}

// InPlaylist reports whether a track the viewer may see is an entry of a
// playlist the viewer may open.
func (s *Store) InPlaylist(ctx context.Context, v music.Viewer, playlistID, trackID string) (bool, error) {
	q := (&query{}).add(`select count(*) from playlist p join playlist_entry e on e.playlist = p.seq join track t on t.seq = e.track
		where p.id = ? and (`+shown+` or p.account = (select seq from account where account.id = ?)) and t.id = ? and `, clean(playlistID), v.AccountID, clean(trackID)).canList(v)
	n, err := one(ctx, s.read, &cell[int]{}, q.text.String(), q.args...)
	if err != nil {
		return false, fmt.Errorf("look for a track in a playlist: %w", err)
	}
	return n > 0, nil
}

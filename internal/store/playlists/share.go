package playlists

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const selectShares = "select s.id, (select a.id from account a where a.seq = s.account), s.kind, s.item, s.created_at, s.expires_at, s.visits, s.last_visit_at from share s"

type shareRow struct {
	s                         link.Link
	created, expires, visited int64
}

func (r *shareRow) Dest() []any {
	s := &r.s
	return []any{&s.ID, &s.AccountID, &s.Kind, &s.ItemID, &r.created, &r.expires, &s.Visits, &r.visited}
}

func (r *shareRow) Value() link.Link {
	s := r.s
	s.CreatedAt, s.ExpiresAt, s.LastVisitAt = kernel.Moment(r.created), kernel.Moment(r.expires), kernel.Moment(r.visited)
	return s
}

const ownsShare = "s.account = (select seq from account where account.id = ?)"

// managesShare is the condition that an account created the link s, or that the
// station, playlist or mix it leads to is the account's. managers has its
// values.
const managesShare = `s.seq in (select x.seq from share x where x.account = (select seq from account where account.id = ?)
	union all select x.seq from station i join share x on x.kind = 'station' and x.item = i.id where i.owner = (select seq from account where account.id = ?)
	union all select x.seq from playlist i join share x on x.kind = 'playlist' and x.item = i.id where i.account = (select seq from account where account.id = ?)
	union all select x.seq from mix i join share x on x.kind = 'mix' and x.item = i.id where i.owner = (select seq from account where account.id = ?))`

func managers(accountID string) []any { return []any{accountID, accountID, accountID, accountID} }

// CreateShare adds a link of the account AccountID. It returns Conflict if the
// account has MaxShares links, and NotFound if there is no such account.
func (s *Store) CreateShare(ctx context.Context, share *link.Link) error {
	return s.db.Update(ctx, "create share", func(tx *kernel.Tx) error {
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from share s where "+ownsShare, share.AccountID)
		if err != nil {
			return err
		}
		if n >= link.MaxLinks {
			return music.NewError(music.Conflict, "You have reached the limit of links. Delete some first.").Coded(music.CodeLimitReached)
		}
		return kernel.Found(tx.Exec(ctx, `insert into share (id, account, kind, item, created_at, expires_at)
			select ?, seq, ?, ?, cast(? as bigint), cast(? as bigint) from account where account.id = ?`,
			share.ID, string(share.Kind), kernel.Clean(share.ItemID), kernel.Millis(share.CreatedAt), kernel.Millis(share.ExpiresAt), share.AccountID))
	})
}

// Shares returns a page of the links that an account created, or that lead to
// its stations, playlists and mixes, newest first.
func (s *Store) Shares(ctx context.Context, accountID string, p music.Page) (music.List[link.Link], error) {
	list, err := kernel.Page(ctx, s.db, &shareRow{}, kernel.Listing{
		Columns: selectShares[len("select ") : len(selectShares)-len(" from share s")], From: "share s",
		Where: (&kernel.Query{}).Add(managesShare, managers(accountID)...), Order: kernel.Order{Name: "s.newest", Seq: "s.seq", Desc: true}, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list shares: %w", err)
	}
	return list, nil
}

// Share returns the link with this ID, whoever created it and even if it has
// expired.
func (s *Store) Share(ctx context.Context, id string) (*link.Link, error) {
	share, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &shareRow{}, selectShares+" where s.id = ?", kernel.Clean(id)))
	if err != nil {
		return nil, fmt.Errorf("read share: %w", err)
	}
	return share, nil
}

// CheckShare returns NotFound for a link that the account may not see in Shares.
func (s *Store) CheckShare(ctx context.Context, accountID, id string) error {
	_, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, "select s.seq from share s where s.id = ? and "+managesShare, append([]any{kernel.Clean(id)}, managers(accountID)...)...)
	if err != nil {
		return fmt.Errorf("read share: %w", err)
	}
	return nil
}

// SetShareExpiry sets when a link that the account may see in Shares expires,
// zero for never.
func (s *Store) SetShareExpiry(ctx context.Context, accountID, id string, at time.Time) error {
	err := kernel.Found(s.db.Write.Exec(ctx, "update share as s set expires_at = ? where s.id = ? and "+managesShare, append([]any{kernel.Millis(at), kernel.Clean(id)}, managers(accountID)...)...))
	if err != nil {
		return fmt.Errorf("change share: %w", err)
	}
	return nil
}

// DeleteShare deletes a link that the account may see in Shares.
func (s *Store) DeleteShare(ctx context.Context, accountID, id string) error {
	err := kernel.Found(s.db.Write.Exec(ctx, "delete from share as s where s.id = ? and "+managesShare, append([]any{kernel.Clean(id)}, managers(accountID)...)...))
	if err != nil {
		return fmt.Errorf("delete share: %w", err)
	}
	return nil
}

// VisitShare counts a visit of a link.
func (s *Store) VisitShare(ctx context.Context, id string, at time.Time) error {
	if _, err := s.db.Write.Exec(ctx, "update share set visits = visits + 1, last_visit_at = ? where id = ?", kernel.Millis(at), kernel.Clean(id)); err != nil {
		return fmt.Errorf("count visit: %w", err)
	}
	return nil
}

// InAlbum reports whether a track the viewer may see is on an album.
func (s *Store) InAlbum(ctx context.Context, v music.Viewer, albumID, trackID string) (bool, error) {
	q := (&kernel.Query{}).Add("select count(*) from track t where t.id = ? and t.album_id = ? and ", kernel.Clean(trackID), kernel.Clean(albumID)).CanList(v)
	n, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, q.Text.String(), q.Args...)
	if err != nil {
		return false, fmt.Errorf("find track on album: %w", err)
	}
	return n > 0, nil
}

// InPlaylist reports whether a track that the viewer may see is in a playlist
// that the viewer may open.
func (s *Store) InPlaylist(ctx context.Context, v music.Viewer, playlistID, trackID string) (bool, error) {
	q := (&kernel.Query{}).Add(`select count(*) from playlist p join playlist_entry e on e.playlist = p.seq join track t on t.seq = e.track
		where p.id = ? and (`+IsShown+` or p.account = (select seq from account where account.id = ?)) and t.id = ? and `, kernel.Clean(playlistID), v.AccountID, kernel.Clean(trackID)).CanList(v)
	n, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, q.Text.String(), q.Args...)
	if err != nil {
		return false, fmt.Errorf("find track in playlist: %w", err)
	}
	return n > 0, nil
}

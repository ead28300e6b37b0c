package playlists

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

var (
	errManyMembers = music.NewError(music.Conflict, "Up to %d people can join a playlist.", music.MaxMembers).Coded(music.CodeLimitReached)
	errSmartJoin   = music.NewError(music.Conflict, "Nobody can join a smart playlist: its tracks follow its rules.")
)

// InvitePlaylist returns the token of the link with which others join the
// viewer's playlist, and sets token if there was none. It returns Conflict for
// a smart playlist, and otherwise the errors of ChangePlaylist.
func (s *Store) InvitePlaylist(ctx context.Context, v music.Viewer, id, token string, at time.Time) (string, error) {
	err := s.db.Update(ctx, "invite to playlist", func(tx *kernel.Tx) error {
		p, err := ownPlaylist(ctx, tx, v, id)
		switch {
		case err != nil:
			return err
		case p.Kind != music.PlaylistList:
			return errSmartJoin
		}
		token = cmp.Or(p.Invitation, token)
		return kernel.Found(tx.Exec(ctx, "update playlist set invitation = ?, updated_at = ? where seq = ?", token, kernel.Millis(at), p.Seq))
	})
	return token, err
}

// UninvitePlaylist removes the link. It returns the errors of ChangePlaylist.
func (s *Store) UninvitePlaylist(ctx context.Context, v music.Viewer, id string, at time.Time) error {
	return s.db.Update(ctx, "end invitation to playlist", func(tx *kernel.Tx) error {
		p, err := ownPlaylist(ctx, tx, v, id)
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "update playlist set invitation = '', updated_at = ? where seq = ?", kernel.Millis(at), p.Seq))
	})
}

const invited = " where p.invitation <> '' and p.invitation = ?"

// InvitedPlaylist returns the playlist of a link, or NotFound if the link is
// not valid.
func (s *Store) InvitedPlaylist(ctx context.Context, v music.Viewer, token string) (*music.Playlist, error) {
	p, err := invitedPlaylist(ctx, s.db.Read, v, token, "")
	if err != nil {
		return nil, fmt.Errorf("find the playlist of an invitation: %w", err)
	}
	return p, nil
}

func invitedPlaylist(ctx context.Context, from kernel.Queryer, v music.Viewer, token, tail string) (*music.Playlist, error) {
	q := (&kernel.Query{}).Add("select "+OwnColumns+" from playlist p").Append(WithJoined(v.AccountID)).Add(invited+tail, token)
	return kernel.Pointer(kernel.One(ctx, from, &OwnRow{}, q.Text.String(), q.Args...))
}

// JoinPlaylist adds the viewer to the playlist of a link, and reports whether
// they are new. It returns Conflict if the playlist has the maximum number of
// members, and otherwise the errors of InvitedPlaylist.
func (s *Store) JoinPlaylist(ctx context.Context, v music.Viewer, token string, at time.Time) (p *music.Playlist, isNew bool, err error) {
	err = s.db.Update(ctx, "join playlist", func(tx *kernel.Tx) error {
		isNew = false
		tail := tx.Pool.D.Locked
		if tail != "" {
			tail += " of p"
		}
		if p, err = invitedPlaylist(ctx, tx, v, token, tail); err != nil {
			return err
		}
		if p.OwnerID == v.AccountID || p.Joined {
			return nil
		}
		if p.Members >= music.MaxMembers {
			return errManyMembers
		}
		isNew, p.Joined = true, true
		p.Members++
		return kernel.Found(tx.Exec(ctx, "insert into playlist_member (playlist, account, joined_at) select ?, seq, ? from account where id = ?", p.Seq, kernel.Millis(at), v.AccountID))
	})
	if err != nil {
		return nil, false, err
	}
	return p, isNew, nil
}

type joinedRow struct {
	m  music.PlaylistMember
	at int64
}

func (r *joinedRow) Dest() []any {
	return []any{&r.m.ID, &r.m.Name, &r.m.ImageURL, &r.at, &r.m.IsOwner}
}

func (r *joinedRow) Value() music.PlaylistMember {
	m := r.m
	m.JoinedAt = kernel.Moment(r.at)
	return m
}

// PlaylistMembers returns the people who can edit a playlist: its owner, then
// the members in the order of joining. Outsiders do not see private profiles.
// It returns NotFound if the viewer may not see the playlist.
func (s *Store) PlaylistMembers(ctx context.Context, v music.Viewer, id string) ([]music.PlaylistMember, error) {
	p, err := s.Playlist(ctx, v, id)
	if err != nil {
		return nil, err
	}
	all := p.NamesPeople(v)
	list, err := kernel.Collect(ctx, s.db.Read, &joinedRow{}, `select a.id, `+kernel.PersonName+`, a.profile_image_url, p.created_at, true
		from playlist p join account a on a.seq = p.account where p.seq = ? and (? or not a.is_private)`, p.Seq, all)
	if err != nil {
		return nil, fmt.Errorf("list members of playlist: %w", err)
	}
	members, err := kernel.Collect(ctx, s.db.Read, &joinedRow{}, `select a.id, `+kernel.PersonName+`, a.profile_image_url, m.joined_at, false
		from playlist_member m join account a on a.seq = m.account where m.playlist = ? and (? or not a.is_private) order by m.joined_at, a.seq limit ? + 0`, p.Seq, all, music.MaxMembers)
	if err != nil {
		return nil, fmt.Errorf("list members of playlist: %w", err)
	}
	return append(list, members...), nil
}

// PlaylistPeople returns the account IDs of a playlist's owner and members.
func (s *Store) PlaylistPeople(ctx context.Context, p *music.Playlist) ([]string, error) {
	return playlistPeople(ctx, s.db.Read, p)
}

func playlistPeople(ctx context.Context, from kernel.Queryer, p *music.Playlist) ([]string, error) {
	ids, err := kernel.Collect(ctx, from, &kernel.Cell[string]{}, "select a.id from playlist_member m join account a on a.seq = m.account where m.playlist = ? limit ? + 0", p.Seq, music.MaxMembers)
	if err != nil {
		return nil, fmt.Errorf("list members of playlist: %w", err)
	}
	return append(ids, p.OwnerID), nil
}

// RemovePlaylistMember ends the viewer's own membership, or anyone's in a
// playlist of the viewer. It returns Forbidden for other memberships, and
// NotFound if there is none.
func (s *Store) RemovePlaylistMember(ctx context.Context, v music.Viewer, id, accountID string) (p *music.Playlist, err error) {
	err = s.db.Update(ctx, "leave playlist", func(tx *kernel.Tx) error {
		if p, err = lockedPlaylist(ctx, tx, v, id); err != nil {
			return err
		}
		if p.OwnerID != v.AccountID && accountID != v.AccountID {
			return music.ErrForbidden
		}
		return kernel.Found(tx.Exec(ctx, "delete from playlist_member where playlist = ? and account = (select seq from account where id = ?)", p.Seq, accountID))
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

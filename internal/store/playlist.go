package store

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
)

const (
	playlistFields  = "name, description, is_public, cover_image_url"
	playlistColumns = "p.id, (select a.id from account a where a.seq = p.account), p.created_at, p.updated_at, " + playlistFields
	// canOpen is who may see the playlist p with this id: its owner, and whoever is shown it.
	canOpen = "p.id = ? and (p.is_public or p.account = (select seq from account where account.id = ?))"
)

type playlistRow struct {
	p                music.Playlist
	created, updated int64
}

func (r *playlistRow) dest() []any {
	p := &r.p
	return []any{&p.ID, &p.OwnerID, &r.created, &r.updated, &p.Name, &p.Description, &p.IsPublic, &p.CoverImageURL}
}

func (r *playlistRow) value() music.Playlist {
	p := r.p
	p.CreatedAt, p.UpdatedAt = moment(r.created), moment(r.updated)
	return p
}

// checkedPlaylist returns the values of playlistFields, or what breaks a rule.
func checkedPlaylist(p *music.Playlist) ([]any, error) {
	normal(&p.Name, &p.Description, &p.CoverImageURL)
	err := p.Check()
	return []any{p.Name, p.Description, p.IsPublic, p.CoverImageURL}, err
}

var playlistsNewest = order{name: "p.newest", seq: "p.seq", desc: true}

// Playlists returns a page of an account's own playlists, newest first.
func (s *Store) Playlists(ctx context.Context, accountID string, p music.Page) (music.List[music.Playlist], error) {
	list, err := page(ctx, s, &playlistRow{}, listing{
		columns: playlistColumns, from: "playlist p",
		where: (&query{}).add("p.account = (select seq from account where account.id = ?)", accountID),
		order: playlistsNewest, personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list playlists: %w", err)
	}
	return list, nil
}

// Playlist returns a playlist. NotFound when it is somebody else's and not public.
func (s *Store) Playlist(ctx context.Context, v music.Viewer, id string) (*music.Playlist, error) {
	p, err := pointer(one(ctx, s.read, &playlistRow{}, "select "+playlistColumns+" from playlist p where "+canOpen, id, v.AccountID))
	if err != nil {
		return nil, fmt.Errorf("read playlist: %w", err)
	}
	return p, nil
}

// CreatePlaylist adds a playlist of the account OwnerID and fills its ID where
// it is empty. Invalid with the fields that break a rule, NotFound when there
// is no such account.
func (s *Store) CreatePlaylist(ctx context.Context, p *music.Playlist) error {
	values, err := checkedPlaylist(p)
	if err != nil {
		return err
	}
	id, at := cmp.Or(p.ID, music.NewID()), millis(p.CreatedAt)
	err = must(s.write.exec(ctx, "insert into playlist (id, account, "+playlistFields+", created_at, updated_at) select ?, seq, "+marks(len(values))+", ?, ? from account where account.id = ?",
		append(append([]any{id}, values...), at, at, p.OwnerID)...))
	if err != nil {
		return fmt.Errorf("create playlist: %w", err)
	}
	p.ID, p.CreatedAt, p.UpdatedAt = id, moment(at), moment(at)
	return nil
}

// ChangePlaylist alters a playlist of the viewer and returns it as it is then.
// Invalid with the fields that break a rule, Forbidden when somebody else
// shows it to the viewer, NotFound when there is none the viewer may see.
func (s *Store) ChangePlaylist(ctx context.Context, v music.Viewer, id string, at time.Time, alter func(*music.Playlist)) (p *music.Playlist, err error) {
	err = s.update(ctx, "change playlist", func(tx *tx) error {
		if p, err = ownPlaylist(ctx, tx, v, id); err != nil {
			return err
		}
		alter(p)
		values, err := checkedPlaylist(p)
		if err != nil {
			return err
		}
		p.UpdatedAt = moment(millis(at))
		return must(tx.exec(ctx, "update playlist set ("+playlistFields+", updated_at) = ("+marks(len(values))+", ?) where id = ?", append(values, millis(at), id)...))
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// DeletePlaylist removes a playlist of the viewer; errors as of ChangePlaylist.
func (s *Store) DeletePlaylist(ctx context.Context, v music.Viewer, id string) error {
	return s.update(ctx, "delete playlist", func(tx *tx) error {
		if _, err := ownPlaylist(ctx, tx, v, id); err != nil {
			return err
		}
		return must(tx.exec(ctx, "delete from playlist where id = ?", id))
	})
}

// ownPlaylist returns a playlist that the viewer is about to change.
func ownPlaylist(ctx context.Context, tx *tx, v music.Viewer, id string) (*music.Playlist, error) {
	p, err := pointer(one(ctx, tx, &playlistRow{}, "select "+playlistColumns+" from playlist p where "+canOpen+tx.pool.d.locked, id, v.AccountID))
	if err == nil && p.OwnerID != v.AccountID {
		return nil, music.ErrForbidden
	}
	return p, err
}

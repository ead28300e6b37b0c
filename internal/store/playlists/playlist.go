package playlists

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/ifmatch"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/store/webhooks"
	"sonora/internal/webhook"
)

const (
	playlistFields  = "name, description, is_public, cover_image_url, kind, rules"
	playlistWrites  = playlistFields + ", folded"
	playlistColumns = `p.seq, p.id, (select a.id from account a where a.seq = p.account), (select ` + kernel.PersonName + ` from account a where a.seq = p.account),
		(select a.is_private from account a where a.seq = p.account), p.created_at, p.updated_at, p.version, p.entries, p.cover, p.invitation, (select count(*) from playlist_member m where m.playlist = p.seq),
		p.name, p.description, p.is_public, p.cover_image_url, p.kind, p.rules`
	// IsShown is the condition that the playlist p is visible to others: it is
	// public, and its owner is enabled and not scheduled for deletion.
	IsShown = "(p.is_public and exists (select 1 from account o where o.seq = p.account and o.disabled_at = 0 and o.delete_at = 0))"

	// OwnColumns are playlistColumns, and whether the viewer is a member. The
	// query must include WithJoined.
	OwnColumns = playlistColumns + ", mine.playlist is not null"
	// canOpen is the condition that the viewer may see the playlist p with an
	// ID: its owner and members may, and everyone if IsShown.
	canOpen = "p.id = ? and (" + IsShown + " or p.account = (select seq from account where account.id = ?) or mine.playlist is not null)"
)

// WithJoined joins the viewer's membership of each playlist p.
func WithJoined(accountID string) *kernel.Query {
	return (&kernel.Query{}).Add(" left join playlist_member mine on mine.playlist = p.seq and mine.account = (select seq from account where account.id = ?)", accountID)
}

type playlistRow struct {
	p                music.Playlist
	created, updated int64
	rules            string
}

func (r *playlistRow) Dest() []any {
	p := &r.p
	return []any{
		&p.Seq, &p.ID, &p.OwnerID, &p.OwnerName, &p.OwnerPrivate, &r.created, &r.updated, &p.Version, &p.Entries, &p.Cover, &p.Invitation, &p.Members,
		&p.Name, &p.Description, &p.IsPublic, &p.CoverImageURL, &p.Kind, &r.rules,
	}
}

func (r *playlistRow) Value() music.Playlist {
	p := r.p
	p.CreatedAt, p.UpdatedAt = kernel.Moment(r.created), kernel.Moment(r.updated)
	if r.rules != "" {
		p.Rules = &music.SmartRules{}
		if json.Unmarshal([]byte(r.rules), p.Rules) != nil {
			p.Rules = &music.SmartRules{Match: "all"} // rules of an unknown version
		}
	}
	return p
}

// OwnRow is a row of OwnColumns.
type OwnRow struct{ playlistRow }

// Dest implements kernel.Row.
func (r *OwnRow) Dest() []any { return append(r.playlistRow.Dest(), &r.p.Joined) }

// checkedPlaylist returns the values of playlistWrites, or the rules that are
// broken.
func checkedPlaylist(p *music.Playlist) ([]any, error) {
	kernel.Normal(&p.Name, &p.Description, &p.CoverImageURL)
	if err := p.Check(); err != nil {
		return nil, err
	}
	rules := ""
	if p.Rules != nil {
		b, err := json.Marshal(p.Rules)
		if err != nil {
			return nil, fmt.Errorf("write rules: %w", err)
		}
		rules = string(b)
	}
	return []any{p.Name, p.Description, p.IsPublic, p.CoverImageURL, string(p.Kind), rules, kernel.FoldedLines(p.Name)}, nil
}

var playlistsNewest = kernel.Order{Name: "p.newest", Seq: "p.seq", Desc: true}

// Playlists returns a page of the playlists that an account owns or joined,
// newest first.
func (s *Store) Playlists(ctx context.Context, accountID string, p music.Page) (music.List[music.Playlist], error) {
	return s.playlists(ctx, accountID, isMine(accountID), p)
}

// OpenPlaylists returns a page of the playlists that the viewer may open: those that
// Playlists returns and those that others made public, newest first.
func (s *Store) OpenPlaylists(ctx context.Context, v music.Viewer, p music.Page) (music.List[music.Playlist], error) {
	return s.playlists(ctx, v.AccountID, (&kernel.Query{}).Add("("+IsShown+" or ").Append(isMine(v.AccountID)).Add(")"), p)
}

// isMine is the condition that an account owns or joined the playlist p.
func isMine(accountID string) *kernel.Query {
	return (&kernel.Query{}).Add(`(p.account = (select seq from account where account.id = ?)
		or p.seq in (select playlist from playlist_member where account = (select seq from account where account.id = ?)))`, accountID, accountID)
}

// PublicPlaylists returns a page of a person's public playlists, newest first.
func (s *Store) PublicPlaylists(ctx context.Context, v music.Viewer, ownerID string, p music.Page) (music.List[music.Playlist], error) {
	return s.playlists(ctx, v.AccountID, (&kernel.Query{}).Add(IsShown+" and p.account = (select seq from account where account.id = ?)", ownerID), p)
}

func (s *Store) playlists(ctx context.Context, accountID string, where *kernel.Query, p music.Page) (music.List[music.Playlist], error) {
	list, err := kernel.Page(ctx, s.db, &OwnRow{}, kernel.Listing{
		Columns: OwnColumns, From: "playlist p", Joins: WithJoined(accountID), Where: where, Order: playlistsNewest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list playlists: %w", err)
	}
	return list, nil
}

// Playlist returns a playlist. It returns NotFound unless it is the viewer's,
// joined or public.
func (s *Store) Playlist(ctx context.Context, v music.Viewer, id string) (*music.Playlist, error) {
	p, err := openPlaylist(ctx, s.db.Read, v, id, "")
	if err != nil {
		return nil, fmt.Errorf("read playlist: %w", err)
	}
	return p, nil
}

func openPlaylist(ctx context.Context, from kernel.Queryer, v music.Viewer, id, tail string) (*music.Playlist, error) {
	q := (&kernel.Query{}).Add("select "+OwnColumns+" from playlist p").Append(WithJoined(v.AccountID)).Add(" where "+canOpen+tail, id, v.AccountID)
	return kernel.Pointer(kernel.One(ctx, from, &OwnRow{}, q.Text.String(), q.Args...))
}

// CreatePlaylist adds a playlist of the account OwnerID and fills in its ID if
// empty. It returns Invalid with the fields that break a rule, and NotFound if
// there is no such account.
func (s *Store) CreatePlaylist(ctx context.Context, p *music.Playlist) error {
	return s.createPlaylist(ctx, music.Viewer{AccountID: p.OwnerID}, p, nil)
}

// CreatePlaylistOf is CreatePlaylist of tracks: either the whole list is there afterwards, or
// nothing of it. It leaves out tracks that the viewer, who owns the list, may not see. It
// returns Conflict if they do not fit.
func (s *Store) CreatePlaylistOf(ctx context.Context, v music.Viewer, p *music.Playlist, trackIDs []string) error {
	if err := s.CreatePlaylistOfKnown(ctx, v, p, trackIDs); music.CodeOf(err) != music.NotFound {
		return err
	}
	return s.createPlaylist(ctx, v, p, nil) // or there is no such account
}

// CreatePlaylistOfKnown is CreatePlaylistOf, but returns NotFound if the viewer may see
// none of the given tracks.
func (s *Store) CreatePlaylistOfKnown(ctx context.Context, v music.Viewer, p *music.Playlist, trackIDs []string) error {
	tracks, err := s.seqsOf(ctx, v, trackIDs)
	if err != nil {
		return err
	}
	return s.createPlaylist(ctx, v, p, tracks)
}

func (s *Store) createPlaylist(ctx context.Context, v music.Viewer, p *music.Playlist, tracks []int64) error {
	values, err := checkedPlaylist(p)
	if err != nil {
		return err
	}
	id, at, added := cmp.Or(p.ID, music.NewID()), kernel.Millis(p.CreatedAt), 0
	err = s.db.UpdateNames(ctx, "create playlist", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, "insert into playlist (id, account, "+playlistWrites+", created_at, updated_at) select ?, seq, "+kernel.Marks(len(values))+", ?, ? from account where account.id = ?",
			append(append([]any{id}, values...), at, at, p.OwnerID)...))
		if err != nil {
			return err
		}
		if added, err = fillPlaylist(ctx, tx, v, id, tracks, p.CreatedAt); err != nil {
			return err
		}
		return webhooks.Enqueue(ctx, tx, []string{p.OwnerID}, webhook.Playlist, p.CreatedAt, music.PlaylistChange{ID: id, By: p.OwnerID, Added: added})
	})
	if err != nil {
		return err
	}
	p.ID, p.Entries, p.CreatedAt, p.UpdatedAt = id, added, kernel.Moment(at), kernel.Moment(at)
	return nil
}

// fillPlaylist adds tracks to a playlist that is being created. It returns how many.
func fillPlaylist(ctx context.Context, tx *kernel.Tx, v music.Viewer, id string, tracks []int64, at time.Time) (int, error) {
	if len(tracks) == 0 {
		return 0, nil
	}
	p, err := openPlaylist(ctx, tx, v, id, "")
	if err != nil {
		return 0, err
	}
	added, err := appendTracks(ctx, tx, v, p, tracks, at)
	if err != nil {
		return 0, err
	}
	return added, kernel.Found(tx.Exec(ctx, "update playlist set entries = ? where seq = ?", p.Entries, p.Seq))
}

// ChangePlaylist changes a playlist of the viewer, or any public one for an
// operator, and returns the result. It returns Invalid with the fields that
// break a rule, Forbidden for another person's public playlist, and NotFound if
// the viewer may not see it.
func (s *Store) ChangePlaylist(ctx context.Context, v music.Viewer, id string, at time.Time, alter func(*music.Playlist)) (p *music.Playlist, err error) {
	err = s.db.UpdateNames(ctx, "change playlist", func(tx *kernel.Tx) error {
		if p, err = lockedPlaylist(ctx, tx, v, id); err != nil {
			return err
		}
		if err := alterPlaylist(ctx, tx, v, p, at, alter); err != nil {
			return err
		}
		return tellWebhooks(ctx, tx, p, at, music.PlaylistChange{Version: p.Version, By: v.AccountID})
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// alterPlaylist changes the text of a locked playlist.
func alterPlaylist(ctx context.Context, tx *kernel.Tx, v music.Viewer, p *music.Playlist, at time.Time, alter func(*music.Playlist)) error {
	if !p.MayChange(v) {
		return music.ErrForbidden
	}
	kind := p.Kind
	alter(p)
	p.Kind = kind
	values, err := checkedPlaylist(p)
	if err != nil {
		return err
	}
	p.UpdatedAt = kernel.Moment(kernel.Millis(at))
	p.Version++
	return kernel.Found(tx.Exec(ctx, "update playlist set ("+playlistWrites+", updated_at, version) = ("+kernel.Marks(len(values))+", ?, ?) where seq = ?", append(values, kernel.Millis(at), p.Version, p.Seq)...))
}

// SetPlaylistCover sets the picture of a playlist by its hash, "" for none. It
// returns the errors of ChangePlaylist.
func (s *Store) SetPlaylistCover(ctx context.Context, v music.Viewer, id, hash string, at time.Time) (p *music.Playlist, err error) {
	err = s.db.Update(ctx, "set cover of playlist", func(tx *kernel.Tx) error {
		if p, err = changeablePlaylist(ctx, tx, v, id); err != nil {
			return err
		}
		p.Cover, p.UpdatedAt = hash, kernel.Moment(kernel.Millis(at))
		p.Version++
		if err := kernel.Found(tx.Exec(ctx, "update playlist set cover = ?, updated_at = ?, version = ? where seq = ?", hash, kernel.Millis(at), p.Version, p.Seq)); err != nil {
			return err
		}
		return tellWebhooks(ctx, tx, p, at, music.PlaylistChange{Version: p.Version, By: v.AccountID})
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// PlaylistCovers returns the names of playlists' own pictures, and of the logos
// of stations and covers of podcasts and mixes, which are stored with them.
func (s *Store) PlaylistCovers(ctx context.Context) ([]string, error) {
	covers, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, `select cover from playlist where cover <> '' union select logo from station where logo <> '' union select cover from podcast where cover <> ''
		union select substr(cover_image_url, length('/api/mixes/' || id || '/cover/') + 1) from mix where cover_image_url like '/api/mixes/%/cover/%'`)
	if err != nil {
		return nil, fmt.Errorf("list covers of playlists: %w", err)
	}
	return covers, nil
}

// NotePlaylistSize stores the number of tracks that the owner of a smart
// playlist saw.
func (s *Store) NotePlaylistSize(ctx context.Context, p *music.Playlist, tracks int) error {
	if _, err := s.db.Write.Exec(ctx, "update playlist set entries = ? where seq = ? and entries <> ?", tracks, p.Seq, tracks); err != nil {
		return fmt.Errorf("save size of playlist: %w", err)
	}
	return nil
}

// DeletePlaylist deletes a playlist. It returns the errors of ChangePlaylist.
func (s *Store) DeletePlaylist(ctx context.Context, v music.Viewer, id string, at time.Time) error {
	return s.db.Update(ctx, "delete playlist", func(tx *kernel.Tx) error {
		p, err := changeablePlaylist(ctx, tx, v, id)
		if err != nil {
			return err
		}
		if err := tellWebhooks(ctx, tx, p, at, music.PlaylistChange{Version: p.Version, Deleted: true, By: v.AccountID}); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from playlist where seq = ?", p.Seq))
	})
}

// tellWebhooks has a change posted to the webhooks of the people of a playlist.
func tellWebhooks(ctx context.Context, tx *kernel.Tx, p *music.Playlist, at time.Time, change music.PlaylistChange) error {
	people, err := playlistPeople(ctx, tx, p)
	if err != nil {
		return err
	}
	change.ID = p.ID
	return webhooks.Enqueue(ctx, tx, people, webhook.Playlist, at, change)
}

// changeablePlaylist locks and returns a playlist that the viewer may change.
func changeablePlaylist(ctx context.Context, tx *kernel.Tx, v music.Viewer, id string) (*music.Playlist, error) {
	p, err := lockedPlaylist(ctx, tx, v, id)
	if err == nil && !p.MayChange(v) {
		return nil, music.ErrForbidden
	}
	return p, err
}

// ownPlaylist locks and returns a playlist of the viewer.
func ownPlaylist(ctx context.Context, tx *kernel.Tx, v music.Viewer, id string) (*music.Playlist, error) {
	p, err := lockedPlaylist(ctx, tx, v, id)
	if err == nil && p.OwnerID != v.AccountID {
		return nil, music.ErrForbidden
	}
	return p, err
}

// lockedPlaylist locks and returns a playlist that the viewer may see. It returns
// Changed if the change of ctx is for another version.
func lockedPlaylist(ctx context.Context, tx *kernel.Tx, v music.Viewer, id string) (*music.Playlist, error) {
	tail := tx.Pool.D.Locked
	if tail != "" {
		tail += " of p"
	}
	p, err := openPlaylist(ctx, tx, v, id, tail)
	if err != nil {
		return nil, err
	}
	return p, ifmatch.Check(ctx, p.Version)
}

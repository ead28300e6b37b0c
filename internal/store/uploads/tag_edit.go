package uploads

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/store/library"
)

const selectEditable = `select t.id, coalesce(t.owner, ''), r.seq, r.path, f.path, t.name, t.size, t.mtime, t.missing_at,
	t.title, t.artist, t.album_title, t.genre, coalesce(p.hash, ''), coalesce(p.mime, ''), coalesce(p.bytes, 0),
	coalesce(p.width, 0), coalesce(p.height, 0), coalesce(cf.path, ''), t.cover_name, coalesce(o.content, '')
	from track t join folder f on f.seq = t.folder join root r on r.seq = f.root
	left join picture p on p.hash = t.cover left join folder cf on cf.seq = t.cover_folder
	left join tag_override o on o.track = t.seq and not (o.size = t.size and o.mtime = t.mtime) where `

type editableRow struct {
	t                      music.EditableTrack
	missing                int64
	p                      music.Picture
	coverFolder, coverName string
	override               string
}

func (r *editableRow) Dest() []any {
	t, p := &r.t, &r.p
	return []any{
		&t.ID, &t.OwnerID, &t.RootID, &t.Root, &t.Folder, &t.Name, &t.Size, &t.ModTime, &r.missing,
		&t.Shown.Title, &t.Shown.Artist, &t.Shown.Album, &t.Shown.Genre, &p.Hash, &p.MIME, &p.Bytes,
		&p.Width, &p.Height, &r.coverFolder, &r.coverName, &r.override,
	}
}

func (r *editableRow) Value() music.EditableTrack {
	t := r.t
	t.Root, t.Folder, t.Name, t.Missing = kernel.TextPath(t.Root), kernel.TextPath(t.Folder), kernel.TextPath(t.Name), r.missing != 0
	t.Cover, t.Override = nil, library.DecodeOverride(r.override)
	if r.p.Hash != "" {
		t.Cover = &music.CoverSource{Picture: r.p, Folder: t.Folder, Name: t.Name, Embedded: true}
		if r.coverName != "" {
			t.Cover.Folder, t.Cover.Name, t.Cover.Embedded = kernel.TextPath(r.coverFolder), kernel.TextPath(r.coverName), false
		}
	}
	return t
}

// EditableTrack returns the data needed to change a track's tags. It returns
// NotFound if the viewer may not see the track. The caller checks whether they
// may change it.
func (s *Store) EditableTrack(ctx context.Context, v music.Viewer, id string) (*music.EditableTrack, error) {
	q := (&kernel.Query{}).Add(selectEditable+"t.id = ? and ", id).CanSee(v)
	t, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &editableRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("find a track to edit: %w", err)
	}
	return t, nil
}

// AlbumOf returns the IDs of the visible tracks on a track's album, or only the
// track's ID if it has no album.
func (s *Store) AlbumOf(ctx context.Context, v music.Viewer, id string) ([]string, error) {
	q := (&kernel.Query{}).Add(`select t.id from track t where (t.id = ? or t.album = (select a.album from track a where a.id = ?)) and `, id, id).
		CanList(v).Add(" order by t.position, t.seq")
	ids, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list the album of a track: %w", err)
	}
	return ids, nil
}

// BeginTagEdit records an edit of one track before its file is replaced by one
// with this size and modification time. If the server stops in between, a scan
// then knows that the new file contains the edit. It returns NotFound if the
// track is gone.
func (s *Store) BeginTagEdit(ctx context.Context, e *music.TagEdit, size, modTime int64) error {
	return s.db.Update(ctx, "start tag edit", func(tx *kernel.Tx) error {
		if err := insertTagEdit(ctx, tx, e); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "update tag_override set size = ?, mtime = ? where track = (select seq from track where track.id = ?)", size, modTime, e.TrackID)
		return err
	})
}

// CancelTagEdit reverts BeginTagEdit, because the file was not replaced.
func (s *Store) CancelTagEdit(ctx context.Context, e *music.TagEdit) error {
	return s.db.Update(ctx, "cancel tag edit", func(tx *kernel.Tx) error {
		const track = "track = (select seq from track where track.id = ?)"
		if _, err := tx.Exec(ctx, "delete from tag_edit where id = ? and "+track, e.ID, e.TrackID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "update tag_override set size = 0, mtime = 0 where "+track, e.TrackID)
		return err
	})
}

// KeepTagEdit records an edit of a track whose file cannot be written, with all
// overrides of its tags. It returns NotFound if the track is gone.
func (s *Store) KeepTagEdit(ctx context.Context, e *music.TagEdit, o *music.TagOverride) error {
	content, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("keep tag edit: %w", err)
	}
	return s.db.Update(ctx, "keep tag edit", func(tx *kernel.Tx) error {
		if err := insertTagEdit(ctx, tx, e); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, `insert into tag_override (track, content) select seq, ? from track where track.id = ?
			on conflict (track) do update set content = excluded.content, size = 0, mtime = 0`, string(content), e.TrackID))
	})
}

// TagEditWritten records that the file contains a kept edit and all other
// overrides after all.
func (s *Store) TagEditWritten(ctx context.Context, e *music.TagEdit) error {
	return s.db.Update(ctx, "record written tag edit", func(tx *kernel.Tx) error {
		const track = "track = (select seq from track where track.id = ?)"
		if _, err := tx.Exec(ctx, "update tag_edit set in_file = ? where id = ? and "+track, true, e.ID, e.TrackID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "delete from tag_override where "+track, e.TrackID)
		return err
	})
}

func insertTagEdit(ctx context.Context, tx *kernel.Tx, e *music.TagEdit) error {
	before, err := json.Marshal(e.Before)
	if err != nil {
		return err
	}
	after, err := json.Marshal(e.After)
	if err != nil {
		return err
	}
	return kernel.Found(tx.Exec(ctx, `insert into tag_edit (id, track, account, before, after, in_file, created_at)
		select ?, seq, ?, ?, ?, ?, ? from track where track.id = ?`,
		e.ID, e.AccountID, string(before), string(after), e.InFile, kernel.Millis(e.CreatedAt), e.TrackID))
}

// SaveEdited saves a file with changed tags and everything that depends on it,
// like a scan. It returns NotFound if the track was deleted meanwhile.
func (s *Store) SaveEdited(ctx context.Context, rootID int64, f music.ScannedFile, at time.Time) error {
	err := s.db.UpdateCatalogue(ctx, "save edited tags", func(tx *kernel.Tx) error {
		b := &library.Batch{DB: s.db, Tx: tx, Root: rootID, At: kernel.Millis(at), Touched: map[int64]bool{}}
		if err := b.Save(ctx, []music.ScannedFile{f}); err != nil {
			return err
		}
		if b.Result.Added > 0 {
			return music.ErrNotFound
		}
		return nil
	})
	return err
}

// FinishEdits corrects the counts after SaveEdited, and deletes artists and
// genres without tracks.
func (s *Store) FinishEdits(ctx context.Context) error {
	_, err := library.Finish(ctx, s.db)
	return err
}

type tagEditRow struct {
	e               music.TagEdit
	before, after   string
	created, undone int64
}

func (r *tagEditRow) Dest() []any {
	e := &r.e
	return []any{&e.ID, &e.TrackID, &e.AccountID, &r.before, &r.after, &e.InFile, &r.created, &r.undone}
}

func (r *tagEditRow) Value() music.TagEdit {
	e := r.e
	e.CreatedAt, e.UndoneAt = kernel.Moment(r.created), kernel.Moment(r.undone)
	e.Before, e.After = music.TagState{}, music.TagState{}
	if json.Unmarshal([]byte(r.before), &e.Before) != nil || json.Unmarshal([]byte(r.after), &e.After) != nil {
		e.Before, e.After = music.TagState{}, music.TagState{} // nothing can be restored
	}
	return e
}

// TakeBackTagEdit marks an edit as undone and returns its parts. It returns
// NotFound if there is none, or if it is another person's and the viewer is not
// an operator, and Conflict if it was already undone.
func (s *Store) TakeBackTagEdit(ctx context.Context, v music.Viewer, id string, at time.Time) (edits []music.TagEdit, err error) {
	err = s.db.Update(ctx, "undo tag edit", func(tx *kernel.Tx) error {
		edits, err = kernel.Collect(ctx, tx, &tagEditRow{}, `select e.id, t.id, e.account, e.before, e.after, e.in_file, e.created_at, e.undone_at
			from tag_edit e join track t on t.seq = e.track where e.id = ? and (e.account = ? or ?) order by e.seq`, id, v.AccountID, v.IsAdmin())
		if err != nil {
			return err
		}
		if len(edits) == 0 {
			return music.ErrNotFound
		}
		n, err := tx.Exec(ctx, "update tag_edit set undone_at = ? where id = ? and undone_at = 0", kernel.Millis(at), id)
		if err == nil && n == 0 {
			err = music.NewError(music.Conflict, "This change is undone already.")
		}
		return err
	})
	return edits, err
}

// StandTagEdit reverts TakeBackTagEdit, because nothing of the edit was undone.
func (s *Store) StandTagEdit(ctx context.Context, id string) error {
	if _, err := s.db.Write.Exec(ctx, "update tag_edit set undone_at = 0 where id = ?", id); err != nil {
		return fmt.Errorf("restore a tag edit: %w", err)
	}
	return nil
}

type tagSummaryRow struct {
	e               music.TagEditSummary
	created, undone int64
}

func (r *tagSummaryRow) Dest() []any {
	return []any{&r.e.ID, &r.e.Tracks, &r.e.InFile, &r.created, &r.undone}
}

func (r *tagSummaryRow) Value() music.TagEditSummary {
	e := r.e
	e.CreatedAt, e.UndoneAt = kernel.Moment(r.created), kernel.Moment(r.undone)
	return e
}

// TagEdits returns up to limit of an account's latest edits, newest first.
func (s *Store) TagEdits(ctx context.Context, accountID string, limit int) ([]music.TagEditSummary, error) {
	edits, err := kernel.Collect(ctx, s.db.Read, &tagSummaryRow{}, `select id, count(*), sum(case when in_file then 1 else 0 end), max(created_at), max(undone_at)
		from tag_edit where account = ? group by id order by max(created_at) desc, id desc limit ? + 0`, accountID, limit)
	if err != nil {
		return nil, fmt.Errorf("list tag edits: %w", err)
	}
	return edits, nil
}

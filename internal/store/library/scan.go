package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/store/playlists"
)

type knownRow struct {
	folderSeq, extras int64
	folder            string
	f                 music.KnownFile
	audioKey, missing int64
}

func (r *knownRow) Dest() []any {
	return []any{&r.folderSeq, &r.folder, &r.extras, &r.f.Name, &r.f.Size, &r.f.ModTime, &r.audioKey, &r.f.TrackID, &r.missing}
}

func (r *knownRow) Value() knownRow { return *r }

// file returns the row's file in the given folder.
func (r *knownRow) file(folder string) music.KnownFile {
	f := r.f
	f.Folder, f.Name, f.AudioKey, f.Missing = folder, kernel.TextPath(f.Name), uint64(r.audioKey), r.missing != 0
	return f
}

// KnownFiles returns every file that the store knows below a root, by folder.
// It returns a path with a Problem once, with TrackID "", even if a track had
// it before. A folder that could not be read is returned as such a file of its
// parent.
func (s *Store) KnownFiles(ctx context.Context, rootID int64) ([]KnownFolder, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &knownRow{}, `select f.seq, f.path, f.extras, coalesce(t.name, ''), coalesce(t.size, 0),
			coalesce(t.mtime, 0), coalesce(t.audio_key, 0), coalesce(t.id, ''), coalesce(t.missing_at, 0)
		from folder f left join track t on t.folder = f.seq where f.root = ? order by f.seq`, rootID)
	if err != nil {
		return nil, fmt.Errorf("list known files: %w", err)
	}
	problems, err := s.knownProblems(ctx, rootID)
	if err != nil {
		return nil, err
	}
	broken := make(map[string]bool, len(problems))
	for _, f := range problems {
		broken[path.Join(f.Folder, f.Name)] = true
	}
	folders := []KnownFolder{}
	index := map[string]int{}
	for i, r := range rows {
		if i == 0 || r.folderSeq != rows[i-1].folderSeq {
			folder := kernel.TextPath(r.folder)
			index[folder] = len(folders)
			folders = append(folders, KnownFolder{Folder: folder, Extras: uint64(r.extras)})
		}
		last := &folders[len(folders)-1]
		if f := r.file(last.Folder); f.TrackID != "" && (len(broken) == 0 || !broken[path.Join(f.Folder, f.Name)]) {
			last.Files = append(last.Files, f)
		}
	}
	for _, f := range problems {
		i, ok := index[f.Folder]
		if !ok {
			i = len(folders)
			index[f.Folder] = i
			folders = append(folders, KnownFolder{Folder: f.Folder})
		}
		folders[i].Files = append(folders[i].Files, f)
	}
	return folders, nil
}

// MissingByAudioKey returns the missing tracks with one of these audio keys, so
// that a scan recognises moved files.
func (s *Store) MissingByAudioKey(ctx context.Context, keys []uint64) (map[uint64][]music.KnownFile, error) {
	signed := make([]int64, len(keys))
	for i, k := range keys {
		signed[i] = int64(k)
	}
	q := (&kernel.Query{}).Add(`select f.seq, f.path, f.extras, t.name, t.size, t.mtime, t.audio_key, t.id, t.missing_at
		from track t join folder f on f.seq = t.folder where t.missing_at > 0 and t.audio_key in `+s.db.Dialect.Ints+" order by t.seq", kernel.Array(signed))
	rows, err := kernel.Collect(ctx, s.db.Read, &knownRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("find moved files: %w", err)
	}
	found := make(map[uint64][]music.KnownFile, len(rows))
	for _, r := range rows {
		f := r.file(kernel.TextPath(r.folder))
		found[f.AudioKey] = append(found[f.AudioKey], f)
	}
	return found, nil
}

// MarkMissing marks the files of these tracks as missing and returns how many
// were present before.
func (s *Store) MarkMissing(ctx context.Context, trackIDs []string, at time.Time) (n int, err error) {
	err = s.db.UpdateCatalogue(ctx, "mark missing", func(tx *kernel.Tx) error {
		n, err = setMissing(ctx, s.db, tx, (&kernel.Query{}).Add("missing_at = 0 and id in "+s.db.Dialect.Texts, kernel.Array(trackIDs)), at)
		return err
	})
	return n, err
}

// MarkPresent marks the files of these tracks as present again, unchanged, and
// returns how many were missing.
func (s *Store) MarkPresent(ctx context.Context, trackIDs []string) (n int, err error) {
	err = s.db.UpdateCatalogue(ctx, "mark present", func(tx *kernel.Tx) error {
		n, err = setMissing(ctx, s.db, tx, (&kernel.Query{}).Add("missing_at > 0 and id in "+s.db.Dialect.Texts, kernel.Array(trackIDs)), time.Time{})
		return err
	})
	return n, err
}

// setMissing sets missing_at of the selected tracks, and the columns that
// depend on it.
func setMissing(ctx context.Context, db *kernel.DB, tx *kernel.Tx, where *kernel.Query, at time.Time) (int, error) {
	q := (&kernel.Query{}).Add("update track set missing_at = ? where ", kernel.Millis(at)).Append(where).Add(" returning seq, coalesce(album, 0)")
	return ChangedTracks(ctx, db, tx, q)
}

// ChangedTracks executes an update that returns the seq and album of each
// track. It refreshes the albums and marks the artists and genres for
// FinishScan. It returns the number of tracks.
func ChangedTracks(ctx context.Context, db *kernel.DB, tx *kernel.Tx, update *kernel.Query) (int, error) {
	changed, err := kernel.Collect(ctx, tx, &kernel.Pair[int64, int64]{}, update.Text.String(), update.Args...)
	if err != nil || len(changed) == 0 {
		return 0, err
	}
	tracks := make([]int64, len(changed))
	albums := map[int64]bool{}
	for i, c := range changed {
		tracks[i] = c.A
		albums[c.B] = true
	}
	if err := MarkStale(ctx, db, tx, tracks); err != nil {
		return 0, err
	}
	return len(changed), RefreshAlbums(ctx, db, tx, albums)
}

// MarkStale makes FinishScan recount the artists and genres of these tracks.
func MarkStale(ctx context.Context, db *kernel.DB, tx *kernel.Tx, tracks []int64) error {
	for _, statement := range []string{
		"update artist set stale = true where seq in (select artist from track_artist where track in " + db.Dialect.Ints + ")",
		"update genre set stale = true where seq in (select genre from track_genre where track in " + db.Dialect.Ints + ")",
	} {
		if _, err := tx.Exec(ctx, statement, kernel.Array(tracks)); err != nil {
			return err
		}
	}
	return nil
}

// PublishScanned makes every track of the operator's library public or
// members-only, and returns how many changed. It does not change uploads.
func (s *Store) PublishScanned(ctx context.Context, public bool) (n int, err error) {
	err = s.db.UpdateCatalogue(ctx, "publish tracks", func(tx *kernel.Tx) error {
		n, err = ChangedTracks(ctx, s.db, tx, (&kernel.Query{}).
			Add("update track set is_public = ? where owner is null and is_public <> ? returning seq, coalesce(album, 0)", public, public))
		return err
	})
	if err != nil {
		return n, err
	}
	return n, s.FinishScan(ctx)
}

// PurgeMissing deletes every track whose file is missing, with its likes and
// plays, and returns their number.
func (s *Store) PurgeMissing(ctx context.Context) (purged int, err error) {
	const chunk = 1000 // keeps the transactions short
	for {
		n, err := s.purgeSome(ctx, chunk)
		purged += n
		if err != nil {
			return purged, err
		}
		if n < chunk {
			return purged, s.FinishScan(ctx)
		}
	}
}

func (s *Store) purgeSome(ctx context.Context, limit int) (n int, err error) {
	err = s.db.UpdateCatalogue(ctx, "purge missing tracks", func(tx *kernel.Tx) error {
		tracks, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select seq from track where missing_at > 0 limit ? + 0", limit)
		if err != nil || len(tracks) == 0 {
			n = 0
			return err
		}
		n = len(tracks)
		if err := MarkStale(ctx, s.db, tx, tracks); err != nil {
			return err
		}
		if err := playlists.ForgetTracks(ctx, tx, tracks); err != nil {
			return err
		}
		for _, statement := range []string{"delete from track_search where rowid in ", "delete from track where seq in "} {
			if _, err := tx.Exec(ctx, statement+s.db.Dialect.Ints, kernel.Array(tracks)); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// SaveScanStatus stores the status of the current or last scan.
func (s *Store) SaveScanStatus(ctx context.Context, status music.ScanStatus) error {
	b, err := json.Marshal(status)
	if err != nil {
		return fmt.Errorf("save scan status: %w", err)
	}
	if _, err = s.db.Write.Exec(ctx, "insert into scan (id, status) values (1, ?) on conflict (id) do update set status = excluded.status", string(b)); err != nil {
		return fmt.Errorf("save scan status: %w", err)
	}
	return nil
}

// LastScanStatus returns the status that SaveScanStatus stored last, or a zero
// status with ScanIdle before the first scan.
func (s *Store) LastScanStatus(ctx context.Context) (music.ScanStatus, error) {
	status := music.ScanStatus{State: music.ScanIdle}
	saved, err := kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, "select status from scan")
	if errors.Is(err, music.ErrNotFound) {
		return status, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(saved), &status)
	}
	if err != nil {
		return status, fmt.Errorf("read scan status: %w", err)
	}
	return status, nil
}

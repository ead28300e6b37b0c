package library

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// Root is a library folder.
type Root struct {
	ID   int64
	Path string
}

// RootRow is a row with the seq and path of a root.
type RootRow struct{ r Root }

// Dest implements kernel.Row.
func (r *RootRow) Dest() []any { return []any{&r.r.ID, &r.r.Path} }

// Value implements kernel.Row.
func (r *RootRow) Value() Root { return Root{ID: r.r.ID, Path: kernel.TextPath(r.r.Path)} }

// EnsureRoots makes exactly these folders the roots of the library, in this
// order. Tracks below other folders become missing, and return if their folder
// does. Call FinishScan after the following scan.
func (s *Store) EnsureRoots(ctx context.Context, paths []string, at time.Time) ([]Root, error) {
	var roots []Root
	err := s.db.UpdateCatalogue(ctx, "set library folders", func(tx *kernel.Tx) error {
		roots = make([]Root, 0, len(paths))
		stored := make([]string, len(paths))
		for i, path := range paths {
			stored[i] = kernel.PathText(path)
			r, err := kernel.One(ctx, tx, &RootRow{}, `insert into root (path, active) values (?, true)
				on conflict (path) do update set active = true returning seq, path`, stored[i])
			if err != nil {
				return err
			}
			roots = append(roots, r)
		}
		// Uploads are in no folder and are not scanned.
		gone := (&kernel.Query{}).Add("update root set active = false where active and path <> ? and path not in "+s.db.Dialect.Texts+" returning seq", intake.Root, kernel.Array(stored))
		dropped, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, gone.Text.String(), gone.Args...)
		if err != nil {
			return err
		}
		for _, root := range dropped {
			where := (&kernel.Query{}).Add("missing_at = 0 and folder in (select seq from folder where root = ?)", root)
			if _, err := setMissing(ctx, s.db, tx, where, at); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, "delete from problem where root = ?", root); err != nil {
				return err
			}
		}
		return nil
	})
	return roots, err
}

// KnownFolder is a folder of a root as of the last scan.
type KnownFolder struct {
	Folder string // relative to the root, with slashes; "" for the root
	Extras uint64 // as given to SaveFolders; 0 for never
	Files  []music.KnownFile
}

// SaveFolders stores a fingerprint of the files next to the audio (covers,
// .lrc) of each folder, by path below the root; 0 deletes it. Call it after
// saving the folder's files, so that an interrupted scan reads the folder
// again.
func (s *Store) SaveFolders(ctx context.Context, rootID int64, extras map[string]uint64) error {
	return s.db.Update(ctx, "save folders", func(tx *kernel.Tx) error {
		for path, fingerprint := range extras {
			path = kernel.PathText(path)
			_, err := tx.Exec(ctx, `insert into folder (root, key, path, extras) values (?, ?, ?, ?)
				on conflict (root, key) do update set extras = excluded.extras`, rootID, kernel.Bounded(path), path, int64(fingerprint))
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		return nil
	})
}

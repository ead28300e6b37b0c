package library

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// ErrRootTaken is returned when another root with tracks has the new name.
var ErrRootTaken = music.NewError(music.Conflict, "The library has tracks at that place already.")

// Roots returns every root in the database, sorted by name, including those
// that are no longer configured.
func (s *Store) Roots(ctx context.Context) ([]Root, error) {
	return kernel.Collect(ctx, s.db.Read, &RootRow{}, "select seq, path from root order by path")
}

// MoveRoot renames a root whose files are now at another place. The tracks stay
// the same, so they keep their likes and plays. It returns NotFound if there is
// no root with the old name, and ErrRootTaken if another root with tracks has
// the new one.
func (s *Store) MoveRoot(ctx context.Context, from, to string) error {
	return s.db.UpdateCatalogue(ctx, "move a library folder", func(tx *kernel.Tx) error {
		const ofTo = "(select seq from root where path = ?)"
		taken, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select track.seq from track join folder on folder.seq = track.folder where folder.root = "+ofTo+" limit 1", kernel.PathText(to))
		if err != nil {
			return err
		}
		if len(taken) > 0 {
			return ErrRootTaken
		}
		for _, statement := range []string{"delete from problem where root = " + ofTo, "delete from folder where root = " + ofTo, "delete from root where path = ?"} {
			if _, err := tx.Exec(ctx, statement, kernel.PathText(to)); err != nil {
				return err
			}
		}
		return kernel.Found(tx.Exec(ctx, "update root set path = ?, active = true where path = ?", kernel.PathText(to), kernel.PathText(from)))
	})
}

package library

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// ErrRootTaken refuses to give a root the name of another one with tracks.
var ErrRootTaken = music.NewError(music.Conflict, "The library has tracks at that place already.")

// Roots returns every place of tracks the database knows, in order of their
// names, also those that the configuration names no more.
func (s *Store) Roots(ctx context.Context) ([]Root, error) {
	return kernel.Collect(ctx, s.db.Read, &RootRow{}, "select seq, path from root order by path")
}

// MoveRoot gives a place another name: its files are there now. Everything
// below stays what it is, so tracks keep their likes and plays. NotFound when
// there is no place of the old name, ErrRootTaken when the new one is that of
// another place with tracks.
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

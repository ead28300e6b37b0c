package accounts

import (
	"context"
	"slices"

	"sonora/internal/store/kernel"
)

// KeepSecret stores a sealed secret unless one with this name exists, and
// returns the stored one. If several servers create one, the first wins.
func (s *Store) KeepSecret(ctx context.Context, name string, create func() ([]byte, error)) ([]byte, error) {
	kept, err := s.secret(ctx, name)
	if err != nil || kept != nil {
		return kept, err
	}
	sealed, err := create()
	if err != nil {
		return nil, err
	}
	if _, err := s.db.Write.Exec(ctx, "insert into secret (name, value) values (?, ?) on conflict (name) do nothing", name, sealed); err != nil {
		return nil, err
	}
	return s.secret(ctx, name)
}

// ReplaceSecret replaces a stored secret if it still equals old, and returns
// the stored one. If several servers replace it, the first wins.
func (s *Store) ReplaceSecret(ctx context.Context, name string, old, sealed []byte) ([]byte, error) {
	if _, err := s.db.Write.Exec(ctx, "update secret set value = ? where name = ? and value = ?", sealed, name, old); err != nil {
		return nil, err
	}
	return s.secret(ctx, name)
}

// secret returns nil if there is none.
func (s *Store) secret(ctx context.Context, name string) ([]byte, error) {
	found, err := kernel.Collect(ctx, s.db.Write, &kernel.Cell[[]byte]{}, "select value from secret where name = ?", name)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return slices.Clone(found[0]), nil
}

package accounts

import (
	"context"
	"slices"

	"sonora/internal/store/kernel"
)

// KeepSecret stores a sealed secret unless there is one of this name, and
// returns the one that is kept: of several servers that make one, the first wins.
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

// ReplaceSecret stores another sealed secret in place of one that is kept, and
// returns the one that is kept then: of several servers the first wins.
func (s *Store) ReplaceSecret(ctx context.Context, name string, old, sealed []byte) ([]byte, error) {
	if _, err := s.db.Write.Exec(ctx, "update secret set value = ? where name = ? and value = ?", sealed, name, old); err != nil {
		return nil, err
	}
	return s.secret(ctx, name)
}

// secret is nil when there is none.
func (s *Store) secret(ctx context.Context, name string) ([]byte, error) {
	found, err := kernel.Collect(ctx, s.db.Write, &kernel.Cell[[]byte]{}, "select value from secret where name = ?", name)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return slices.Clone(found[0]), nil
}

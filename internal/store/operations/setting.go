package operations

import (
	"context"
	"encoding/json"

	"sonora/internal/store/kernel"
)

// Settings returns every saved setting by its JSON name.
func (s *Store) Settings(ctx context.Context) (map[string]json.RawMessage, error) {
	saved, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, string]{}, "select name, value from setting")
	if err != nil {
		return nil, err
	}
	settings := make(map[string]json.RawMessage, len(saved))
	for _, p := range saved {
		settings[p.A] = json.RawMessage(p.B)
	}
	return settings, nil
}

// SaveSettings writes the given settings in one transaction. Others stay
// unchanged.
func (s *Store) SaveSettings(ctx context.Context, settings map[string]json.RawMessage) error {
	return s.db.Update(ctx, "save settings", func(tx *kernel.Tx) error {
		for name, value := range settings {
			_, err := tx.Exec(ctx, `insert into setting (name, value) values (?, ?)
				on conflict (name) do update set value = excluded.value`, name, string(value))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

package operations

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"sonora/internal/ifmatch"
	"sonora/internal/music"
	"sonora/internal/people"
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

// SettingsVersion returns the version of the saved settings, which increases with
// every save that changes one.
func (s *Store) SettingsVersion(ctx context.Context) (int64, error) {
	return kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, settingsVersion)
}

const settingsVersion = "select coalesce(max(seq), 0) from setting_save"

// SaveSettings writes the given settings in one transaction, with what that changes,
// and returns the new version. Others stay unchanged. A caller who knows another
// version gets ifmatch.ErrChanged.
func (s *Store) SaveSettings(ctx context.Context, settings map[string]json.RawMessage, made *people.SettingsSave) (version int64, err error) {
	err = s.db.Update(ctx, "save settings", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		if version, err = kernel.One(ctx, tx, &kernel.Cell[int64]{}, settingsVersion); err != nil {
			return err
		}
		if err := ifmatch.Check(ctx, version); err != nil {
			return err
		}
		for name, value := range settings {
			_, err := tx.Exec(ctx, `insert into setting (name, value) values (?, ?)
				on conflict (name) do update set value = excluded.value`, name, string(value))
			if err != nil {
				return err
			}
		}
		version, err = addSave(ctx, tx, made, version)
		return err
	})
	return version, err
}

// addSave records what a save changed. One that changes nothing leaves the version as
// it is.
func addSave(ctx context.Context, tx *kernel.Tx, made *people.SettingsSave, version int64) (int64, error) {
	if len(made.Changes) == 0 {
		return version, nil
	}
	changes, err := json.Marshal(made.Changes)
	if err != nil {
		return 0, err
	}
	return kernel.One(ctx, tx, &kernel.Cell[int64]{}, "insert into setting_save (at, actor, changes) values (?, ?, ?) returning seq",
		kernel.Millis(made.At), made.Actor, kernel.Clean(string(changes)))
}

// HideSettings replaces plain values by sealed ones, except those that somebody
// changed meanwhile, and removes the values of the named settings from the recorded
// saves.
func (s *Store) HideSettings(ctx context.Context, names []string, plain, sealed map[string]json.RawMessage) error {
	return s.db.Update(ctx, "hide settings", func(tx *kernel.Tx) error {
		for name, value := range plain {
			if _, err := tx.Exec(ctx, "update setting set value = ? where name = ? and value = ?", string(sealed[name]), name, string(value)); err != nil {
				return err
			}
		}
		saves, err := kernel.Collect(ctx, tx, &kernel.Pair[int64, string]{}, "select seq, changes from setting_save")
		if err != nil {
			return err
		}
		for _, save := range saves {
			changes, found := withoutValues(save.B, names)
			if !found {
				continue
			}
			if _, err := tx.Exec(ctx, "update setting_save set changes = ? where seq = ?", changes, save.A); err != nil {
				return err
			}
		}
		return nil
	})
}

// withoutValues returns the changes of a save without the values of the named
// settings, and whether there was one.
func withoutValues(text string, names []string) (string, bool) {
	var changes []people.SettingChange
	if json.Unmarshal([]byte(text), &changes) != nil {
		return "", false // a newer server wrote it
	}
	found := false
	for i, c := range changes {
		if slices.Contains(names, c.Name) && !c.IsSecret {
			changes[i] = people.SettingChange{Name: c.Name, IsSecret: true}
			found = true
		}
	}
	hidden, err := json.Marshal(changes)
	return string(hidden), found && err == nil
}

type settingsSaveRow struct {
	save    people.SettingsSave
	at      int64
	changes string
}

func (r *settingsSaveRow) Dest() []any {
	return []any{&r.save.Version, &r.at, &r.save.Actor, &r.save.ActorEmail, &r.changes}
}

func (r *settingsSaveRow) Value() people.SettingsSave {
	save := r.save
	save.At, save.Changes = kernel.Moment(r.at), nil
	_ = json.Unmarshal([]byte(r.changes), &save.Changes) // what a newer server wrote may not be readable
	return save
}

var savesNewest = kernel.Order{Name: "setting_save.newest", Seq: "s.seq", Desc: true}

// SettingsSaves returns a page of what operators changed, newest first.
func (s *Store) SettingsSaves(ctx context.Context, p music.Page) (music.List[people.SettingsSave], error) {
	list, err := kernel.Page(ctx, s.db, &settingsSaveRow{}, kernel.Listing{
		Columns: "s.seq, s.at, s.actor, coalesce(a.email, ''), s.changes", From: "setting_save s",
		Joins: (&kernel.Query{}).Add(" left join account a on a.id = s.actor"), Where: (&kernel.Query{}).Add("true"), Order: savesNewest,
		Personal: true, // grows without changes of the catalogue
	}, p)
	if err != nil {
		return list, fmt.Errorf("list saves of settings: %w", err)
	}
	return list, nil
}

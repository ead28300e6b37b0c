package operations_test

import (
	"context"
	"encoding/json"
	"testing"

	"sonora/internal/ifmatch"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func savedSettings(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	save := func(ctx context.Context, name string, changes ...people.SettingChange) (int64, error) {
		return f.SaveSettings(ctx, map[string]json.RawMessage{"siteName": json.RawMessage(`"` + name + `"`)}, &people.SettingsSave{At: storetest.Now, Actor: ana.AccountID, Changes: changes})
	}
	change := people.SettingChange{Name: "siteName", Before: json.RawMessage(`"A"`), After: json.RawMessage(`"B"`)}
	before := storetest.Get(f.SettingsVersion(ctx))(t)
	first := storetest.Get(save(ctx, "B", change))(t)
	if same := storetest.Get(save(ctx, "B"))(t); first <= before || same != first {
		t.Errorf("versions %d, %d, %d", before, first, same)
	}
	_, err := save(ifmatch.With(ctx, []int64{before}), "C", change)
	f.Code(err, music.Changed)
	if saved := storetest.Get(f.Settings(ctx))(t); string(saved["siteName"]) != `"B"` {
		t.Errorf("a refused save wrote %s", saved["siteName"])
	}
	second := storetest.Get(save(ifmatch.With(ctx, []int64{first}), "C", change, people.SettingChange{Name: "sunoApiKey", IsSecret: true}))(t)
	list := storetest.Get(f.SettingsSaves(ctx, music.Page{}))(t)
	if list.Total != 2 || list.Items[0].Version != second || list.Items[0].ActorEmail != "ana@music.example" || !list.Items[0].Changes[1].IsSecret || string(list.Items[1].Changes[0].Before) != `"A"` {
		t.Errorf("%+v", list)
	}
}

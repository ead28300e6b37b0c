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

func hiddenSettings(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	raw := func(text string) json.RawMessage { return json.RawMessage(`"` + text + `"`) }
	made := &people.SettingsSave{At: storetest.Now, Changes: []people.SettingChange{
		{Name: "siteName", Before: raw("A"), After: raw("B")},
		{Name: "slackWebhook", Before: raw(""), After: raw("https://hooks.example/x")},
	}}
	values := map[string]json.RawMessage{"siteName": raw("B"), "slackWebhook": raw("https://hooks.example/x"), "discordWebhook": raw("https://new.example")}
	version := storetest.Get(f.SaveSettings(ctx, values, made))(t)

	names := []string{"slackWebhook", "discordWebhook"}
	plain := map[string]json.RawMessage{"slackWebhook": raw("https://hooks.example/x"), "discordWebhook": raw("https://old.example")}
	sealed := map[string]json.RawMessage{"slackWebhook": raw("sealed"), "discordWebhook": raw("sealed old")}
	f.Must(f.HideSettings(ctx, names, plain, sealed))
	saved := storetest.Get(f.Settings(ctx))(t)
	if string(saved["slackWebhook"]) != `"sealed"` || string(saved["discordWebhook"]) != `"https://new.example"` || string(saved["siteName"]) != `"B"` {
		t.Errorf("saved %s", saved)
	}
	list := storetest.Get(f.SettingsSaves(ctx, music.Page{}))(t)
	c := list.Items[0].Changes
	if list.Items[0].Version != version || string(c[0].After) != `"B"` || !c[1].IsSecret || c[1].Before != nil || c[1].After != nil {
		t.Errorf("recorded %+v", list.Items[0])
	}
}

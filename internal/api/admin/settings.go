package admin

import (
	"context"
	"encoding/json"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/settings"
)

type settingsJSON struct {
	music.Settings
	Locked []string `json:"locked" doc:"Settings that the server's configuration fixes."`
	// Unreadable are secrets that another secret.key encrypted.
	Unreadable []string `json:"unreadable" doc:"Saved keys that the server cannot decrypt, because its secret.key is not the one that encrypted them. They count as not set."`
	Version    int64    `json:"version" doc:"Version of the settings, for If-Match."`
}

// versionedSettings are settings with their version.
type versionedSettings struct {
	Version int64 `header:"X-Settings-Version" doc:"Version of the settings, which increases with every change."`
	Body    settingsJSON
}

func (a *API) showSettings() *versionedSettings {
	s, version := a.Settings.Versioned()
	return &versionedSettings{version, settingsJSON{
		Settings: settings.Shown(s), Locked: listed(a.Settings.Locked()), Unreadable: listed(a.Settings.Unreadable()), Version: version,
	}}
}

// listed returns names as a list that is never null.
func listed(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}

func (a *API) getSettings(context.Context, *struct{}) (*versionedSettings, error) {
	return a.showSettings(), nil
}

type saveSettingsInput struct {
	Body map[string]json.RawMessage `doc:"The settings to change, by name. Other settings stay as they are."`
}

func (a *API) saveSettings(ctx context.Context, in *saveSettingsInput) (*versionedSettings, error) {
	for _, own := range []string{"locked", "unreadable", "version"} { // a form may send back what it got
		delete(in.Body, own)
	}
	if _, err := a.Editor.Save(ctx, edge.Viewer(ctx).AccountID, in.Body); err != nil {
		return nil, err
	}
	return a.showSettings(), nil
}

type settingsSaveJSON struct {
	Version int64               `json:"version" doc:"Version of the settings from then on."`
	At      edge.Time           `json:"at" doc:"When they were saved."`
	Email   string              `json:"email" doc:"Address of the operator; empty for an account that was deleted."`
	Changes []settingChangeJSON `json:"changes" doc:"The settings that changed."`
}

type settingChangeJSON struct {
	Name   string `json:"name" doc:"Name of the setting."`
	Secret bool   `json:"secret" doc:"Whether its values are secret, and not recorded."`
	Before any    `json:"before" doc:"The value before; null for secrets."`
	After  any    `json:"after" doc:"The value after; null for secrets."`
}

type settingsHistoryInput struct{ edge.Paging }

func (a *API) settingsHistory(ctx context.Context, in *settingsHistoryInput) (*edge.PageOf[settingsSaveJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.SettingsSaves(ctx, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encodeSave), nil
}

func encodeSave(s *people.SettingsSave) settingsSaveJSON {
	out := settingsSaveJSON{s.Version, edge.Time(s.At), s.ActorEmail, make([]settingChangeJSON, len(s.Changes))}
	for i, c := range s.Changes {
		out.Changes[i] = settingChangeJSON{Name: c.Name, Secret: c.IsSecret}
		if !c.IsSecret {
			out.Changes[i].Before, out.Changes[i].After = c.Before, c.After
		}
	}
	return out
}

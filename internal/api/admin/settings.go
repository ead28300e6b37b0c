package admin

import (
	"context"
	"encoding/json"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/settings"
)

type settingsJSON struct {
	music.Settings
	Locked []string `json:"locked" doc:"Settings that the server's configuration fixes."`
}

func (a *API) showSettings(s music.Settings) *edge.Body[settingsJSON] {
	locked := a.Settings.Locked()
	if locked == nil {
		locked = []string{}
	}
	return &edge.Body[settingsJSON]{Body: settingsJSON{settings.Masked(s), locked}}
}

func (a *API) getSettings(context.Context, *struct{}) (*edge.Body[settingsJSON], error) {
	return a.showSettings(a.Settings.Get()), nil
}

type saveSettingsInput struct {
	Body map[string]json.RawMessage `doc:"The settings to change, by name. Other settings stay as they are."`
}

func (a *API) saveSettings(ctx context.Context, in *saveSettingsInput) (*edge.Body[settingsJSON], error) {
	delete(in.Body, "locked") // a form may send back what it got
	saved, err := a.Editor.Save(ctx, edge.Viewer(ctx).AccountID, in.Body)
	if err != nil {
		return nil, err
	}
	return a.showSettings(saved), nil
}

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
	before := a.Settings.Get()
	saved, err := a.Settings.Save(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	if err := a.Auth.NoteSettings(ctx, edge.Viewer(ctx).AccountID, settings.Changed(before, saved)); err != nil {
		return nil, err
	}
	if saved.ScannedTracksPublic != before.ScannedTracksPublic {
		if err := a.publishScanned(ctx, saved.ScannedTracksPublic); err != nil {
			return nil, err
		}
	}
	return a.showSettings(saved), nil
}

// publishScanned applies the setting to tracks that were scanned before.
func (a *API) publishScanned(ctx context.Context, public bool) error {
	if _, err := a.Store.PublishScanned(ctx, public); err != nil {
		return err
	}
	a.Streams.Forget()
	a.Events.Publish(music.Event{Type: music.EventLibrary})
	return nil
}

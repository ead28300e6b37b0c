package settings

import (
	"context"
	"encoding/json"

	"sonora/internal/music"
)

// Audit records who changed which settings.
type Audit interface {
	NoteSettings(ctx context.Context, actor string, names []string) error
}

// Library holds the operator's tracks.
type Library interface {
	// Publish sets whether visitors may hear the operator's tracks.
	Publish(ctx context.Context, public bool) error
}

// Permissions are cached answers about who may hear what.
type Permissions interface{ Forget() }

// Editor changes settings for an operator, with what follows from a change.
type Editor struct {
	Settings    *Service
	Audit       Audit
	Library     Library
	Permissions Permissions
}

// Save is Service.Save for the account actor. It records the change, and applies
// the visibility of scanned tracks to those that exist, before it returns.
func (e *Editor) Save(ctx context.Context, actor string, change map[string]json.RawMessage) (music.Settings, error) {
	before := e.Settings.Get()
	saved, err := e.Settings.Save(ctx, change)
	if err != nil {
		return saved, err
	}
	if err := e.Audit.NoteSettings(ctx, actor, changed(before, saved)); err != nil {
		return saved, err
	}
	if saved.ScannedTracksPublic == before.ScannedTracksPublic {
		return saved, nil
	}
	if err := e.Library.Publish(ctx, saved.ScannedTracksPublic); err != nil {
		return saved, err
	}
	e.Permissions.Forget()
	return saved, nil
}

package settings

import (
	"context"
	"encoding/json"
	"sync"

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

	saving sync.Mutex // a save and what follows from it
}

// visibility is the setting that the operator's tracks follow.
const visibility = "scannedTracksPublic"

// Save is Service.Save for the account actor. It records the change, and applies
// the visibility of scanned tracks to those that exist, before it returns. They
// follow also when that setting stays as it is, so that saving it again mends what
// an error left.
func (e *Editor) Save(ctx context.Context, actor string, change map[string]json.RawMessage) (music.Settings, error) {
	e.saving.Lock()
	defer e.saving.Unlock()
	before := e.Settings.Get()
	saved, err := e.Settings.Save(ctx, change)
	if err != nil {
		return saved, err
	}
	if _, ok := change[visibility]; ok {
		if err := e.Library.Publish(ctx, saved.ScannedTracksPublic); err != nil {
			return saved, err
		}
		e.Permissions.Forget()
	}
	return saved, e.Audit.NoteSettings(ctx, actor, changed(before, saved))
}

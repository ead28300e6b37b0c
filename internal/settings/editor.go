package settings

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"sonora/internal/maintenance"
	"sonora/internal/music"
	"sonora/internal/people"
)

// Audit records who changed which settings.
type Audit interface {
	NoteSettings(ctx context.Context, actor string, names []string) error
	NoteOperation(ctx context.Context, actor string, kind people.AuditKind, name string) error
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
// the visibility of scanned tracks to those that exist, before it returns. Tracks
// also follow if that setting stays as it is, so that saving it again repairs what
// an error left.
func (e *Editor) Save(ctx context.Context, actor string, change map[string]json.RawMessage) (music.Settings, error) {
	e.saving.Lock()
	defer e.saving.Unlock()
	before := e.Settings.Get()
	saved, err := e.Settings.Save(ctx, actor, change)
	if err != nil {
		return saved, err
	}
	err = e.Audit.NoteSettings(ctx, actor, changed(before, saved)) // saving again would find no change to record
	err = errors.Join(err, e.noteMaintenance(ctx, actor, &before, &saved))
	if _, ok := change[visibility]; ok {
		err = errors.Join(err, e.Library.Publish(ctx, saved.ScannedTracksPublic))
		e.Permissions.Forget()
	}
	return saved, err
}

// noteMaintenance records that a save begins, ends or changes the maintenance of the
// server.
func (e *Editor) noteMaintenance(ctx context.Context, actor string, before, after *music.Settings) error {
	now := time.Now()
	was, wasUntil := maintenance.Of(before, now)
	is, until := maintenance.Of(after, now)
	switch {
	case is && (!was || !until.Equal(wasUntil)):
		return e.Audit.NoteOperation(ctx, actor, people.MaintenanceOn, after.MaintenanceUntil)
	case was && !is:
		return e.Audit.NoteOperation(ctx, actor, people.MaintenanceOff, "")
	default:
		return nil
	}
}

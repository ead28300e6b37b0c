package settings_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"sonora/internal/people"
	"sonora/internal/settings"
)

// effects records what an Editor does besides saving.
type effects struct {
	done   []string
	broken error // of the library
}

func (e *effects) NoteSettings(_ context.Context, actor string, names []string) error {
	e.done = append(append(e.done, actor), names...)
	return nil
}

func (e *effects) NoteOperation(_ context.Context, _ string, kind people.AuditKind, name string) error {
	e.done = append(e.done, string(kind)+" "+name)
	return nil
}

func (e *effects) Publish(_ context.Context, public bool) error {
	e.done = append(e.done, map[bool]string{true: "publish", false: "hide"}[public])
	return e.broken
}

func (e *effects) Forget() { e.done = append(e.done, "forget") }

func TestEditorAppliesChanges(t *testing.T) {
	service := open(t, newMemory(), t.TempDir(), `{}`)
	for _, c := range []struct {
		change string
		want   []string
	}{
		{`{"siteName":"Casa","scannedTracksPublic":true}`, []string{"ana", "scannedTracksPublic", "siteName", "publish", "forget"}},
		{`{"siteName":"Villa"}`, []string{"ana", "siteName"}},
		{`{"scannedTracksPublic":false}`, []string{"ana", "scannedTracksPublic", "hide", "forget"}},
		{`{"scannedTracksPublic":false}`, []string{"ana", "hide", "forget"}}, // again, after an error
		{`{"maintenance":true}`, []string{"ana", "maintenance", "maintenance_on "}},
		{`{"maintenanceUntil":"2999-01-01T00:00:00Z"}`, []string{"ana", "maintenanceUntil", "maintenance_on 2999-01-01T00:00:00Z"}},
		{`{"maintenanceMessage":"New disks"}`, []string{"ana", "maintenanceMessage"}},
		{`{"maintenance":false}`, []string{"ana", "maintenance", "maintenance_off "}},
		{`{"maintenance":true,"maintenanceUntil":"2001-01-01T00:00:00Z"}`, []string{"ana", "maintenance", "maintenanceUntil"}}, // over already
	} {
		did := &effects{}
		editor := settings.Editor{Settings: service, Audit: did, Library: did, Permissions: did}
		if _, err := editor.Save(t.Context(), "ana", object(t, c.change)); err != nil || !slices.Equal(did.done, c.want) {
			t.Errorf("%s: %v %v, want %v", c.change, did.done, err, c.want)
		}
	}
	did := &effects{}
	editor := settings.Editor{Settings: service, Audit: did, Library: did, Permissions: did}
	if _, err := editor.Save(t.Context(), "ana", object(t, `{"siteName":""}`)); err == nil || did.done != nil {
		t.Errorf("refused: %v %v", did.done, err)
	}
	did.broken = errors.New("the database is locked")
	if _, err := editor.Save(t.Context(), "ana", object(t, `{"scannedTracksPublic":true}`)); !errors.Is(err, did.broken) || !slices.Contains(did.done, "scannedTracksPublic") {
		t.Errorf("a change whose tracks did not follow: %v %v", did.done, err)
	}
}

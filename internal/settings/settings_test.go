package settings_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/seal"
	"sonora/internal/settings"
)

// memory is a store in memory.
type memory struct {
	saved  map[string]json.RawMessage
	saves  []people.SettingsSave
	events []music.Event
}

func (m *memory) Settings(context.Context) (map[string]json.RawMessage, error) {
	return maps.Clone(m.saved), nil
}

func (m *memory) SettingsVersion(context.Context) (int64, error) { return int64(len(m.saves)), nil }

func (m *memory) SaveSettings(_ context.Context, v map[string]json.RawMessage, made *people.SettingsSave) (int64, error) {
	maps.Copy(m.saved, v)
	if len(made.Changes) > 0 {
		m.saves = append(m.saves, *made)
	}
	return int64(len(m.saves)), nil
}

func (m *memory) Publish(e music.Event) { m.events = append(m.events, e) }

func open(t *testing.T, m *memory, folder, locked string) *settings.Service {
	t.Helper()
	s, err := settings.Open(t.Context(), m, m, object(t, locked), box(t, folder))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func box(t *testing.T, folder string) *seal.Box {
	t.Helper()
	b, err := seal.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func object(t *testing.T, text string) map[string]json.RawMessage {
	t.Helper()
	o := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	return o
}

func newMemory() *memory { return &memory{saved: map[string]json.RawMessage{}} }

func TestSavedSettingsOutliveTheService(t *testing.T) {
	m, folder := newMemory(), t.TempDir()
	s := open(t, m, folder, `{}`)
	if s.PasswordMinLength() != 6 || s.Get().PasswordMinLength != 8 {
		t.Errorf("fresh: enforced %d, shown %d; want 6 and 8", s.PasswordMinLength(), s.Get().PasswordMinLength)
	}
	if _, err := s.Save(t.Context(), "ana", object(t, `{"passwordMinLength": 9, "siteName": "Casa"}`)); err != nil {
		t.Fatal(err)
	}
	again := open(t, m, folder, `{}`)
	if got := again.Get(); got.SiteName != "Casa" || again.PasswordMinLength() != 9 || got.RateLimitPerMinute != 100 {
		t.Errorf("got %+v", got)
	}
	if len(m.events) != 1 || m.events[0].Type != music.EventSettings {
		t.Errorf("events %v", m.events)
	}
}

func TestLockedSettingsWinAndStay(t *testing.T) {
	m := newMemory()
	m.saved["rateLimitPerMinute"] = json.RawMessage("5")
	m.saved["ratelimitperminute"] = json.RawMessage("6") // no setting has this name
	s := open(t, m, t.TempDir(), `{"rateLimitPerMinute": 77}`)
	if got := s.Get().RateLimitPerMinute; got != 77 {
		t.Errorf("rate limit %d, want the locked 77", got)
	}
	_, err := s.Save(t.Context(), "ana", object(t, `{"rateLimitPerMinute": 6}`))
	if music.CodeOf(err) != music.Conflict {
		t.Errorf("changing a locked setting: %v, want Conflict", err)
	}
	if _, err := s.Save(t.Context(), "ana", object(t, `{"rateLimitPerMinute": 77, "siteName": "X"}`)); err != nil {
		t.Errorf("saving a form that shows it unchanged: %v", err)
	}
	if string(m.saved["rateLimitPerMinute"]) != "5" {
		t.Error("the locked value was saved")
	}
}

func TestInvalidSettingsAreRefusedByName(t *testing.T) {
	m := newMemory()
	s := open(t, m, t.TempDir(), `{}`)
	s.AddRule(settings.CheckUsable)
	s.AddRule(func(_ context.Context, _, after *music.Settings) error {
		f := music.FieldErrors{}
		if text := after.AIHTTPProvider; text != "" && text != `{"name":"ours"}` {
			f.Add("aiHttpProvider", "Enter a name.")
		}
		return f.Err()
	})
	for change, field := range map[string]string{
		`{"rateLimitPerMinute": "many"}`:     "rateLimitPerMinute",
		`{"rateLimitPerMinute": 0}`:          "rateLimitPerMinute",
		`{"rateLimitPerMinute": 29}`:         "rateLimitPerMinute",
		`{"sessionTimeout": 1.5}`:            "sessionTimeout",
		`{"timezone": "Mars/Base"}`:          "timezone",
		`{"adminEmail": "nobody"}`:           "adminEmail",
		`{"slackWebhook": "ftp://10.0.0.1"}`: "slackWebhook",
		`{"allowedOrigins": ["*"]}`:          "allowedOrigins",
		`{"siteName": ""}`:                   "siteName",
		`{"allowedOrigins": null}`:           "allowedOrigins",
		`{"noSuchSetting": 1}`:               "noSuchSetting",
		`{"ratelimitperminute": 5}`:          "ratelimitperminute",
		`{"openaiapikey": "sk-1234"}`:        "openaiapikey",
		`{"aiProvider": "somebody"}`:         "aiProvider",
		`{"aceStepUrl": "gpu:8001"}`:         "aceStepUrl",
		`{"sunoApiUrl": "https://a@b.c"}`:    "sunoApiUrl",
		`{"aiHttpProvider": "{"}`:            "aiHttpProvider",
		`{"aiHttpProvider": "5"}`:            "aiHttpProvider",
		`{"aiAutoApprove": 10.5}`:            "aiAutoApprove",
		`{"aiMonthlyBudget": -1}`:            "aiMonthlyBudget",
		`{"aiPersonBudget": "ten"}`:          "aiPersonBudget",
		`{"aiBlockedWords": ["a", " "]}`:     "aiBlockedWords",
	} {
		_, err := s.Save(t.Context(), "ana", object(t, change))
		var invalid *music.Error
		if !errors.As(err, &invalid) || invalid.Code != music.Invalid || len(invalid.Fields[field]) == 0 {
			t.Errorf("%s: %v, want field %s", change, err, field)
		}
	}
	if len(m.saved) != 0 || s.Get().RateLimitPerMinute != 100 {
		t.Error("a refused change was partly applied")
	}
	for _, change := range []string{`{"aiHttpProvider": "{\"name\":\"ours\"}"}`, `{"aiHttpProvider": null}`, `{"aiHttpProvider": ""}`} {
		if _, err := s.Save(t.Context(), "ana", object(t, change)); err != nil {
			t.Errorf("%s: %v", change, err)
		}
	}
	if _, err := settings.Open(t.Context(), m, m, object(t, `{"sessionTimeout": 0}`), box(t, t.TempDir())); err == nil {
		t.Error("a locked value out of range was accepted")
	}
}

func TestShownMaintenanceEndsByItself(t *testing.T) {
	for until, is := range map[string]bool{"": true, "2999-01-01T12:00:00Z": true, "2026-01-01T12:00:00Z": false} {
		if shown := settings.Shown(music.Settings{Maintenance: true, MaintenanceUntil: until}); shown.Maintenance != is {
			t.Errorf("until %q: %v", until, shown.Maintenance)
		}
	}
}

func TestSecretsAreEncryptedAndMasked(t *testing.T) {
	const key = "sk-1234567890abcdef"
	m, folder := newMemory(), t.TempDir()
	s := open(t, m, folder, `{}`)
	if _, err := s.Save(t.Context(), "ana", object(t, `{"sunoApiKey": "`+key+`"}`)); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(m.saved["sunoApiKey"], []byte(key[:8])) {
		t.Errorf("the database holds the key: %s", m.saved["sunoApiKey"])
	}
	if _, err := s.Save(t.Context(), "ana", object(t, `{"sunoApiKey": ""}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Save(t.Context(), "ana", object(t, `{"sunoApiKey": "`+settings.Mask(key)+`"}`)); err != nil {
		t.Fatal(err)
	}
	got := open(t, m, folder, `{}`).Get()
	if got.SunoAPIKey != key {
		t.Errorf("got %q back", got.SunoAPIKey)
	}
	if shown := settings.Shown(got).SunoAPIKey; shown != "sk-12345"+strings.Repeat("*", len(key)-12)+"cdef" {
		t.Errorf("shown as %q", shown)
	}
	if _, err := s.Save(t.Context(), "ana", object(t, `{"sunoApiKey": null}`)); err != nil {
		t.Fatal(err)
	}
	if now := open(t, m, folder, `{}`).Get().SunoAPIKey; now != "" {
		t.Errorf("null left the key %q", now)
	}
	all := music.Settings{SunoAPIKey: key, MubertAPIKey: key, AivaAPIKey: key, OpenAIAPIKey: key}
	if text, err := json.Marshal(settings.Shown(all)); err != nil || bytes.Contains(text, []byte(key)) {
		t.Errorf("a secret is shown: %s %v", text, err)
	}
	if settings.Mask("short") != "*****" || settings.Mask("") != "" {
		t.Error("a short key is not fully masked")
	}

	info, err := os.Stat(filepath.Join(folder, "secret.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("key file: %v %v", info, err)
	}
	if _, err := settings.Open(t.Context(), m, m, nil, box(t, t.TempDir())); err == nil {
		t.Error("opened with another key")
	}
}

func TestSavesAreRecordedWithoutSecrets(t *testing.T) {
	m := newMemory()
	s := open(t, m, t.TempDir(), `{}`)
	if _, err := s.Save(t.Context(), "ana", object(t, `{"siteName":"Casa","sunoApiKey":"sk-1234567890abcdef","passwordMinLength":8}`)); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(m.saves)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(text); !strings.Contains(got, `[{"name":"siteName","before":"Sonora","after":"Casa"},{"name":"sunoApiKey","isSecret":true}]`) || !strings.Contains(got, `"Actor":"ana"`) {
		t.Errorf("recorded %s", got)
	}
	if _, version := s.Versioned(); version != 1 {
		t.Errorf("version %d", version)
	}
}

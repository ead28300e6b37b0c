package settings_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
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
	hidden []string // settings whose recorded values were removed
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

func (m *memory) HideSettings(_ context.Context, names []string, plain, sealed map[string]json.RawMessage) error {
	for name := range plain {
		m.saved[name] = sealed[name]
	}
	m.hidden = names
	return nil
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

func TestLockedSettingsMayBeSentInOtherWriting(t *testing.T) {
	s := open(t, newMemory(), t.TempDir(), `{"siteDescription": "R\u0026B \u003clive\u003e", "allowedOrigins": ["https://a.example"], "sessionTimeout": 24}`)
	for change, same := range map[string]bool{
		`{"siteDescription": "R&B <live>"}`:             true,
		`{"siteDescription": "R&B <late>"}`:             false,
		`{"allowedOrigins": [ "https:\/\/a.example" ]}`: true,
		`{"allowedOrigins": []}`:                        false,
		`{"sessionTimeout": 24.0}`:                      true,
		`{"sessionTimeout": "24"}`:                      false,
	} {
		if _, err := s.Save(t.Context(), "ana", object(t, change)); (err == nil) != same || err != nil && music.CodeOf(err) != music.Conflict {
			t.Errorf("%s: %v", change, err)
		}
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
		`{"rateLimitPerMinute": "many"}`:              "rateLimitPerMinute",
		`{"rateLimitPerMinute": 0}`:                   "rateLimitPerMinute",
		`{"rateLimitPerMinute": 29}`:                  "rateLimitPerMinute",
		`{"sessionTimeout": 1.5}`:                     "sessionTimeout",
		`{"timezone": "Mars/Base"}`:                   "timezone",
		`{"adminEmail": "nobody"}`:                    "adminEmail",
		`{"slackWebhook": "ftp://10.0.0.1"}`:          "slackWebhook",
		`{"allowedOrigins": ["*"]}`:                   "allowedOrigins",
		`{"allowedOrigins": ["https://*.a.example"]}`: "allowedOrigins",
		`{"siteName": ""}`:                            "siteName",
		`{"allowedOrigins": null}`:                    "allowedOrigins",
		`{"noSuchSetting": 1}`:                        "noSuchSetting",
		`{"ratelimitperminute": 5}`:                   "ratelimitperminute",
		`{"openaiapikey": "sk-1234"}`:                 "openaiapikey",
		`{"aiProvider": "somebody"}`:                  "aiProvider",
		`{"aceStepUrl": "gpu:8001"}`:                  "aceStepUrl",
		`{"sunoApiUrl": "https://a@b.c"}`:             "sunoApiUrl",
		`{"aiHttpProvider": "{"}`:                     "aiHttpProvider",
		`{"aiHttpProvider": "5"}`:                     "aiHttpProvider",
		`{"aiAutoApprove": 10.5}`:                     "aiAutoApprove",
		`{"aiMonthlyBudget": -1}`:                     "aiMonthlyBudget",
		`{"aiPersonBudget": "ten"}`:                   "aiPersonBudget",
		`{"aiBlockedWords": ["a", " "]}`:              "aiBlockedWords",
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
	for _, shown := range []string{settings.Mask("sk-another-key-0123456789"), "https://****…TDDD"} {
		if _, err := s.Save(t.Context(), "ana", object(t, `{"sunoApiKey": "`+shown+`"}`)); music.CodeOf(err) != music.Invalid {
			t.Errorf("the mask %s of another key: %v", shown, err)
		}
	}
	if settings.Mask("short") != "*****" || settings.Mask("") != "" {
		t.Error("a short key is not fully masked")
	}

	info, err := os.Stat(filepath.Join(folder, "secret.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("key file: %v %v", info, err)
	}
}

func TestSecretsOfAnotherKeyCountAsNotSetAndStay(t *testing.T) {
	const key = "sk-1234567890abcdef"
	m, folder, other := newMemory(), t.TempDir(), t.TempDir()
	save := func(s *settings.Service, change string) {
		t.Helper()
		if _, err := s.Save(t.Context(), "ana", object(t, change)); err != nil {
			t.Fatal(err)
		}
	}
	save(open(t, m, folder, `{}`), `{"sunoApiKey": "`+key+`", "slackWebhook": "https://hooks.example/1", "openaiApiKey": "`+key+`", "siteName": "Casa"}`)
	s := open(t, m, other, `{"openaiApiKey": "locked"}`)
	if got := s.Get(); got.SunoAPIKey != "" || got.SlackWebhook != "" || got.SiteName != "Casa" {
		t.Errorf("with another key: %q %q %q", got.SunoAPIKey, got.SlackWebhook, got.SiteName)
	}
	if got := s.Unreadable(); !slices.Equal(got, []string{"slackWebhook", "sunoApiKey"}) {
		t.Errorf("unreadable %q, without the locked one", got)
	}
	save(s, `{"siteName": "Haus", "sunoApiKey": ""}`)
	if got := open(t, m, folder, `{}`).Get(); got.SunoAPIKey != key || got.SiteName != "Haus" {
		t.Errorf("the key came back: %q %q", got.SunoAPIKey, got.SiteName)
	}

	saves := len(m.saves)
	save(s, `{"sunoApiKey": "sk-another-key-000", "slackWebhook": null}`)
	if got := s.Unreadable(); len(got) != 0 || s.Get().SunoAPIKey != "sk-another-key-000" {
		t.Errorf("replaced and removed: unreadable %q, key %q", got, s.Get().SunoAPIKey)
	}
	if len(m.saves) != saves+1 || len(m.saves[saves].Changes) != 2 {
		t.Errorf("recorded %+v", m.saves[saves:])
	}
	if got := open(t, m, other, `{}`); got.Get().SunoAPIKey != "sk-another-key-000" || !slices.Equal(got.Unreadable(), []string{"openaiApiKey"}) {
		t.Errorf("opened again: %q %q", got.Get().SunoAPIKey, got.Unreadable())
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

func TestClearWebhooksOfAnEarlierReleaseAreEncrypted(t *testing.T) {
	const slack = "https://hooks.slack.example/services/T1/B2/abcdefgh"
	m, folder := newMemory(), t.TempDir()
	m.saved = object(t, `{"slackWebhook": "`+slack+`", "discordWebhook": "", "siteName": "Casa"}`)
	for range 2 { // the second start finds them encrypted
		s := open(t, m, folder, `{}`)
		if got := s.Get(); got.SlackWebhook != slack || got.DiscordWebhook != "" || got.SiteName != "Casa" {
			t.Errorf("got %q %q", got.SlackWebhook, got.DiscordWebhook)
		}
		if text := string(m.saved["slackWebhook"]); strings.Contains(text, "hooks") || string(m.saved["discordWebhook"]) == `""` {
			t.Errorf("the database holds %s", m.saved)
		}
		if len(m.hidden) != 3 || string(m.saved["siteName"]) != `"Casa"` {
			t.Errorf("hidden %s, saved %s", m.hidden, m.saved)
		}
		if shown := settings.Shown(s.Get()).SlackWebhook; strings.Contains(shown, "services") {
			t.Errorf("shown as %s", shown)
		}
	}
	s := open(t, m, folder, `{}`)
	if _, err := s.Save(t.Context(), "ana", object(t, `{"slackWebhook": "`+settings.Mask(slack)+`", "discordWebhook": null}`)); err != nil || s.Get().SlackWebhook != slack {
		t.Errorf("a masked address: %q %v", s.Get().SlackWebhook, err)
	}
	if _, err := s.Save(t.Context(), "ana", object(t, `{"slackWebhook": null}`)); err != nil || s.Get().SlackWebhook != "" {
		t.Errorf("null: %q %v", s.Get().SlackWebhook, err)
	}
	if len(m.saves) != 1 || string(m.saves[0].Changes[0].After) != "" {
		t.Errorf("recorded %+v", m.saves)
	}
}

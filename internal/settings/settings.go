// Package settings merges the operator's settings: the defaults, the saved
// settings, and those that the command line, the environment or the
// configuration file locks.
package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/seal"
)

// Store stores saved settings by their JSON names.
type Store interface {
	Settings(ctx context.Context) (map[string]json.RawMessage, error)
	// SettingsVersion returns the version of the saved settings.
	SettingsVersion(ctx context.Context) (int64, error)
	// SaveSettings saves settings with what that changes, and returns their version.
	SaveSettings(ctx context.Context, values map[string]json.RawMessage, made *people.SettingsSave) (int64, error)
	// HideSettings replaces plain values by sealed ones, and removes the values
	// of these settings from the recorded saves.
	HideSettings(ctx context.Context, names []string, plain, sealed map[string]json.RawMessage) error
}

// Events receives changes of settings.
type Events interface{ Publish(e music.Event) }

// names are the JSON names of all settings.
var names = func() map[string]bool {
	all := map[string]bool{}
	for field := range reflect.TypeFor[music.Settings]().Fields() {
		all[field.Tag.Get("json")] = true
	}
	return all
}()

// values are settings by their JSON names.
type values = map[string]json.RawMessage

// Rule returns Invalid with the fields of new settings that a part of the server
// does not accept together, or as a change of the settings before.
type Rule func(ctx context.Context, before, after *music.Settings) error

// Service returns the settings in force. It is safe for concurrent use.
type Service struct {
	store  Store
	events Events
	seal   *seal.Box
	locked values
	rules  []Rule

	saving  sync.Mutex // one Save at a time
	mu      sync.RWMutex
	current music.Settings
	version int64  // of what is saved
	given   values // saved or locked; secrets are decrypted
	// unreadable are the secrets that another key encrypted. They count as not set, and
	// stay in the store until somebody replaces them: that key may come back.
	unreadable []string
}

// Open reads the settings and decrypts secrets with box. Those that it cannot decrypt
// are Unreadable. It returns an Invalid error if a locked setting is not valid.
func Open(ctx context.Context, s Store, e Events, locked map[string]json.RawMessage, box *seal.Box) (*Service, error) {
	service := &Service{store: s, events: e, seal: box, locked: locked}
	if err := service.Reload(ctx); err != nil {
		return nil, err
	}
	if err := service.hideClear(ctx); err != nil {
		return nil, fmt.Errorf("encrypt settings of an earlier release: %w", err)
	}
	return service, nil
}

// AddRule has Save follow a rule. Settings that were saved before stay in force. It
// must be called before Save.
func (s *Service) AddRule(r Rule) { s.rules = append(s.rules, r) }

// Reload reads the saved settings again after another server changed them.
func (s *Service) Reload(ctx context.Context) error {
	version, err := s.store.SettingsVersion(ctx) // before the settings, which may then be newer, never older
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	given, err := s.store.Settings(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	maps.DeleteFunc(given, func(name string, _ json.RawMessage) bool { return !names[name] }) // rows of other releases
	unreadable := unseal(given, s.seal)
	maps.Copy(given, s.locked)
	current, err := merge(given)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current, s.given, s.version = current, given, version
	s.unreadable = slices.DeleteFunc(unreadable, func(name string) bool { return s.locked[name] != nil })
	return nil
}

// sealed turns a JSON value into a JSON string that only unseal can read.
func (s *Service) sealed(value json.RawMessage) json.RawMessage {
	text, err := json.Marshal(s.seal.Close(value))
	if err != nil {
		panic(err) // bytes always encode to a JSON string
	}
	return text
}

// Get returns the settings in force, including secrets.
func (s *Service) Get() music.Settings {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.current
}

// Versioned is Get with the version of the settings.
func (s *Service) Versioned() (music.Settings, int64) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.current, s.version
}

// Unreadable returns the JSON names of the saved secrets that cannot be decrypted,
// sorted. They count as not set.
func (s *Service) Unreadable() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.unreadable)
}

// PasswordMinLength returns the minimum length of a new password. Until the
// operator saves or locks a length, it is the lowest possible one.
func (s *Service) PasswordMinLength() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if _, ok := s.given["passwordMinLength"]; !ok {
		return music.RegisterMinPassword
	}
	return s.current.PasswordMinLength
}

// Locked returns the JSON names of the locked settings, sorted.
func (s *Service) Locked() []string { return slices.Sorted(maps.Keys(s.locked)) }

// Save changes the named settings for the account actor and returns all settings.
// An empty or masked secret keeps its old value, and null removes a secret. Save
// returns Invalid with every field that is not valid, also by the rules, or Conflict
// if a locked setting would change.
func (s *Service) Save(ctx context.Context, actor string, change map[string]json.RawMessage) (music.Settings, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	s.mu.RLock()
	given, before, unreadable := maps.Clone(s.given), s.current, slices.Clone(s.unreadable)
	s.mu.RUnlock()

	saved := values{}
	for name, value := range change {
		if isSecret(name) {
			if keepsSecret(given[name], value) {
				continue
			}
			if isMasked(value) {
				return music.Settings{}, music.FieldError(music.Invalid, name, music.Say("Enter the whole secret. This is only its masked form."))
			}
			if isNull(value) {
				value = noSecret
			}
		}
		if fixed, ok := s.locked[name]; ok {
			if !sameJSON(fixed, value) {
				return music.Settings{}, music.NewError(music.Conflict, "%s is fixed by the server's configuration and cannot be changed here.", name)
			}
			continue
		}
		given[name], saved[name] = value, value
	}
	current, err := merge(given)
	if err != nil {
		return music.Settings{}, err
	}
	for _, rule := range s.rules {
		if err := rule(ctx, &before, &current); err != nil {
			return music.Settings{}, err
		}
	}
	for name := range saved {
		if isSecret(name) {
			saved[name] = s.sealed(saved[name])
		}
	}
	made := &people.SettingsSave{At: time.Now(), Actor: actor}
	if made.Changes, err = changes(before, current); err != nil {
		return music.Settings{}, fmt.Errorf("compare settings: %w", err)
	}
	made.Changes = append(made.Changes, removedUnread(unreadable, saved, made.Changes)...)
	version, err := s.store.SaveSettings(ctx, saved, made)
	if err != nil {
		return music.Settings{}, fmt.Errorf("save settings: %w", err)
	}
	s.mu.Lock()
	s.current, s.given, s.version = current, given, version
	s.unreadable = slices.DeleteFunc(unreadable, func(name string) bool { return saved[name] != nil })
	s.mu.Unlock()
	s.events.Publish(music.Event{Type: music.EventSettings})
	return current, nil
}

// merge applies the given values to the defaults and checks the result.
func merge(given values) (music.Settings, error) {
	settings := music.DefaultSettings()
	fields := music.FieldErrors{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !names[name] { // encoding/json would also take it in another letter case
			fields.Add(name, "There is no setting with this name.")
			continue
		}
		if isNull(given[name]) {
			fields.Add(name, "This setting needs a value.")
			continue
		}
		one, err := json.Marshal(values{name: given[name]})
		if err != nil {
			return settings, fmt.Errorf("setting %s: %w", name, err)
		}
		if err := json.Unmarshal(one, &settings); err != nil {
			mistyped, ok := errors.AsType[*json.UnmarshalTypeError](err)
			if !ok {
				return settings, fmt.Errorf("setting %s: %w", name, err)
			}
			fields.Note(name, wrongKind(mistyped))
		}
	}
	if err := fields.Err(); err != nil {
		return settings, err
	}
	return settings, settings.Validate()
}

// wrongKind says which kind of value a setting needs.
func wrongKind(e *json.UnmarshalTypeError) music.Message {
	switch e.Type.Kind() {
	case reflect.Int:
		return music.Say("This has to be a whole number.")
	case reflect.Float64:
		return music.Say("This has to be a number.")
	case reflect.Bool:
		return music.Say("This has to be true or false.")
	case reflect.Slice:
		return music.Say("This has to be a list.")
	default:
		return music.Say("This has to be text.")
	}
}

// keepsSecret reports whether a submitted value leaves a secret unchanged: it
// is empty, or masked as it was shown.
func keepsSecret(old, value json.RawMessage) bool {
	var was, now string
	if isNull(value) || json.Unmarshal(value, &now) != nil {
		return false
	}
	return now == "" || json.Unmarshal(old, &was) == nil && now == Mask(was)
}

// isMasked reports whether a submitted secret looks like one that is shown, such as one
// that was read before somebody else changed it.
func isMasked(value json.RawMessage) bool {
	var text string
	return json.Unmarshal(value, &text) == nil && strings.Contains(text, "****")
}

// noSecret is the value of a secret that was removed.
var noSecret = json.RawMessage(`""`)

func isNull(value json.RawMessage) bool { return string(value) == "null" }

// sameJSON compares what two JSON texts mean: "&" is also "\u0026".
func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

package settings

import (
	"reflect"
	"strings"
	"time"

	"sonora/internal/maintenance"
	"sonora/internal/music"
)

const (
	maskHead = 8
	maskTail = 4
)

// Mask shows the first 8 and the last 4 characters of a secret with asterisks
// in between. Shorter secrets become asterisks only.
func Mask(secret string) string {
	r := []rune(secret)
	if len(r) <= maskHead+maskTail {
		return strings.Repeat("*", len(r))
	}
	return string(r[:maskHead]) + strings.Repeat("*", len(r)-maskHead-maskTail) + string(r[len(r)-maskTail:])
}

// Shown returns the settings as operators see them: with masked secrets, and without a
// maintenance that has ended by itself.
func Shown(s music.Settings) music.Settings {
	s.Maintenance, _ = maintenance.Of(&s, time.Now())
	fields := reflect.ValueOf(&s).Elem()
	for _, i := range secrets {
		field := fields.Field(i)
		field.SetString(Mask(field.String()))
	}
	return s
}

// secrets are the indexes of the fields with the tag secret, by the settings' JSON
// names.
var secrets = secretFields()

func secretFields() map[string]int {
	fields := map[string]int{}
	all := reflect.TypeFor[music.Settings]()
	for i := range all.NumField() {
		if tag := all.Field(i).Tag; tag.Get("secret") != "" {
			fields[tag.Get("json")] = i
		}
	}
	return fields
}

func isSecret(name string) bool {
	_, is := secrets[name]
	return is
}

// Public returns the settings by their JSON names. Of secrets it only tells whether
// they are set.
func Public(s music.Settings) map[string]any {
	all := byName(s)
	for name, value := range all {
		if isSecret(name) {
			all[name] = "(set)"
			if value == "" {
				all[name] = "(not set)"
			}
		}
	}
	return all
}

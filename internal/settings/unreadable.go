package settings

import (
	"encoding/json"
	"maps"
	"slices"

	"sonora/internal/people"
	"sonora/internal/seal"
)

// Unreadable returns the JSON names of saved secrets that box cannot decrypt, sorted.
func Unreadable(saved map[string]json.RawMessage, box *seal.Box) []string {
	return unseal(maps.Clone(saved), box)
}

// unseal decrypts the secrets among saved settings. It removes those that it cannot
// decrypt, and returns their names, sorted.
func unseal(saved values, box *seal.Box) (unreadable []string) {
	for name, value := range saved {
		if !isSecret(name) || isClear(name, value) {
			continue
		}
		var data []byte
		err := json.Unmarshal(value, &data)
		if err == nil {
			saved[name], err = box.Open(data)
		}
		if err != nil {
			delete(saved, name)
			unreadable = append(unreadable, name)
		}
	}
	slices.Sort(unreadable)
	return unreadable
}

// removedUnread returns the changes of a save that removes unreadable secrets. They
// counted as not set, so that their values do not differ.
func removedUnread(unreadable []string, saved values, recorded []people.SettingChange) (list []people.SettingChange) {
	for _, name := range unreadable {
		isRecorded := slices.ContainsFunc(recorded, func(c people.SettingChange) bool { return c.Name == name })
		if saved[name] != nil && !isRecorded {
			list = append(list, people.SettingChange{Name: name, IsSecret: true})
		}
	}
	return list
}

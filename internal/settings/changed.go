package settings

import (
	"encoding/json"
	"reflect"
	"slices"

	"sonora/internal/music"
	"sonora/internal/people"
)

// changed returns the JSON names of the settings that differ, sorted.
func changed(before, after music.Settings) []string {
	names := []string{}
	x, y := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			names = append(names, x.Type().Field(i).Tag.Get("json"))
		}
	}
	slices.Sort(names)
	return names
}

// changes returns the settings that differ with their values, except secrets.
func changes(before, after music.Settings) []people.SettingChange {
	list := []people.SettingChange{}
	old, now := byName(before), byName(after)
	for _, name := range changed(before, after) {
		if isSecret(name) {
			list = append(list, people.SettingChange{Name: name, IsSecret: true})
		} else {
			list = append(list, people.SettingChange{Name: name, Before: old[name], After: now[name]})
		}
	}
	return list
}

// byName returns settings by their JSON names.
func byName(s music.Settings) values {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // texts, numbers and lists always encode
	}
	all := values{}
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err)
	}
	return all
}

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
	x, y := byName(before), byName(after)
	for name := range x {
		if !reflect.DeepEqual(x[name], y[name]) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// changes returns the settings that differ with their values, except secrets.
func changes(before, after music.Settings) ([]people.SettingChange, error) {
	list := []people.SettingChange{}
	x, y := byName(before), byName(after)
	for _, name := range changed(before, after) {
		c := people.SettingChange{Name: name, IsSecret: isSecret(name)}
		if !c.IsSecret {
			var err error
			if c.Before, err = json.Marshal(x[name]); err != nil {
				return nil, err
			}
			if c.After, err = json.Marshal(y[name]); err != nil {
				return nil, err
			}
		}
		list = append(list, c)
	}
	return list, nil
}

// byName returns the values of settings by their JSON names.
func byName(s music.Settings) map[string]any {
	all := map[string]any{}
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		all[v.Type().Field(i).Tag.Get("json")] = v.Field(i).Interface()
	}
	return all
}

package settings

import (
	"reflect"
	"slices"

	"sonora/internal/music"
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

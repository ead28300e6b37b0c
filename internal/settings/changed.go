package settings

import (
	"reflect"
	"slices"

	"sonora/internal/music"
)

// Changed returns the JSON names of the settings that differ, sorted.
func Changed(before, after music.Settings) []string {
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

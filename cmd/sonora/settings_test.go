package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sonora/internal/music"
)

// TestEverySettingIsAFlag checks that every operator setting has a flag and an
// environment variable with the same name.
func TestEverySettingIsAFlag(t *testing.T) {
	if got, want := jsonNames(settingFlags{}), jsonNames(music.Settings{}); !slices.Equal(got, want) {
		t.Errorf("flags %v\nsettings %v", got, want)
	}
}

func jsonNames(v any) []string {
	var names []string
	for field := range reflect.TypeOf(v).Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func TestLockedHoldsOnlyWhatWasGiven(t *testing.T) {
	limit := 7
	got, err := (&settingFlags{RateLimitPerMinute: &limit}).locked()
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || string(got["rateLimitPerMinute"]) != "7" {
		t.Errorf("got %s", got)
	}
}

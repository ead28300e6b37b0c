package main

import (
	"slices"
	"testing"
)

func TestSplitPlaces(t *testing.T) {
	for text, want := range map[string][]string{
		"/music":        {"/music"},
		"music:more":    {"music", "more"},
		"/a:/b:":        {"/a", "/b"},
		`/a\:b:/c`:      {"/a:b", "/c"},
		"s3://h:9000/b": {"s3://h:9000/b"},
		"s3://k:s@h:1/b/p?region=x:/music:s3://k2:s2@h/b": {"s3://k:s@h:1/b/p?region=x", "/music", "s3://k2:s2@h/b"},
		"/music:s3://k:s@[::1]:1/b":                       {"/music", "s3://k:s@[::1]:1/b"},
	} {
		if got := splitPlaces(text); !slices.Equal(got, want) {
			t.Errorf("splitPlaces(%q) = %q, want %q", text, got, want)
		}
	}
}

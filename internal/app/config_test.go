package app

import (
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/diagnostics"
)

func TestPlaces(t *testing.T) {
	data := t.TempDir()
	c, err := Config{Data: data, Music: []string{"relative", "s3://k:s%2F@h/b/p"}}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	if !filepath.IsAbs(c.Music[0]) || c.Music[1] != "s3://k:s%2F@h/b/p" || c.Storage != filepath.Join(data, "media", "uploads") {
		t.Errorf("%+v", c)
	}
	for _, place := range []string{"s3://k:topsecret/x@h/b", "s3://k:topsecret@h", "ftp://topsecret@h/b"} {
		for _, c := range []Config{{Data: data, Music: []string{place}}, {Data: data, Storage: place}} {
			if _, err := c.withDefaults(); err == nil || strings.Contains(err.Error(), "topsecret") {
				t.Errorf("%q: %v", place, err)
			}
		}
	}
}

func TestDoctorOnStorage(t *testing.T) {
	folder := t.TempDir()
	for place, want := range map[string]diagnostics.State{
		folder: diagnostics.OK, filepath.Join(folder, "none"): diagnostics.Broken, "s3://k:topsecret@127.0.0.1:1/b?insecure=true": diagnostics.Broken,
	} {
		got := checkStorage(t.Context(), Config{Storage: place})
		if got.State != want || !strings.HasSuffix(got.Says.String(), ".") || strings.Contains(got.Says.String(), "topsecret") {
			t.Errorf("%s: %+v", place, got)
		}
	}
}

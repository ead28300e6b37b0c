package blob_test

import (
	"strings"
	"testing"

	"sonora/internal/blob"
)

func TestParseAddress(t *testing.T) {
	for text, want := range map[string]blob.Address{
		"s3://AKIA:s%2Fe%2Bc%25@s3.example/music":                                  {Key: "AKIA", Secret: "s/e+c%", Host: "s3.example", Bucket: "music"},
		"s3://k:a+b@h:9000/b/p/q/?insecure=true&region=eu-1":                       {Key: "k", Secret: "a+b", Host: "h:9000", Bucket: "b", Prefix: "p/q", Region: "eu-1", Insecure: true},
		"s3://s3.eu-central-1.amazonaws.com/bucket/My%20Music?region=eu-central-1": {Host: "s3.eu-central-1.amazonaws.com", Bucket: "bucket", Prefix: "My Music", Region: "eu-central-1"},
		"s3://[::1]:7070/b": {Host: "[::1]:7070", Bucket: "b"},
	} {
		got, err := blob.ParseAddress(text)
		if err != nil || got != want {
			t.Errorf("ParseAddress(%q) = %+v, %v", text, got, err)
		}
		if s := got.String(); strings.Contains(s, "@") || strings.Contains(s, "?") || !strings.HasPrefix(s, "s3://") {
			t.Errorf("%q is shown as %q", text, s)
		}
	}
}

func TestBadAddresses(t *testing.T) {
	for _, text := range []string{
		"s3://", "s3://host", "s3://host/", "s3:///bucket", "s3://k:topsecret/1@host/bucket", "s3://k:topsecret@host/b/../c", "s3://key@host/b",
		"s3://k:topsecret@host/b?regoin=x", "s3://k:topsecret@host/b?insecure=maybe", "s3://k:topsecret%zz@host/b", "s3://k:topsecret@host/b#x", "s3://k:topsecret@ho st/b",
	} {
		_, err := blob.ParseAddress(text)
		if err == nil {
			t.Errorf("ParseAddress(%q) succeeded", text)
			continue
		}
		if strings.Contains(err.Error(), "topsecret") {
			t.Errorf("the error contains the secret: %v", err)
		}
		if _, err := blob.Open(text); err == nil || strings.Contains(err.Error(), "topsecret") {
			t.Errorf("Open(%q) = %v", text, err)
		}
	}
}

func TestOrigin(t *testing.T) {
	for text, want := range map[string]string{
		"s3://h/b": "https://h", "s3://h:443/b": "https://h", "s3://h:9000/b": "https://h:9000", "s3://h:80/b?insecure=true": "http://h", "s3://h:7070/b?insecure=true": "http://h:7070",
	} {
		a, err := blob.ParseAddress(text)
		if err != nil || a.Origin() != want {
			t.Errorf("Origin of %s = %s, %v", text, a.Origin(), err)
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	f.Add("s3://k:s%2F@h:1/b/p?region=r&insecure=true")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := blob.ParseAddress(text)
		if err == nil && (a.Host == "" || a.Bucket == "") {
			t.Errorf("%q is %+v", text, a)
		}
	})
}

package api_test

import (
	"strings"
	"testing"

	"sonora/internal/testkit"
)

// TestIdempotencyKey creates a playlist and an API key, whose clients lose
// the response.
func TestIdempotencyKey(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	for path, body := range map[string]string{
		"/api/playlists":        `{"name":"Once"}`,
		"/api/account/api-keys": `{"name":"Once","scopes":["write"],"password":"` + testkit.Password + `"}`,
	} {
		create := testkit.Request{Method: "POST", Path: path, As: s.Member, Body: body, Header: map[string]string{"Idempotency-Key": "once"}}
		if path != "/api/playlists" {
			create.Header["Idempotency-Key"] = "another"
		}
		first, again := s.Do(t, create), s.Do(t, create)
		if first.Status != 201 || again.Status != 201 || again.Body != first.Body || again.Header.Get("Idempotency-Replayed") != "true" || again.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s, then %d %s %v", path, first.Status, first.Body, again.Status, again.Body, again.Header)
		}
		if list := s.Do(t, testkit.Request{Path: path, As: s.Member}); strings.Count(list.Body, `"name":"Once"`) != 1 {
			t.Errorf("%s: %s", path, list.Body)
		}
		create.Body = strings.Replace(body, "Once", "Twice", 1)
		if other := s.Do(t, create); other.Status != 422 {
			t.Errorf("%s: %d %s for another body", path, other.Status, other.Body)
		}
		create.As = s.Admin
		if other := s.Do(t, create); other.Status != 201 || other.Header.Get("Idempotency-Replayed") != "" {
			t.Errorf("%s: %d %s for another account", path, other.Status, other.Body)
		}
	}
}

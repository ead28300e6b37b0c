package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// bodyOf returns the schema of an operation's JSON body and the fields that it
// requires; nil if it has none.
func bodyOf(document *huma.OpenAPI, o *huma.Operation) (schema *huma.Schema, required []string) {
	if o.RequestBody == nil || o.RequestBody.Content["application/json"] == nil {
		return nil, nil
	}
	schema = o.RequestBody.Content["application/json"].Schema
	if len(schema.AllOf) > 0 { // a form, and what it requires here
		schema, required = schema.AllOf[0], schema.Required
	}
	if schema.Ref != "" {
		schema = document.Components.Schemas.SchemaFromRef(schema.Ref)
	}
	return schema, slices.Sorted(slices.Values(append(required, schema.Required...)))
}

// refused returns the fields of a response that refuses a body.
func refused(t *testing.T, r testkit.Response) []string {
	t.Helper()
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(r.Body), &fields); err != nil {
		t.Errorf("%d %s: %v", r.Status, r.Body, err)
	}
	maps.DeleteFunc(fields, func(name string, _ json.RawMessage) bool {
		return name == "code" || name == "detail" || name == "non_field_errors"
	})
	return slices.Sorted(maps.Keys(fields))
}

// made creates a thing and returns its ID.
func made(t *testing.T, s *testkit.Server, path, body string) string {
	t.Helper()
	var thing struct{ ID string }
	r := s.Do(t, call{Method: http.MethodPost, Path: path, As: s.Admin, Body: body})
	if err := json.Unmarshal([]byte(r.Body), &thing); err != nil || thing.ID == "" {
		t.Fatalf("%s: %d %s", path, r.Status, r.Body)
	}
	return thing.ID
}

// TestReadBack sends things back as they were read, which must change nothing.
func TestReadBack(t *testing.T) {
	t.Parallel()
	s := testkit.Start(t, testkit.Options{})
	station, podcast, playlist := made(t, s, "/api/radios", `{"name":"Jazz","mode":"live"}`), made(t, s, "/api/podcasts", `{"title":"Jazz"}`), made(t, s, "/api/playlists", `{"name":"Jazz"}`)
	show := made(t, s, "/api/radios/"+station+"/shows", `{"name":"Night","days":[1],"startMinute":0,"minutes":60}`)
	list := made(t, s, "/api/radios/"+station+"/lists", `{"playlistId":"`+playlist+`"}`)
	mix := made(t, s, "/api/admin/mixes", `{"title":"Night","audioUrl":"`+apitest.UploadFile(t, s, s.Admin, "a.mp3", apitest.UploadedSong(81)).AudioURL+`"}`)
	for _, c := range []struct{ read, id, write string }{
		{read: "/api/auth/user", write: "/api/user/profile"},
		{read: "/api/admin/settings", write: "/api/admin/settings"},
		{read: "/api/radios/" + station, write: "/api/radios/" + station},
		{read: "/api/admin/radios", id: station, write: "/api/admin/radios/" + station},
		{read: "/api/radios/" + station + "/shows", id: show, write: "/api/radios/" + station + "/shows/" + show},
		{read: "/api/radios/" + station + "/lists", id: list, write: "/api/radios/" + station + "/lists/" + list},
		{read: "/api/playlists/" + playlist, write: "/api/playlists/" + playlist},
		{read: "/api/admin/playlists", id: playlist, write: "/api/playlists/" + playlist},
		{read: "/api/mixes/" + mix, write: "/api/admin/mixes/" + mix},
		{read: "/api/admin/mixes", id: mix, write: "/api/admin/mixes/" + mix},
		{read: "/api/podcasts/" + podcast, write: "/api/podcasts/" + podcast},
	} {
		thing := s.Do(t, call{Path: c.read, As: s.Admin}).Body
		if c.id != "" {
			var all []json.RawMessage
			if err := json.Unmarshal([]byte(thing), &all); err != nil || len(all) != 1 {
				t.Fatalf("%s: %s", c.read, thing)
			}
			thing = string(all[0])
		}
		if r := s.Do(t, call{Method: http.MethodPut, Path: c.write, As: s.Admin, Body: thing}); r.Status != http.StatusOK {
			t.Errorf("PUT %s of %s: %d %s", c.write, thing, r.Status, r.Body)
		}
	}
}

// placeholder is a parameter in a path.
var placeholder = regexp.MustCompile(`{\w+}`)

// TestFields checks that operations refuse fields that they do not have, and that
// the document names the fields that a new thing needs.
func TestFields(t *testing.T) {
	t.Parallel()
	s := testkit.Start(t, testkit.Options{Proxies: []string{"127.0.0.1"}})
	station, podcast := made(t, s, "/api/radios", `{"name":"Jazz","mode":"live"}`), made(t, s, "/api/podcasts", `{"title":"Jazz"}`)
	document := api.Document()
	for _, o := range inOrder() {
		schema, required := bodyOf(document, o)
		if schema == nil || o.OperationID == "saveSettings" || o.OperationID == "patchSettings" {
			continue // settings are a map
		}
		path := placeholder.ReplaceAllString(strings.Replace(o.Path, "/podcasts/{id}", "/podcasts/"+podcast, 1), station)
		send := func(body string) testkit.Response {
			return s.Do(t, call{Method: o.Method, Path: path, As: s.Admin, Body: body, Header: fromAnywhere(nil)})
		}
		if r := send(`{"noSuchField":1}`); r.Status != http.StatusBadRequest || !slices.Contains(refused(t, r), "noSuchField") {
			t.Errorf("%s %s takes every field: %d %s", o.Method, o.Path, r.Status, r.Body)
		}
		// Signing in and changing an account need what depends on the account.
		if o.Method != http.MethodPost || strings.HasPrefix(o.Path, "/api/auth/") || strings.HasPrefix(o.Path, "/api/account/") {
			continue
		}
		var missing []string
		least := `{}`
		if o.OperationID == "makeStation" || o.OperationID == "makeOwnStation" {
			least = `{"mode":"live"}` // a relay, the default, also needs the address of its stream
		}
		r := send(least)
		if r.Status == http.StatusBadRequest {
			missing = refused(t, r)
		}
		if o.OperationID == "keepUpload" { // it looks for the upload once there is a title
			missing = append(refused(t, send(`{"title":"x"}`)), missing...)
		}
		if o.OperationID == "importFromDirectory" { // the directory is switched off
			missing = []string{"id"}
		}
		if o.OperationID == "orderGeneration" { // a prompt, or a piece to change
			missing = slices.DeleteFunc(missing, func(field string) bool { return field == "prompt" })
		}
		if o.OperationID == "redeemCode" && strings.Contains(r.Body, "code: ") { // only the detail names this field
			missing = []string{"code"}
		}
		if !slices.Equal(missing, required) {
			t.Errorf("%s %s requires %v, and %v by the document: %d %s", o.Method, o.Path, missing, required, r.Status, r.Body)
		}
	}
}

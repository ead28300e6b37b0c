package edge

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge/thin"
	"sonora/internal/music"
)

// setUpHuma makes huma return Problems, document arrays as never null, and refuse
// fields in another letter case, which encoding/json would take without the checks
// of the schema. The settings are global to the process.
var setUpHuma = sync.OnceFunc(func() {
	huma.NewError = newHumaError
	huma.DefaultArrayNullable = false
	huma.ValidateStrictCasing = true
})

// schemaName returns the name of a type in the document: Track for TrackJSON.
func schemaName(t reflect.Type, hint string) string {
	return strings.TrimSuffix(huma.DefaultSchemaNamer(t, hint), "JSON")
}

// Prefixes of references in the document.
const (
	schemasPath   = "#/components/schemas/"
	responsesPath = "#/components/responses/"
)

// documentConfig returns the configuration of huma and the general part of the
// document.
func documentConfig() huma.Config {
	setUpHuma()
	c := huma.DefaultConfig(music.ProductName, Version)
	c.Info.Description = "The API of a Sonora server. Every path also works with a trailing slash."
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.Formats = map[string]huma.Format{"application/json": {Marshal: writeJSON, Unmarshal: readJSON}}
	c.CreateHooks = nil // no $schema links in responses
	c.Transformers = []huma.Transformer{translateAnswer, unwrap, selectFields}
	c.Servers = []*huma.Server{{URL: "/"}}
	c.Components.Schemas = huma.NewMapRegistry(schemasPath, schemaName)
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "The access token from signing in."},
		"key":    {Type: "http", Scheme: "bearer", Description: "An API key with the scopes that the operation needs."},
		"basic":  {Type: "http", Scheme: "basic", Description: "An email address and an API key, for programs that can only send passwords."},
		"cookie": {Type: "apiKey", In: "cookie", Name: SessionCookie, Description: "The session cookie set by signing in."},
	}
	return c
}

// writeJSON returns an error only for a value that cannot be encoded. A client
// that has disconnected is not an error.
func writeJSON(w io.Writer, v any) error {
	buf := buffers.Get().(*bytes.Buffer) //nolint:forcetypeassert // the pool holds nothing else
	defer buffers.Put(buf)
	buf.Reset()
	encoder := json.NewEncoder(buf)
	encoder.SetEscapeHTML(false)
	var err error
	if list, ok := v.(*thin.List); ok {
		err = list.Write(buf, encoder)
	} else {
		err = encoder.Encode(v)
	}
	if err != nil {
		return err
	}
	_, _ = w.Write(buf.Bytes())
	return nil
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errNotUTF8 = errors.New("text that is not UTF-8")

// readJSON rejects invalid UTF-8, which encoding/json would silently replace.
func readJSON(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errNotUTF8
	}
	return json.Unmarshal(data, v)
}

// readKnownJSON rejects fields that a body does not have. It is for bodies that
// huma does not validate.
func readKnownJSON(data []byte, v any) error {
	if err := readJSON(data, v); err != nil {
		return err
	}
	known := json.NewDecoder(bytes.NewReader(data))
	known.DisallowUnknownFields()
	return known.Decode(v)
}

// Document returns the OpenAPI document of the operations registered so far.
func (e *Edge) Document() *huma.OpenAPI {
	e.documenting.Lock()
	defer e.documenting.Unlock()
	for _, register := range e.undocumented {
		register(e.huma)
	}
	e.undocumented = nil
	e.explain()
	return e.huma.OpenAPI()
}

func (e *Edge) document(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Accept-Encoding")
	e.WriteJSON(w, r, http.StatusOK, e.Document())
}

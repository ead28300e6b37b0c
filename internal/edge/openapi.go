package edge

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
)

// setUpHuma has huma word errors as ours are and lists never be null. Both
// are one for the process, so they are set once.
var setUpHuma = sync.OnceFunc(func() {
	huma.NewError = newHumaError
	huma.DefaultArrayNullable = false
})

// schemaName is a type's name as the document shows it: TrackJSON is a Track.
func schemaName(t reflect.Type, hint string) string {
	return strings.TrimSuffix(huma.DefaultSchemaNamer(t, hint), "JSON")
}

// schemasPath is where the document keeps named schemas.
const schemasPath = "#/components/schemas/"

// documentConfig describes the API as a whole.
func documentConfig() huma.Config {
	setUpHuma()
	c := huma.DefaultConfig(music.ProductName, Version)
	c.Info.Description = "The API of a Sonora server. Every path also answers with a slash at its end."
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.Formats = map[string]huma.Format{"application/json": {Marshal: writeJSON, Unmarshal: readJSON}}
	c.CreateHooks = nil // no $schema links in answers
	c.Transformers = []huma.Transformer{speak}
	c.Servers = []*huma.Server{{URL: "/"}}
	c.Components.Schemas = huma.NewMapRegistry(schemasPath, schemaName)
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "The access token of a sign-in."},
		"basic":  {Type: "http", Scheme: "basic", Description: "An e-mail address with an app password, for players. One of the scope stream only browses and listens."},
		"cookie": {Type: "apiKey", In: "cookie", Name: SessionCookie, Description: "Set at sign-in."},
	}
	c.OnAddOperation = append(c.OnAddOperation, func(_ *huma.OpenAPI, o *huma.Operation) {
		// Bad input answers 400 here, not 422.
		if r, ok := o.Responses["422"]; ok {
			o.Responses["400"] = r
			r.Description = http.StatusText(http.StatusBadRequest)
			delete(o.Responses, "422")
		}
		o.Errors = slices.DeleteFunc(o.Errors, func(status int) bool { return status == http.StatusUnprocessableEntity })
	})
	return c
}

// writeJSON fails for what is no JSON only: a client that does not wait for
// its answer is no fault.
func writeJSON(w io.Writer, v any) error {
	buf := buffers.Get().(*bytes.Buffer) //nolint:forcetypeassert // the pool holds nothing else
	defer buffers.Put(buf)
	buf.Reset()
	encoder := json.NewEncoder(buf)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	_, _ = w.Write(buf.Bytes())
	return nil
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errNotUTF8 = errors.New("text that is not UTF-8")

// readJSON also refuses what encoding/json would silently mend.
func readJSON(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errNotUTF8
	}
	return json.Unmarshal(data, v)
}

// Document is the OpenAPI document of the operations registered so far.
func (e *Edge) Document() *huma.OpenAPI { return e.huma.OpenAPI() }

func (e *Edge) document(w http.ResponseWriter, r *http.Request) {
	e.WriteJSON(w, r, http.StatusOK, e.Document())
}

package testkit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api"
)

// document is the OpenAPI document as an index of operations.
type document struct {
	schemas    huma.Registry
	responses  map[string]*huma.Response
	operations map[string][]documented // by method
}

// documented is an operation and the parts of its path.
type documented struct {
	*huma.Operation

	parts []string
}

// sharedDocument is used by all servers of a process, because building it takes
// longer than starting a server.
var sharedDocument = sync.OnceValue(func() *document {
	return newDocument(api.Document())
})

func newDocument(o *huma.OpenAPI) *document {
	d := &document{o.Components.Schemas, o.Components.Responses, map[string][]documented{}}
	// Literal path segments come before parameters.
	byNames := func(a, b string) int {
		return cmp.Or(strings.Count(a, "{")-strings.Count(b, "{"), strings.Compare(a, b))
	}
	for _, path := range slices.SortedFunc(maps.Keys(o.Paths), byNames) {
		parts := strings.Split(path, "/")
		for method, operation := range operations(o.Paths[path]) {
			if operation != nil {
				d.operations[method] = append(d.operations[method], documented{operation, parts})
			}
		}
	}
	return d
}

// find returns the operation for a request, or nil if there is none.
func (d *document) find(method, path string) *huma.Operation {
	method = strings.Replace(method, http.MethodHead, http.MethodGet, 1)
	parts := strings.Split(strings.TrimSuffix(path, "/"), "/")
	for _, p := range d.operations[method] {
		if matches(p.parts, parts) {
			return p.Operation
		}
	}
	return nil
}

// operations returns the operations of a path by method.
func operations(item *huma.PathItem) map[string]*huma.Operation {
	return map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put,
		http.MethodPatch: item.Patch, http.MethodDelete: item.Delete,
	}
}

func matches(pattern, parts []string) bool {
	if len(pattern) != len(parts) {
		return false
	}
	for i, want := range pattern {
		if want != parts[i] && !strings.HasPrefix(want, "{") {
			return false
		}
	}
	return true
}

// check returns how a response differs from the document, or nil if it
// conforms. Every error below /api has the same shape, even where there is no
// operation.
func (d *document) check(req *http.Request, res *http.Response, body []byte) error {
	o := d.find(req.Method, req.URL.Path)
	isJSON := res.Header.Get("Content-Type") == "application/json"
	isError := res.StatusCode >= http.StatusBadRequest
	switch {
	case res.Header.Get("X-Request-Id") == "": // net/http rejected the request before it reached the API
		return nil
	case isError && strings.HasPrefix(req.URL.Path, "/api/") && !isJSON:
		return fmt.Errorf("error %d is not JSON but %q", res.StatusCode, res.Header.Get("Content-Type"))
	case !isJSON || req.Method == http.MethodHead:
		return nil
	case isError:
		if err := checkError(body); err != nil {
			return err
		}
	}
	if err := CheckTimes(body); err != nil {
		return err
	}
	if o == nil {
		return nil
	}
	reply := o.Responses[strconv.Itoa(res.StatusCode)]
	if reply == nil && (anywhere[res.StatusCode] || res.StatusCode >= http.StatusInternalServerError) {
		reply = o.Responses["default"]
	}
	if reply != nil && reply.Ref != "" {
		reply = d.responses[strings.TrimPrefix(reply.Ref, "#/components/responses/")]
	}
	if reply == nil || reply.Content["application/json"] == nil {
		return fmt.Errorf("JSON with status %d is not in the document", res.StatusCode)
	}
	err := d.conforms(variant(reply.Content["application/json"].Schema, body), body)
	if wanted := req.URL.Query().Get("fields"); wanted != "" && !isError {
		return withoutOmitted(err, strings.Split(wanted, ","))
	}
	return err
}

// variant returns the schema for a body that is either a list or its changes.
func variant(s *huma.Schema, body []byte) *huma.Schema {
	isList := bytes.HasPrefix(bytes.TrimSpace(body), []byte("["))
	if i := slices.IndexFunc(s.OneOf, func(one *huma.Schema) bool { return (one.Type == huma.TypeArray) == isList }); i >= 0 {
		return s.OneOf[i]
	}
	return s
}

// withoutOmitted removes from the result of conforms the properties that are
// missing because the request names others in the parameter fields.
func withoutOmitted(err error, wanted []string) error {
	var kept []error
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range all.Unwrap() {
			_, missing, isMissing := strings.Cut(e.Error(), "expected required property ")
			if name, _, _ := strings.Cut(missing, " "); !isMissing || slices.Contains(wanted, name) {
				kept = append(kept, e)
			}
		}
		return errors.Join(kept...)
	}
	return err
}

// timeOfDay is a JSON string that begins like a time.
var timeOfDay = regexp.MustCompile(`"\d{4}-\d\d-\d\dT\d\d:[^"]*"`)

// inMilliseconds is how all times are written: in UTC, without what is smaller than
// a millisecond.
var inMilliseconds = regexp.MustCompile(`^"[\dT:-]{19}(\.\d{1,3})?Z"$`)

// CheckTimes checks how the times in a JSON value are written.
func CheckTimes(body []byte) error {
	for _, written := range timeOfDay.FindAll(body, -1) {
		if !inMilliseconds.Match(written) {
			return fmt.Errorf("the time %s is not in milliseconds of UTC", written)
		}
	}
	return nil
}

// anywhere are the statuses of the client's errors that operations need not
// document: any path may be malformed, any body may stop.
var anywhere = map[int]bool{http.StatusNotFound: true, http.StatusMethodNotAllowed: true, http.StatusRequestTimeout: true}

// conforms returns how a JSON value differs from a schema.
func (d *document) conforms(s *huma.Schema, body []byte) error {
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err
	}
	var result huma.ValidateResult
	huma.Validate(d.schemas, s, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, &result)
	return errors.Join(result.Errors...)
}

// checkError checks that an error has a code for programs, and a sentence for a
// person or sentences by field.
func checkError(body []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return fmt.Errorf("the error is not a JSON object: %w", err)
	}
	for name, value := range fields {
		var sentences []string
		var sentence string
		switch name {
		case "code", "detail", "requestId":
			if json.Unmarshal(value, &sentence) == nil && sentence != "" {
				continue
			}
		default:
			if json.Unmarshal(value, &sentences) == nil && strings.Join(sentences, "") != "" {
				continue
			}
		}
		return fmt.Errorf("error field %s is %s", name, value)
	}
	switch {
	case fields["code"] == nil:
		return errors.New("the error has no code")
	case len(fields) == 1:
		return errors.New("the error has no text")
	}
	return nil
}

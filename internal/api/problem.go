package api

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
	"sonora/internal/radio"
)

// statusOf is the only place that turns a domain code into a status.
var statusOf = map[music.Code]int{
	music.Invalid:         http.StatusBadRequest,
	music.Unauthenticated: http.StatusUnauthorized,
	music.PaymentRequired: http.StatusPaymentRequired,
	music.Forbidden:       http.StatusForbidden,
	music.NotFound:        http.StatusNotFound,
	music.Conflict:        http.StatusConflict,
	music.TooLarge:        http.StatusRequestEntityTooLarge,
	music.Unsupported:     http.StatusUnsupportedMediaType,
	music.TooMany:         http.StatusTooManyRequests,
	music.Unavailable:     http.StatusServiceUnavailable,
	music.Elsewhere:       http.StatusBadRequest,
}

// statusClientGone is what nginx logs when nobody waits for the answer any more.
const statusClientGone = 499

// problem is an error body: a public sentence, what is wrong field by field
// on the same level, and for faults of the server the id the log has.
type problem struct {
	status     int
	Detail     string              `json:"detail,omitempty"`
	RequestID  string              `json:"requestId,omitempty"`
	Fields     map[string][]string `json:"-"`
	retryAfter time.Duration
}

func (p *problem) Error() string  { return p.Detail }
func (p *problem) GetStatus() int { return p.status }

// GetHeaders implements huma.HeadersError.
func (p *problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.retryAfter.Seconds()))))
	}
	return h
}

// MarshalJSON lifts the fields to the top level.
func (p *problem) MarshalJSON() ([]byte, error) {
	body := map[string]any{}
	for field, sentences := range p.Fields {
		body[field] = sentences
	}
	if p.Detail != "" {
		body["detail"] = p.Detail
	}
	if p.RequestID != "" {
		body["requestId"] = p.RequestID
	}
	return json.Marshal(body)
}

// Schema implements huma.SchemaProvider: a detail, and arrays by field.
func (p *problem) Schema(huma.Registry) *huma.Schema {
	sentences := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}}
	return &huma.Schema{
		Type:                 huma.TypeObject,
		Properties:           map[string]*huma.Schema{"detail": {Type: huma.TypeString}, "requestId": {Type: huma.TypeString}, "non_field_errors": sentences},
		AdditionalProperties: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}},
	}
}

// problem turns what a handler returned into what the client gets, and logs
// the cause of what is the server's fault.
func (a *API) problem(ctx context.Context, err error) *problem {
	var known *music.Error
	switch {
	case errors.Is(err, context.Canceled):
		return &problem{status: statusClientGone, Detail: "The request was cancelled."}
	case errors.As(err, &known) && known.Code != music.Internal:
		a.note(ctx, known, err)
		return &problem{status: statusOf[known.Code], Detail: detailOf(known), Fields: known.Fields, retryAfter: known.RetryAfter}
	}
	id := requestID(ctx)
	a.log.Error("request failed", "request", id, "error", err)
	return &problem{status: http.StatusInternalServerError, Detail: "Internal server error.", RequestID: id}
}

// note logs what was not possible: as an error only where something of this
// server's failed, which the cause of known says.
func (a *API) note(ctx context.Context, known *music.Error, err error) {
	switch {
	case known.Code == music.Unavailable && known.Err != nil:
		a.log.Error("request not possible now", "request", requestID(ctx), "error", err)
	case known.Code == music.Elsewhere, known.Code == music.Unavailable && known.Detail != radio.ErrOff.Detail: // a station off the air is nothing to tell
		a.log.Info("request not possible now", "request", requestID(ctx), "error", err)
	}
}

// detailOf leaves the sentence out where a field named like the form as a
// whole says it already.
func detailOf(e *music.Error) string {
	if len(e.Fields["non_field_errors"]) > 0 {
		return ""
	}
	return e.Detail
}

func (a *API) writeProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := a.problem(r.Context(), err).in(music.LanguageOf(r.Context()))
	asked := w.Header()["Www-Authenticate"] // by who answers radio programs and Prometheus
	maps.Copy(w.Header(), p.GetHeaders())
	if len(asked) > 0 {
		w.Header()["Www-Authenticate"] = asked
	}
	a.writeJSON(w, r, p.status, p)
}

func (a *API) writeJSON(w http.ResponseWriter, r *http.Request, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	if err := json.NewEncoder(w).Encode(body); err != nil {
		a.log.Debug("answer not written", "request", requestID(r.Context()), "error", err)
	}
}

// newHumaError words what huma found wrong with an input. It replaces
// huma.NewError, which is one for the process.
func newHumaError(status int, message string, errs ...error) huma.StatusError {
	p := &problem{status: status, Detail: message, Fields: map[string][]string{}}
	if status == http.StatusUnprocessableEntity {
		p.status = http.StatusBadRequest
	}
	if _, ok := errors.AsType[*http.MaxBytesError](errors.Join(errs...)); ok {
		p.status = http.StatusRequestEntityTooLarge
	}
	switch p.status {
	case http.StatusInternalServerError: // huma's word for a body that broke off
		p.status, p.Detail = http.StatusBadRequest, "The body did not arrive."
		return p
	case http.StatusRequestEntityTooLarge:
		p.Detail = "Request body is too large."
		return p
	case http.StatusUnsupportedMediaType:
		p.Detail = "Content-Type must be application/json."
		return p
	}
	for _, err := range errs {
		var d *huma.ErrorDetail
		if !errors.As(err, &d) {
			continue
		}
		field, message := fieldOf(d.Location), d.Message
		if field == "" {
			field, message = fieldOfBody(d.Message)
		}
		if field == "" { // the body as a whole
			p.Detail = bodySentence(d.Message)
			continue
		}
		field, sentence := fieldSentence(field, message)
		p.Fields[field] = append(p.Fields[field], sentence)
	}
	if fields := slices.Sorted(maps.Keys(p.Fields)); len(fields) > 0 {
		p.Detail = fields[0] + ": " + p.Fields[fields[0]][0]
	} else if message == "request body is required" {
		p.Detail = "Malformed JSON body."
	}
	return p
}

// fieldOf strips where an input came from: body.name is name.
func fieldOf(location string) string {
	for _, prefix := range []string{"body.", "query.", "path.", "header."} {
		if field, ok := strings.CutPrefix(location, prefix); ok {
			return field
		}
	}
	if location == "body" || location == "" {
		return ""
	}
	return location
}

// fieldOfBody finds the field in a message about the body as a whole: huma's
// about one that is missing, encoding/json's about a value of the wrong type,
// "… into Go struct field T.name of type string".
func fieldOfBody(message string) (field, says string) {
	if name, ok := strings.CutPrefix(message, missingProperty); ok {
		field, _, _ = strings.Cut(name, " ")
		return field, message
	}
	_, rest, ok := strings.Cut(message, " Go struct field ")
	if !ok {
		return "", message
	}
	place, kind, _ := strings.Cut(rest, " of type ")
	_, field, _ = strings.Cut(place, ".")
	switch kind {
	case "string":
		return field, "expected string"
	case "bool":
		return field, "expected boolean"
	}
	return field, "expected number"
}

func bodySentence(message string) string {
	if strings.HasPrefix(message, "expected object") || strings.Contains(message, "into Go value of type struct") {
		return "The body has to be a JSON object."
	}
	return "Malformed JSON body."
}

// sentences words huma's messages for people, by how they begin.
var sentences = []struct{ begins, says string }{
	{"unexpected property", "There is no field of this name."},
	{"expected boolean", "This has to be true or false."},
	{"expected number >=", "This number is too small."},
	{"expected number <=", "This number is too large."},
	{"expected number", "This has to be a number."},
	{"expected integer", "This has to be a whole number."},
	{"expected string to be RFC 3339", "This has to be a time such as 2026-01-31T12:00:00Z."},
	{"expected string to match", "This value is not allowed here."},
	{"expected string", "This has to be text."},
	{"expected length >=", "This field is required."},
	{"expected length <=", "This text is too long."},
	{"invalid integer", "This has to be a whole number."},
	{"expected array", "This has to be a list."},
	{"expected object", "This has to be an object."},
}

const missingProperty = "expected required property "

func fieldSentence(field, message string) (string, string) {
	if name, ok := strings.CutPrefix(message, missingProperty); ok {
		name, _, _ = strings.Cut(name, " ")
		if strings.HasSuffix(field, "."+name) || field == name {
			name = field
		}
		return name, "This field is required."
	}
	if choices, ok := strings.CutPrefix(message, "expected value to be one of "); ok {
		return field, "Choose one of " + strings.Trim(choices, `"`) + "."
	}
	for _, s := range sentences {
		if strings.HasPrefix(message, s.begins) {
			return field, s.says
		}
	}
	return field, message
}

package edge

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/maintenance"
	"sonora/internal/music"
	"sonora/internal/words"
)

// statusOf is the only place that maps error codes to HTTP status codes.
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
	music.Changed:         http.StatusPreconditionFailed,
	music.Gone:            http.StatusGone,
}

// statusClientGone is the status that nginx logs when the client has closed the
// connection before the response.
const statusClientGone = 499

// Problem is an error as JSON: a code for programs, a sentence for people, the
// errors of fields on the same level, and the request ID in the log if the server
// is at fault.
type Problem struct { //nolint:errname // the API document calls it so
	Status     int
	Code       string // "" is the code of the status
	Detail     music.Message
	RequestID  string
	Fields     music.FieldErrors
	language   string // "" is English
	retryAfter time.Duration
}

func (p *Problem) Error() string { return p.Detail.String() }

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders implements huma.HeadersError.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(seconds(p.retryAfter)))
	}
	return h
}

// seconds rounds a wait up to whole seconds, as in Retry-After.
func seconds(wait time.Duration) int { return int(math.Ceil(wait.Seconds())) }

// in returns a copy of the problem in a language.
func (p *Problem) in(language string) *Problem {
	said := *p
	said.language = language
	return &said
}

// MarshalJSON renders the messages in the problem's language and lifts the
// fields to the top level. A field called "code" is only in the detail.
func (p *Problem) MarshalJSON() ([]byte, error) {
	body := map[string]any{}
	for field, messages := range p.Fields {
		said := make([]string, len(messages))
		for i, m := range messages {
			said[i] = words.Render(p.language, m)
		}
		body[field] = said
	}
	if !p.Detail.IsZero() {
		body["detail"] = words.Render(p.language, p.Detail)
	}
	body["code"] = codeFor(p.Status, p.Code)
	if p.RequestID != "" {
		body["requestId"] = p.RequestID
	}
	return json.Marshal(body)
}

// problemResponse documents errors: a code, a detail, and arrays of sentences by
// field. All operations refer to the same schema.
func problemResponse(schemas huma.Registry) *huma.Response {
	sentences := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}}
	general := *sentences
	general.Description = "Sentences about the request as a whole."
	problem := &huma.Schema{
		Type:        huma.TypeObject,
		Description: "An error. The errors of input fields are arrays of sentences, by the name of the field.",
		Properties: map[string]*huma.Schema{
			"code":             codeSchema(),
			"detail":           {Type: huma.TypeString, Description: "A sentence for people, in the language of the request. It is absent if non_field_errors has it."},
			"requestId":        {Type: huma.TypeString, Description: "The request in the server's log, if the server is at fault."},
			"non_field_errors": &general,
		},
		Required:             []string{"code"},
		AdditionalProperties: sentences,
	}
	problem.PrecomputeMessages()
	schemas.Map()[problemName] = problem
	reference := &huma.Schema{Ref: schemasPath + problemName}
	return &huma.Response{Description: "Error", Content: map[string]*huma.MediaType{"application/json": {Schema: reference}}}
}

// codeSchema documents the codes of errors.
func codeSchema() *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Description: "What went wrong, for programs. It does not change with the language or the wording of the detail."}
	for _, status := range slices.Sorted(maps.Keys(codes)) {
		for _, c := range codes[status] {
			if !slices.Contains(s.Enum, any(c.name)) {
				s.Enum = append(s.Enum, c.name)
			}
		}
	}
	return s
}

const problemName = "Problem"

// Schema implements huma.SchemaProvider.
func (p *Problem) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Ref: schemasPath + problemName}
}

// problem converts the error of a handler to the response, and logs the cause if
// the server is at fault.
func (e *Edge) problem(ctx context.Context, err error) *Problem {
	var known *music.Error
	switch {
	case errors.Is(err, context.Canceled):
		return &Problem{Status: statusClientGone, Detail: music.Say("The request was cancelled.")}
	case errors.As(err, &known) && known.Code != music.Internal:
		e.note(ctx, known, err)
		p := &Problem{Status: statusOf[known.Code], Code: known.Detail.Code, Detail: detailOf(known), Fields: known.Fields, retryAfter: known.RetryAfter}
		if p.Code == maintenance.Code {
			p.Status = http.StatusLocked
		} else if known.Code == music.Elsewhere && p.Code == "" {
			p.Code = codeElsewhere
		}
		return p
	}
	e.logFailed(ctx, slog.LevelError, err)
	return &Problem{Status: http.StatusInternalServerError, Detail: music.Say("Internal server error."), RequestID: RequestID(ctx)}
}

// note logs an error that is not the client's fault. The level is Error only if a
// part of this server failed, in which case known has a cause.
func (e *Edge) note(ctx context.Context, known *music.Error, err error) {
	switch {
	case known.Code == music.Unavailable && known.Err != nil:
		e.logFailed(ctx, slog.LevelError, err)
	case !e.Expected(known) && (known.Code == music.Elsewhere || known.Code == music.Unavailable):
		e.logFailed(ctx, slog.LevelInfo, err)
	}
}

// logFailed logs an error with the operation; the path may contain a secret.
func (e *Edge) logFailed(ctx context.Context, level slog.Level, err error) {
	e.Log.Log(ctx, level, "request failed", "request", RequestID(ctx), "operation", requestOf(ctx).route.OperationID, "error", err)
}

// detailOf returns the sentence of an error. It is empty if the errors of the
// form as a whole contain it already.
func detailOf(e *music.Error) music.Message {
	if len(e.Fields["non_field_errors"]) > 0 {
		return music.Message{}
	}
	return e.Detail
}

// WriteProblem responds with an error.
func (e *Edge) WriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := e.problem(r.Context(), err).in(music.LanguageOf(r.Context()))
	asked := w.Header()["Www-Authenticate"] // set by a handler for radio players or Prometheus
	maps.Copy(w.Header(), p.GetHeaders())
	if len(asked) > 0 {
		w.Header()["Www-Authenticate"] = asked
	}
	e.WriteJSON(w, r, p.Status, p)
}

// Refuse responds with a status that no error code maps to.
func (e *Edge) Refuse(w http.ResponseWriter, r *http.Request, status int, why music.Message) {
	p := &Problem{Status: status, Code: why.Code, Detail: why}
	e.WriteJSON(w, r, status, p.in(music.LanguageOf(r.Context())))
}

// WriteJSON responds with a JSON body.
func (e *Edge) WriteJSON(w http.ResponseWriter, r *http.Request, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	if err := json.NewEncoder(w).Encode(body); err != nil {
		e.Log.Debug("write response failed", "request", RequestID(r.Context()), "error", err)
	}
}

// newHumaError converts huma's validation errors to Problems. It replaces
// huma.NewError, which is global to the process.
func newHumaError(status int, message string, errs ...error) huma.StatusError {
	p := &Problem{Status: status, Detail: music.Verbatim(message), Fields: music.FieldErrors{}}
	if status == http.StatusUnprocessableEntity {
		p.Status = http.StatusBadRequest
	}
	if _, ok := errors.AsType[*http.MaxBytesError](errors.Join(errs...)); ok {
		p.Status = http.StatusRequestEntityTooLarge
	}
	switch p.Status {
	case http.StatusInternalServerError: // huma's status for a body that broke off
		p.Status, p.Detail = http.StatusBadRequest, music.Say("The request body did not arrive.")
		return p
	case http.StatusRequestEntityTooLarge:
		p.Detail = music.Say("Request body is too large.")
		return p
	case http.StatusUnsupportedMediaType:
		p.Detail = music.Say("Content-Type must be application/json.")
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
			p.Detail = bodyMessage(d.Message)
			continue
		}
		field, said := fieldMessage(field, message)
		p.Fields.Note(field, said)
	}
	if fields := slices.Sorted(maps.Keys(p.Fields)); len(fields) > 0 {
		p.Detail = music.Say("%s: %s", fields[0], p.Fields[fields[0]][0])
	} else if message == "request body is required" {
		p.Detail = music.Say("Malformed JSON body.")
	}
	return p
}

// fieldOf strips the location of an input: body.name becomes name.
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

// fieldOfBody finds the field in a message about the body as a whole: huma's for
// a missing field, or encoding/json's for a value of the wrong type, "… into Go
// struct field T.name of type string".
func fieldOfBody(message string) (field, says string) {
	if name, ok := strings.CutPrefix(message, missingProperty); ok {
		field, _, _ = strings.Cut(name, " ")
		return field, message
	}
	if name, ok := strings.CutPrefix(message, "json: unknown field "); ok {
		return strings.Trim(name, `"`), "unexpected property"
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

func bodyMessage(message string) music.Message {
	if strings.HasPrefix(message, "expected object") || strings.Contains(message, "into Go value of type struct") {
		return music.Say("The body has to be a JSON object.")
	}
	return music.Say("Malformed JSON body.")
}

// sentences maps huma's messages, by their prefixes, to messages for people.
var sentences = []struct {
	begins string
	says   music.Message
}{
	{"unexpected property", music.Say("There is no field of this name.")},
	{"expected boolean", music.Say("This has to be true or false.")},
	{"expected number >=", music.Say("This number is too small.")},
	{"expected number <=", music.Say("This number is too large.")},
	{"expected number", music.Say("This has to be a number.")},
	{"expected integer", music.Say("This has to be a whole number.")},
	{"expected string to be RFC 3339", music.Say("This has to be a time such as 2026-01-31T12:00:00Z.")},
	{"expected string to match", music.Say("This value is not allowed here.")},
	{"expected string", music.Say("This has to be text.")},
	{"expected length >=", music.Say("This field is required.")},
	{"expected length <=", music.Say("This text is too long.")},
	{"invalid float", music.Say("This has to be a number.")},
	{"invalid boolean", music.Say("This has to be true or false.")},
	{"invalid date/time", music.Say("This has to be a time such as 2026-01-31T12:00:00Z.")},
	{"invalid integer", music.Say("This has to be a whole number.")},
	{"required query parameter is missing", music.Say("This field is required.")},
	{"expected array length >=", music.Say("This list has too few entries.")},
	{"expected array length <=", music.Say("This list has too many entries.")},
	{"expected array items to be unique", music.Say("This list has an entry twice.")},
	{"expected array", music.Say("This has to be a list.")},
	{"expected object", music.Say("This has to be an object.")},
}

const missingProperty = "expected required property "

func fieldMessage(field, message string) (string, music.Message) {
	if name, ok := strings.CutPrefix(message, missingProperty); ok {
		name, _, _ = strings.Cut(name, " ")
		if strings.HasSuffix(field, "."+name) || field == name {
			name = field
		}
		return name, music.Say("This field is required.")
	}
	if choices, ok := strings.CutPrefix(message, "expected value to be one of "); ok {
		return field, music.Say("Choose one of %s.", strings.TrimSuffix(strings.Trim(choices, `"`), ", ")) // the last one may be empty
	}
	for _, s := range sentences {
		if strings.HasPrefix(message, s.begins) {
			return field, s.says
		}
	}
	return field, music.Verbatim(message)
}

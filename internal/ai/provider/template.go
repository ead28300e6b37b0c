package provider

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
)

// Template describes an HTTP API that answers in JSON, so that operators can use
// services that Sonora does not know. Texts may contain placeholders such as
// {{prompt}}, and paths name values in answers, such as data.songs.*.url.
type Template struct {
	Name    string            `json:"name"`    // for people
	URL     string            `json:"url"`     // the paths of requests are below it
	Headers map[string]string `json:"headers"` // of all requests, with the key

	Submit Call  `json:"submit"`
	Poll   *Call `json:"poll"`   // absent if the answer to submit has the result
	Cancel *Call `json:"cancel"` // absent if orders cannot be cancelled
	Check  *Call `json:"check"`  // costs nothing; absent if there is no such request

	ID       string   `json:"id"`       // path of the order's name in the answer to submit
	Status   string   `json:"status"`   // path of the state in the answer to poll
	Done     []string `json:"done"`     // states of finished orders
	Failed   []string `json:"failed"`   // states of orders that the service gave up
	Result   string   `json:"result"`   // path of the addresses of files
	Error    string   `json:"error"`    // path of the reason of a failure; may be empty
	Progress string   `json:"progress"` // path of a number from 0 to 1; may be empty

	Hosts       []string `json:"hosts"`       // from which files may come, apart from url
	MinSeconds  int      `json:"minSeconds"`  // 1 unless given
	MaxSeconds  int      `json:"maxSeconds"`  // 600 unless given
	MaxPrompt   int      `json:"maxPrompt"`   // characters; 2000 unless given
	Results     int      `json:"results"`     // pieces per order; 1 unless given
	Concurrency int      `json:"concurrency"` // 1 unless given
	Price       float64  `json:"price"`       // dollars per order

	ChargesFailed bool `json:"chargesFailed"` // whether orders that the service gives up cost the price, too
}

// Call is a request of a Template.
type Call struct {
	Method string `json:"method"` // GET unless there is a body, then POST
	Path   string `json:"path"`
	Body   any    `json:"body"` // JSON; texts that are one placeholder become its value
}

const (
	maxTemplate = 64 << 10 // bytes
	maxSeconds  = 600
)

// ParseTemplate returns the template in a JSON text. The error is a music.Error for the
// operator: it names the field that is wrong.
func ParseTemplate(text string) (*Template, error) {
	if len(text) > maxTemplate {
		return nil, music.NewError(music.Invalid, "use at most %d bytes", maxTemplate)
	}
	var t Template
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&t); err != nil {
		return nil, unreadable(err)
	}
	if decoder.More() {
		return nil, music.NewError(music.Invalid, "there is extra data after the JSON object")
	}
	t.fill()
	return &t, t.check()
}

// Fault returns what is wrong with a configuration by an error of ParseTemplate, CheckURL or New.
func Fault(err error) music.Message {
	if e, ok := errors.AsType[*music.Error](err); ok {
		return e.Detail
	}
	return music.Verbatim(err.Error())
}

// inField returns an error about a field of a template.
func inField(field string, err error) error {
	return music.NewError(music.Invalid, "%s: %s", field, Fault(err))
}

// unreadable says why a text is no template, without the words of Go.
func unreadable(err error) error {
	if mistyped, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if mistyped.Field == "" {
			return music.NewError(music.Invalid, "enter a JSON object, not %s", typeOf(mistyped.Value))
		}
		return music.NewError(music.Invalid, "%s: %s does not belong here", mistyped.Field, typeOf(mistyped.Value))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return music.NewError(music.Invalid, "%s is not a field of a template", name)
	}
	if broken, ok := errors.AsType[*json.SyntaxError](err); ok {
		return music.NewError(music.Invalid, "the JSON text has a fault at character %s", strconv.FormatInt(broken.Offset, 10))
	}
	return music.NewError(music.Invalid, "the JSON text is incomplete")
}

// typeOf returns the words for a type of JSON values, which encoding/json names "number 1.5" as well.
func typeOf(name string) music.Message {
	name, _, _ = strings.Cut(name, " ")
	switch name {
	case "string":
		return music.Say("a JSON string")
	case "number":
		return music.Say("a JSON number")
	case "array":
		return music.Say("a JSON array")
	case "object":
		return music.Say("a JSON object")
	}
	return music.Say("a JSON truth value")
}

func (t *Template) fill() {
	for n, usual := range map[*int]int{&t.MinSeconds: 1, &t.MaxSeconds: maxSeconds, &t.MaxPrompt: 2000, &t.Results: 1, &t.Concurrency: 1} {
		*n = cmp.Or(*n, usual)
	}
	for _, c := range t.calls() {
		usual := http.MethodGet
		if c.Body != nil {
			usual = http.MethodPost
		}
		c.Method = cmp.Or(c.Method, usual)
	}
	if t.Submit.Body == nil && t.Submit.Method == http.MethodGet {
		t.Submit.Method = http.MethodPost
	}
}

// calls returns the requests by their names in the JSON text.
func (t *Template) calls() map[string]*Call {
	calls := map[string]*Call{"submit": &t.Submit, "poll": t.Poll, "cancel": t.Cancel, "check": t.Check}
	for name, c := range calls {
		if c == nil {
			delete(calls, name)
		}
	}
	return calls
}

func (t *Template) check() error {
	if t.Name == "" || len(t.Name) > 50 {
		return inField("name", music.NewError(music.Invalid, "enter 1 to 50 characters"))
	}
	if err := CheckURL(t.URL); err != nil {
		return inField("url", err)
	}
	for name, value := range t.Headers {
		if !isHeader(name, value) {
			return inField("headers", music.NewError(music.Invalid, "“%s” is not a header", name))
		}
	}
	for name, c := range t.calls() {
		if err := c.check(name); err != nil {
			return inField(name, err)
		}
	}
	if err := t.checkPaths(); err != nil {
		return err
	}
	for _, host := range t.Hosts {
		if u, err := url.Parse("https://" + host); err != nil || u.Host != host || u.Port() != "" || !strings.Contains(host, ".") {
			return inField("hosts", music.NewError(music.Invalid, "“%s” is not the name of a host, such as cdn.example.com", host))
		}
	}
	return t.checkNumbers()
}

// checkPaths checks where values are in answers.
func (t *Template) checkPaths() error {
	required := map[string]string{"result": t.Result}
	if t.Poll != nil {
		required["id"], required["status"] = t.ID, t.Status
		if len(t.Done) == 0 {
			return inField("done", music.NewError(music.Invalid, "enter the states of finished orders"))
		}
	}
	for _, name := range []string{"id", "status", "result"} {
		if path, ok := required[name]; ok && path == "" {
			return inField(name, music.NewError(music.Invalid, "enter where it is in the answer, such as “data.%s”", name))
		}
	}
	for name, path := range map[string]string{"id": t.ID, "status": t.Status, "result": t.Result, "error": t.Error, "progress": t.Progress} {
		if path != "" && slices.Contains(strings.Split(path, "."), "") {
			return inField(name, music.NewError(music.Invalid, "“%s” has an empty part", path))
		}
	}
	return nil
}

func (t *Template) checkNumbers() error {
	for _, n := range []struct {
		name             string
		value, low, high int
	}{
		{"minSeconds", t.MinSeconds, 1, maxSeconds},
		{"maxSeconds", t.MaxSeconds, t.MinSeconds, maxSeconds},
		{"maxPrompt", t.MaxPrompt, 1, 100_000},
		{"results", t.Results, 1, 10},
		{"concurrency", t.Concurrency, 1, 100},
	} {
		if n.value < n.low || n.value > n.high {
			return inField(n.name, music.NewError(music.Invalid, "enter a number from %d to %d", n.low, n.high))
		}
	}
	if t.Price < 0 || t.Price > 1000 {
		return inField("price", music.NewError(music.Invalid, "enter dollars from 0 to 1000"))
	}
	return nil
}

func (c *Call) check(name string) error {
	if !slices.Contains([]string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}, c.Method) {
		return music.NewError(music.Invalid, "“%s” is not a method", c.Method)
	}
	if _, err := url.Parse(c.Path); err != nil {
		return music.NewError(music.Invalid, "“%s” is not a path", c.Path)
	}
	known := []string{"id"}
	if name == "submit" {
		known = orderNames
	}
	return checkPlaceholders([]any{c.Path, c.Body}, known)
}

// isHeader reports whether a template may set a header: HTTP allows it, and net/http does
// not set it itself.
func isHeader(name, value string) bool {
	var b bytes.Buffer
	h := http.Header{name: {value}}
	return h.Write(&b) == nil && b.String() == name+": "+value+"\r\n" && name != "" && !strings.ContainsAny(name, " :\r\n\t") &&
		!slices.Contains([]string{"Host", "Content-Length", "Transfer-Encoding", "Connection"}, http.CanonicalHeaderKey(name))
}

// templated is a service that a Template describes.
type templated struct {
	adapter
	t *Template
}

func newTemplate(c Config, client Client) (Provider, error) {
	t, err := ParseTemplate(c.Template)
	if err != nil {
		return nil, err
	}
	a := &templated{adapter{
		service: &service{name: HTTP, label: t.Name, headers: t.Headers, secrets: t.secrets(), hosts: t.Hosts},
		able: Capabilities{
			Label: t.Name, MinDuration: time.Duration(t.MinSeconds) * time.Second, MaxDuration: time.Duration(t.MaxSeconds) * time.Second,
			MaxPrompt: t.MaxPrompt, Results: t.Results, Sync: t.Poll == nil, Concurrency: t.Concurrency, ChargesFailed: t.ChargesFailed, CallsBack: t.Submit.mentions("callback"),
		},
		price: price{order: Cost(t.Price*1000 + 0.5)},
	}, t}
	return a, a.connect(t.URL, "", client)
}

func (a *templated) Submit(ctx context.Context, r Request) (Job, error) {
	q := a.t.Submit.question(orderValues(a.fit(r)))
	if a.t.Poll == nil {
		q.wait = makingTime
	}
	res, err := a.send(ctx, q)
	if err != nil {
		return Job{}, err
	}
	if a.t.Poll == nil && strings.HasPrefix(res.Header.Get("Content-Type"), "audio/") {
		return a.received(res), nil
	}
	defer res.Body.Close()
	var answer any
	if err := a.decode(res, &answer); err != nil {
		return Job{}, err
	}
	if a.t.Poll == nil {
		return a.job("", texts(answer, a.t.Result))
	}
	return a.accepted(first(texts(answer, a.t.ID)))
}

func (a *templated) Poll(ctx context.Context, ref string) (Job, error) {
	if a.t.Poll == nil {
		return Job{}, a.fault(Gone, ErrUnsupported)
	}
	var answer any
	if err := a.ask(ctx, a.t.Poll.question(map[string]any{"id": ref}), &answer); err != nil {
		return Job{}, err
	}
	state := first(texts(answer, a.t.Status))
	switch {
	case slices.Contains(a.t.Done, state):
		return a.job(ref, texts(answer, a.t.Result))
	case slices.Contains(a.t.Failed, state):
		return a.failed(ref, GaveUp, fmt.Errorf("%.*q: %.*q", maxCause, state, maxCause, first(texts(answer, a.t.Error)))), nil
	case state == "":
		return Job{}, a.fault(Transient, fmt.Errorf("%w: there is no text at %q", errUnknown, a.t.Status))
	}
	return Job{Ref: ref, State: Running, Progress: progress(answer, a.t.Progress)}, nil
}

func (a *templated) Cancel(ctx context.Context, ref string) error {
	if a.t.Cancel == nil {
		return ErrUnsupported
	}
	return a.call(ctx, a.t.Cancel, map[string]any{"id": ref})
}

func (a *templated) Check(ctx context.Context) error {
	if a.t.Check == nil {
		return nil
	}
	return a.call(ctx, a.t.Check, nil)
}

// call sends a request of which only the status of the response matters.
func (a *templated) call(ctx context.Context, c *Call, values map[string]any) error {
	res, err := a.send(ctx, c.question(values))
	if err != nil {
		return err
	}
	return res.Body.Close()
}

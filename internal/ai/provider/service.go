package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

const (
	maxAnswer = 1 << 20 // bytes of an answer that is not a file
	maxCause  = 200     // bytes of an answer in the log

	answerTime = time.Minute      // for an answer that the service need not work for
	makingTime = 10 * time.Minute // for the music itself, to its last byte
)

// service is the HTTP API that an adapter talks to.
type service struct {
	name, label string
	base        *url.URL
	client      *http.Client
	headers     map[string]string // credentials
	secrets     []string          // what no error may quote
	hosts       []string          // from which files may come, with the hosts below them, apart from base
	words       []word            // what the service's error answers contain
}

// word is a text in an error response that says more than the status does.
type word struct {
	text  string
	means Kind
}

// question is a request to a service.
type question struct {
	method, path string
	query        url.Values
	body         []byte
	mime         string // of the body
	accept       string
	wait         time.Duration // until the last byte of the answer
}

// get and post return questions with the usual limits. Adapters send strings, numbers
// and maps only, so a value that cannot be encoded is a bug.
func get(path string, query url.Values) question {
	return question{method: http.MethodGet, path: path, query: query, accept: "application/json", wait: answerTime}
}

func post(path string, body any) question {
	text, err := json.Marshal(body)
	if err != nil {
		text = []byte("null")
	}
	return question{method: http.MethodPost, path: path, body: text, mime: "application/json", accept: "application/json", wait: answerTime}
}

// ask sends a question and decodes the answer, which is JSON.
func (s *service) ask(ctx context.Context, q question, answer any) error {
	res, err := s.send(ctx, q)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return s.decode(res, answer)
}

// decode reads an answer that is JSON.
func (s *service) decode(res *http.Response, answer any) error {
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		err = fmt.Errorf("read the answer: %w", err)
	case len(body) > maxAnswer:
		err = fmt.Errorf("the answer is longer than %d bytes", maxAnswer)
	default:
		if err = unmarshal(body, answer); err == nil {
			return nil
		}
		err = fmt.Errorf("the answer is not as expected: %w: %.*q", err, maxCause, body)
	}
	e := s.fault(Transient, err)
	e.Uncertain, e.IsPage = true, isPage(res, body)
	return e
}

// unmarshal is json.Unmarshal, but keeps all digits of numbers whose type is not known,
// such as IDs.
func unmarshal(body []byte, answer any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	err := d.Decode(answer)
	if err == nil && d.More() {
		err = errors.New("there is something after the answer")
	}
	return err
}

// isPage reports whether an answer is a web page.
func isPage(res *http.Response, body []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) || strings.HasPrefix(res.Header.Get("Content-Type"), "text/html")
}

// send sends one request without following redirects, and returns the response if its
// status is 2xx. Closing the body ends the request.
func (s *service) send(ctx context.Context, q question) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, q.wait)
	var sent atomic.Bool
	traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	r, err := http.NewRequestWithContext(traced, q.method, s.address(q), bytes.NewReader(q.body))
	if err != nil {
		cancel()
		return nil, s.fault(Invalid, err)
	}
	s.sign(r)
	r.Header.Set("Accept", q.accept)
	if q.mime != "" {
		r.Header.Set("Content-Type", q.mime)
	}
	client := *s.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := client.Do(r)
	if err != nil {
		cancel()
		e := s.fault(Transient, err)
		e.Uncertain = sent.Load()
		return nil, e
	}
	res.Body = &ending{res.Body, cancel}
	if res.StatusCode < 300 {
		return res, nil
	}
	defer res.Body.Close()
	return nil, s.refusal(res)
}

func (s *service) address(q question) string {
	u := s.base.JoinPath(q.path)
	u.RawQuery = q.query.Encode()
	return u.String()
}

// sign adds the credentials and says who asks.
func (s *service) sign(r *http.Request) {
	r.Header.Set("User-Agent", "Sonora")
	for name, value := range s.headers {
		r.Header.Set(name, value)
	}
}

// refusal returns the error for a response whose status is not 2xx.
func (s *service) refusal(res *http.Response) *Error {
	text, err := io.ReadAll(io.LimitReader(res.Body, 1<<10))
	if err != nil {
		text = nil // the status says enough
	}
	kind := kindOf(res.StatusCode)
	if i := slices.IndexFunc(s.words, func(w word) bool { return bytes.Contains(text, []byte(w.text)) }); i >= 0 {
		kind = s.words[i].means
	}
	e := s.fault(kind, fmt.Errorf("%s: %.*q", res.Status, maxCause, text))
	e.RetryAfter = retryAfter(res.Header)
	e.Uncertain = isUncertain(res.StatusCode)
	return e
}

// fault returns an error of this service without its credentials and the addresses of its
// requests.
func (s *service) fault(kind Kind, err error) *Error {
	err = bare(err)
	if text := s.mask(err.Error()); text != err.Error() {
		err = errors.New(text)
	}
	return &Error{Kind: kind, Label: s.label, Err: err}
}

// ending is a response body that ends its request when it is closed.
type ending struct {
	io.ReadCloser
	end context.CancelFunc
}

func (e *ending) Close() error {
	defer e.end()
	return e.ReadCloser.Close()
}

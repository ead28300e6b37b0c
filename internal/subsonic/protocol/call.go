package protocol

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sonora/internal/edge"
	"sonora/internal/edge/query"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/subsonic/answer"
)

// Call is one request: who sends it, its parameters, and how it is answered.
type Call struct {
	context.Context
	W        http.ResponseWriter
	R        *http.Request
	Params   url.Values
	Viewer   music.Viewer
	IsSent   bool // the response has begun
	format   answer.Format
	callback string // of JSONP
	status   int    // of HTTP; 0 is 200
}

// maxFields is the limit of parameters: a playlist of the maximum size, and what else a
// call has.
const maxFields = music.MaxEntries + 100

// parameters returns the parameters of a request, from its address and, with POST,
// from its form, which come first. It returns what it could read with an error, for the
// format.
func parameters(r *http.Request) (url.Values, error) {
	params := url.Values{}
	form, formErr := readForm(r)
	err := errors.Join(formErr, addFields(params, form), addFields(params, r.URL.RawQuery))
	switch _, isTooLarge := errors.AsType[*http.MaxBytesError](err); {
	case isTooLarge, fieldsOf(form)+fieldsOf(r.URL.RawQuery) > maxFields:
		return params, errTooLarge
	case err != nil || !query.IsText(params):
		return params, Malformed(err)
	}
	return params, nil
}

// readForm returns the form of a request, or "". It returns what arrived with an error.
func readForm(r *http.Request) (string, error) {
	if r.Method != http.MethodPost || !isForm(r.Header.Get("Content-Type")) {
		return "", nil
	}
	var form strings.Builder
	_, err := io.Copy(&form, r.Body)
	return form.String(), err
}

func fieldsOf(text string) int { return strings.Count(text, "&") + 1 }

// addFields adds the fields of a query or a form, up to the limit. url.ParseQuery takes
// fewer than a long playlist has.
func addFields(params url.Values, text string) error {
	var failed error
	left := maxFields
	for field := range strings.SplitSeq(text, "&") {
		if left--; left < 0 {
			break
		}
		if field == "" {
			continue
		}
		name, value, _ := strings.Cut(field, "=")
		name, nameErr := url.QueryUnescape(name)
		value, valueErr := url.QueryUnescape(value)
		if err := cmp.Or(nameErr, valueErr); err != nil {
			failed = cmp.Or(failed, err)
			continue
		}
		params[name] = append(params[name], value)
	}
	return failed
}

func isForm(contentType string) bool {
	kind, _, _ := mime.ParseMediaType(contentType)
	return kind == "application/x-www-form-urlencoded"
}

// isCallback matches the names of functions and their members in JavaScript.
var isCallback = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$.]{0,99}$`).MatchString

// chooseFormat reads the format that the client wants.
func (c *Call) chooseFormat() error {
	switch f := c.Params.Get("f"); f {
	case "", "xml":
	case "json":
		c.format = answer.JSON
	case "jsonp":
		if c.callback = c.Params.Get("callback"); c.callback == "" {
			return Missing("callback")
		}
		if !isCallback(c.callback) {
			return Wrong("callback")
		}
		c.format = answer.JSONP
	default:
		return Wrong("f")
	}
	return nil
}

const (
	version = "1.16.1" // the last of the protocol
	major   = 1
)

// checkVersion refuses clients with another major version of the protocol. Those
// that name none are taken as they are.
func (c *Call) checkVersion() error {
	first, _, _ := strings.Cut(c.Params.Get("v"), ".")
	if spoken, err := strconv.Atoi(first); err == nil && spoken < major {
		return errOldClient
	} else if err == nil && spoken > major {
		return errNewClient
	}
	return nil
}

const (
	allMethods    = "GET, HEAD, POST"
	changeMethods = "GET, POST"
)

// checkMethod refuses other methods than those of the protocol, and HEAD where something
// would change.
func (c *Call) checkMethod(needs need) error {
	allowed := allMethods
	if needs == changes || needs == manages || needs == reports {
		allowed = changeMethods
	}
	switch c.R.Method {
	case http.MethodGet, http.MethodPost:
		return nil
	case http.MethodHead:
		if allowed == allMethods {
			return nil
		}
	}
	c.W.Header().Set("Allow", allowed)
	return errMethod
}

// MayManage reports whether the caller's key has the scopes for endpoints that Manage
// registers.
func (c *Call) MayManage() bool { return people.Reach(c.Viewer.Scopes, false, false) }

// Text returns a parameter, or "".
func (c *Call) Text(name string) string { return c.Params.Get(name) }

// Required returns a parameter that has to be there.
func (c *Call) Required(name string) (string, error) {
	value := c.Params.Get(name)
	if value == "" {
		return "", Missing(name)
	}
	return value, nil
}

// ID returns a required ID, without the mark of its kind.
func (c *Call) ID(name string, kind Kind) (string, error) {
	value, err := c.Required(name)
	return strings.TrimPrefix(value, string(kind)), err
}

// IDs returns the IDs of a repeated parameter, without the mark of their kind.
func (c *Call) IDs(name string, kind Kind) []string {
	var ids []string
	for _, value := range c.Params[name] {
		if value != "" {
			ids = append(ids, strings.TrimPrefix(value, string(kind)))
		}
	}
	return ids
}

// Number returns a whole number, limited to a range; otherwise is for a parameter
// that is not there.
func (c *Call) Number(name string, otherwise, least, most int) (int, error) {
	value := c.Params.Get(name)
	if value == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseFloat(value, 64) // some apps write 50.0
	if err != nil || n != n {
		return 0, Wrong(name)
	}
	return int(min(max(n, float64(least)), float64(most))), nil
}

// Truth returns a truth value.
func (c *Call) Truth(name string, otherwise bool) (bool, error) {
	value := c.Params.Get(name)
	if value == "" {
		return otherwise, nil
	}
	is, err := strconv.ParseBool(value)
	if err != nil {
		return false, Wrong(name)
	}
	return is, nil
}

// maxMillis is the last moment that parameters can name, in the year 9999.
const maxMillis = 253402300799999

// Moments returns the times of a repeated parameter, in milliseconds since 1970; zero
// for an empty one.
func (c *Call) Moments(name string) ([]time.Time, error) {
	var list []time.Time
	for _, value := range c.Params[name] {
		if value == "" {
			list = append(list, time.Time{})
			continue
		}
		ms, err := strconv.ParseInt(value, 10, 64)
		if err != nil || ms < 0 || ms > maxMillis {
			return nil, Wrong(name)
		}
		list = append(list, time.UnixMilli(ms))
	}
	return list, nil
}

// Credentials returns the parameters with which a call was authenticated, for
// addresses that an app opens later.
func (c *Call) Credentials() url.Values {
	q := url.Values{}
	for _, name := range []string{"u", "t", "s", "p", "apiKey", "v", "c"} {
		if value := c.Text(name); value != "" {
			q.Set(name, value)
		}
	}
	return q
}

// Address returns the address of a path where the app reaches the server.
func (c *Call) Address(path string) string { return edge.OriginOf(c.R) + path }

// Client returns the network address of who sends a call.
func (c *Call) Client() string { return edge.ClientOf(c) }

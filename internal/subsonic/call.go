package subsonic

import (
	"context"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sonora/internal/edge/query"
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
)

// call is one request: who sends it, its parameters, and how it is answered.
type call struct {
	context.Context
	w        http.ResponseWriter
	r        *http.Request
	params   url.Values
	viewer   music.Viewer
	format   answer.Format
	callback string // of JSONP
	status   int    // of HTTP; 0 is 200
	isSent   bool   // the response has begun
}

// parameters returns the parameters of a request, from its address and, with POST,
// from its form. It returns what it could read with an error, for the format.
func parameters(r *http.Request) (url.Values, error) {
	params, err := url.ParseQuery(r.URL.RawQuery)
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && r.Method == http.MethodPost && kind == "application/x-www-form-urlencoded" {
		if err := r.ParseForm(); err != nil {
			return params, errMalformed.Because(err)
		}
		params = r.Form
	}
	if err != nil || !query.IsText(params) {
		return params, errMalformed.Because(err)
	}
	return params, nil
}

// isCallback matches the names of functions and their members in JavaScript.
var isCallback = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$.]{0,99}$`).MatchString

// chooseFormat reads the format that the client wants.
func (c *call) chooseFormat() error {
	switch f := c.params.Get("f"); f {
	case "", "xml":
	case "json":
		c.format = answer.JSON
	case "jsonp":
		if c.callback = c.params.Get("callback"); c.callback == "" {
			return missing("callback")
		}
		if !isCallback(c.callback) {
			return wrong("callback")
		}
		c.format = answer.JSONP
	default:
		return wrong("f")
	}
	return nil
}

const (
	protocol      = "1.16.1" // the last version of the protocol
	protocolMajor = 1
)

// checkVersion refuses clients with another major version of the protocol. Those
// that name none are taken as they are.
func (c *call) checkVersion() error {
	first, _, _ := strings.Cut(c.params.Get("v"), ".")
	if major, err := strconv.Atoi(first); err == nil && major < protocolMajor {
		return errOldClient
	} else if err == nil && major > protocolMajor {
		return errNewClient
	}
	return nil
}

// text returns a parameter, or "".
func (c *call) text(name string) string { return c.params.Get(name) }

// required returns a parameter that has to be there.
func (c *call) required(name string) (string, error) {
	value := c.params.Get(name)
	if value == "" {
		return "", missing(name)
	}
	return value, nil
}

// id returns a required ID, without the mark of its kind.
func (c *call) id(name string, kind kind) (string, error) {
	value, err := c.required(name)
	return strings.TrimPrefix(value, string(kind)), err
}

// ids returns the IDs of a repeated parameter, without the mark of their kind.
func (c *call) ids(name string, kind kind) []string {
	var ids []string
	for _, value := range c.params[name] {
		if value != "" {
			ids = append(ids, strings.TrimPrefix(value, string(kind)))
		}
	}
	return ids
}

// number returns a whole number, limited to a range; otherwise is for a parameter
// that is not there.
func (c *call) number(name string, otherwise, least, most int) (int, error) {
	value := c.params.Get(name)
	if value == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseFloat(value, 64) // some apps write 50.0
	if err != nil || n != n {
		return 0, wrong(name)
	}
	return int(min(max(n, float64(least)), float64(most))), nil
}

// truth returns a truth value.
func (c *call) truth(name string, otherwise bool) (bool, error) {
	value := c.params.Get(name)
	if value == "" {
		return otherwise, nil
	}
	is, err := strconv.ParseBool(value)
	if err != nil {
		return false, wrong(name)
	}
	return is, nil
}

// maxMillis is the last moment that parameters can name, in the year 9999.
const maxMillis = 253402300799999

// moments returns the times of a repeated parameter, in milliseconds since 1970; zero
// for an empty one.
func (c *call) moments(name string) ([]time.Time, error) {
	var list []time.Time
	for _, value := range c.params[name] {
		if value == "" {
			list = append(list, time.Time{})
			continue
		}
		ms, err := strconv.ParseInt(value, 10, 64)
		if err != nil || ms < 0 || ms > maxMillis {
			return nil, wrong(name)
		}
		list = append(list, time.UnixMilli(ms))
	}
	return list, nil
}

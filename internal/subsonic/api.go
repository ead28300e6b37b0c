// Package subsonic is the second edge: it speaks the OpenSubsonic API to the music
// apps that people already have. Like the first one, it has no rules: each endpoint
// decodes its parameters, calls a feature and encodes the answer.
package subsonic

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/listening"
	"sonora/internal/music"
	"sonora/internal/playlist"
	"sonora/internal/podcast"
	"sonora/internal/profile"
	"sonora/internal/radio"
	"sonora/internal/share"
	"sonora/internal/similarity"
	"sonora/internal/store"
	"sonora/internal/stream"
	"sonora/internal/subsonic/answer"
)

// Prefix is the path of all endpoints.
const Prefix = "/rest/"

// MaxBody is the limit of a form in bytes: a queue or a playlist of the maximum size.
const MaxBody = 4 << 20

// Recogniser identifies who sends a request. Apps have API keys, never the password
// of an account.
type Recogniser interface {
	RecogniseKey(ctx context.Context, key string) (music.Viewer, error)
	// RecognisePassword takes the email address of an account and one of its keys.
	RecognisePassword(ctx context.Context, name, password string) (music.Viewer, error)
	// RecogniseToken takes the MD5 sum of a key followed by a salt.
	RecogniseToken(ctx context.Context, name, token, salt string) (music.Viewer, error)
	// PublicOrigin returns the public address of the server, for links to share.
	PublicOrigin() string
}

// Config is what an API needs. All fields are required.
type Config struct {
	Recogniser Recogniser
	Store      *store.Store
	Library    *library.Library
	Listening  *listening.Service
	Playlists  *playlist.Service
	Streams    *stream.Service
	Shares     *share.Service
	Podcasts   *podcast.Service
	Stations   *radio.Stations
	Similar    *similarity.Service
	Profile    *profile.Service
	Log        *slog.Logger
	Version    string // of the program

	// MayChange says why a person may change nothing now, or nil.
	MayChange func(v music.Viewer) error

	SendEpisode Send // sends an episode of a podcast
	SendStation Send // sends a station, as long as it is heard
}

// API answers requests below Prefix.
type API struct {
	Config
	now func() time.Time
}

// New returns an API.
func New(c Config) *API { return &API{Config: c, now: time.Now} }

// buffers hold answers while they are written.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxKeptBuffer is the largest buffer that is used again.
const maxKeptBuffer = 1 << 20

// ServeHTTP implements http.Handler.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*") // the credentials are parameters, which other pages do not know
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
		h.Set("Access-Control-Allow-Headers", "*")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	c := &call{Context: r.Context(), w: w, r: r}
	defer func() {
		if fault := recover(); fault != nil {
			if fault == http.ErrAbortHandler || c.isSent { //nolint:errorlint // the sentinel itself is what net/http looks for
				panic(fault)
			}
			a.refuse(c, fmt.Errorf("panic: %v\n%s", fault, debug.Stack()))
		}
	}()
	if err := a.handle(c); err != nil {
		a.refuse(c, err)
	}
}

// handle answers a call, or returns why it does not.
func (a *API) handle(c *call) error {
	params, err := parameters(c.r)
	c.params = params
	if formatErr := c.chooseFormat(); formatErr != nil {
		return formatErr
	}
	if err != nil {
		return err
	}
	e, known := endpoints[strings.TrimSuffix(strings.TrimPrefix(c.r.URL.Path, Prefix), ".view")]
	if !known {
		return errUnknown
	}
	if err := c.checkVersion(); err != nil {
		return err
	}
	if e.needs != nobody {
		if c.viewer, err = a.identify(c); err != nil {
			return err
		}
	}
	if e.needs == changes {
		if err := a.MayChange(c.viewer); err != nil {
			return err
		}
	}
	if e.send != nil {
		return e.send(a, c)
	}
	buffer := buffers.Get().(*[]byte)
	defer func() {
		if cap(*buffer) <= maxKeptBuffer {
			buffers.Put(buffer)
		}
	}()
	out := a.begin(c, (*buffer)[:0], true)
	err = e.reply(a, c, out)
	if err == nil {
		c.reply(out)
	}
	*buffer = out.Bytes()
	return err
}

// begin begins an answer.
func (a *API) begin(c *call, b []byte, isOK bool) *answer.Writer {
	out := answer.New(c.format, b)
	status := "failed"
	if isOK {
		status = "ok"
	}
	switch c.format {
	case answer.XML:
		out.Raw(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<subsonic-response xmlns="http://subsonic.org/restapi"`)
		out.Begin()
	case answer.JSONP:
		out.Raw(c.callback + "(")
		fallthrough
	default:
		out.Raw(`{"subsonic-response":{`)
	}
	out.Text("status", status)
	out.Text("version", protocol)
	out.Text("type", music.ProductSlug)
	out.Text("serverVersion", a.Version)
	out.Bool("openSubsonic", true)
	return out
}

// reply ends an answer and sends it.
func (c *call) reply(out *answer.Writer) {
	kind := "application/json"
	switch c.format {
	case answer.XML:
		out.End("subsonic-response")
		kind = "text/xml; charset=utf-8" // apps that ask for a sound recognise errors by it
	case answer.JSONP:
		out.Raw("}});")
		kind = "application/javascript; charset=utf-8"
	default:
		out.Raw("}}")
	}
	h := c.w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "private, no-cache")
	if c.status != 0 {
		c.w.WriteHeader(c.status)
	}
	c.isSent = true
	if c.r.Method != http.MethodHead {
		_, _ = c.w.Write(out.Bytes()) // the client may be gone
	}
}

// address returns the address of a path where the app reaches the server.
func (c *call) address(path string) string { return edge.OriginOf(c.r) + path }

// client returns the network address of who sends a call.
func (c *call) client() string { return edge.ClientOf(c) }

// Package protocol is what all endpoints of the OpenSubsonic API share: how apps sign
// in, name things, send parameters and choose the format of the answer, and how they
// learn of errors.
package protocol

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"

	"sonora/internal/music"
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
}

// Config is what a server needs. All fields are required.
type Config struct {
	Recogniser Recogniser
	Log        *slog.Logger
	Version    string // of the program

	// MayChange says why a person may change nothing now, or nil.
	MayChange func(v music.Viewer) error
}

// Server answers requests below Prefix with the endpoints that areas register.
type Server struct {
	Config
	endpoints map[string]endpoint
}

// New returns a server without endpoints.
func New(c Config) *Server { return &Server{Config: c, endpoints: map[string]endpoint{}} }

// need is what an endpoint needs of a caller.
type need int

const (
	reads   need = iota // a person
	changes             // a person, who may change something now
	manages             // changes, with a key that may change more than what its person hears
	reports             // a person, even while nobody may change anything
	nobody              // nothing: it tells apps how to sign in
)

// endpoint is one endpoint of the API: reply writes a document, send a file.
type endpoint struct {
	needs need
	reply Reply
	send  Send
}

// Reply writes a document.
type Reply func(c *Call, w *answer.Writer) error

// Send sends a file.
type Send func(c *Call) error

// Read registers an endpoint that answers a person with a document.
func (s *Server) Read(name string, reply Reply) { s.endpoints[name] = endpoint{reply: reply} }

// Change registers an endpoint that needs a person who may change something now.
func (s *Server) Change(name string, reply Reply) {
	s.endpoints[name] = endpoint{reply: reply, needs: changes}
}

// Manage registers an endpoint that changes what listening is not part of, such as links
// and stations. As at /api, the scope listen does not suffice.
func (s *Server) Manage(name string, reply Reply) {
	s.endpoints[name] = endpoint{reply: reply, needs: manages}
}

// Report registers an endpoint with which apps say what a person hears, which counts
// even while nobody may change anything.
func (s *Server) Report(name string, reply Reply) {
	s.endpoints[name] = endpoint{reply: reply, needs: reports}
}

// Open registers an endpoint for everybody.
func (s *Server) Open(name string, reply Reply) {
	s.endpoints[name] = endpoint{reply: reply, needs: nobody}
}

// File registers an endpoint that sends a person a file.
func (s *Server) File(name string, send Send) { s.endpoints[name] = endpoint{send: send} }

// buffers hold answers while they are written.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxKeptBuffer is the largest buffer that is used again.
const maxKeptBuffer = 1 << 20

// The headers of every answer. Their values are shared and their names are as
// http.Header stores them, because an answer from memory takes little more time than
// setting them.
var (
	anyOrigin   = []string{"*"} // the credentials are parameters, which other pages do not know
	noSniff     = []string{"nosniff"}
	revalidated = []string{Revalidated}
)

// contentTypes are those of documents. Apps that ask for a sound recognise errors by XML's.
var contentTypes = map[answer.Format][]string{
	answer.XML: {"text/xml; charset=utf-8"}, answer.JSON: {"application/json"}, answer.JSONP: {"application/javascript; charset=utf-8"},
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Access-Control-Allow-Origin"], h["X-Content-Type-Options"] = anyOrigin, noSniff
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", allMethods)
		h.Set("Access-Control-Allow-Headers", "*")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	c := &Call{Context: r.Context(), W: w, R: r}
	defer func() {
		if fault := recover(); fault != nil {
			if fault == http.ErrAbortHandler || c.IsSent { //nolint:errorlint // the sentinel itself is what net/http looks for
				panic(fault)
			}
			s.refuse(c, fmt.Errorf("panic: %v\n%s", fault, debug.Stack()))
		}
	}()
	if err := s.handle(c); err != nil {
		s.refuse(c, err)
	}
}

// handle answers a call, or returns why it does not.
func (s *Server) handle(c *Call) error {
	params, err := parameters(c.R)
	c.Params = params
	if formatErr := c.chooseFormat(); formatErr != nil {
		return formatErr
	}
	if err != nil {
		return err
	}
	e, known := s.endpoints[strings.TrimSuffix(strings.TrimPrefix(c.R.URL.Path, Prefix), ".view")]
	if !known {
		return errUnknown
	}
	if err := c.checkMethod(e.needs); err != nil {
		return err
	}
	if err := c.checkVersion(); err != nil {
		return err
	}
	if e.needs != nobody {
		if c.Viewer, err = s.identify(c); err != nil {
			return err
		}
	}
	if e.needs == manages && !c.MayManage() {
		return errScope
	}
	if e.needs == changes || e.needs == manages {
		if err := s.MayChange(c.Viewer); err != nil {
			return err
		}
	}
	if e.send != nil {
		return e.send(c)
	}
	buffer := buffers.Get().(*[]byte)
	defer func() {
		if cap(*buffer) <= maxKeptBuffer {
			buffers.Put(buffer)
		}
	}()
	out := s.begin(c, (*buffer)[:0], true)
	err = e.reply(c, out)
	if err == nil {
		c.reply(out)
	}
	*buffer = out.Bytes()
	return err
}

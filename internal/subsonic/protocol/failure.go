package protocol

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

// code is an error code of the protocol.
type code int

const (
	codeOther       code = 0
	codeMissing     code = 10
	codeOldClient   code = 20
	codeNewClient   code = 30
	codeCredentials code = 40
	codeConflicting code = 43
	codeKey         code = 44
	codeForbidden   code = 50
	codeNotFound    code = 70
)

// failure is an error with a code of the protocol.
type failure struct {
	code   code
	status int // of HTTP; 0 is 200
	error
}

func (f failure) Unwrap() error { return f.error }

// Because returns the failure with a cause for the log.
func (f failure) Because(err error) failure {
	if e, ok := errors.AsType[*music.Error](f.error); ok {
		f.error = e.Because(err)
	}
	return f
}

// in returns the failure with a time to wait.
func (f failure) in(wait time.Duration) failure {
	if e, ok := errors.AsType[*music.Error](f.error); ok {
		waiting := *e
		waiting.RetryAfter = wait
		f.error = &waiting
	}
	return f
}

var (
	errMalformed   = failure{code: codeOther, error: music.NewError(music.Invalid, "The parameters are malformed.")}
	errTooLarge    = failure{code: codeOther, error: music.NewError(music.Invalid, "This request is too large. Forms may have up to %d MB and %d parameters.", MaxBody>>20, maxFields)}
	errUnknown     = failure{code: codeOther, status: http.StatusNotFound, error: music.NewError(music.NotFound, "This server does not have this endpoint.")}
	errMethod      = failure{code: codeOther, status: http.StatusMethodNotAllowed, error: music.NewError(music.Invalid, "This endpoint takes GET and POST.")}
	errOldClient   = failure{code: codeOldClient, error: music.NewError(music.Invalid, "This app is too old for the server. Please update the app.")}
	errNewClient   = failure{code: codeNewClient, error: music.NewError(music.Invalid, "This app needs a newer server. The server speaks version %s.", version)}
	errCredentials = failure{code: codeCredentials, error: music.NewError(music.Unauthenticated, "Wrong username or password. Use an API key from your settings as the password.")}
	errConflicting = failure{code: codeConflicting, error: music.NewError(music.Invalid, "Send an API key or a username, not both.")}
	errGuesses     = failure{code: codeOther, error: music.NewError(music.TooMany, "Your network sent too many wrong passwords. Try again in a minute.")}
	errScope       = failure{code: codeForbidden, error: music.NewError(music.Forbidden, "This API key may only listen. Use a key that also has the scope write.")}
	errKey         = failure{code: codeKey, error: music.NewError(music.Unauthenticated, "This API key does not work.")}
)

// Malformed is the error for a request that cannot be read.
func Malformed(err error) error { return errMalformed.Because(err) }

// Missing is the error for a required parameter that is not there.
func Missing(name string) error {
	return failure{code: codeMissing, error: music.NewError(music.Invalid, "The required parameter “%s” is missing.", name)}
}

// Wrong is the error for a parameter with a value that it cannot have.
func Wrong(name string) error {
	return failure{code: codeOther, error: music.NewError(music.Invalid, "The parameter “%s” has a wrong value.", name)}
}

// codes are the codes of errors of features.
var codes = map[music.Code]code{
	music.Unauthenticated: codeCredentials, music.Forbidden: codeForbidden, music.PaymentRequired: codeForbidden,
	music.NotFound: codeNotFound, music.Gone: codeNotFound,
}

// WithStatus returns an error for the few endpoints whose errors are also those of HTTP.
func WithStatus(err error) error {
	f := failure{code: codes[music.CodeOf(err)], status: http.StatusBadRequest, error: err}
	if inner, ok := errors.AsType[failure](err); ok {
		f.code = inner.code
	}
	if f.code == codeNotFound {
		f.status = http.StatusNotFound
	}
	return f
}

// parameterNames are the parameters of fields with other names.
var parameterNames = map[string]string{"description": "comment", "expiresAt": "expires"}

// say returns the sentences of an error, each with the parameter that it is about.
func (c *Call) say(e *music.Error) string {
	language := music.LanguageOf(c)
	if len(e.Fields) == 0 {
		return words.Render(language, e.Detail)
	}
	var sentences []string
	for _, field := range slices.Sorted(maps.Keys(e.Fields)) {
		for _, sentence := range e.Fields[field] {
			sentences = append(sentences, cmp.Or(parameterNames[field], field)+": "+words.Render(language, sentence))
		}
	}
	return strings.Join(sentences, " ")
}

// refuse answers with an error. Apps expect errors with the status 200.
func (s *Server) refuse(c *Call, err error) {
	if c.IsSent {
		s.Log.Debug("answer of an app failed", "request", edge.RequestID(c), "path", c.R.URL.Path, "error", err)
		return
	}
	number := codes[music.CodeOf(err)]
	if f, ok := errors.AsType[failure](err); ok {
		number, c.status = f.code, f.status
	}
	message := words.Render(music.LanguageOf(c), music.Say("Something went wrong on the server."))
	e, public := errors.AsType[*music.Error](err)
	if public && e.Code != music.Internal {
		message = c.say(e)
	} else if !errors.Is(err, context.Canceled) {
		s.Log.LogAttrs(c, slog.LevelError, "request of an app failed", slog.String("request", edge.RequestID(c)), slog.String("path", c.R.URL.Path), slog.Any("error", err))
	}
	if public && e.RetryAfter > 0 {
		c.W.Header().Set("Retry-After", strconv.Itoa(int(e.RetryAfter.Seconds())+1))
	}
	out := s.begin(c, nil, false)
	out.Object("error", func() {
		out.Int("code", int64(number))
		out.Text("message", message)
	})
	c.reply(out)
}

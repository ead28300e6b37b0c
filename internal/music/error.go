package music

import (
	"errors"
	"maps"
	"slices"
	"time"
)

// Code classifies an Error. The HTTP edges map each code to one status.
type Code int

const (
	Internal        Code = iota // a fault of the server; its text stays in the log
	Invalid                     // the input breaks a rule
	Unauthenticated             // no or no valid credentials
	PaymentRequired             // the plan does not include this
	Forbidden                   // signed in, but not allowed
	NotFound                    // does not exist, or not for this viewer
	Conflict                    // the present state forbids it
	TooLarge                    // a body or file above its limit
	Unsupported                 // a media type the server does not take
	TooMany                     // a rate limit or lock-out
	Unavailable                 // something the call needs is off or down
	Elsewhere                   // an address somebody gave leads to a server that does not do its part
)

// Error is a failure whose Detail and Fields the caller may see. Err, its
// cause, is for the log only.
type Error struct {
	Code       Code
	Detail     Message       // one public sentence
	Fields     FieldErrors   // public, per input field; "non_field_errors" for the form as a whole
	RetryAfter time.Duration // for TooMany and Unavailable
	Err        error
}

// NewError returns an Error with a public sentence, an English format string
// and its arguments as in Say.
func NewError(code Code, id string, args ...any) *Error {
	return &Error{Code: code, Detail: Say(id, args...)}
}

// FieldError returns an Error about one field of an input, with its sentence.
func FieldError(code Code, field string, m Message) *Error {
	return &Error{Code: code, Detail: m, Fields: FieldErrors{field: {m}}}
}

// ErrNotFound is the answer for what does not exist or is not the viewer's to see.
var ErrNotFound = NewError(NotFound, "Not found.")

// ErrForbidden is the answer for a signed-in viewer who lacks the role.
var ErrForbidden = NewError(Forbidden, "You do not have permission to perform this action.")

// ErrUnauthenticated is the answer for missing, bad or expired credentials.
var ErrUnauthenticated = NewError(Unauthenticated, "Authentication credentials were not provided.")

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Detail.String() + ": " + e.Err.Error()
	}
	return e.Detail.String()
}

func (e *Error) Unwrap() error { return e.Err }

// Is makes errors.Is(err, ErrNotFound) true for every error of the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// Because returns a copy of e with its cause, for the log.
func (e *Error) Because(err error) *Error {
	c := *e
	c.Err = err
	return &c
}

// CodeOf returns the code of the first Error in err's chain, Internal when there is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return Internal
}

// FieldErrors collects what is wrong with an input, field by field.
type FieldErrors map[string][]Message

// Add notes a public sentence about a field, an English format string and its
// arguments as in Say.
func (f FieldErrors) Add(field, id string, args ...any) { f.Note(field, Say(id, args...)) }

// Note notes a public sentence about a field.
func (f FieldErrors) Note(field string, m Message) { f[field] = append(f[field], m) }

// Err returns nil when nothing was added, otherwise an Invalid Error whose
// Detail is the first sentence of the field named first in order, or else
// first in the alphabet.
func (f FieldErrors) Err(order ...string) error {
	if len(f) == 0 {
		return nil
	}
	e := &Error{Code: Invalid, Fields: f}
	for _, field := range append(slices.Clip(order), slices.Sorted(maps.Keys(f))...) {
		if s := f[field]; len(s) > 0 {
			e.Detail = s[0]
			break
		}
	}
	return e
}

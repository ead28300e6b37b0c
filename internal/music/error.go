package music

import (
	"errors"
	"maps"
	"slices"
	"time"
)

// Code classifies an Error. HTTP edges map each code to one status.
type Code int

const (
	Internal        Code = iota // a fault in the server; its text goes only to the log
	Invalid                     // the input breaks a rule
	Unauthenticated             // missing or invalid credentials
	PaymentRequired             // the plan does not include this
	Forbidden                   // signed in, but not allowed
	NotFound                    // does not exist, or is not visible to the viewer
	Conflict                    // the current state does not allow it
	TooLarge                    // a body or file above its limit
	Unsupported                 // an unsupported media type
	TooMany                     // a rate limit or lock-out
	Unavailable                 // something that the call needs is off or down
	Elsewhere                   // a remote server at an address from a person failed
	Changed                     // somebody changed the thing since the version that the caller knows
	Gone                        // what the caller refers to is no longer known
)

// Codes of errors that programs have to tell from others of their class. The
// document of the API explains them.
const (
	CodeWrongCredentials     = "wrong_credentials"
	CodeWrongCode            = "wrong_code"
	CodeTokenInvalid         = "token_invalid"
	CodeSecondFactorRequired = "second_factor_required"
	CodeEmailUnverified      = "email_unverified"
	CodeAccountDisabled      = "account_disabled"
	CodeSignInAgain          = "sign_in_again"
	CodeLockedOut            = "locked_out"
	CodeRegistrationClosed   = "registration_closed"
	CodeInvitationInvalid    = "invitation_invalid"
	CodeQuotaExceeded        = "quota_exceeded"
	CodeLimitReached         = "limit_reached"
	CodeSinceExpired         = "since_expired"
	CodeSinceInvalid         = "since_invalid"
	CodeTurnedOff            = "turned_off"
	CodeOffAir               = "off_air"
)

// Error is a failure whose Detail and Fields are shown to the caller. Err, its
// cause, is only for the log.
type Error struct {
	Code       Code
	Detail     Message       // one public sentence
	Fields     FieldErrors   // public, by input field; "non_field_errors" for the input as a whole
	RetryAfter time.Duration // for TooMany and Unavailable
	Err        error
}

// NewError returns an Error with a public sentence: an English format string
// and its arguments, as in Say.
func NewError(code Code, id string, args ...any) *Error {
	return &Error{Code: code, Detail: Say(id, args...)}
}

// FieldError returns an Error about one input field.
func FieldError(code Code, field string, m Message) *Error {
	return &Error{Code: code, Detail: m, Fields: FieldErrors{field: {m}}}
}

// Coded returns a copy of e with a code, one of the constants above, with which
// programs tell it from other errors of its class.
func (e *Error) Coded(code string) *Error {
	c := *e
	c.Detail.Code = code
	return &c
}

// ErrNotFound is returned for something that does not exist or that the viewer
// may not see.
var ErrNotFound = NewError(NotFound, "Not found.")

// ErrForbidden is returned to a signed-in viewer without permission.
var ErrForbidden = NewError(Forbidden, "You do not have permission to perform this action.")

// ErrUnauthenticated is returned for missing, invalid or expired credentials.
var ErrUnauthenticated = NewError(Unauthenticated, "Authentication credentials were not provided.")

func (e *Error) Error() string { return e.Detail.Because(e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// Is makes errors.Is(err, ErrNotFound) true for every Error with that code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// Because returns a copy of e with a cause for the log.
func (e *Error) Because(err error) *Error {
	c := *e
	c.Err = err
	return &c
}

// CodeOf returns the code of the first Error in err's chain, or Internal if
// there is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return Internal
}

// FieldErrors collects the errors of an input by field.
type FieldErrors map[string][]Message

// Add adds a public sentence about a field: an English format string and its
// arguments, as in Say.
func (f FieldErrors) Add(field, id string, args ...any) { f.Note(field, Say(id, args...)) }

// Note adds a public sentence about a field.
func (f FieldErrors) Note(field string, m Message) { f[field] = append(f[field], m) }

// Err returns nil if nothing was added, otherwise an Invalid Error. Its Detail
// is the first sentence about the first field in order, or about the first
// field alphabetically.
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

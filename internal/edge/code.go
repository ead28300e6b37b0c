package edge

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/intake"
	"sonora/internal/maintenance"
	"sonora/internal/music"
	"sonora/internal/premium"
)

// code is a value of the field "code" of a Problem. Programs depend on it, so it
// does not change with the sentences for people.
type code struct{ name, means string }

// codes are the codes of errors by their status. Errors without a code of their
// own have the first one.
var codes = map[int][]code{
	http.StatusBadRequest: {
		{"invalid", "the request is malformed or breaks a rule"},
		{codeElsewhere, "another server, at an address in the request, failed"},
		{music.CodeWrongCode, "the code of the second factor is wrong"},
		{music.CodeSinceInvalid, "since is not a Sync-Token: read the list without it"},
	},
	http.StatusUnauthorized: {
		{"unauthenticated", "credentials are missing"},
		{music.CodeTokenInvalid, "the token is invalid or has expired: refresh it, or sign in again"},
		{music.CodeWrongCredentials, "the email address, the password or the passkey is wrong"},
		{music.CodeEmailUnverified, "the email address has to be verified first"},
		{music.CodeSecondFactorRequired, "the sign-in has to be finished with a second factor"},
		{music.CodeSignInAgain, "the sign-in took too long: sign in again"},
	},
	http.StatusPaymentRequired: {{"payment_required", "the plan does not include this"}},
	http.StatusForbidden: {
		{"forbidden", "the account has no permission"},
		{music.CodeAccountDisabled, "the operator disabled the account"},
		{music.CodeSignInAgain, "the last sign-in is too long ago: sign in again"},
		{music.CodeRegistrationClosed, "nobody can register without an invitation, or at all"},
		{music.CodeInvitationInvalid, "the invitation is not valid"},
		{premium.CodePlanRequired, "the person's plan does not include this"},
		{premium.CodePlanLimit, "the limit of the person's plan is reached"},
		{music.CodeTurnedOff, "the operator has turned this off"},
	},
	http.StatusNotFound:         {{"not_found", "there is no such thing, or the caller may not see it"}},
	http.StatusMethodNotAllowed: {{"method_not_allowed", "the path does not have this method"}},
	http.StatusConflict: {
		{"conflict", "the current state does not allow this"},
		{music.CodeLimitReached, "there cannot be more of these"},
		{premium.CodePaymentsNotConfigured, "the operator has not set up payments"},
		{codeRunning, "the same request is still running, by its Idempotency-Key"},
		{music.CodeTurnedOff, "the operator has turned this off"},
	},
	http.StatusGone:               {{music.CodeSinceExpired, "the changes since the Sync-Token are not known: it is too old, or of another account, list or database. Read the list without it"}},
	http.StatusPreconditionFailed: {{"precondition_failed", "the thing is not in the state that a header requires"}},
	http.StatusRequestEntityTooLarge: {
		{"too_large", "the body or the file is too large"},
		{music.CodeQuotaExceeded, "there is no room left for the account's uploads"},
	},
	http.StatusUnsupportedMediaType:         {{"unsupported_media_type", "the body or the file has a type that the operation does not take"}},
	http.StatusRequestedRangeNotSatisfiable: {{"range_not_satisfiable", "the range is outside the file"}},
	http.StatusUnprocessableEntity:          {{codeKeyReused, "the Idempotency-Key was used for another request"}},
	http.StatusLocked:                       {{"locked", "another request is sending this upload"}, {maintenance.Code, "the server is being maintained, or restores a backup: wait as long as Retry-After says, or, in a maintenance, until the configuration says that it is over"}},
	http.StatusTooManyRequests: {
		{"too_many_requests", "a rate limit was exceeded: wait as long as Retry-After says"},
		{music.CodeLockedOut, "there were too many wrong passwords or codes"},
	},
	StatusBadChecksum:              {{"checksum_mismatch", "the piece does not have the checksum that was sent with it"}},
	statusClientGone:               {{"cancelled", "the client closed the connection"}},
	http.StatusInternalServerError: {{"internal", "the server failed; requestId names the entry in its log"}},
	http.StatusServiceUnavailable: {
		{"unavailable", "something that the operation needs is off, down or overloaded"},
		{music.CodeOffAir, "the station is not on air"},
		{intake.CodeServerFull, "the server's disk has no room left for the file"},
	},
}

// codeElsewhere is the code of music.Elsewhere, which shares its status.
const codeElsewhere = "remote_server_failed"

// StatusBadChecksum is the status of the tus protocol for a piece with another
// checksum.
const StatusBadChecksum = 460

// codeFor returns the code of an error: its own, or that of its status.
func codeFor(status int, own string) string {
	if known := codes[status]; own == "" && len(known) > 0 {
		return known[0].name
	}
	return own
}

// nameOf returns the name of the response with a status in the document.
func nameOf(status int) string {
	if status == StatusBadChecksum {
		return "ChecksumMismatch"
	}
	return strings.ReplaceAll(http.StatusText(status), " ", "")
}

// failure is the default response of every operation.
var failure = &huma.Response{Ref: responsesPath + "Error"}

// refusals documents the responses that operations refer to, by name: those of
// errors, and 304.
func refusals(problem *huma.Response) map[string]*huma.Response {
	named := map[string]*huma.Response{"Error": problem, nameOf(http.StatusNotModified): notModified}
	for status, known := range codes {
		if status/100 != 4 || status == statusClientGone {
			continue
		}
		response := &huma.Response{Content: problem.Content}
		for i, c := range known {
			if i > 0 {
				response.Description += "; "
			}
			response.Description += c.name + ": " + c.means
		}
		response.Headers = headersOf(status)
		named[nameOf(status)] = response
	}
	return named
}

func headersOf(status int) map[string]*huma.Param {
	switch status {
	case http.StatusUnauthorized:
		return map[string]*huma.Param{"WWW-Authenticate": {Schema: &huma.Schema{Type: huma.TypeString}}}
	case http.StatusMethodNotAllowed:
		return map[string]*huma.Param{"Allow": {Schema: &huma.Schema{Type: huma.TypeString}}}
	case http.StatusTooManyRequests:
		return map[string]*huma.Param{
			"Retry-After":      {Description: "Seconds to wait.", Schema: &huma.Schema{Type: huma.TypeInteger}},
			"RateLimit":        {Description: `The limit that was exceeded, the requests left and the seconds until the next: "write";r=0;t=12.`, Schema: &huma.Schema{Type: huma.TypeString}},
			"RateLimit-Policy": {Description: `The limit that was exceeded, with its requests and seconds: "write";q=100;w=60.`, Schema: &huma.Schema{Type: huma.TypeString}},
		}
	}
	return nil
}

// Refuses documents errors that an operation returns besides those of its access,
// its input and its limits.
func Refuses(status ...int) Option {
	return func(r *Route) { r.refuses = append(r.refuses, status...) }
}

// refuse documents the errors of an operation: those of its route, and those that
// follow from its access, its input and its limits. The document has the
// operation already.
func (e *Edge) refuse(route *Route) {
	writes := !route.reads()
	statuses := append([]int{http.StatusBadRequest}, route.refuses...)
	if route.access > Anyone {
		statuses = append(statuses, http.StatusUnauthorized)
	}
	if route.access > Browser || writes { // an API key without the scope, or another site
		statuses = append(statuses, http.StatusForbidden)
	}
	if strings.Contains(route.Path, "{") {
		statuses = append(statuses, http.StatusNotFound)
	}
	if writes {
		statuses = append(statuses, http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if writes && (!route.continues || route.lasts) { // maintenance, or a restore, which holds operators too
		statuses = append(statuses, http.StatusLocked)
	}
	if route.rate != Free {
		statuses = append(statuses, http.StatusTooManyRequests)
	}
	for _, status := range statuses {
		route.Responses[strconv.Itoa(status)] = &huma.Response{Ref: responsesPath + nameOf(status)}
	}
}

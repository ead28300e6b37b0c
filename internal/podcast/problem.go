package podcast

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"os"
	"syscall"

	"sonora/internal/music"
	"sonora/internal/outgoing"
)

// Errors people see.
var (
	errAddress   = music.NewError(music.Invalid, "Enter the address of a feed that begins with https:// or http://.")
	errNoServer  = music.NewError(music.Elsewhere, "The feed's server was not found: check the address.")
	errNoAnswer  = music.NewError(music.Elsewhere, "The feed's server does not answer.")
	errRefused   = music.NewError(music.Elsewhere, "The feed's server refuses connections.")
	errInside    = music.NewError(music.Invalid, "The feed's address is in a private network, which this server does not connect to.")
	errOnAndOn   = music.NewError(music.Elsewhere, "The feed's address redirects too many times.")
	errTLS       = music.NewError(music.Elsewhere, "The feed's server cannot prove who it is: its certificate is not valid for this address.")
	errNoFeed    = music.NewError(music.Invalid, "There is no podcast feed at this address.")
	errNoSound   = music.NewError(music.Invalid, "This feed has no episodes with sound.")
	errLogin     = music.NewError(music.Invalid, "This feed requires a user name and a password, and these are not correct.")
	errGone      = music.NewError(music.Invalid, "There is nothing at this address.")
	errServer    = music.NewError(music.Elsewhere, "The feed's server has a problem at the moment.")
	errTooOften  = music.NewError(music.Elsewhere, "The feed's server limits requests. Sonora will try again later.")
	errBroken    = music.NewError(music.Elsewhere, "The feed's server answers in a way that cannot be understood.")
	errNoAudio   = music.NewError(music.NotFound, "The audio of this episode is not available right now.")
	errBusy      = music.NewError(music.Unavailable, "Too many episodes are being played from elsewhere. Try again in a moment.")
	errNoMixHere = music.NewError(music.Invalid, "Choose a track or a recording of yours.")

	errUnpublished = music.NewError(music.Invalid, "This recording is not published yet. Publish it first, then take it for an episode.")
)

// cutFeed is the warning for a feed that is too large.
var cutFeed = music.Say("This feed is larger than 16 MB. Only its beginning is read.")

// explain returns a sentence for people on why a request failed.
func explain(err error) error {
	var known *music.Error
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var timeout interface{ Timeout() bool }
	switch {
	case err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, outgoing.ErrAddress):
		return errInside.Because(err)
	case errors.Is(err, errCircles):
		return errOnAndOn.Because(err)
	case errors.Is(err, errScheme):
		return errAddress.Because(err)
	case errors.As(err, &name) && name.IsNotFound:
		return errNoServer.Because(err)
	case errors.As(err, &certificate), errors.As(err, &unknown):
		return errTLS.Because(err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return errRefused.Because(err)
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return errNoAnswer.Because(err)
	}
	return errBroken.Because(err)
}

// refusal returns a sentence for people on a response status.
func refusal(status int) error {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return errLogin
	case status == http.StatusNotFound, status == http.StatusGone:
		return errGone
	case status == http.StatusTooManyRequests:
		return errTooOften
	case status >= http.StatusInternalServerError:
		return errServer
	}
	return errBroken
}

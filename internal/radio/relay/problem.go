package relay

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"strings"

	"sonora/internal/music"
	"sonora/internal/outgoing"
)

// Errors people see.
var (
	errNotFound  = music.NewError(music.Elsewhere, "The stream's server was not found: check the address.")
	errNoAnswer  = music.NewError(music.Elsewhere, "The stream does not answer.")
	errRefused   = music.NewError(music.Elsewhere, "The stream's server refuses connections.")
	errInside    = music.NewError(music.Elsewhere, "The stream's address is in a private network, which this server does not connect to.")
	errCircles   = music.NewError(music.Elsewhere, "The stream's address redirects too many times.")
	errAddress   = music.NewError(music.Elsewhere, "The stream's address leads to one that is neither http nor https.")
	errTLS       = music.NewError(music.Elsewhere, "The stream's server cannot prove who it is: its certificate is not valid for this address.")
	errNoStream  = music.NewError(music.Elsewhere, "The stream's address leads to a playlist with no stream in it.")
	errTooLong   = music.NewError(music.Elsewhere, "The stream's server sent a response that is too long.")
	errPage      = music.NewError(music.Elsewhere, "The stream's address leads to a web page, not to a stream.")
	errBroken    = music.NewError(music.Elsewhere, "The stream's server answers in a way that cannot be understood.")
	errStalled   = music.NewError(music.Elsewhere, "The stream stopped sending audio.")
	errEncrypted = music.NewError(music.Elsewhere, "The stream is encrypted.")
	errVideoOnly = music.NewError(music.Elsewhere, "The stream has no sound that can be passed on.")
	errNoFFmpeg  = music.NewError(music.Unavailable, "This stream can only be passed on with ffmpeg, which this machine does not have.")
)

// refusal is the error of a response with a status other than 200.
func refusal(status string) error {
	return music.NewError(music.Elsewhere, "The stream's server says: %s.", clean(status))
}

// explain returns a sentence for people on why a stream does not open.
func explain(err error) error {
	var known *music.Error
	var name *net.DNSError
	var timeout interface{ Timeout() bool }
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, outgoing.ErrAddress):
		return errInside.Because(err)
	case errors.Is(err, outgoing.ErrTooLarge):
		return errTooLong.Because(err)
	case errors.As(err, &name) && name.IsNotFound:
		return errNotFound.Because(err)
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return errNoAnswer.Because(err)
	}
	return explainText(err)
}

// explainText explains errors that net/http and crypto/tls report only as text.
func explainText(err error) error {
	text := err.Error()
	var at *url.Error
	switch {
	case strings.Contains(text, "connection refused"):
		return errRefused.Because(err)
	case strings.Contains(text, "x509:"), strings.Contains(text, "tls:"):
		return errTLS.Because(err)
	case strings.Contains(text, "server response headers exceeded"):
		return errTooLong.Because(err)
	case errors.As(err, &at), strings.Contains(text, "malformed"):
		return errBroken.Because(err)
	default:
		return errNoAnswer.Because(err)
	}
}

// ended returns a sentence for people on why an open stream ended.
func ended(err error) error {
	var known *music.Error
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, io.EOF), errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, net.ErrClosed), errors.Is(err, io.ErrClosedPipe):
		return err
	case errors.As(err, &timeout) && timeout.Timeout():
		return errStalled.Because(err)
	default:
		return io.EOF // a connection that was cut off is an end like any other
	}
}

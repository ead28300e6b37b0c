package upload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"time"

	"sonora/internal/music"
	"sonora/internal/outgoing"
)

const (
	fetchTimeout   = 20 * time.Minute // for a whole file
	answerTimeout  = 30 * time.Second // until a server begins to answer
	maxRedirects   = 5
	maxHeaderBytes = 64 << 10
)

var (
	errNotFetched = music.FieldError(music.Elsewhere, "audioUrl", music.Say("The file at this address could not be fetched."))
	errInside     = music.FieldError(music.Invalid, "audioUrl", music.Say("This address is in a private network, which this server does not connect to."))
	errNoAddress  = music.FieldError(music.Invalid, "audioUrl", music.Say("Enter a valid URL."))
)

// newClient returns the client that fetches files. It connects to private networks
// only if the settings allow that for relays.
func newClient(settings func() music.Settings) *http.Client {
	dial := outgoing.Dialer{Inside: func() bool { return settings().RelayInside }}
	return &http.Client{
		Transport: &http.Transport{
			DialContext: dial.DialContext, ForceAttemptHTTP2: true, DisableCompression: true, DisableKeepAlives: true,
			TLSHandshakeTimeout: answerTimeout, ResponseHeaderTimeout: answerTimeout, MaxResponseHeaderBytes: maxHeaderBytes,
		},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if r.Header.Del("Referer"); len(via) > maxRedirects || !isWeb(r.URL) {
				return errNoAddress
			}
			return nil
		},
	}
}

// isWeb reports whether files are fetched from a URL.
func isWeb(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}

// fetch receives a file from another server as an upload of the viewer.
func (s *Service) fetch(ctx context.Context, v music.Viewer, address *url.URL) (*Result, error) {
	running, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(running, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return nil, errNoAddress.Because(err)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, fetchError(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, errNotFetched.Because(fmt.Errorf("status %d", response.StatusCode))
	}
	body := &fetched{Reader: response.Body, deadline: time.AfterFunc(fetchTimeout, cancel)}
	defer body.deadline.Stop()
	result, err := s.Whole(ctx, v, path.Base(response.Request.URL.Path), body)
	if err != nil && running.Err() != nil && ctx.Err() == nil {
		return nil, errNotFetched.Because(err)
	}
	return result, err
}

func fetchError(err error) error {
	switch {
	case errors.Is(err, outgoing.ErrAddress):
		return errInside.Because(err)
	case errors.Is(err, errNoAddress):
		return errNoAddress.Because(err)
	}
	return errNotFetched.Because(err)
}

// fetched is the body of a response. It implements Body.
type fetched struct {
	io.Reader
	deadline *time.Timer // cancels the request
}

// SetDeadline implements Body.
func (f *fetched) SetDeadline(at time.Time) { f.deadline.Reset(time.Until(at)) }

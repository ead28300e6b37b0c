package relay

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"sonora/internal/outgoing"
)

const (
	answerTime   = 10 * time.Second // to connect, and to receive the response head
	stallTime    = 20 * time.Second // without a byte, until a stream counts as lost
	maxRedirects = 5
	maxHeader    = 64 << 10
	maxPlaylist  = 512 << 10
	playlistTime = 10 * time.Second
)

// newHTTP returns the client for remote streams. Every redirect connects
// through the same guard. No connection is reused between streams.
func newHTTP(inside func() bool) *http.Client {
	dial := outgoing.Dialer{Inside: inside, Stall: stallTime}
	return &http.Client{CheckRedirect: checkRedirect, Transport: &http.Transport{
		DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHeader, ResponseHeaderTimeout: answerTime,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return newLenient(conn), nil
		},
		DialTLSContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return secured(ctx, conn, address)
		},
	}}
}

func secured(ctx context.Context, conn net.Conn, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	ctx, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	over := tls.Client(conn, &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12})
	if err := over.HandshakeContext(ctx); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return newLenient(over), nil
}

// checkRedirect limits the number of redirects; the guard checks their
// addresses. net/http sends the credentials of a URL only to that host.
func checkRedirect(r *http.Request, via []*http.Request) error {
	r.Header.Del("Referer") // do not reveal where the request came from
	switch {
	case len(via) > maxRedirects:
		return errCircles
	case r.URL.Scheme != "http" && r.URL.Scheme != "https":
		return errAddress
	}
	return nil
}

// ask requests something that may be a stream.
func (c *Client) ask(ctx context.Context, address *url.URL) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return nil, errAddress.Because(err)
	}
	r.Header.Set("User-Agent", c.agent())
	r.Header.Set("Icy-MetaData", "1")
	r.Header.Set("Accept", "*/*")
	res, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		res.Body.Close()
		return nil, refusal(res.Status)
	}
	return res, nil
}

func (c *Client) agent() string { return "Sonora/" + c.Version }

// fetch reads a response of at most limit bytes completely.
func (c *Client) fetch(ctx context.Context, address *url.URL, limit int64, patience time.Duration) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	res, err := c.ask(ctx, address)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return readAll(res.Body, limit)
}

func readAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = outgoing.ErrTooLarge
	}
	return data, err
}

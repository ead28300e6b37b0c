package provider

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"sonora/internal/outgoing"
)

// MaxOutput is the maximum size of a file in bytes: ten minutes of WAV, 48 kHz,
// 24 bit, stereo, and half as much again.
const MaxOutput = 256 << 20

const maxRedirects = 5

// Output is a file with music.
type Output struct {
	open func(context.Context) (*http.Response, error)
	from *service
}

// Open starts the download. It fails for what is not an audio file or larger
// than MaxOutput, and reading fails beyond that, and after ten minutes. An output of
// a Sync provider must be opened and closed, and can be opened only once. A file that
// is Gone may have a new address: poll again.
func (o Output) Open(ctx context.Context) (io.ReadCloser, error) {
	res, err := o.open(ctx)
	if err != nil {
		return nil, err
	}
	if res.ContentLength > MaxOutput {
		res.Body.Close()
		return nil, o.from.fault(Unusable, fmt.Errorf("%w: %d bytes", errTooLarge, res.ContentLength))
	}
	body := bufio.NewReader(&limited{r: res.Body, left: MaxOutput, from: o.from})
	start, err := body.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		res.Body.Close()
		return nil, err
	}
	if !isAudio(start) {
		res.Body.Close()
		return nil, o.from.fault(Unusable, fmt.Errorf("%w but %q: %.*q", errNotAudio, res.Header.Get("Content-Type"), maxCause, start))
	}
	return file{body, res.Body}, nil
}

type file struct {
	io.Reader
	io.Closer
}

// limited fails beyond its limit, and turns the errors of reading into those of
// the service.
type limited struct {
	r    io.Reader
	left int64
	from *service
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, l.from.fault(Unusable, errTooLarge)
	}
	switch {
	case errors.Is(err, outgoing.ErrTooLarge):
		err = l.from.fault(Unusable, errTooLarge)
	case err != nil && !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		err = l.from.fault(Transient, fmt.Errorf("read the file: %w", err))
	}
	return n, err
}

const sniffed = 12 // bytes

// isAudio reports whether a file starts as FLAC, Ogg, WAV, AIFF, MP4, ID3 or
// MPEG do. A service's word for the type is worth nothing.
func isAudio(start []byte) bool {
	for _, magic := range []string{"fLaC", "OggS", "ID3"} {
		if bytes.HasPrefix(start, []byte(magic)) {
			return true
		}
	}
	if len(start) < sniffed {
		return false
	}
	switch inner := string(start[8:12]); string(start[:4]) {
	case "RIFF":
		return inner == "WAVE"
	case "FORM":
		return inner == "AIFF" || inner == "AIFC"
	}
	return string(start[4:8]) == "ftyp" || start[0] == 0xff && start[1]&0xe0 == 0xe0
}

// output returns the file at an address, which may be relative to that of the service.
func (s *service) output(address string) (Output, error) {
	ref, err := url.Parse(strings.TrimSpace(address))
	if err != nil || address == "" {
		return Output{}, s.fault(Unusable, fmt.Errorf("%w: its address cannot be read", errForeign))
	}
	u := s.resolve(ref)
	if !s.owns(u) {
		return Output{}, s.fault(Unusable, fmt.Errorf("%w: %.*q", errForeign, maxCause, u.Scheme+"://"+u.Host))
	}
	return Output{from: s, open: func(ctx context.Context) (*http.Response, error) { return s.download(ctx, u) }}, nil
}

// resolve returns an absolute address. A path belongs below the service's own,
// which may be that of a proxy.
func (s *service) resolve(ref *url.URL) *url.URL {
	if ref.IsAbs() || ref.Host != "" {
		return s.base.ResolveReference(ref)
	}
	u := s.base.JoinPath(ref.Path)
	u.RawQuery = ref.RawQuery
	return u
}

// owns reports whether a file may come from an address.
func (s *service) owns(u *url.URL) bool {
	if s.isBase(u) {
		return true
	}
	host := strings.ToLower(u.Hostname())
	for _, own := range s.hosts {
		if u.Scheme == "https" && u.User == nil && (host == own || strings.HasSuffix(host, "."+own)) {
			return true
		}
	}
	return false
}

func (s *service) isBase(u *url.URL) bool {
	return u.Scheme == s.base.Scheme && strings.EqualFold(u.Host, s.base.Host) && u.User == nil
}

// final are the reasons for not asking for a file again.
var final = []error{errForeign, errRedirects, outgoing.ErrAddress, outgoing.ErrRedirect, outgoing.ErrRedirects, outgoing.ErrTooLarge}

// download requests a file. The credentials go only to the service itself. A download
// that stands still for answerTime ends.
func (s *service) download(ctx context.Context, u *url.URL) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, makingTime)
	still := time.AfterFunc(answerTime, cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		still.Stop()
		cancel()
		return nil, s.fault(Unusable, err)
	}
	r.Header.Set("User-Agent", "Sonora")
	if s.isBase(u) {
		s.sign(r)
	}
	client := *s.client
	client.CheckRedirect = s.follow
	res, err := client.Do(r)
	if err != nil {
		still.Stop()
		cancel()
		if slices.ContainsFunc(final, func(reason error) bool { return errors.Is(err, reason) }) {
			return nil, s.fault(Unusable, err)
		}
		return nil, s.fault(Transient, err)
	}
	still.Reset(answerTime)
	res.Body = &moving{ending{res.Body, cancel}, still}
	if res.StatusCode == http.StatusOK {
		return res, nil
	}
	defer res.Body.Close()
	e := s.refusal(res)
	if e.Kind == Auth && !s.isBase(u) { // signed addresses expire
		e.Kind = Gone
	}
	return nil, e
}

// moving is the body of a file that has to keep coming.
type moving struct {
	ending

	still *time.Timer // ends the request
}

func (m *moving) Read(p []byte) (int, error) {
	n, err := m.ending.Read(p)
	m.still.Reset(answerTime)
	return n, err
}

func (m *moving) Close() error {
	m.still.Stop()
	return m.ending.Close()
}

// follow allows redirects within the service.
func (s *service) follow(r *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return errRedirects
	}
	if !s.owns(r.URL) {
		return fmt.Errorf("%w: %s", errForeign, r.URL.Host)
	}
	if !s.isBase(r.URL) {
		for name := range s.headers {
			r.Header.Del(name)
		}
	}
	r.Header.Del("Referer")
	return nil
}

package podcast

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"sonora/internal/feed"
)

const maxRelays = 64 // episodes relayed at the same time

// Sound is the audio of an episode, or the requested range of it.
type Sound struct {
	Status       int // 200, 206 or 416
	Type         string
	Length       int64 // of Body; -1 while unknown
	ContentRange string
	AcceptRanges bool
	ETag         string
	Modified     string
	Body         io.ReadCloser
}

// Open opens the audio of an episode of a subscribed feed: the copy on this
// server, otherwise that of its own server, with the requested range. The
// caller closes its Body.
func (s *Service) Open(ctx context.Context, e *feed.Episode, asked string) (*Sound, error) {
	if e.AudioURL == "" {
		return nil, errNoAudio
	}
	if !s.relays.TryAcquire(1) {
		return nil, errBusy
	}
	sound, err := s.relay(ctx, e, asked)
	if err != nil {
		s.relays.Release(1)
		return nil, err
	}
	sound.Body = &releasing{ReadCloser: sound.Body, release: func() { s.relays.Release(1) }}
	return sound, nil
}

func (s *Service) relay(ctx context.Context, e *feed.Episode, asked string) (*Sound, error) {
	l, err := s.loginFor(ctx, e, e.AudioURL)
	if err != nil {
		return nil, err
	}
	r, err := s.newRequest(ctx, fetchRequest{url: e.AudioURL, login: l, accept: "audio/*, */*;q=0.5"})
	if err != nil {
		return nil, explain(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	if strings.HasPrefix(asked, "bytes=") && !strings.Contains(asked, ",") && len(asked) < 60 {
		r.Header.Set("Range", asked)
	}
	res, err := s.client.Do(r)
	if err != nil {
		return nil, errNoAudio.Because(err)
	}
	kind := audioType(res.Header.Get("Content-Type"), e)
	good := res.StatusCode == http.StatusOK || res.StatusCode == http.StatusPartialContent || res.StatusCode == http.StatusRequestedRangeNotSatisfiable
	if !good || kind == "" {
		res.Body.Close()
		return nil, errNoAudio.Because(fmt.Errorf("%s, %s", res.Status, header(res, "Content-Type")))
	}
	return &Sound{
		Status: res.StatusCode, Type: kind, Length: res.ContentLength, ContentRange: header(res, "Content-Range"), Body: res.Body,
		AcceptRanges: res.StatusCode == http.StatusPartialContent || strings.EqualFold(header(res, "Accept-Ranges"), "bytes"),
		ETag:         header(res, "ETag"), Modified: header(res, "Last-Modified"),
	}, nil
}

// audioType returns the media type with which an episode's audio is relayed. It
// is always an audio type, whatever the server says, so that the response is
// never a page of this server; "" if the server says that it is a page.
func audioType(said string, e *feed.Episode) string {
	said = strings.ToLower(strings.TrimSpace(strings.Split(said, ";")[0]))
	switch {
	case strings.HasPrefix(said, "audio/") && len(said) < 60 && !strings.ContainsAny(said, " ,\"<>"):
		return said
	case said == "video/mp4":
		return "audio/mp4"
	case strings.HasPrefix(said, "text/"), said == "application/json", said == "application/xhtml+xml":
		return ""
	case strings.HasPrefix(e.MIME, "audio/"):
		return e.MIME
	}
	if known := sounds[endingOf(e.AudioURL)]; known != "" {
		return known
	}
	return "audio/mpeg"
}

// releasing calls release once when a body is closed.
type releasing struct {
	io.ReadCloser
	release func()
}

// Close implements io.Closer.
func (r *releasing) Close() error {
	if r.release != nil {
		r.release()
		r.release = nil
	}
	return r.ReadCloser.Close()
}

// Headers sets the headers of a response that relays the audio.
func (s *Sound) Headers(h http.Header) {
	h.Set("Content-Type", s.Type)
	h.Set("Content-Disposition", "inline")
	h.Set("Cache-Control", "private, no-cache")
	for name, value := range map[string]string{"Content-Range": s.ContentRange, "ETag": s.ETag, "Last-Modified": s.Modified} {
		if value != "" {
			h.Set(name, value)
		}
	}
	if s.AcceptRanges {
		h.Set("Accept-Ranges", "bytes")
	}
	if s.Length >= 0 {
		h.Set("Content-Length", strconv.FormatInt(s.Length, 10))
	}
}

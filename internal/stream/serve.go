package stream

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Serve answers an HTTP request with the sound or the requested range; refuse
// answers a range that does not exist. The response has no deadline, because a
// listener takes as long as the track lasts, but ends early when the listener
// loses the permission. The caller closes the source.
func (s *Source) Serve(w http.ResponseWriter, r *http.Request, refuse func()) error {
	h := w.Header()
	if s.Link != "" {
		h.Set("Cache-Control", "no-store")
		http.Redirect(w, r, s.Link, http.StatusFound)
		return nil
	}
	h.Set("Content-Type", s.ContentType)
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Disposition", s.disposition())
	if s.Duration > 0 {
		h.Set("X-Content-Duration", strconv.FormatFloat(s.Duration.Seconds(), 'f', 3, 64))
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // writers without deadlines, as in tests, have none
	_ = control.SetWriteDeadline(time.Time{})
	defer s.guard.count() // from the last byte on
	switch {
	case s.running != nil:
		return s.running.serve(w, r, refuse)
	case s.Content != nil:
		h.Set("ETag", s.ETag)
		r.Header.Set("Range", askedRange(r.Header.Get("Range"), s.Size))
		http.ServeContent(&rangeWriter{ResponseWriter: w, refused: refuse, guard: s.guard}, r, "", s.ModTime, s.Content)
	}
	return nil // or a HEAD request for a conversion that does not exist yet
}

// disposition returns the Content-Disposition of RFC 6266.
func (s *Source) disposition() string {
	if s.FileName == "" {
		return "inline"
	}
	return mime.FormatMediaType("attachment", map[string]string{"filename": s.FileName})
}

// askedRange returns the Range header as net/http should see it under RFC 9110,
// section 14.2: "" for unknown units and for the last 0 bytes.
func askedRange(header string, size int64) string {
	specs, ok := strings.CutPrefix(header, "bytes=")
	if !ok {
		return ""
	}
	satisfiable := slices.DeleteFunc(strings.Split(specs, ","), func(spec string) bool {
		suffix, ok := strings.CutPrefix(strings.TrimSpace(spec), "-")
		n, err := strconv.ParseInt(strings.TrimSpace(suffix), 10, 64)
		return ok && err == nil && n == 0
	})
	if len(satisfiable) == 0 {
		return fmt.Sprintf("bytes=%d-", size)
	}
	return "bytes=" + strings.Join(satisfiable, ",")
}

// rangeWriter lets refuse answer instead of net/http's plain text response.
type rangeWriter struct {
	http.ResponseWriter
	refused func()
	guard   *guard
	done    bool // refuse has answered; the plain text is discarded
}

func (w *rangeWriter) WriteHeader(status int) {
	if status == http.StatusRequestedRangeNotSatisfiable {
		w.done = true
		w.refused()
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *rangeWriter) Write(p []byte) (int, error) {
	if w.done {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// ReadFrom keeps sendfile working.
func (w *rangeWriter) ReadFrom(src io.Reader) (int64, error) {
	return w.guard.copy(w.ResponseWriter, src)
}

func (w *rangeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// serve sends a running conversion. Its length is unknown, so a range is
// answered up to what exists.
func (c *running) serve(w http.ResponseWriter, r *http.Request, refuse func()) error {
	from, to, ok := onlyRange(r.Header.Get("Range"))
	if !ok || from == 0 && to < 0 || c.request.Start > 0 {
		c.guard.pour(w, r, c.sound, 0, -1)
		return nil
	}
	if from >= c.sound.Size() {
		if jump, ok := c.request.Jump(from, c.length); ok {
			return c.jump(w, r, jump, from, to)
		}
		if c.request.IsBeyond(from, c.length) {
			refuse()
			return nil
		}
		if _, err := c.sound.ReadAt(r.Context(), make([]byte, 1), from); errors.Is(err, io.EOF) {
			refuse()
			return nil
		} else if err != nil {
			return err
		}
	}
	last := c.sound.Size() - 1
	if to < 0 || to > last {
		to = last
	}
	answerRange(w, from, to)
	c.guard.pour(w, r, c.sound, from, to+1)
	return nil
}

// maxJumpBytes is the maximum length of the response to a range beyond what
// exists.
const maxJumpBytes = 1 << 20

// jump answers a range beyond what exists with another conversion that starts
// there.
func (c *running) jump(w http.ResponseWriter, r *http.Request, jump Request, from, to int64) error {
	sound, err := c.service.Open(r.Context(), jump)
	if err != nil {
		return err
	}
	defer sound.Close()
	if last := from + maxJumpBytes - 1; to < 0 || to > last {
		to = last
	}
	to = min(to, from+jump.Expected()-1)
	answerRange(w, from, to)
	c.guard.pour(w, r, sound, 0, to-from+1)
	return nil
}

func answerRange(w http.ResponseWriter, from, to int64) {
	w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/*", from, to))
	w.Header().Set("Content-Length", strconv.FormatInt(to-from+1, 10))
	w.WriteHeader(http.StatusPartialContent)
}

// onlyRange parses a header with a single range that has a first byte; to is -1
// if it has no last byte.
func onlyRange(header string) (from, to int64, ok bool) {
	spec, ok := strings.CutPrefix(header, "bytes=")
	first, last, dash := strings.Cut(spec, "-")
	if !ok || !dash {
		return 0, 0, false
	}
	from, err := strconv.ParseInt(strings.TrimSpace(first), 10, 64)
	if err != nil || from < 0 {
		return 0, 0, false
	}
	if strings.TrimSpace(last) == "" {
		return from, -1, true
	}
	to, err = strconv.ParseInt(strings.TrimSpace(last), 10, 64)
	return from, to, err == nil && to >= from
}

const pourSize = 32 << 10

// pour sends a sound from one byte to before another, or to its end, as it is
// made. If the conversion fails, it still sends what exists.
func (g *guard) pour(w http.ResponseWriter, r *http.Request, sound *Sound, from, end int64) {
	flush := http.NewResponseController(w)
	buffer := make([]byte, pourSize)
	for end < 0 || from < end {
		part := buffer
		if end >= 0 {
			part = buffer[:min(int64(len(buffer)), end-from)]
		}
		if g.check() != nil {
			return
		}
		n, err := sound.ReadAt(r.Context(), part, from)
		if err != nil {
			return
		}
		if _, err := w.Write(part[:n]); err != nil {
			return
		}
		if err := flush.Flush(); err != nil {
			return
		}
		from += int64(n)
	}
}

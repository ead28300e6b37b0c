// Package recorder notes what the middleware has to know of a response.
package recorder

import (
	"io"
	"net/http"
	"time"
)

// Recorder records the status and size of a response, and keeps errors out of caches.
// It supports sendfile and http.ResponseController.
type Recorder struct {
	http.ResponseWriter
	Began  time.Time     // when the request was received
	Status int           // 0 until the response begins
	Bytes  int64         // of the body
	wait   time.Duration // how long the response took to begin
}

// begin notes that the response begins.
func (w *Recorder) begin(status int) {
	if w.Status == 0 {
		w.Status, w.wait = status, time.Since(w.Began)
	}
}

// Waited returns how long the response took to begin.
func (w *Recorder) Waited() time.Duration {
	if w.Status == 0 {
		return time.Since(w.Began)
	}
	return w.wait
}

// WriteHeader implements http.ResponseWriter.
func (w *Recorder) WriteHeader(status int) {
	w.begin(status)
	if status >= http.StatusBadRequest {
		w.Header()["Cache-Control"] = []string{"no-store"}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *Recorder) Write(p []byte) (int, error) {
	w.begin(http.StatusOK)
	n, err := w.ResponseWriter.Write(p)
	w.Bytes += int64(n)
	return n, err
}

// ReadFrom implements io.ReaderFrom.
func (w *Recorder) ReadFrom(src io.Reader) (int64, error) {
	w.begin(http.StatusOK)
	n, err := io.Copy(w.ResponseWriter, whole(src))
	w.Bytes += n
	return n, err
}

// whole returns what a source is limited to, if that is in memory and the limit is its
// end, as for a whole picture: io.Copy writes it at once, without a buffer.
func whole(src io.Reader) io.Reader {
	limited, ok := src.(*io.LimitedReader)
	if !ok {
		return src
	}
	content, ok := limited.R.(interface {
		io.Reader
		io.WriterTo
		Len() int
	})
	if !ok || int64(content.Len()) != limited.N {
		return src
	}
	return content
}

// Unwrap implements the interface of http.ResponseController.
func (w *Recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

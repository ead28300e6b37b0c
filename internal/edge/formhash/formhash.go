// Package formhash hashes forms while they are read.
package formhash

import (
	"crypto/sha256"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
)

// Hash hashes the fields and files of a form while somebody else reads it. A
// client that sends the same form again chooses another boundary between its
// parts. Begin returns a nil Hash for a request without a form; its methods do
// nothing.
type Hash struct {
	body io.Reader
	pipe *io.PipeWriter
	sum  chan []byte
}

// Begin begins to hash the form of a request. It returns nil for another body.
func Begin(r *http.Request) *Hash {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return nil
	}
	in, out := io.Pipe()
	f := &Hash{io.TeeReader(r.Body, out), out, make(chan []byte, 1)}
	go func() { f.sum <- hashForm(multipart.NewReader(in, parameters["boundary"]), in) }()
	r.Body = struct {
		io.Reader
		io.Closer
	}{f.body, r.Body}
	return f
}

// hashForm hashes the parts of a form, and reads it to its end.
func hashForm(form *multipart.Reader, all io.Reader) []byte {
	h := sha256.New()
	for {
		part, err := form.NextRawPart()
		if err != nil {
			break
		}
		content := sha256.New()
		size, _ := io.Copy(content, part) // the handler meets the error as well
		fmt.Fprintf(h, "%q %q %d %x\n", part.FormName(), part.FileName(), size, content.Sum(nil))
	}
	_, _ = io.Copy(io.Discard, all)
	return h.Sum(nil)
}

// End reads the rest of the form and returns its hash. A nil Hash returns nil.
func (f *Hash) End() []byte {
	if f == nil {
		return nil
	}
	_, _ = io.Copy(io.Discard, f.body) // a form that is cut off has the hash of what came
	_ = f.pipe.Close()
	return <-f.sum
}

// Stop ends the hashing of a form that nobody reads any more.
func (f *Hash) Stop() {
	if f != nil {
		_ = f.pipe.Close()
	}
}

package edge

import (
	"crypto/sha256"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
)

// formSum hashes the fields and files of a form while somebody else reads it. A
// client that sends the same form again chooses another boundary between its parts.
type formSum struct {
	body io.Reader
	pipe *io.PipeWriter
	sum  chan []byte
}

// sumForm begins to hash the form of a request. It returns nil for another body.
func sumForm(r *http.Request) *formSum {
	_, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if requestOf(r.Context()).route.body != FormBody || err != nil {
		return nil
	}
	in, out := io.Pipe()
	f := &formSum{io.TeeReader(r.Body, out), out, make(chan []byte, 1)}
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

// end reads what is left of the form and returns the hash; nil for no form.
func (f *formSum) end() []byte {
	if f == nil {
		return nil
	}
	_, _ = io.Copy(io.Discard, f.body) // a form that is cut off has the hash of what came
	_ = f.pipe.Close()
	return <-f.sum
}

// giveUp ends the hashing of a form that nobody reads any more.
func (f *formSum) giveUp() {
	if f != nil {
		_ = f.pipe.Close()
	}
}

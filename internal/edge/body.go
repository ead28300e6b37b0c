package edge

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"

	"sonora/internal/music"
)

// BodyKind is the media type an operation takes.
type BodyKind int

// The kinds of bodies.
const (
	jsonBody  BodyKind = iota
	FormBody           // a form with files
	PieceBody          // a piece of a resumable upload
	AnyBody            // the body is ignored
)

// check returns an error if the body has another kind.
func (k BodyKind) check(r *http.Request) error {
	switch {
	case k == jsonBody && !isJSON(r):
		return music.NewError(music.Unsupported, "Content-Type must be application/json.")
	case k == FormBody && !isForm(r):
		return music.NewError(music.Unsupported, "Content-Type must be multipart/form-data.")
	case k == PieceBody && !IsPiece(r):
		return music.NewError(music.Unsupported, "Content-Type must be application/offset+octet-stream.")
	}
	return nil
}

func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

func isForm(r *http.Request) bool {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "multipart/form-data" && parameters["boundary"] != ""
}

// IsPiece reports whether the body of a request is a piece of a resumable upload.
func IsPiece(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/offset+octet-stream"
}

// MaxFormParts is how many fields of a form are read.
const MaxFormParts = 10

// ErrBadForm is the error for a form that cannot be read.
var ErrBadForm = music.NewError(music.Invalid, "Malformed form.")

// MissingFile returns the error for a form without its file.
func MissingFile() error {
	missing := music.FieldErrors{}
	missing.Add("file", "No file was sent.")
	return missing.Err()
}

// FormFile returns the content of the field "file" of a form.
func FormFile(contentType string, form []byte) ([]byte, error) {
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil, ErrBadForm.Because(err)
	}
	parts := multipart.NewReader(bytes.NewReader(form), parameters["boundary"])
	for range MaxFormParts {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, ErrBadForm.Because(err)
		}
		if part.FormName() != "file" {
			continue
		}
		file, err := io.ReadAll(part)
		if err != nil {
			return nil, ErrBadForm.Because(err)
		}
		if len(file) > 0 {
			return file, nil
		}
	}
	return nil, MissingFile()
}

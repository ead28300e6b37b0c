package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
	"sonora/internal/profile"
)

const (
	avatarUpload  = "/api/user/avatar"
	maxAvatarBody = profile.MaxPicture + 64<<10 // with the form around it
	maxFormParts  = 10
)

// maxBody is how many bytes a request may bring.
func maxBody(r *http.Request) int64 {
	switch {
	case isAvatarUpload(r):
		return maxAvatarBody
	case isCoverUpload(r), isPlaylistCover(r), isStationLogo(r), isPodcastCover(r):
		return maxCoverBody
	case isPlaylistImport(r):
		return maxImportBody
	case isOPMLImport(r):
		return maxOPMLBody
	}
	return maxJSONBody
}

// isAvatarUpload also knows the path with a slash at its end.
func isAvatarUpload(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.TrimSuffix(r.URL.Path, "/") == avatarUpload
}

// isForm reports whether the request brings a form with files.
func isForm(r *http.Request) bool {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "multipart/form-data" && parameters["boundary"] != ""
}

// fileForm documents a form with one file.
func fileForm(o *huma.Operation) {
	o.MaxBodyBytes, o.BodyReadTimeout = maxAvatarBody, answerTimeout
	o.SkipValidateBody = true // it is no JSON
	o.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary", Description: "A JPEG, PNG or GIF of at most 5 MB."}},
	}}}}
}

type avatarInput struct {
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

// saveAvatar takes a picture of the person.
func (a *API) saveAvatar(ctx context.Context, in *avatarInput) (*body[userJSON], error) {
	picture, err := formFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	return user(a.profile.SetAvatar(ctx, viewer(ctx), picture))
}

func (a *API) removeAvatar(ctx context.Context, _ *struct{}) (*body[userJSON], error) {
	return user(a.profile.RemoveAvatar(ctx, viewer(ctx)))
}

var errBadForm = music.NewError(music.Invalid, "Malformed form.")

// formFile returns the field "file" of a form.
func formFile(contentType string, form []byte) ([]byte, error) {
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil, errBadForm.Because(err)
	}
	parts := multipart.NewReader(bytes.NewReader(form), parameters["boundary"])
	for range maxFormParts {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errBadForm.Because(err)
		}
		if part.FormName() != "file" {
			continue
		}
		file, err := io.ReadAll(part)
		if err != nil {
			return nil, errBadForm.Because(err)
		}
		if len(file) > 0 {
			return file, nil
		}
	}
	missing := music.FieldErrors{}
	missing.Add("file", "No file was sent.")
	return nil, missing.Err()
}

// avatar serves a picture by its name. The same address is the same picture
// for ever.
func (a *API) avatar(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	file, err := a.profile.OpenAvatar(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("look at a picture: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("ETag", `"`+name+`"`)
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	http.ServeContent(w, r, "", info.ModTime(), file)
	return nil
}

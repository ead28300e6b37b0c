package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/profile"
)

// avatarForm is a form with a picture of a person.
var avatarForm = edge.Form(profile.MaxPicture+formEnvelope, map[string]*huma.Schema{
	"file": edge.FileField("A JPEG, PNG or GIF of at most 5 MB."),
}, "file")

// formEnvelope is how many bytes a form has around its file.
const formEnvelope = 64 << 10

type avatarInput struct {
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

// saveAvatar takes a picture of the person.
func (a *API) saveAvatar(ctx context.Context, in *avatarInput) (*edge.Body[userJSON], error) {
	picture, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	return user(a.profile.SetAvatar(ctx, edge.Viewer(ctx), picture))
}

func (a *API) removeAvatar(ctx context.Context, _ *struct{}) (*edge.Body[userJSON], error) {
	return user(a.profile.RemoveAvatar(ctx, edge.Viewer(ctx)))
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

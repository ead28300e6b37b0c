package person

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/profile"
)

// avatarForm is a form with a picture of a person.
var avatarForm = edge.Form(profile.MaxPicture+things.FormEnvelope, map[string]*huma.Schema{
	"file": edge.FileField("A JPEG, PNG or GIF of at most 5 MB."),
}, "file")

type avatarInput struct {
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

// saveAvatar sets the picture of the caller.
func (a *API) saveAvatar(ctx context.Context, in *avatarInput) (*edge.Body[things.UserJSON], error) {
	picture, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	return user(a.Profile.SetAvatar(ctx, edge.Viewer(ctx), picture))
}

func (a *API) removeAvatar(ctx context.Context, _ *struct{}) (*struct{}, error) {
	_, err := a.Profile.RemoveAvatar(ctx, edge.Viewer(ctx))
	return nil, err
}

// avatar serves a picture by its name. The picture at an address never changes.
func (a *API) avatar(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	file, err := a.Profile.OpenAvatar(name)
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

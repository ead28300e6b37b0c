package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/media"
	"sonora/internal/music"
	"sonora/internal/tagging"
	"sonora/internal/words"
)

// maxCoverBody is of a form with a cover in it.
const maxCoverBody = media.MaxTrackCover + 64<<10

// isCoverUpload also knows the path with a slash at its end. What is taken
// from others, one level down, is no upload.
func isCoverUpload(r *http.Request) bool {
	path := strings.TrimSuffix(r.URL.Path, "/")
	return r.Method == http.MethodPost && strings.HasPrefix(path, "/api/tracks/") && strings.HasSuffix(path, "/cover") && !strings.HasSuffix(path, "/lookup/cover")
}

// coverForm documents a form with a cover.
func coverForm(o *huma.Operation) {
	o.MaxBodyBytes, o.BodyReadTimeout = maxCoverBody, answerTimeout
	o.SkipValidateBody = true // it is no JSON
	o.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary", Description: "A JPEG, PNG or WebP of at most 10 MB."}},
	}}}}
}

// editTimeout is how long changing 500 large files may take.
const editTimeout = 30 * time.Minute

// unhurried lets an operation take longer than others.
func (a *API) unhurried(o *huma.Operation) {
	o.Middlewares = append(o.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		_, w := humago.Unwrap(ctx)
		a.setDeadline(w, a.now().Add(editTimeout))
		next(ctx)
	})
}

// tagsForm is what people say about a track. What is left out stays as it is.
type tagsForm struct {
	_           struct{}     `json:"-" additionalProperties:"true"`
	Title       textOrNull   `json:"title,omitzero"`
	Artist      textOrNull   `json:"artist,omitzero" doc:"Several with a semicolon between them."`
	Album       textOrNull   `json:"album,omitzero"`
	AlbumArtist textOrNull   `json:"albumArtist,omitzero" doc:"Several with a semicolon between them."`
	Genre       textOrNull   `json:"genre,omitzero" doc:"Several with a semicolon between them."`
	Composer    textOrNull   `json:"composer,omitzero" doc:"Several with a semicolon between them."`
	Year        numberOrNull `json:"year,omitzero" doc:"0 to 2100; 0 or null for none."`
	Track       numberOrNull `json:"track,omitzero"`
	TrackTotal  numberOrNull `json:"trackTotal,omitzero"`
	Disc        numberOrNull `json:"disc,omitzero"`
	DiscTotal   numberOrNull `json:"discTotal,omitzero"`
	BPM         numberOrNull `json:"bpm,omitzero" doc:"20 to 400; 0 or null for none."`
	Comment     textOrNull   `json:"comment,omitzero"`
	Lyrics      textOrNull   `json:"lyrics,omitzero" doc:"Plain, or LRC lines."`
	Compilation yesOrNo      `json:"compilation,omitzero"`
}

func (f *tagsForm) edit() tagging.Edit {
	return tagging.Edit{
		Title: f.Title.text, Artist: f.Artist.text, Album: f.Album.text, AlbumArtist: f.AlbumArtist.text, Genre: f.Genre.text,
		Composer: f.Composer.text, Comment: f.Comment.text, Lyrics: f.Lyrics.text, Year: f.Year.number, Track: f.Track.number,
		TrackTotal: f.TrackTotal.number, Disc: f.Disc.number, DiscTotal: f.DiscTotal.number, BPM: f.BPM.number, Compilation: f.Compilation.choice,
	}
}

// tagResultJSON is what an edit did.
type tagResultJSON struct {
	ID      string           `json:"id" doc:"Of the change, to take it back; empty when nothing changed."`
	Tracks  int              `json:"tracks" doc:"That changed."`
	InFile  int              `json:"inFile" doc:"Of those, written to the file."`
	Kept    int              `json:"kept" doc:"Of those, kept in the database: the file cannot be written."`
	Reasons []tagFailureJSON `json:"reasons" doc:"Why, for each that is kept in the database."`
	Failed  []tagFailureJSON `json:"failed" doc:"What was not changed, and why."`
}

type tagFailureJSON struct {
	ID     string `json:"id"`
	Detail string `json:"detail"`
}

func encodeTagResult(ctx context.Context, r *tagging.Result) tagResultJSON {
	reason := func(r *tagging.Reason) tagFailureJSON {
		return tagFailureJSON{r.ID, words.In(music.LanguageOf(ctx), r.Detail)}
	}
	return tagResultJSON{
		ID: r.ID, Tracks: r.Tracks, InFile: r.InFile, Kept: r.Kept,
		Reasons: encodeAll(r.Reasons, reason), Failed: encodeAll(r.Failed, reason),
	}
}

type editedJSON struct {
	Edit  tagResultJSON   `json:"edit"`
	Track trackDetailJSON `json:"track"`
}

// edited answers with what an edit did and the track as it is then.
func (a *API) edited(ctx context.Context, id string, r tagging.Result, err error) (*body[editedJSON], error) {
	if err != nil {
		return nil, err
	}
	t, err := a.store.Track(ctx, viewer(ctx), id)
	if err != nil {
		return nil, err
	}
	return &body[editedJSON]{editedJSON{encodeTagResult(ctx, &r), encodeTrackDetail(t)}}, nil
}

type tagsInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body tagsForm
}

func (a *API) editTags(ctx context.Context, in *tagsInput) (*body[editedJSON], error) {
	r, err := a.tags.Change(ctx, viewer(ctx), in.ID, in.Body.edit())
	return a.edited(ctx, in.ID, r, err)
}

type manyTagsForm struct {
	_    struct{} `json:"-" additionalProperties:"true"`
	IDs  []string `json:"ids" doc:"1 to 500 tracks."`
	Tags tagsForm `json:"tags"`
}

type tagEditJSON struct {
	Edit tagResultJSON `json:"edit"`
}

func (a *API) editManyTags(ctx context.Context, in *body[manyTagsForm]) (*body[tagEditJSON], error) {
	r, err := a.tags.ChangeMany(ctx, viewer(ctx), in.Body.IDs, in.Body.Tags.edit())
	if err != nil {
		return nil, err
	}
	return &body[tagEditJSON]{tagEditJSON{encodeTagResult(ctx, &r)}}, nil
}

type coverInput struct {
	ID     string `path:"id" maxLength:"64"`
	Albums bool   `query:"albums" doc:"For all tracks of the album that one may change."`
}

type coverFormInput struct {
	ID          string `path:"id" maxLength:"64"`
	Albums      bool   `query:"albums" doc:"For all tracks of the album that one may change."`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

func (a *API) saveCover(ctx context.Context, in *coverFormInput) (*body[editedJSON], error) {
	picture, err := formFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	r, err := a.tags.SetCover(ctx, viewer(ctx), in.ID, picture, in.Albums)
	return a.edited(ctx, in.ID, r, err)
}

func (a *API) removeCover(ctx context.Context, in *coverInput) (*body[editedJSON], error) {
	r, err := a.tags.SetCover(ctx, viewer(ctx), in.ID, nil, in.Albums)
	return a.edited(ctx, in.ID, r, err)
}

type tagEditSummaryJSON struct {
	ID        string     `json:"id"`
	Tracks    int        `json:"tracks"`
	InFile    int        `json:"inFile"`
	Kept      int        `json:"kept"`
	CreatedAt time.Time  `json:"createdAt"`
	UndoneAt  *time.Time `json:"undoneAt"`
}

func (a *API) tagEdits(ctx context.Context, _ *struct{}) (*body[[]tagEditSummaryJSON], error) {
	list, err := a.tags.Edits(ctx, viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &body[[]tagEditSummaryJSON]{encodeAll(list, func(e *music.TagEditSummary) tagEditSummaryJSON {
		return tagEditSummaryJSON{e.ID, e.Tracks, e.InFile, e.Tracks - e.InFile, e.CreatedAt, orNull(e.UndoneAt)}
	})}, nil
}

func (a *API) undoTagEdit(ctx context.Context, in *itemPath) (*body[tagEditJSON], error) {
	r, err := a.tags.Undo(ctx, viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &body[tagEditJSON]{tagEditJSON{encodeTagResult(ctx, &r)}}, nil
}

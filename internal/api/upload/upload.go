package upload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/upload"
	"sonora/internal/words"
)

const mediaCovers = "/media/covers/"

type uploadResultJSON struct {
	ID            string            `json:"id" doc:"ID of the upload."`
	AudioURL      string            `json:"audioUrl" doc:"For POST /api/tracks."`
	Title         string            `json:"title" doc:"Title in the tags, or from the name of the file."`
	Artist        string            `json:"artist" doc:"Artists in the tags; may be empty."`
	Album         string            `json:"album" doc:"Album in the tags; may be empty."`
	AlbumArtist   string            `json:"albumArtist" doc:"Album artists in the tags; may be empty."`
	Genre         string            `json:"genre" doc:"Genres in the tags; may be empty."`
	Year          *int              `json:"year" doc:"Year in the tags; null for none."`
	Track         *int              `json:"track" doc:"Position in the tags; null for none."`
	Disc          *int              `json:"disc" doc:"Disc in the tags; null for none."`
	Duration      float64           `json:"duration" doc:"Seconds."`
	FileSize      scalar.Hundredths `json:"fileSize" doc:"MB."`
	Format        string            `json:"format" doc:"Format of the file, for example FLAC."`
	Bitrate       int               `json:"bitrate" doc:"kbit/s."`
	CoverImageURL *string           `json:"coverImageUrl" doc:"Path of the picture in the file; null for none."`
	Sound         string            `json:"sound" doc:"Identical for files with the same sound, whatever their tags."`
	Duplicates    []duplicateJSON   `json:"duplicates" doc:"Tracks with the same sound."`
}

type duplicateJSON struct {
	ID     string `json:"id" doc:"ID of the track."`
	Title  string `json:"title" doc:"Title of the track."`
	Artist string `json:"artist" doc:"Artists of the track."`
	Album  string `json:"album" doc:"Album of the track."`
	IsOwn  bool   `json:"isOwn" doc:"Whether it is your own, so that you may replace it."`
}

func encodeUpload(v music.Viewer, r *upload.Result) uploadResultJSON {
	a, tags := r.Audio, &r.Audio.Tags
	out := uploadResultJSON{
		ID: r.ID, AudioURL: intake.MediaAudio + r.ID + path.Ext(r.Place), Title: tags.Title, Artist: upload.Artist(tags), Album: tags.Album,
		AlbumArtist: strings.Join(tags.AlbumArtists, ", "), Genre: upload.Genre(tags), Year: edge.OrNull(tags.Year), Track: edge.OrNull(tags.Track),
		Disc: edge.OrNull(tags.Disc), Duration: a.Duration.Seconds(), FileSize: scalar.InMegabytes(r.Length),
		Format: strings.ToUpper(string(a.Format)), Bitrate: a.Bitrate, Sound: fmt.Sprintf("%016x-%d", a.AudioKey, a.Samples),
		Duplicates: edge.EncodeAll(r.Duplicates, func(t *music.Track) duplicateJSON {
			return duplicateJSON{ID: t.ID, Title: t.Title, Artist: t.Artist, Album: t.Album, IsOwn: t.OwnerID != "" && t.OwnerID == v.AccountID}
		}),
	}
	if a.Picture != nil {
		out.CoverImageURL = new(mediaCovers + r.ID + ".jpg")
	}
	return out
}

type unfinishedJSON struct {
	ID        string    `json:"id" doc:"ID of the upload."`
	FileName  string    `json:"fileName" doc:"Name of the file on the person's device."`
	Length    int64     `json:"length" doc:"Bytes; of a growing one, those that it has room for."`
	Offset    int64     `json:"offset" doc:"Bytes received."`
	State     string    `json:"state" enum:"growing,receiving,ready,refused" doc:"growing: its length is not known yet. receiving: not complete. ready: waits to become a track. refused: see the reason."`
	Reason    string    `json:"reason" doc:"Why it was refused."`
	ExpiresAt edge.Time `json:"expiresAt" doc:"When the server deletes it."`
}

// unfinished lists the viewer's uploads that are not tracks yet.
func (a *API) unfinished(ctx context.Context, in *edge.Part) (*edge.PageOf[unfinishedJSON], error) {
	list, err := a.Uploads.List(ctx, edge.Viewer(ctx))
	language := music.LanguageOf(ctx)
	return edge.PartOf(in, list, err, func(p *upload.Progress) unfinishedJSON {
		return unfinishedJSON{
			ID: p.ID, FileName: p.FileName, Length: p.Length, Offset: p.Offset, State: string(p.State), Reason: words.Render(language, p.Reason), ExpiresAt: edge.Time(p.ExpiresAt),
		}
	})
}

func (a *API) uploadResult(ctx context.Context, in *edge.ItemPath) (*edge.Body[uploadResultJSON], error) {
	r, err := a.Uploads.Result(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeUpload(edge.Viewer(ctx), r))
}

// wholeFile sets the options of the form with a file.
func (a *API) wholeFile(o *edge.Route) {
	edge.Takes(edge.FormBody, func() int64 { return a.maxPiece() + things.FormEnvelope })(o)
	o.RequestBody = edge.FormContent(map[string]*huma.Schema{"file": edge.FileField("MP3, FLAC, WAV, M4A, OGG or AIFF.")}, "file")
}

// uploadForm stores the file of a form as it arrives, without holding it in
// memory.
func (a *API) uploadForm(w http.ResponseWriter, r *http.Request) error {
	form, err := r.MultipartReader()
	if err != nil {
		return edge.ErrBadForm.Because(err)
	}
	for range edge.MaxFormParts {
		part, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return formError(err)
		}
		if part.FormName() != "file" {
			continue
		}
		b := a.uploadBody(w, r)
		b.Reader = part
		result, err := a.Uploads.Whole(r.Context(), edge.Viewer(r.Context()), part.FileName(), b)
		if err != nil {
			return err
		}
		a.edge.WriteJSON(w, r, http.StatusCreated, encodeUpload(edge.Viewer(r.Context()), result))
		return nil
	}
	return edge.MissingFile()
}

func formError(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return music.NewError(music.TooLarge, "Request body is too large.").Because(err)
	}
	return edge.ErrBadForm.Because(err)
}

type keepInput struct {
	Body struct {
		edge.Returned[uploadResultJSON] `json:"-"`

		Title         scalar.TextOrNull   `json:"title" required:"false" doc:"Title, 1 to 200 characters."`
		Artist        scalar.TextOrNull   `json:"artist" required:"false" doc:"Artists; those in the file's tags if omitted."`
		Album         scalar.TextOrNull   `json:"album" required:"false" doc:"Album; the one in the file's tags if omitted."`
		Genre         scalar.TextOrNull   `json:"genre" required:"false" doc:"Genres; those in the file's tags if omitted."`
		Duration      scalar.NumberOrNull `json:"duration" required:"false" doc:"Seconds, up to 172800. It is checked, but the duration of the track is that of the file."`
		AudioURL      scalar.TextOrNull   `json:"audioUrl" required:"false" doc:"The audioUrl of one of your uploads, or a web address from which the server fetches the file."`
		CoverImageURL scalar.TextOrNull   `json:"coverImageUrl" required:"false" doc:"A web address or a path of this server. It is checked, but the cover of the track is that of the file."`
		IsAIGenerated scalar.YesOrNo      `json:"isAiGenerated" required:"false" doc:"Whether it was made by AI."`
		IsPublic      scalar.YesOrNo      `json:"isPublic" required:"false" doc:"Whether visitors may hear it; true if omitted."`
		Replaces      scalar.TextOrNull   `json:"replaces" required:"false" doc:"ID of one of your tracks to replace; its likes and plays are kept."`
	}
}

// keepUpload creates a track from an upload.
func (a *API) keepUpload(ctx context.Context, in *keepInput) (*edge.Body[things.TrackJSON], error) {
	b := &in.Body
	t := upload.Track{IsPublic: true}
	address := ""
	for field, text := range map[*string]*scalar.TextOrNull{
		&t.Title: &b.Title, &t.Artist: &b.Artist, &t.Album: &b.Album, &t.Genre: &b.Genre, &address: &b.AudioURL, &t.Cover: &b.CoverImageURL, &t.Replaces: &b.Replaces,
	} {
		text.Set(field)
	}
	if b.Duration.Number != nil {
		t.Duration = *b.Duration.Number
	}
	b.IsPublic.Set(&t.IsPublic)
	b.IsAIGenerated.Set(&t.IsAIGenerated)
	if name, ok := strings.CutPrefix(address, intake.MediaAudio); ok {
		t.UploadID, _ = mediaName(name) // no upload has the ID ""
	} else {
		t.Address = address
	}
	track, err := a.Uploads.Keep(ctx, edge.Viewer(ctx), t)
	if err != nil {
		return nil, err
	}
	return edge.Reply(things.EncodeTrack(&track.Track))
}

func (a *API) ownTracks(ctx context.Context, in *struct{ edge.Paging }) (*edge.PageOf[things.TrackJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Uploads.Tracks(ctx, edge.Viewer(ctx), page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, things.EncodeTrack), nil
}

type storageJSON struct {
	Used  int64  `json:"used" doc:"Bytes, including unfinished uploads."`
	Quota *int64 `json:"quota" doc:"Bytes; null for no limit."`
	Files int    `json:"files" doc:"Number of tracks."`
}

func (a *API) storage(ctx context.Context, _ *struct{}) (*edge.Body[storageJSON], error) {
	use, quota, err := a.Uploads.Use(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return edge.Reply(storageJSON{Used: use.Bytes, Quota: edge.OrNull(quota), Files: use.Files})
}

type visibilityInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the track."`
	Body struct {
		IsPublic bool `json:"isPublic" doc:"Whether visitors can hear it."`
	}
}

func (a *API) setVisibility(ctx context.Context, in *visibilityInput) (*edge.Body[things.TrackJSON], error) {
	t, err := a.Uploads.SetPublic(ctx, edge.Viewer(ctx), in.ID, in.Body.IsPublic)
	if err != nil {
		return nil, err
	}
	return edge.Reply(things.EncodeTrack(&t.Track))
}

func (a *API) removeTrack(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Uploads.Remove(ctx, edge.Viewer(ctx), in.ID)
}

// uploadedAudio serves an upload to the person who sent it. Once it is a track,
// it serves the track to everybody who may hear it.
func (a *API) uploadedAudio(w http.ResponseWriter, r *http.Request) error {
	id, err := mediaName(r.PathValue("name"))
	if err != nil {
		return err
	}
	return a.SendUpload(w, r, edge.Viewer(r.Context()), id)
}

// uploadedCover serves the picture of an upload or of its track.
func (a *API) uploadedCover(w http.ResponseWriter, r *http.Request) error {
	id, err := mediaName(r.PathValue("name"))
	if err != nil {
		return err
	}
	size, err := things.CoverSize(r)
	if err != nil {
		return err
	}
	u, picture, err := a.Uploads.Cover(r.Context(), edge.Viewer(r.Context()), id, size)
	switch {
	case music.CodeOf(err) == music.NotFound:
		return things.SendPictureOf(w, r, edge.Viewer(r.Context()), id, a.Library.Covers.OfTrack)
	case err != nil:
		return err
	case picture == nil:
		return things.SendPictureOf(w, r, edge.Viewer(r.Context()), u.TrackID, a.Library.Covers.OfTrack)
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Cache-Control", "private, no-cache")
	http.ServeContent(w, r, "", u.CreatedAt, bytes.NewReader(picture))
	return nil
}

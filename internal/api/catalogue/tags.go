package catalogue

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/tagging"
	"sonora/internal/words"
)

// tagsForm changes the tags of a track. Fields that are omitted stay as they are.
type tagsForm struct {
	Title       scalar.TextOrNull   `json:"title,omitzero" doc:"Title of the track; an empty text or null removes the tag."`
	Artist      scalar.TextOrNull   `json:"artist,omitzero" doc:"Separate several with semicolons."`
	Album       scalar.TextOrNull   `json:"album,omitzero" doc:"Title of the album."`
	AlbumArtist scalar.TextOrNull   `json:"albumArtist,omitzero" doc:"Separate several with semicolons."`
	Genre       scalar.TextOrNull   `json:"genre,omitzero" doc:"Separate several with semicolons."`
	Composer    scalar.TextOrNull   `json:"composer,omitzero" doc:"Separate several with semicolons."`
	Year        scalar.NumberOrNull `json:"year,omitzero" doc:"0 to 2100; 0 or null for none."`
	Track       scalar.NumberOrNull `json:"track,omitzero" doc:"Position on the disc; 0 or null for none."`
	TrackTotal  scalar.NumberOrNull `json:"trackTotal,omitzero" doc:"Number of tracks on the disc; 0 or null for none."`
	Disc        scalar.NumberOrNull `json:"disc,omitzero" doc:"Number of the disc; 0 or null for none."`
	DiscTotal   scalar.NumberOrNull `json:"discTotal,omitzero" doc:"Number of discs; 0 or null for none."`
	BPM         scalar.NumberOrNull `json:"bpm,omitzero" doc:"20 to 400; 0 or null for none."`
	Comment     scalar.TextOrNull   `json:"comment,omitzero" doc:"Free text."`
	Lyrics      scalar.TextOrNull   `json:"lyrics,omitzero" doc:"Plain text or LRC lines."`
	Compilation scalar.YesOrNo      `json:"compilation,omitzero" doc:"Whether the album is by various artists."`
}

func (f *tagsForm) edit() tagging.Edit {
	return tagging.Edit{
		Title: f.Title.Text, Artist: f.Artist.Text, Album: f.Album.Text, AlbumArtist: f.AlbumArtist.Text, Genre: f.Genre.Text,
		Composer: f.Composer.Text, Comment: f.Comment.Text, Lyrics: f.Lyrics.Text, Year: f.Year.Number, Track: f.Track.Number,
		TrackTotal: f.TrackTotal.Number, Disc: f.Disc.Number, DiscTotal: f.DiscTotal.Number, BPM: f.BPM.Number, Compilation: f.Compilation.Choice,
	}
}

// tagResultJSON is the result of an edit.
type tagResultJSON struct {
	ID      *string          `json:"id" doc:"ID of the edit, for undoing it; null if nothing changed."`
	Tracks  int              `json:"tracks" doc:"Number of tracks changed."`
	InFile  int              `json:"inFile" doc:"Number of tracks whose file was written."`
	Kept    int              `json:"kept" doc:"Number of tracks whose tags are kept in the database because the file cannot be written."`
	Reasons []tagFailureJSON `json:"reasons" doc:"Why tags are kept in the database, by track."`
	Failed  []tagFailureJSON `json:"failed" doc:"Tracks that were not changed, and why."`
}

type tagFailureJSON struct {
	ID     string `json:"id" doc:"ID of the track."`
	Detail string `json:"detail" doc:"The reason in one sentence."`
}

func encodeTagResult(ctx context.Context, r *tagging.Result) tagResultJSON {
	return tagResultJSON{
		ID: edge.OrNull(r.ID), Tracks: r.Tracks, InFile: r.InFile, Kept: r.Kept,
		Reasons: encodeReasons(ctx, r.Reasons), Failed: encodeReasons(ctx, r.Failed),
	}
}

func encodeReasons(ctx context.Context, reasons []tagging.Reason) []tagFailureJSON {
	return edge.EncodeAll(reasons, func(r *tagging.Reason) tagFailureJSON {
		return tagFailureJSON{r.ID, words.Render(music.LanguageOf(ctx), r.Detail)}
	})
}

type editedJSON struct {
	Edit  tagResultJSON   `json:"edit" doc:"What was changed and where."`
	Track trackDetailJSON `json:"track" doc:"The track with its new tags."`
}

// edited returns the result of an edit and the changed track.
func (a *API) edited(ctx context.Context, id string, r tagging.Result, err error) (*edge.Body[editedJSON], error) {
	if err != nil {
		return nil, err
	}
	t, err := a.Store.Track(ctx, edge.Viewer(ctx), id)
	if err != nil {
		return nil, err
	}
	return edge.Reply(editedJSON{encodeTagResult(ctx, &r), encodeTrackDetail(t)})
}

type tagsInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the track."`
	Body tagsForm
}

func (a *API) editTags(ctx context.Context, in *tagsInput) (*edge.Body[editedJSON], error) {
	r, err := a.Tags.Change(ctx, edge.Viewer(ctx), in.ID, in.Body.edit())
	return a.edited(ctx, in.ID, r, err)
}

type manyTagsForm struct {
	IDs  []string `json:"ids" doc:"1 to 500 track IDs."`
	Tags tagsForm `json:"tags" doc:"The tags to change in every track. Tags that you omit stay as they are."`
	From int      `json:"numberFrom,omitempty" minimum:"0" maximum:"9499" doc:"Number the tracks in the order of ids, from this position on their disc on; 0 leaves their positions as they are."`
}

type tagEditJSON struct {
	Edit tagResultJSON `json:"edit" doc:"What was changed and where."`
}

func (a *API) editManyTags(ctx context.Context, in *edge.Body[manyTagsForm]) (*edge.Body[tagEditJSON], error) {
	r, err := a.Tags.ChangeMany(ctx, edge.Viewer(ctx), tagging.Many{TrackIDs: in.Body.IDs, Edit: in.Body.Tags.edit(), NumberFrom: in.Body.From})
	if err != nil {
		return nil, err
	}
	return edge.Reply(tagEditJSON{encodeTagResult(ctx, &r)})
}

type coverInput struct {
	ID     string `path:"id" maxLength:"64" doc:"ID of the track."`
	Albums bool   `query:"albums" doc:"Apply to all tracks of the album that you may change."`
}

type coverFormInput struct {
	ID          string `path:"id" maxLength:"64" doc:"ID of the track."`
	Albums      bool   `query:"albums" doc:"Apply to all tracks of the album that you may change."`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

func (a *API) saveCover(ctx context.Context, in *coverFormInput) (*edge.Body[editedJSON], error) {
	content, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	r, err := a.Tags.SetCover(ctx, edge.Viewer(ctx), in.ID, content, in.Albums)
	return a.edited(ctx, in.ID, r, err)
}

func (a *API) removeCover(ctx context.Context, in *coverInput) (*struct{}, error) {
	_, err := a.Tags.SetCover(ctx, edge.Viewer(ctx), in.ID, nil, in.Albums)
	return nil, err
}

type tagEditSummaryJSON struct {
	ID        string          `json:"id" doc:"ID of the edit, for undoing it."`
	Tracks    int             `json:"tracks" doc:"Number of tracks changed."`
	InFile    int             `json:"inFile" doc:"Number of tracks whose file was written."`
	Kept      int             `json:"kept" doc:"Number of tracks whose tags are kept in the database."`
	CreatedAt edge.Time       `json:"createdAt" doc:"When the edit was made."`
	UndoneAt  edge.TimeOrNull `json:"undoneAt" doc:"When it was undone; null if it was not."`
}

func (a *API) tagEdits(ctx context.Context, in *edge.Part) (*edge.PageOf[tagEditSummaryJSON], error) {
	list, err := a.Tags.Edits(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, list, err, func(e *music.TagEditSummary) tagEditSummaryJSON {
		return tagEditSummaryJSON{e.ID, e.Tracks, e.InFile, e.Tracks - e.InFile, edge.Time(e.CreatedAt), edge.TimeOrNull(e.UndoneAt)}
	})
}

func (a *API) undoTagEdit(ctx context.Context, in *edge.ItemPath) (*edge.Body[tagEditJSON], error) {
	r, err := a.Tags.Undo(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(tagEditJSON{encodeTagResult(ctx, &r)})
}

package mix

import (
	"context"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/djmix"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/intake"
	"sonora/internal/mix"
	"sonora/internal/music"
	"sonora/internal/stream"
)

// mixDetailJSON is a mix with what its page shows.
type mixDetailJSON struct {
	things.MixJSON
	IsLiked        bool            `json:"isLiked" doc:"Whether you like it."`
	CanManage      bool            `json:"canManage" doc:"Whether you may change, moderate and withdraw it."`
	IsDownloadable bool            `json:"isDownloadable" doc:"Whether those who may hear it may also download it."`
	Tracklist      []tracklistJSON `json:"tracklist" nullable:"false" doc:"Songs of the mix in their order; empty if it has no tracklist."`
}

func encodeMixDetail(ctx context.Context) func(*djmix.Detail) mixDetailJSON {
	encode := things.EncodeMix(ctx)
	return func(d *djmix.Detail) mixDetailJSON { return detail(d, encode(&d.Mix)) }
}

func detail(d *djmix.Detail, m things.MixJSON) mixDetailJSON {
	return mixDetailJSON{
		MixJSON: m, IsLiked: d.IsLiked, CanManage: d.CanManage, IsDownloadable: d.MayDownload, Tracklist: encodeTracklist(d.Tracklist),
	}
}

func (a *API) mix(ctx context.Context, in *edge.ItemPath) (*edge.Body[mixDetailJSON], error) {
	d, err := a.Mixes.Detail(ctx, edge.Viewer(ctx), in.ID)
	return edge.Encoded(d, err, encodeMixDetail(ctx))
}

// ownMixForm changes a mix of the viewer. Fields that are omitted stay as they are.
type ownMixForm struct {
	edge.Returned[mixDetailJSON] `json:"-"`

	Title          scalar.TextOrNull   `json:"title,omitzero" doc:"Title of the mix."`
	DJName         scalar.TextOrNull   `json:"djName,omitzero" doc:"Name of the DJ."`
	Description    scalar.TextOrNull   `json:"description,omitzero" doc:"Text about the mix."`
	Genre          scalar.TextOrNull   `json:"genre,omitzero" doc:"Genre."`
	BPM            scalar.NumberOrNull `json:"bpm,omitzero" doc:"Beats per minute; null if unknown."`
	Tags           *[]string           `json:"tags,omitempty" doc:"Free tags."`
	IsPublic       scalar.YesOrNo      `json:"isPublic,omitzero" doc:"Whether visitors see it."`
	IsDownloadable scalar.YesOrNo      `json:"isDownloadable,omitzero" doc:"Whether those who may hear it may also download it."`
	EarlyDays      *int                `json:"earlyDays,omitempty" minimum:"0" maximum:"30" doc:"For how many days from now only people whose plan includes early access can play it; 0 for none."`
}

func (f *ownMixForm) fill(m *music.Mix) {
	f.Title.Set(&m.Title)
	f.DJName.Set(&m.DJName)
	f.Description.Set(&m.Description)
	f.Genre.Set(&m.Genre)
	f.IsPublic.Set(&m.IsPublic)
	f.IsDownloadable.Set(&m.MayDownload)
	if f.BPM.Number != nil {
		m.BPM = *f.BPM.Number
	}
	if f.Tags != nil {
		m.Tags = *f.Tags
	}
	if f.EarlyDays != nil {
		djmix.GiveEarlyAccess(m, *f.EarlyDays, time.Now())
	}
}

type ownMixInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the mix."`
	Body ownMixForm
}

func (a *API) saveOwnMix(ctx context.Context, in *ownMixInput) (*edge.Body[mixDetailJSON], error) {
	d, err := a.Mixes.Change(ctx, edge.Viewer(ctx), in.ID, in.Body.fill)
	return edge.Encoded(d, err, encodeMixDetail(ctx))
}

type saveTracklistInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the mix."`
	Body struct {
		Tracklist *[]tracklistJSON `json:"tracklist,omitempty" maxItems:"2000" doc:"The whole tracklist. For entries without a trackId, or with that of a track that you may not hear, the server looks in the library."`
		From      float64          `json:"from,omitempty" doc:"Seconds that were cut off the beginning of the sound after the tracklist was written: its times count from before."`
		Text      *string          `json:"text,omitempty" maxLength:"200000" doc:"Instead of tracklist: the text of a cue sheet, or lines such as 0:03:12 Artist - Title."`
	}
}

func (a *API) saveMixTracklist(ctx context.Context, in *saveTracklistInput) (*edge.Body[mixDetailJSON], error) {
	v, f := edge.Viewer(ctx), in.Body
	switch {
	case f.Text != nil && f.Tracklist == nil:
		d, err := a.Mixes.ReadTracklist(ctx, v, in.ID, *f.Text, f.From)
		return edge.Encoded(d, err, encodeMixDetail(ctx))
	case f.Tracklist != nil && f.Text == nil:
		d, err := a.Mixes.SetTracklist(ctx, v, in.ID, decodeTracklist(*f.Tracklist), f.From)
		return edge.Encoded(d, err, encodeMixDetail(ctx))
	}
	return nil, errOneTracklist
}

var errOneTracklist = music.FieldError(music.Invalid, "tracklist", music.Say("Send either tracklist or text."))

func (a *API) saveMixCover(ctx context.Context, in *things.CoverInput) (*edge.Body[mixDetailJSON], error) {
	picture, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	d, err := a.Mixes.SetCover(ctx, edge.Viewer(ctx), in.ID, picture)
	return edge.Encoded(d, err, encodeMixDetail(ctx))
}

func (a *API) removeMixCover(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Mixes.RemoveCover(ctx, edge.Viewer(ctx), in.ID)
}

// mixCover serves the picture of a mix. Its version is only in the path so that
// browsers request a new one.
func (a *API) mixCover(w http.ResponseWriter, r *http.Request) error {
	return things.SendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.Library.Covers.OfMix)
}

func (a *API) mixWaveform(ctx context.Context, in *edge.ItemPath) (*edge.Body[things.OverviewJSON], error) {
	w, err := a.Mixes.Waveform(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(*things.EncodeOverview(w))
}

// downloadMix sends the sound of a mix, to be saved as a file.
func (a *API) downloadMix(w http.ResponseWriter, r *http.Request) error {
	ctx, v := r.Context(), edge.Viewer(r.Context())
	d, err := a.Mixes.MayDownload(ctx, v, r.PathValue("id"))
	if err != nil {
		return err
	}
	upload := intake.MediaID(d.AudioURL)
	if upload == "" {
		return a.sendOwnSound(w, r, v, d.ID, d)
	}
	source, err := a.OpenUpload(ctx, v, upload, stream.Options{Proxy: true, IsDownload: true, IsOwn: d.CanManage})
	if err != nil {
		return err
	}
	return a.send(w, r, source, d)
}

// send sends the sound of a mix. With saved, browsers save it as a file, in which
// the mix is described.
func (a *API) send(w http.ResponseWriter, r *http.Request, source *stream.Source, saved *djmix.Detail) error {
	if saved == nil || source.Content == nil {
		return a.SendSource(w, r, source)
	}
	file, size, version, err := mix.Described(saved, source.Content, source.Size)
	if err != nil {
		source.Close()
		return err
	}
	source.FileName, source.Content, source.Size = fileName(&saved.Mix, soundExtension(&saved.Mix)), file, size
	if version != "" {
		source.ETag, source.ModTime = strings.TrimSuffix(source.ETag, `"`)+"-"+version+`"`, time.Time{}
	}
	return a.SendSource(w, r, source)
}

// mixCue sends the tracklist of a mix as a cue sheet.
func (a *API) mixCue(w http.ResponseWriter, r *http.Request) error {
	d, err := a.Mixes.Detail(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/x-cue; charset=utf-8")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(&d.Mix, ".cue")}))
	h.Set("Cache-Control", "private, no-cache")
	_, err = io.WriteString(w, djmix.Cue(&d.Mix, d.Tracklist, fileName(&d.Mix, soundExtension(&d.Mix))))
	if r.Context().Err() == nil {
		return err
	}
	return nil // the client has disconnected
}

// soundExtension returns the file name extension of the sound of a mix. Those made
// here are MP3.
func soundExtension(m *music.Mix) string {
	if intake.MediaID(m.AudioURL) == "" {
		return ".mp3"
	}
	return path.Ext(m.AudioURL)
}

// fileName returns "DJ - Title" without characters that file systems refuse.
func fileName(m *music.Mix, extension string) string {
	name := m.Title
	if m.DJName != "" {
		name = m.DJName + " - " + m.Title
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name) + extension
}

// SendMix serves the sound of a mix behind a link of the viewer.
func (a *API) SendMix(w http.ResponseWriter, r *http.Request, v music.Viewer, m *music.Mix, permit func(context.Context) error) error {
	if upload := intake.MediaID(m.AudioURL); upload != "" {
		return a.SendUpload(w, r, v, upload, permit)
	}
	return a.sendOwnSound(w, r, v, m.ID, nil)
}

func (a *API) playedMix(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Mixes.Played(ctx, edge.Viewer(ctx), in.ID, edge.ClientOf(ctx)); err != nil {
		return nil, err
	}
	return edge.Say("Reported.")
}

type mixLikesJSON struct {
	IsLiked bool  `json:"isLiked" doc:"Whether you like it."`
	Likes   int64 `json:"likes" doc:"Number of people who like it."`
}

func (a *API) likeMix(ctx context.Context, in *edge.ItemPath) (*edge.Body[mixLikesJSON], error) {
	likes, err := a.Mixes.Like(ctx, edge.Viewer(ctx), in.ID, true)
	if err != nil {
		return nil, err
	}
	return edge.Reply(mixLikesJSON{true, likes})
}

func (a *API) unlikeMix(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	_, err := a.Mixes.Like(ctx, edge.Viewer(ctx), in.ID, false)
	return nil, err
}

package automix

import (
	"context"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/automix"
	"sonora/internal/automix/plan"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/stream"
)

// automixForm is what a mix is made of.
type automixForm struct {
	PlaylistID string   `json:"playlistId,omitempty" maxLength:"64" doc:"Playlist to mix; instead of trackIds or prompt."`
	TrackIDs   []string `json:"trackIds,omitempty" nullable:"false" maxItems:"200" doc:"Two or more tracks to mix; instead of playlistId or prompt."`
	Prompt     string   `json:"prompt,omitempty" doc:"A description in English or Spanish: length, genres, artists, mood, tempo, key, curve of energy. At most 500 characters."`
	Title      string   `json:"title,omitempty" doc:"Title; otherwise the name of the playlist or the description."`
	Order      string   `json:"order,omitempty" enum:"best,given" default:"best" doc:"best: so that tempos and keys go together."`
	Minutes    int      `json:"minutes,omitempty" doc:"Length, 5 to 180; all tracks if omitted."`
	Curve      string   `json:"curve,omitempty" enum:"flat,rise,peak,wave" doc:"Curve of energy, for the best order."`
	First      string   `json:"first,omitempty" maxLength:"64" doc:"ID of the track to begin with."`
	Last       string   `json:"last,omitempty" maxLength:"64" doc:"ID of the track to end with."`
	Bars       int      `json:"bars,omitempty" doc:"The longest blend: 4, 8 or 16 bars; as many as fit if omitted."`
}

func (a *API) makeAutomix(ctx context.Context, in *edge.Body[automixForm]) (*edge.Body[automixJSON], error) {
	f := &in.Body
	m, err := a.Automixes.Order(ctx, edge.Viewer(ctx), f.Title, automix.Wishes{
		PlaylistID: f.PlaylistID, TrackIDs: f.TrackIDs, Prompt: f.Prompt, KeepOrder: f.Order == "given", Minutes: f.Minutes, Curve: plan.Curve(f.Curve),
		First: f.First, Last: f.Last, Bars: f.Bars,
	})
	return reply(ctx, m, err)
}

func reply(ctx context.Context, m *automix.Made, err error) (*edge.Body[automixJSON], error) {
	return edge.Encoded(m, err, func(m *automix.Made) automixJSON { return encode(ctx, m) })
}

type automixesInput struct{ edge.Paging }

func (a *API) automixes(ctx context.Context, in *automixesInput) (*edge.PageOf[ListedAutomixJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Automixes.List(ctx, edge.Viewer(ctx), page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, func(m *automix.Made) ListedAutomixJSON { return encodeListed(ctx, m) }), nil
}

func (a *API) automix(ctx context.Context, in *edge.ItemPath) (*edge.Body[automixJSON], error) {
	m, err := a.Automixes.Get(ctx, edge.Viewer(ctx), in.ID)
	return reply(ctx, m, err)
}

type pairInput struct {
	Prompt string `query:"prompt" required:"true" maxLength:"500" doc:"A description in English or Spanish: genres, artists, mood, tempo, key."`
}

func (a *API) pair(ctx context.Context, in *pairInput) (*edge.Body[pairJSON], error) {
	p, err := a.Automixes.Pair(ctx, edge.Viewer(ctx), in.Prompt)
	return edge.Encoded(p, err, func(p *automix.Pair) pairJSON { return encodePair(ctx, p) })
}

type automixTitleForm struct {
	edge.Returned[automixJSON] `json:"-"`

	Title string `json:"title" doc:"The new title."`
}

type titleInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the automix."`
	Body automixTitleForm
}

func (a *API) saveAutomix(ctx context.Context, in *titleInput) (*edge.Body[automixJSON], error) {
	m, err := a.Automixes.Rename(ctx, edge.Viewer(ctx), in.ID, in.Body.Title)
	return reply(ctx, m, err)
}

func (a *API) removeAutomix(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Automixes.Delete(ctx, edge.Viewer(ctx), in.ID)
}

// automixJoinForm changes a join. Fields that are omitted stay as they are.
type automixJoinForm struct {
	edge.Returned[automixJoinJSON] `json:"-"`

	Kind  scalar.TextOrNull    `json:"kind,omitzero" doc:"blend, cut, echo, fade or gapless; null lets the server decide."`
	Bars  scalar.IntegerOrNull `json:"bars,omitzero" doc:"Of a blend: 4, 8 or 16; null or 0 lets the server decide."`
	Start scalar.NumberOrNull  `json:"start,omitzero" doc:"Seconds of the mix at which to begin, moved to the nearest bar of the track before; null or 0 lets the server decide."`
}

type joinInput struct {
	ID     string `path:"id" maxLength:"64" doc:"ID of the automix."`
	Number int    `path:"number" minimum:"1" maximum:"200" doc:"Number of the join, from 1."`
	Body   automixJoinForm
}

func (a *API) saveJoin(ctx context.Context, in *joinInput) (*edge.Body[automixJSON], error) {
	j := automix.Join{Start: in.Body.Start.Number, Bars: in.Body.Bars.Number}
	if in.Body.Kind.Text != nil {
		j.Kind = new(plan.Kind(*in.Body.Kind.Text))
	}
	m, err := a.Automixes.ChangeJoin(ctx, edge.Viewer(ctx), in.ID, in.Number-1, j)
	return reply(ctx, m, err)
}

type automixPublicationForm struct {
	DJName      string `json:"djName,omitempty" doc:"Name of the DJ; yours if omitted."`
	Description string `json:"description,omitempty" doc:"Text about the mix."`
	Genre       string `json:"genre,omitempty" doc:"Genre."`
	IsPublic    bool   `json:"isPublic,omitempty" doc:"Whether visitors see it."`
}

type publicationInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the automix."`
	Body automixPublicationForm
}

func (a *API) publish(ctx context.Context, in *publicationInput) (*edge.Body[things.MixJSON], error) {
	f := in.Body
	m, err := a.Automixes.Publish(ctx, edge.Viewer(ctx), in.ID, automix.Publication{DJName: f.DJName, Description: f.Description, Genre: f.Genre, IsPublic: f.IsPublic})
	return edge.Encoded(m, err, things.EncodeMix(ctx))
}

func (a *API) audio(w http.ResponseWriter, r *http.Request) error {
	sound, err := a.Automixes.Listen(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	defer func() { _ = sound.Close() }() // read only
	return a.SendSource(w, r, &stream.Source{ContentType: stream.ContentType(music.MP3, ""), ETag: sound.ETag, Size: sound.Size, Content: sound})
}

func (a *API) waveform(ctx context.Context, in *edge.ItemPath) (*edge.Body[things.OverviewJSON], error) {
	w, err := a.Automixes.Waveform(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(*things.EncodeOverview(w))
}

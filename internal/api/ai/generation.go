package ai

import (
	"context"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"sonora/internal/ai"
	"sonora/internal/edge"
	"sonora/internal/generation"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/stream"
	"sonora/internal/words"
)

// generationForm is what a person asks for.
type generationForm struct {
	Prompt   string    `json:"prompt,omitempty" doc:"A description in English or Spanish: genre, mood, tempo, key, length, instruments. At most 2,000 characters."`
	Provider string    `json:"provider,omitempty" maxLength:"50" doc:"Who makes it; the operator's choice if omitted."`
	Seed     *uint64   `json:"seed,omitempty" maximum:"9007199254740991" doc:"The same number and description give the same piece; any if omitted."`
	Duration float64   `json:"duration,omitempty" doc:"Seconds, 15 to 600; as described if omitted."`
	LikeID   string    `json:"likeTrackId,omitempty" maxLength:"64" doc:"A track that it resembles in tempo, key, energy and form, never in its melody. The description wins, and may be empty. The composer makes it."`
	ParentID string    `json:"parentId,omitempty" maxLength:"64" doc:"One of your pieces by the composer, to change."`
	Change   string    `json:"change,omitempty" doc:"What to change of it: slower, more bass, another version. At most 2,000 characters."`
	Section  *int      `json:"section,omitempty" minimum:"0" maximum:"99" doc:"The section of its plan to write again, from 0."`
	Plan     *planJSON `json:"plan,omitempty" doc:"Its plan as you edited it."`
}

func (a *API) order(ctx context.Context, in *edge.Body[generationForm]) (*edge.Body[generationJSON], error) {
	f := &in.Body
	x, err := a.AI.Order(ctx, edge.Viewer(ctx), ai.Order{
		Prompt: f.Prompt, Provider: f.Provider, Seed: f.Seed, Duration: time.Duration(f.Duration * float64(time.Second)),
		LikeID: f.LikeID, ParentID: f.ParentID, Change: f.Change, Section: f.Section, Plan: f.Plan.plan(),
	})
	return a.reply(ctx, x, err)
}

// importForm is a finished piece of a service.
type importForm struct {
	AudioURL string `json:"audioUrl" doc:"The audioUrl of one of your uploads."`
	Provider string `json:"provider" doc:"The service that made it, such as aiva or amper. At most 50 characters."`
	Prompt   string `json:"prompt" doc:"What you asked the service for. At most 2,000 characters."`
	Title    string `json:"title,omitempty" doc:"Title; the first words of the prompt if omitted."`
}

func (a *API) importGeneration(ctx context.Context, in *edge.Body[importForm]) (*edge.Body[generationJSON], error) {
	f := &in.Body
	x, err := a.AI.Import(ctx, edge.Viewer(ctx), ai.Import{UploadID: intake.MediaID(f.AudioURL), Provider: f.Provider, Prompt: f.Prompt, Title: f.Title})
	return a.reply(ctx, x, err)
}

func (a *API) reply(ctx context.Context, x *generation.Generation, err error) (*edge.Body[generationJSON], error) {
	if err != nil {
		return nil, err
	}
	e, err := a.encoder(ctx, *x)
	if err != nil {
		return nil, err
	}
	out, err := e.generation(x)
	if err != nil {
		return nil, err
	}
	return edge.Reply(*out)
}

func (a *API) generations(ctx context.Context, in *struct{ edge.Paging }) (*edge.PageOf[generationJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.AI.List(ctx, edge.Viewer(ctx), page)
	if err != nil {
		return nil, err
	}
	e, err := a.encoder(ctx, list.Items...)
	if err != nil {
		return nil, err
	}
	encoded := map[string]*generationJSON{}
	for i := range list.Items {
		x := &list.Items[i]
		if encoded[x.ID], err = e.generation(x); err != nil {
			return nil, err
		}
	}
	return edge.Answer(&in.Paging, list, func(x *generation.Generation) generationJSON { return *encoded[x.ID] }), nil
}

func (a *API) generation(ctx context.Context, in *edge.ItemPath) (*edge.Body[generationJSON], error) {
	x, err := a.AI.Get(ctx, edge.Viewer(ctx), in.ID)
	return a.reply(ctx, x, err)
}

func (a *API) removeGeneration(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.AI.Delete(ctx, edge.Viewer(ctx), in.ID)
}

func (a *API) cancelGeneration(ctx context.Context, in *edge.ItemPath) (*edge.Body[generationJSON], error) {
	x, err := a.AI.Cancel(ctx, edge.Viewer(ctx), in.ID)
	return a.reply(ctx, x, err)
}

func (a *API) audio(w http.ResponseWriter, r *http.Request) error {
	sound, err := a.AI.Listen(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	defer func() { _ = sound.Close() }() // read only
	return a.SendSource(w, r, &stream.Source{ContentType: "audio/wav", ETag: sound.ETag, Size: sound.Size, Content: sound})
}

// file sends a file that the composer writes of a piece.
func (a *API) file(w http.ResponseWriter, r *http.Request) error {
	edge.SetDeadline(w, time.Time{}) // stems take a while
	d, err := a.AI.Download(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"), ai.Kind(r.PathValue("kind")))
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // read only
	h := w.Header()
	h.Set("Content-Type", d.ContentType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": d.FileName}))
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Length", strconv.FormatInt(d.Size, 10))
	if _, err := io.Copy(w, d); r.Context().Err() == nil {
		return err
	}
	return nil // the client has disconnected
}

// aiMusicProviderJSON is the built-in composer or a service that makes music.
type aiMusicProviderJSON struct {
	Name          string  `json:"name" doc:"Name in requests: built-in, suno and so on."`
	Label         string  `json:"label" doc:"Name for people, in the language of the request."`
	IsDefault     bool    `json:"isDefault" doc:"Whether it makes what names no provider."`
	CostPerMinute float64 `json:"costPerMinute" doc:"Dollars that a piece of one minute costs the operator, roughly; 0 if a piece costs nothing."`
}

type aiMusicProvidersJSON struct {
	Items []aiMusicProviderJSON `json:"items" nullable:"false" doc:"The built-in composer first, then the services that are set up."`
}

// builtIn is the name of the composer beside those of services.
var builtIn = music.Say("Built-in synthesizer")

func (a *API) providers(ctx context.Context, _ *struct{}) (*edge.Body[aiMusicProvidersJSON], error) {
	composer := aiMusicProviderJSON{Name: generation.BuiltIn, Label: words.Render(music.LanguageOf(ctx), builtIn), IsDefault: a.Settings.Get().AIProvider == generation.BuiltIn}
	out := aiMusicProvidersJSON{[]aiMusicProviderJSON{composer}}
	for _, o := range a.Providers.Offers() {
		out.Items = append(out.Items, aiMusicProviderJSON{o.Name, o.Label, o.IsDefault, o.CostPerMinute.Dollars()})
	}
	return edge.Reply(out)
}

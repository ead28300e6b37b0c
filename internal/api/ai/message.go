package ai

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/ai"
	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/generation"
	"sonora/internal/words"
)

// aiMessageJSON is one line of a conversation with the composer.
type aiMessageJSON struct {
	ID         string              `json:"id" doc:"ID of the message."`
	Type       string              `json:"type" enum:"user,ai" doc:"Who wrote it: you, or the server."`
	Content    string              `json:"content" doc:"The text."`
	Timestamp  edge.Time           `json:"timestamp" doc:"When it was written."`
	Track      *nullableSong       `json:"track" doc:"The music that it announces; null for none, and once it is deleted."`
	Generation *nullableGeneration `json:"generation" doc:"The same with everything that is known of it."`
}

type (
	nullableSong       aiSongJSON
	nullableGeneration generationJSON
)

// Schema implements huma.SchemaProvider.
func (nullableSong) Schema(r huma.Registry) *huma.Schema { return things.Nullable[aiSongJSON](r) }

// Schema implements huma.SchemaProvider.
func (nullableGeneration) Schema(r huma.Registry) *huma.Schema {
	return things.Nullable[generationJSON](r)
}

// aiSongJSON is what a message says about music.
type aiSongJSON struct {
	Title    string  `json:"title" doc:"Title."`
	Style    string  `json:"style" doc:"Style; may be empty."`
	Duration float64 `json:"duration" doc:"Seconds."`
	AudioURL *string `json:"audioUrl" doc:"Path of the sound; null until there is some."`
	CoverURL *string `json:"coverUrl" doc:"Path of the cover; null before it is ready."`
}

// message encodes a message with the music that it announces, nil for none.
func (e *encoder) message(m *generation.Message, x *generation.Generation) (aiMessageJSON, error) {
	out := aiMessageJSON{ID: m.ID, Type: "user", Content: m.Content, Timestamp: edge.Time(m.CreatedAt)}
	if m.IsReply() {
		out.Type, out.Content = "ai", words.Render(e.language, m.Reply)
	}
	if x == nil {
		return out, nil
	}
	g, err := e.generation(x)
	if err != nil {
		return out, err
	}
	out.Generation = (*nullableGeneration)(g)
	out.Track = &nullableSong{g.Title, g.Style, x.Duration.Seconds(), g.AudioURL, g.CoverImageURL}
	return out, nil
}

func (a *API) encodeMessages(ctx context.Context, list []generation.Message) ([]aiMessageJSON, error) {
	pieces, err := a.AI.Announced(ctx, edge.Viewer(ctx), list)
	if err != nil {
		return nil, err
	}
	e, err := a.encoder(ctx, pieces...)
	if err != nil {
		return nil, err
	}
	announced := make(map[string]*generation.Generation, len(pieces))
	for i := range pieces {
		announced[pieces[i].ID] = &pieces[i]
	}
	out := make([]aiMessageJSON, len(list))
	for i := range list {
		if out[i], err = e.message(&list[i], announced[list[i].GenerationID]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (a *API) messages(ctx context.Context, in *struct{ edge.Paging }) (*edge.PageOf[aiMessageJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.AI.Messages(ctx, edge.Viewer(ctx), page)
	if err != nil {
		return nil, err
	}
	encoded, err := a.encodeMessages(ctx, list.Items)
	if err != nil {
		return nil, err
	}
	next := 0
	return edge.Answer(&in.Paging, list, func(*generation.Message) aiMessageJSON { next++; return encoded[next-1] }), nil
}

type aiMessageForm struct {
	Content      string `json:"content" doc:"What you want, at most 10,000 characters. It may be empty with likeTrackId."`
	Provider     string `json:"provider,omitempty" maxLength:"50" doc:"Who makes new music; the operator's choice if omitted."`
	GenerationID string `json:"generationId,omitempty" maxLength:"64" doc:"The piece that you want changed; your newest if omitted."`
	LikeID       string `json:"likeTrackId,omitempty" maxLength:"64" doc:"A track that new music resembles in tempo, key, energy and form, never in its melody. What you write wins. The composer makes it."`
}

type aiMessagesJSON struct {
	Items []aiMessageJSON `json:"items" nullable:"false" doc:"Your message and the answer."`
}

func (a *API) sendMessage(ctx context.Context, in *edge.Body[aiMessageForm]) (*edge.Body[aiMessagesJSON], error) {
	list, err := a.AI.Answer(ctx, edge.Viewer(ctx), ai.Said{Content: in.Body.Content, Provider: in.Body.Provider, GenerationID: in.Body.GenerationID, LikeID: in.Body.LikeID})
	if err != nil {
		return nil, err
	}
	items, err := a.encodeMessages(ctx, list)
	if err != nil {
		return nil, err
	}
	return edge.Reply(aiMessagesJSON{items})
}

func (a *API) clearMessages(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.AI.Forget(ctx, edge.Viewer(ctx))
}

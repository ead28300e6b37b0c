package ai

import (
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/ai"
	"sonora/internal/ai/compose/judge"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/style"
	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/words"
)

// generationJSON is a request for music and what became of it.
type generationJSON struct {
	ID              string             `json:"id" doc:"ID of the generation."`
	CreatedAt       edge.Time          `json:"createdAt" doc:"When it was asked for."`
	Prompt          string             `json:"prompt" doc:"What you asked for."`
	Provider        string             `json:"provider" doc:"Who makes it: built-in, or the name of a service."`
	State           string             `json:"state" enum:"queued,composing,submitted,fetching,finishing,ready,failed,cancelled" doc:"submitted: a service makes it. fetching: its file is on its way. finishing: it becomes a track. failed: see the reason."`
	Stage           string             `json:"stage" doc:"What the composer does: plan, write, mix or file; may be empty."`
	Progress        scalar.Thousandths `json:"progress" doc:"0 to 1."`
	Place           *int               `json:"place" doc:"Place in the queue, 1 for the next; null if it does not wait."`
	ExpectedSeconds *float64           `json:"expectedSeconds" doc:"Seconds until it begins, roughly; null if it does not wait."`
	Reason          string             `json:"reason" doc:"Why it failed; may be empty."`
	Title           string             `json:"title" doc:"Title."`
	Style           string             `json:"style" doc:"Style; empty for other providers."`
	BPM             *scalar.Tenths     `json:"bpm" doc:"Tempo; null if unknown."`
	Key             *string            `json:"key" doc:"Key, such as D minor; null if unknown."`
	Seed            uint64             `json:"seed" doc:"The number that makes it different from others of the same prompt."`
	Duration        scalar.Thousandths `json:"duration" doc:"Seconds; planned until it is ready."`
	Playable        scalar.Thousandths `json:"playable" doc:"Seconds that can be heard so far."`
	AudioURL        *string            `json:"audioUrl" doc:"Path of the sound; null until there is some. It changes when the piece is ready."`
	CoverImageURL   *string            `json:"coverImageUrl" doc:"Path of the cover; null before it is ready."`
	TrackID         *string            `json:"trackId" doc:"ID of the track; null before it is ready, and once the track is deleted."`
	ParentID        *string            `json:"parentId" doc:"ID of the generation that it changes, or the first one of the same order; null for none."`
	Alternatives    []string           `json:"alternatives" nullable:"false" doc:"IDs of your other pieces that a service made for the same order."`
	Plan            *planJSON          `json:"plan" doc:"The composer's plan, which you may edit and send back; null for other providers."`
	Understood      string             `json:"understood" doc:"What the composer understood, in a sentence; may be empty."`
	Ignored         []string           `json:"ignored" nullable:"false" doc:"Your words that could not be met as you said them."`
	Notes           []string           `json:"notes" nullable:"false" doc:"What was done about each of these words, in sentences."`
	Review          *nullableReview    `json:"review" doc:"What an operator says; null before it is ready."`
	Cost            float64            `json:"cost" doc:"Dollars that it cost, or will."`
}

type nullableReview aiReviewJSON

// Schema implements huma.SchemaProvider.
func (nullableReview) Schema(r huma.Registry) *huma.Schema { return things.Nullable[aiReviewJSON](r) }

type aiReviewJSON struct {
	Status string             `json:"status" enum:"pending,approved,rejected" doc:"pending: only you and operators hear it. approved: everybody does."`
	Reason string             `json:"reason" doc:"Why it was rejected; may be empty."`
	Score  *float64           `json:"score" doc:"Measured quality, 0 to 10; null if it is not measured."`
	Parts  []aiReviewPartJSON `json:"parts" nullable:"false" doc:"Parts of the score."`
}

type aiReviewPartJSON struct {
	Name   string  `json:"name" doc:"loudness, peak, balance, stereo, crest, key, rhythm, repetition, contrast, melody, clipping, silence or ending."`
	Value  float64 `json:"value" doc:"0 to 1."`
	Weight float64 `json:"weight" doc:"How much it counts."`
}

// encoder encodes the generations of one reply.
type encoder struct {
	language string
	places   map[string]ai.Waiting
	others   map[string][]string // see ai.Alternatives
}

func (a *API) encoder(ctx context.Context, list ...generation.Generation) (*encoder, error) {
	places, err := a.AI.Places(ctx, list...)
	if err != nil {
		return nil, err
	}
	others, err := a.AI.Alternatives(ctx, edge.Viewer(ctx), list...)
	return &encoder{music.LanguageOf(ctx), places, others}, err
}

func (e *encoder) generation(x *generation.Generation) (*generationJSON, error) {
	understood, err := ai.Understood(x)
	if err != nil {
		return nil, err
	}
	ignored, unmet, err := ai.Unmet(x)
	if err != nil {
		return nil, err
	}
	out := &generationJSON{
		ID: x.ID, CreatedAt: edge.Time(x.CreatedAt), Prompt: x.Prompt, Provider: x.Provider, State: string(x.State), Stage: string(x.Stage),
		Progress: scalar.InThousandths(x.Progress), Reason: words.Render(e.language, x.Reason), Title: x.Title, Style: e.style(x.Style),
		BPM: edge.OrNull(scalar.InTenths(x.BPM)), Key: edge.OrNull(words.Render(e.language, ai.KeyName(x.Key))), Seed: x.Seed, Duration: scalar.InThousandths(x.Duration.Seconds()), Playable: scalar.InThousandths(x.Playable.Seconds()),
		TrackID: edge.OrNull(x.TrackID), ParentID: edge.OrNull(x.ParentID), Understood: words.Render(e.language, understood), Ignored: ignored, Alternatives: append([]string{}, e.others[x.ID]...), Cost: x.Cost.Dollars(),
	}
	out.Notes = []string{}
	for _, note := range unmet {
		out.Notes = append(out.Notes, words.Render(e.language, note))
	}
	if w, ok := e.places[x.ID]; ok {
		out.Place, out.ExpectedSeconds = &w.Place, new(w.Expected.Seconds())
	}
	if x.TrackID != "" {
		out.AudioURL, out.CoverImageURL = new("/api/tracks/"+x.TrackID+"/stream"), new("/api/tracks/"+x.TrackID+"/cover")
	} else if x.State.IsBusy() && x.Playable > 0 {
		out.AudioURL = new("/api/ai/generations/" + x.ID + "/audio")
	}
	if len(x.Plan) > 0 {
		p, err := plan.Stored(x.Plan)
		if err != nil {
			return nil, err
		}
		out.Plan = &planJSON{p}
	}
	out.Review, err = review(&x.Review)
	return out, err
}

// style returns the name of a style for people.
func (e *encoder) style(name string) string {
	if s := style.Named(name); s != nil {
		return s.Label.In(e.language)
	}
	return name
}

func review(r *generation.Review) (*nullableReview, error) {
	if r.Verdict == "" {
		return nil, nil
	}
	out := &nullableReview{Status: string(r.Verdict), Reason: r.Reason, Parts: []aiReviewPartJSON{}}
	if r.Score != generation.NoScore {
		out.Score = &r.Score
	}
	if len(r.Parts) == 0 {
		return out, nil
	}
	var parts []judge.Part
	if err := json.Unmarshal(r.Parts, &parts); err != nil {
		return nil, err
	}
	for _, p := range parts {
		out.Parts = append(out.Parts, aiReviewPartJSON{p.Name, p.Score, p.Weight})
	}
	return out, nil
}

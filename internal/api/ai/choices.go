package ai

import (
	"context"

	"sonora/internal/ai"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

// planChoiceJSON is a value that a plan can have.
type planChoiceJSON struct {
	Name  string `json:"name" doc:"Name in plans."`
	Label string `json:"label" doc:"Name for people, in the language of the request."`
}

type planChoicesJSON struct {
	Styles      []planChoiceJSON            `json:"styles" nullable:"false" doc:"Every style."`
	Instruments map[string][]planChoiceJSON `json:"instruments" nullable:"false" doc:"The instruments that can play each role: drums, bass, lead and so on."`
}

func (a *API) choices(ctx context.Context, _ *struct{}) (*edge.Body[planChoicesJSON], error) {
	language := music.LanguageOf(ctx)
	encode := func(list []ai.Choice) []planChoiceJSON {
		out := make([]planChoiceJSON, len(list))
		for i, c := range list {
			out[i] = planChoiceJSON{c.Name, words.Render(language, c.Label)}
		}
		return out
	}
	all := ai.PlanChoices()
	out := planChoicesJSON{encode(all.Styles), map[string][]planChoiceJSON{}}
	for role, list := range all.Instruments {
		out.Instruments[string(role)] = encode(list)
	}
	return edge.Reply(out)
}

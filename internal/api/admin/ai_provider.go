package admin

import (
	"context"
	"time"

	"sonora/internal/ai/remote"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

type aiProviderJSON struct {
	Name         string          `json:"name" doc:"Name in settings, such as suno."`
	Label        string          `json:"label" doc:"Name for people."`
	IsConfigured bool            `json:"configured" doc:"Whether the settings have what it needs."`
	IsOK         bool            `json:"ok" doc:"Whether it answered at the last check, and accepted the key."`
	Detail       string          `json:"detail" doc:"What is wrong; empty if nothing is known to be."`
	LatencyMs    int64           `json:"latencyMs" doc:"How long the last check took, in milliseconds."`
	CheckedAt    edge.TimeOrNull `json:"checkedAt" doc:"Time of the last check."`
}

type aiProvidersJSON struct {
	Items []aiProviderJSON `json:"items" doc:"All providers that Sonora knows, in alphabetical order."`
}

func encodeAIProviders(ctx context.Context, list []remote.Status) (*edge.Body[aiProvidersJSON], error) {
	language := music.LanguageOf(ctx)
	return edge.Reply(aiProvidersJSON{edge.EncodeAll(list, func(p *remote.Status) aiProviderJSON {
		return aiProviderJSON{
			Name: p.Name, Label: p.Label, IsConfigured: p.IsConfigured, IsOK: p.IsOK, Detail: words.Render(language, p.Detail),
			LatencyMs: int64(p.Latency / time.Millisecond), CheckedAt: edge.TimeOrNull(p.CheckedAt),
		}
	})})
}

func (a *API) aiProviders(ctx context.Context, _ *struct{}) (*edge.Body[aiProvidersJSON], error) {
	return encodeAIProviders(ctx, a.Providers.Statuses())
}

func (a *API) checkAIProviders(ctx context.Context, _ *struct{}) (*edge.Body[aiProvidersJSON], error) {
	return encodeAIProviders(ctx, a.Providers.Check(ctx))
}

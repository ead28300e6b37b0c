package provider

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"
)

// elevenLabs is ElevenLabs Music, which returns the music in the answer to the
// order. Source: elevenlabs.io/docs/api-reference/music/compose.
type elevenLabs struct{ adapter }

func newElevenLabs(c Config, client Client) (Provider, error) {
	headers := map[string]string{}
	if c.Key != "" {
		headers["xi-api-key"] = c.Key
	}
	a := &elevenLabs{adapter{
		service: &service{
			name: ElevenLabs, label: "ElevenLabs", headers: headers,
			words: []word{{"bad_prompt", Policy}, {"quota_exceeded", Quota}, {"too_many_concurrent_requests", Rate}, {"system_busy", Rate}},
		},
		able: Capabilities{
			Label: "ElevenLabs", MinDuration: 3 * time.Second, MaxDuration: 10 * time.Minute, MaxPrompt: 4100, Results: 1, Sync: true, Concurrency: 2,
		},
		price: prices[ElevenLabs],
	}}
	return a, a.connect(c.URL, "https://api.elevenlabs.io", client)
}

func (a *elevenLabs) Submit(ctx context.Context, r Request) (Job, error) {
	r = a.fit(r)
	q := post("v1/music", map[string]any{
		"prompt": r.Prompt, "music_length_ms": r.Duration.Milliseconds(), "model_id": "music_v2", "force_instrumental": r.Instrumental,
	})
	q.query, q.accept, q.wait = url.Values{"output_format": {"mp3_44100_128"}}, "audio/*", makingTime
	res, err := a.send(ctx, q) //nolint:bodyclose // whoever opens the output closes it
	if err != nil {
		return Job{}, err
	}
	return a.received(res), nil
}

// Poll has nothing to ask: the answer to the order was the music.
func (a *elevenLabs) Poll(context.Context, string) (Job, error) {
	return Job{}, a.fault(Gone, errors.New("the service keeps no orders"))
}

// Check asks for the subscription. A key that may make music need not be
// allowed to see it.
func (a *elevenLabs) Check(ctx context.Context) error {
	var answer struct{}
	err := a.ask(ctx, get("v1/user/subscription", nil), &answer)
	if e, ok := errors.AsType[*Error](err); ok && e.Kind == Auth && strings.Contains(e.Error(), "missing_permissions") {
		return nil
	}
	return err
}

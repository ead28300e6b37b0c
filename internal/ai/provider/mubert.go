package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"sonora/internal/music"
)

// mubert is Mubert API 3. Source: the skill mubert-generate in
// github.com/MubertAI/skills, and the OpenAPI document of music-api.mubert.com. Its webhooks
// belong to a licence and not to an order, so that no order can have a secret of its own: it is
// only asked.
type mubert struct{ adapter }

var errMubertKey = music.NewError(music.Invalid, "enter the key of Mubert as CUSTOMER-ID:ACCESS-TOKEN")

func newMubert(c Config, client Client) (Provider, error) {
	customer, token, ok := strings.Cut(c.Key, ":")
	if !ok || customer == "" || token == "" {
		return nil, errMubertKey
	}
	a := &mubert{adapter{
		service: &service{
			name: Mubert, label: "Mubert", headers: map[string]string{"customer-id": customer, "access-token": token}, hosts: []string{"mubert.com"},
		},
		able: Capabilities{
			Label: "Mubert", MinDuration: 15 * time.Second, MaxDuration: 10 * time.Minute, MaxPrompt: 200, Results: 1, Concurrency: 4,
		},
		price: prices[Mubert],
	}}
	return a, a.connect(c.URL, "https://music-api.mubert.com", client)
}

const mubertTracks = "api/v3/public/tracks"

type mubertTrack struct {
	ID          string `json:"id"`
	Generations []struct {
		Status  string `json:"status"`
		Address string `json:"url"`
	} `json:"generations"`
}

// askMubert returns the track of an answer, which is wrapped in data or not.
func askMubert(ctx context.Context, a *mubert, q question) (mubertTrack, error) {
	var answer struct {
		mubertTrack
		Data mubertTrack `json:"data"`
	}
	err := a.ask(ctx, q, &answer)
	if answer.ID == "" {
		return answer.Data, err
	}
	return answer.mubertTrack, err
}

func (a *mubert) Submit(ctx context.Context, r Request) (Job, error) {
	r = a.fit(r)
	order := map[string]any{"prompt": r.Prompt, "duration": int(r.Duration.Seconds()), "format": "mp3", "bitrate": 320, "mode": "track"}
	track, err := askMubert(ctx, a, post(mubertTracks, order))
	if err != nil {
		return Job{}, err
	}
	return a.accepted(track.ID)
}

func (a *mubert) Poll(ctx context.Context, ref string) (Job, error) {
	track, err := askMubert(ctx, a, get(mubertTracks+"/"+url.PathEscape(ref), nil))
	if err != nil {
		return Job{}, err
	}
	var addresses []string
	for _, g := range track.Generations {
		switch strings.ToLower(g.Status) {
		case "done", "completed":
			addresses = append(addresses, g.Address)
		case "failed", "error":
			return a.failed(ref, GaveUp, fmt.Errorf("the track is %q", g.Status)), nil
		case "expired":
			return Job{}, a.fault(Gone, errors.New("the track has expired"))
		default:
			return Job{Ref: ref, State: Running}, nil
		}
	}
	if addresses == nil {
		return Job{Ref: ref, State: Running}, nil
	}
	return a.job(ref, addresses[:1]) // others are the same music in another format
}

// Check asks for the latest track.
func (a *mubert) Check(ctx context.Context) error {
	var answer json.RawMessage
	return a.ask(ctx, get(mubertTracks, url.Values{"limit": {"1"}}), &answer)
}

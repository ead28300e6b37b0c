package provider

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// stability is Stable Audio 2.5 at Stability AI, which returns the music in the
// answer to the order, or the name of the order. Source: platform.stability.ai/docs/api-reference.
type stability struct{ adapter }

func newStability(c Config, client Client) (Provider, error) {
	a := &stability{adapter{
		service: &service{
			name: Stability, label: "Stability", headers: bearer(c.Key),
			words: []word{{"content_moderation", Policy}, {"payment_required", Quota}},
		},
		able: Capabilities{
			Label: "Stable Audio", MinDuration: time.Second, MaxDuration: 190 * time.Second, MaxPrompt: 10_000, Results: 1, Sync: true, Concurrency: 2,
		},
		price: prices[Stability],
	}}
	return a, a.connect(c.URL, "https://api.stability.ai", client)
}

// maxStabilitySeed is the limit of the seeds of the API.
const maxStabilitySeed = 1<<32 - 1

func (a *stability) Submit(ctx context.Context, r Request) (Job, error) {
	r = a.fit(r)
	fields := map[string]string{
		"model": "stable-audio-2.5", "prompt": r.Prompt, "duration": strconv.Itoa(int(r.Duration.Seconds())), "output_format": "mp3",
	}
	if r.Seed != nil {
		fields["seed"] = strconv.FormatInt(*r.Seed%maxStabilitySeed, 10)
	}
	body, mime := form(fields)
	return a.receive(ctx, question{
		method: http.MethodPost, path: "v2beta/audio/stable-audio-2/text-to-audio", body: body, mime: mime, accept: "audio/*", wait: makingTime,
	}, "")
}

func (a *stability) Poll(ctx context.Context, ref string) (Job, error) {
	q := get("v2beta/results/"+url.PathEscape(ref), nil)
	q.accept, q.wait = "audio/*", makingTime
	return a.receive(ctx, q, ref)
}

// receive sends a question whose answer is the music, or the name of the order
// while it runs.
func (a *stability) receive(ctx context.Context, q question, ref string) (Job, error) {
	res, err := a.send(ctx, q)
	if err != nil {
		return Job{}, err
	}
	if reason := res.Header.Get("finish-reason"); reason == "CONTENT_FILTERED" {
		res.Body.Close()
		return a.failed(ref, Policy, errors.New(reason)), nil
	}
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		return a.received(res), nil
	}
	defer res.Body.Close()
	var answer struct {
		ID string `json:"id"`
	}
	if err := a.decode(res, &answer); err != nil || ref != "" {
		return Job{Ref: ref, State: Running}, err
	}
	return a.accepted(answer.ID)
}

// Check asks for the remaining credits.
func (a *stability) Check(ctx context.Context) error {
	var answer struct {
		Credits float64 `json:"credits"`
	}
	if err := a.ask(ctx, get("v1/user/balance", nil), &answer); err != nil {
		return err
	}
	if answer.Credits <= 0 {
		return a.fault(Quota, fmt.Errorf("%v credits left", answer.Credits))
	}
	return nil
}

// form encodes fields as a multipart form.
func form(fields map[string]string) (body []byte, mime string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, value := range fields {
		_ = w.WriteField(name, value) // into memory
	}
	_ = w.Close()
	return b.Bytes(), w.FormDataContentType()
}

package provider

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"time"
)

// suno is a service with the API of sunoapi.org, such as api.kie.ai: Suno itself
// has no public one. Source: docs.sunoapi.org/suno-api.
type suno struct{ adapter }

func newSuno(c Config, client Client) (Provider, error) {
	a := &suno{adapter{
		service: &service{
			name: Suno, label: "Suno", headers: bearer(c.Key),
			hosts: []string{"suno.ai", "sunoapi.org", "erweima.ai", "api.box", "kie.ai", "aiquickdraw.com", "redpandaai.co"},
		},
		able: Capabilities{
			Label: "Suno", MinDuration: 30 * time.Second, MaxDuration: 8 * time.Minute, MaxPrompt: 500, Results: 2, Concurrency: 4, CallsBack: true,
		},
		price: prices[Suno],
	}}
	return a, a.connect(c.URL, "https://api.sunoapi.org", client)
}

const (
	sunoModel = "V4_5"
	// sunoCallback is where the service would report a finished order if this server has no
	// address that it knows. It requires one, but the answer to Poll says the same.
	sunoCallback = "https://callback.invalid/"
	maxSunoTitle = 80
)

// sunoAnswer wraps all answers of the API, whose HTTP status is always 200.
type sunoAnswer[T any] struct {
	Code    int    `json:"code"`
	Message string `json:"msg"`
	Data    T      `json:"data"`
}

// sunoKinds are the codes whose meaning differs from that of the HTTP status with the
// same number.
var sunoKinds = map[int]Kind{405: Rate, 413: Invalid, 429: Quota, 430: Rate, 455: Transient}

// Submit cannot ask for a duration, because Suno decides. For instrumental music the
// prompt describes the style; for songs with vocals it describes everything.
func (a *suno) Submit(ctx context.Context, r Request) (Job, error) {
	r = a.fit(r)
	order := map[string]any{"model": sunoModel, "callBackUrl": cmp.Or(r.Callback, sunoCallback), "instrumental": r.Instrumental, "customMode": r.Instrumental}
	if r.Instrumental {
		order["style"], order["title"] = r.Prompt, cut(cmp.Or(r.Title, r.Prompt), maxSunoTitle)
	} else {
		order["prompt"] = r.Prompt
	}
	answer, err := askSuno[struct {
		TaskID string `json:"taskId"`
	}](ctx, a, post("api/v1/generate", order))
	if err != nil {
		return Job{}, err
	}
	return a.accepted(answer.TaskID)
}

type sunoTask struct {
	Status   string `json:"status"`
	Error    string `json:"errorMessage"`
	Response struct {
		Songs []struct {
			Address string `json:"audioUrl"`
		} `json:"sunoData"`
	} `json:"response"`
}

func (a *suno) Poll(ctx context.Context, ref string) (Job, error) {
	task, err := askSuno[sunoTask](ctx, a, get("api/v1/generate/record-info", url.Values{"taskId": {ref}}))
	if err != nil {
		return Job{}, err
	}
	switch task.Status {
	case "PENDING":
		return Job{Ref: ref, State: Running}, nil
	case "TEXT_SUCCESS":
		return Job{Ref: ref, State: Running, Progress: 0.3}, nil
	case "FIRST_SUCCESS":
		return Job{Ref: ref, State: Running, Progress: 0.7}, nil
	case "SUCCESS", "CALLBACK_EXCEPTION": // callbacks only make the next question come at once
		return a.finished(ref, &task)
	case "SENSITIVE_WORD_ERROR":
		return a.failed(ref, Policy, fmt.Errorf("%s: %.*q", task.Status, maxCause, task.Error)), nil
	case "CREATE_TASK_FAILED", "GENERATE_AUDIO_FAILED":
		return a.failed(ref, GaveUp, fmt.Errorf("%s: %.*q", task.Status, maxCause, task.Error)), nil
	}
	return Job{}, a.fault(Transient, fmt.Errorf("%w: %.*q", errUnknown, maxCause, task.Status))
}

// finished returns the job for a finished task. A failed callback may come
// before the last song.
func (a *suno) finished(ref string, task *sunoTask) (Job, error) {
	var addresses []string
	for _, song := range task.Response.Songs {
		if song.Address != "" {
			addresses = append(addresses, song.Address)
		}
	}
	if task.Status != "SUCCESS" && len(addresses) < a.able.Results {
		return Job{Ref: ref, State: Running, Progress: 0.7}, nil
	}
	return a.job(ref, addresses)
}

// Check asks for the remaining credits.
func (a *suno) Check(ctx context.Context) error {
	credits, err := askSuno[float64](ctx, a, get("api/v1/generate/credit", nil))
	if err == nil && credits <= 0 {
		return a.fault(Quota, fmt.Errorf("%v credits left", credits))
	}
	return err
}

// askSuno returns the data of an answer.
func askSuno[T any](ctx context.Context, a *suno, q question) (T, error) {
	var answer sunoAnswer[T]
	if err := a.ask(ctx, q, &answer); err != nil {
		return answer.Data, err
	}
	if answer.Code != 200 {
		e := a.fault(cmp.Or(sunoKinds[answer.Code], kindOf(answer.Code)), fmt.Errorf("code %d: %.*q", answer.Code, maxCause, answer.Message))
		e.Uncertain = isUncertain(answer.Code)
		return answer.Data, e
	}
	return answer.Data, nil
}

package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"
)

// aceStep is a server of ACE-Step 1.5, usually the operator's own. Source:
// docs/en/API.md in github.com/ace-step/ACE-Step-1.5.
type aceStep struct{ adapter }

func newACEStep(c Config, client Client) (Provider, error) {
	a := &aceStep{adapter{
		service: &service{name: ACEStep, label: "ACE-Step", headers: bearer(c.Key)},
		able: Capabilities{
			Label: "ACE-Step", MinDuration: 10 * time.Second, MaxDuration: 10 * time.Minute, MaxPrompt: 2000, Results: 1, Concurrency: 1,
		},
		price: prices[ACEStep],
	}}
	return a, a.connect(c.URL, "", client)
}

// aceAnswer wraps all answers of the API.
type aceAnswer[T any] struct {
	Data  T               `json:"data"`
	Code  int             `json:"code"`
	Error json.RawMessage `json:"error"`
}

func (a *aceStep) Submit(ctx context.Context, r Request) (Job, error) {
	r = a.fit(r)
	order := map[string]any{
		"prompt": r.Prompt, "audio_duration": r.Duration.Seconds(), "audio_format": "flac", "batch_size": 1, "thinking": true,
	}
	if r.BPM > 0 {
		order["bpm"] = int(math.Round(min(max(r.BPM, 30), 300)))
	}
	if r.Key != "" {
		order["key_scale"] = r.Key
	}
	if beats, _, ok := strings.Cut(r.Metre, "/"); ok {
		order["time_signature"] = beats
	}
	if r.Seed != nil {
		order["seed"], order["use_random_seed"] = *r.Seed, false
	}
	if r.Instrumental {
		order["lyrics"] = "[Instrumental]"
	}
	answer, err := askACE[struct {
		TaskID string `json:"task_id"`
	}](ctx, a, post("release_task", order))
	if err != nil {
		return Job{}, err
	}
	return a.accepted(answer.TaskID)
}

// States of a task.
const (
	aceDone   = 1
	aceFailed = 2
)

func (a *aceStep) Poll(ctx context.Context, ref string) (Job, error) {
	tasks, err := askACE[[]struct {
		TaskID string `json:"task_id"`
		Status int    `json:"status"`
		Result string `json:"result"` // JSON
	}](ctx, a, post("query_result", map[string]any{"task_id_list": []string{ref}}))
	if err != nil {
		return Job{}, err
	}
	if len(tasks) != 1 || tasks[0].TaskID != ref {
		return Job{}, a.fault(Gone, errors.New("the server does not know the task"))
	}
	switch tasks[0].Status {
	case aceDone:
		return a.finished(ref, tasks[0].Result)
	case aceFailed:
		return a.failed(ref, GaveUp, fmt.Errorf("the task failed: %.*q", maxCause, tasks[0].Result)), nil
	}
	return Job{Ref: ref, State: Running}, nil
}

// finished returns the job for the result of a task.
func (a *aceStep) finished(ref, result string) (Job, error) {
	var files []struct {
		File string `json:"file"`
	}
	if err := json.Unmarshal([]byte(result), &files); err != nil {
		return Job{}, a.fault(Unusable, fmt.Errorf("the result is not as expected: %w: %.*q", err, maxCause, result))
	}
	var addresses []string
	for _, f := range files {
		if f.File != "" {
			addresses = append(addresses, f.File)
		}
	}
	return a.job(ref, addresses)
}

func (a *aceStep) Check(ctx context.Context) error {
	_, err := askACE[struct{}](ctx, a, get("v1/models", nil))
	return err
}

// askACE returns the data of an answer. An answer may report an error with a
// status of success.
func askACE[T any](ctx context.Context, a *aceStep, q question) (T, error) {
	var answer aceAnswer[T]
	if err := a.ask(ctx, q, &answer); err != nil {
		return answer.Data, err
	}
	if answer.Code != 0 && answer.Code != http.StatusOK {
		e := a.fault(kindOf(answer.Code), fmt.Errorf("code %d: %.*s", answer.Code, maxCause, answer.Error))
		e.Uncertain = isUncertain(answer.Code)
		return answer.Data, e
	}
	return answer.Data, nil
}

package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/ai/provider"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// memory is a store with one generation.
type memory struct {
	x     generation.Generation
	busy  []generation.Generation
	spent map[string]generation.Money
	since time.Time
}

func (m *memory) ChangeGeneration(ctx context.Context, id string, _ time.Time, alter func(*generation.Generation) error) (*generation.Generation, error) {
	if id != m.x.ID {
		return nil, music.NewError(music.NotFound, "no")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &m.x, alter(&m.x)
}

func (m *memory) BusyGenerations(context.Context) ([]generation.Generation, error) {
	return append([]generation.Generation{m.x}, m.busy...), nil
}

func (m *memory) GenerationSpend(_ context.Context, account string, since time.Time) (generation.Money, error) {
	m.since = since
	return m.spent[account], nil
}

// far is a service with the API of Suno, which is asked in a synctest bubble.
type far struct {
	t        *testing.T
	store    *memory
	settings music.Settings
	public   *url.URL // of this server; nil if it does not know
	callback string   // that the last order names
	ordered  int
	asked    []time.Time
	submit   func() string // the answer to an order: STATUS BODY
	poll     func() string
	file     func() string
	saved    []string
	surplus  int
	progress float64
}

const (
	accepted = `200 {"code":200,"data":{"taskId":"job-1"}}`
	running  = `200 {"code":200,"data":{"status":"FIRST_SUCCESS"}}`
	finished = `200 {"code":200,"data":{"status":"SUCCESS","response":{"sunoData":[{"audioUrl":"https://cdn1.suno.ai/a"},{"audioUrl":"https://cdn1.suno.ai/b"}]}}}`
	refused  = `200 {"code":200,"data":{"status":"SENSITIVE_WORD_ERROR","errorMessage":"no"}}`
	sound    = "200 ID3 music"
)

func start(t *testing.T) *far {
	f := &far{t: t, store: &memory{spent: map[string]generation.Money{}}, settings: music.DefaultSettings()}
	f.store.x = generation.Generation{ID: "x", OwnerID: "ana", Provider: provider.Suno, State: generation.Submitted}
	f.settings.SunoAPIKey = "key"
	f.submit, f.poll, f.file = always(accepted), always(finished), always(sound)
	return f
}

func always(answer string) func() string { return func() string { return answer } }

// inTurn returns the answers one after another, and the last one for ever.
func inTurn(answers ...string) func() string {
	return func() string {
		answer := answers[0]
		if len(answers) > 1 {
			answers = answers[1:]
		}
		return answer
	}
}

// RoundTrip implements http.RoundTripper.
func (f *far) RoundTrip(r *http.Request) (*http.Response, error) {
	var answer string
	switch {
	case r.Method == http.MethodPost:
		f.ordered++
		if f.store.x.Remote == nil || f.store.x.Cost == 0 {
			f.t.Error("the order is sent before it is noted")
		}
		var sent struct{ CallBackURL string }
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			return nil, err
		}
		f.callback = sent.CallBackURL
		answer = f.submit()
	case strings.HasSuffix(r.URL.Path, "/record-info"):
		f.asked = append(f.asked, time.Now())
		answer = f.poll()
	case strings.HasSuffix(r.URL.Path, "/credit"):
		answer = `200 {"code":200,"data":10}`
	default:
		answer = f.file()
	}
	code, body, _ := strings.Cut(answer, " ")
	res := &http.Response{Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r}
	_, err := fmt.Sscan(code, &res.StatusCode)
	return res, err
}

// service returns a service as it is after a start of the server.
func (f *far) service() *Service {
	s := New(f.store, func() music.Settings { return f.settings }, func(context.Context, string) (float64, error) { return f.settings.AIPersonBudget, nil })
	s.client = func(*url.URL) *http.Client { return &http.Client{Transport: f} }
	s.jitter = func() float64 { return 0.5 }
	s.PublicURL = f.public
	return s
}

func (f *far) make(ctx context.Context) error { return f.makeBy(ctx, f.service()) }

func (f *far) makeBy(ctx context.Context, s *Service) error {
	f.saved = nil
	return s.Make(ctx, &f.store.x, Work{
		Request:  provider.Request{Prompt: "rain", Duration: time.Minute},
		Progress: func(p float64) { f.progress = p },
		Save: func(i int, file io.Reader) error {
			text, err := io.ReadAll(file)
			f.saved = append(f.saved, fmt.Sprintf("%d %s", i, text))
			return err
		},
		Surplus: func(files int) { f.surplus += files },
	})
}

// says checks the code and the beginning of the sentence of an error.
func says(t *testing.T, err error, code music.Code, sentence string) {
	t.Helper()
	e, ok := errors.AsType[*music.Error](err)
	if !ok || e.Code != code || !strings.HasPrefix(e.Detail.String(), sentence) {
		t.Errorf("%v, not %v %q", err, code, sentence)
	}
}

func TestBothSongsAreSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t)
		f.poll = inTurn(running, "500 oh no", running, finished)
		if err := f.make(t.Context()); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(f.saved) != "[0 ID3 music 1 ID3 music]" || f.ordered != 1 || f.progress != 1 {
			t.Errorf("saved %q, ordered %d times, progress %v", f.saved, f.ordered, f.progress)
		}
		if f.store.x.Cost != 60_000 || f.store.x.State != generation.Fetching {
			t.Errorf("%+v", f.store.x)
		}
		var waits []time.Duration
		for i := 1; i < len(f.asked); i++ {
			waits = append(waits, f.asked[i].Sub(f.asked[i-1]))
		}
		if fmt.Sprint(waits) != "[3s 4.5s 6.75s]" {
			t.Errorf("waited %v", waits)
		}
	})
}

// TestMoreFilesThanOrdered has a service name a thousand files for an order of two.
func TestMoreFilesThanOrdered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t)
		song := `{"audioUrl":"https://cdn1.suno.ai/a"}`
		f.poll = always(`200 {"code":200,"data":{"status":"SUCCESS","response":{"sunoData":[` + song + strings.Repeat(","+song, 999) + `]}}}`)
		fetched := 0
		f.file = func() string { fetched++; return sound }
		if err := f.make(t.Context()); err != nil || fetched != 2 || len(f.saved) != 2 || f.surplus != 998 {
			t.Errorf("%v, fetched %d files, saved %d, left out %d", err, fetched, len(f.saved), f.surplus)
		}
	})
}

// TestNothingIsOrderedTwice kills the server at every moment.
func TestNothingIsOrderedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t)
		ctx, kill := context.WithCancel(t.Context())
		f.submit = func() string { kill(); return "500 " }
		says(t, f.make(ctx), music.Conflict, "The answer of Suno is lost")
		f.submit = always(accepted)
		says(t, f.make(t.Context()), music.Conflict, "The answer of Suno is lost")
		if f.ordered != 1 || f.store.x.Cost != 60_000 {
			t.Errorf("ordered %d times for %d", f.ordered, f.store.x.Cost)
		}

		f = start(t)
		ctx, kill = context.WithCancel(t.Context())
		f.submit = func() string { defer kill(); return accepted }
		if err := f.make(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if err := f.make(t.Context()); err != nil || f.ordered != 1 || len(f.saved) != 2 {
			t.Errorf("continued: %v, ordered %d times, %q", err, f.ordered, f.saved)
		}

		f = start(t)
		ctx, kill = context.WithCancel(t.Context())
		f.poll = func() string { kill(); return running }
		if err := f.make(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		f.poll = always(finished)
		if err := f.make(t.Context()); err != nil || len(f.saved) != 2 {
			t.Errorf("continued: %v, %q", err, f.saved)
		}
		if err := f.make(t.Context()); err != nil || f.ordered != 1 { // killed before the files became a track
			t.Errorf("%v, ordered %d times", err, f.ordered)
		}
	})
}

func TestOrdersThatAreNotAccepted(t *testing.T) {
	for answer, want := range map[string]struct {
		ordered  int
		code     music.Code
		sentence string
	}{
		"503 later":                           {maxTries, music.Unavailable, "Suno does not answer"},
		"429 later":                           {maxTries, music.Unavailable, "Suno has too many orders"},
		`200 {"code":429,"msg":"no credits"}`: {1, music.Conflict, "This server has no credit left at Suno"},
		"401 ":                                {1, music.Conflict, "Suno does not accept the key"},
		"400 ":                                {1, music.Conflict, "Suno does not understand"},
		"301 elsewhere":                       {maxTries, music.Unavailable, "Suno does not answer"},
		"307 elsewhere":                       {maxTries, music.Unavailable, "Suno does not answer"},
		"308 elsewhere":                       {maxTries, music.Unavailable, "Suno does not answer"},
		"200 {}":                              {1, music.Conflict, "The answer of Suno is lost"},
		`200 {"code":200,"data":{}}`:          {1, music.Conflict, "The answer of Suno is lost"},
		"302 elsewhere":                       {1, music.Conflict, "The answer of Suno is lost"},
		"303 made":                            {1, music.Conflict, "The answer of Suno is lost"},
		"408 too slow":                        {1, music.Conflict, "The answer of Suno is lost"},
		`200 {"code":408,"msg":"too slow"}`:   {1, music.Conflict, "The answer of Suno is lost"},
		"502 <html>":                          {1, music.Conflict, "The answer of Suno is lost"}, // a gateway may have passed the order on
		"502 ":                                {1, music.Conflict, "The answer of Suno is lost"},
		"200 {":                               {1, music.Conflict, "The answer of Suno is lost"},
		"200 <html>":                          {1, music.Unavailable, "Suno does not answer"},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := start(t)
			f.submit = always(answer)
			says(t, f.make(t.Context()), want.code, want.sentence)
			isLost := strings.HasPrefix(want.sentence, "The answer")
			if f.ordered != want.ordered || (f.store.x.Cost != 0) != isLost || (f.store.x.Remote != nil) != isLost {
				t.Errorf("%s: ordered %d times for %d, %s", answer, f.ordered, f.store.x.Cost, f.store.x.Remote)
			}
		})
	}
}

func TestOrdersThatFail(t *testing.T) {
	pages := slices.Repeat([]string{"200 <html>"}, maxPages-1)
	for name, c := range map[string]struct {
		poll, file func() string
		sentence   string // "" for success
	}{
		"policy":      {always(refused), nil, "Suno refuses"},
		"unknown":     {always("404 "), nil, "Suno no longer has"},
		"never done":  {always(running), nil, "Suno did not finish this piece"},
		"never there": {always("500 "), nil, "Suno did not finish this piece"},
		"pages":       {always("200 <html>"), nil, "Suno shows web pages"},
		"some pages":  {inTurn(slices.Concat(pages, []string{running}, pages, []string{"500 "}, pages, []string{finished})...), nil, ""},
		"elsewhere":   {always(strings.ReplaceAll(finished, "cdn1.suno.ai", "evil.example")), nil, "Suno sent something"},
		"a page":      {nil, always("200 <!doctype html>"), "Suno sent something"},
		"expired":     {nil, inTurn("410 ", sound), ""},
		"gone":        {nil, always("410 "), "Suno no longer has"},
		"broken":      {nil, inTurn("500 ", "500 ", sound), ""},
		"new key":     {inTurn("401 ", "401 ", finished), nil, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := start(t)
			if c.poll != nil {
				f.poll = c.poll
			}
			if c.file != nil {
				f.file = c.file
			}
			err := f.make(t.Context())
			if c.sentence == "" && err != nil {
				t.Errorf("%s: %v", name, err)
			} else if c.sentence != "" {
				says(t, err, music.Conflict, c.sentence)
			}
			cost := generation.Money(60_000)
			switch name { // the service said itself that it made nothing, or sent no music
			case "policy", "elsewhere", "a page":
				cost = 0
			}
			if f.ordered != 1 || f.store.x.Cost != cost {
				t.Errorf("%s: ordered %d times for %d", name, f.ordered, f.store.x.Cost)
			}
		})
	}
}

// TestCostOfOrdersThatAServiceGivesUp orders from services that charge for them and that do not.
func TestCostOfOrdersThatAServiceGivesUp(t *testing.T) {
	for charges, want := range map[string]generation.Money{"true": 500_000, "false": 0} {
		synctest.Test(t, func(t *testing.T) {
			f := start(t)
			f.store.x.Provider = provider.HTTP
			f.settings.AIHTTPProvider = `{"name":"Studio","url":"https://studio.example","submit":{"path":"make","body":{"prompt":"{{prompt}}"}},
				"poll":{"path":"record-info"},"id":"id","status":"state","done":["done"],"failed":["failed"],"result":"url","price":0.5,"chargesFailed":` + charges + `}`
			f.submit, f.poll = always(`200 {"id":"job-1"}`), always(`200 {"state":"failed"}`)
			says(t, f.make(t.Context()), music.Conflict, "Studio could not make this piece")
			if f.ordered != 1 || f.store.x.Cost != want {
				t.Errorf("chargesFailed %s: ordered %d times for %d", charges, f.ordered, f.store.x.Cost)
			}
		})
	}
}

func TestBudgets(t *testing.T) {
	for name, c := range map[string]struct {
		all, person float64
		spent       map[string]generation.Money
		ordered     generation.Money // by Ben, not yet paid
		sentence    string
	}{
		"none":         {0, 0, map[string]generation.Money{"": 1e9, "ana": 1e9}, 0, ""},
		"enough":       {1, 0.06, map[string]generation.Money{"": 940_000}, 0, ""},
		"month":        {1, 0, map[string]generation.Money{"": 940_001}, 0, "This server's budget"},
		"person":       {100, 0.1, map[string]generation.Money{"": 40_001, "ana": 40_001}, 0, "Your budget"},
		"other orders": {0.1, 0, nil, 60_000, "This server's budget"},
		"of others":    {0, 0.1, nil, 60_000, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := start(t)
			f.store.x.Cost = 60_000 // its own, as quoted
			f.settings.AIMonthlyBudget, f.settings.AIPersonBudget = c.all, c.person
			f.store.spent, f.store.busy = c.spent, []generation.Generation{{ID: "y", OwnerID: "ben", Cost: c.ordered}}
			err := f.make(t.Context())
			if c.sentence == "" && err != nil {
				t.Errorf("%s: %v", name, err)
			} else if c.sentence != "" {
				says(t, err, music.Conflict, c.sentence)
				if f.ordered != 0 {
					t.Errorf("%s: ordered all the same", name)
				}
			}
			if !f.store.since.IsZero() && f.store.since.Day() != 1 {
				t.Errorf("counted since %v", f.store.since)
			}
		})
	}
}

// TestOneOrderPerSlot orders more than the provider works on.
func TestOneOrderPerSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t)
		s := f.service()
		p, _, err := s.supplier(provider.Suno)
		if err != nil {
			t.Fatal(err)
		}
		for range cap(p.slots) {
			p.slots <- struct{}{}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := s.Make(ctx, &f.store.x, Work{}); !errors.Is(err, context.DeadlineExceeded) || f.ordered != 0 {
			t.Errorf("%v, ordered %d times", err, f.ordered)
		}
	})
}

func TestProviders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t)
		f.settings.MubertAPIKey, f.settings.AIProvider = "token", provider.Suno
		s := f.service()
		if offers := s.Offers(); len(offers) != 1 || offers[0].Name != provider.Suno || !offers[0].IsDefault || offers[0].MaxPrompt == 0 || offers[0].CostPerMinute.Dollars() != 0.06 {
			t.Errorf("%+v", offers)
		}
		for _, status := range s.Check(t.Context()) {
			isSuno, isMubert := status.Name == provider.Suno, status.Name == provider.Mubert
			if status.IsConfigured != (isSuno || isMubert) || status.IsOK != isSuno || status.CheckedAt.IsZero() == isSuno || (status.Detail.ID != "") != isMubert || status.Label == "" {
				t.Errorf("%+v", status)
			}
		}
		f.settings.SunoAPIKey = "another"
		if status := s.status(provider.Suno); status.IsOK || !status.CheckedAt.IsZero() {
			t.Errorf("with another key: %+v", status)
		}
		if _, err := s.Quote(provider.Stability, provider.Request{}); err == nil {
			t.Error("a provider without a key makes offers")
		}
		f.store.x.Provider = "nobody"
		says(t, f.make(t.Context()), music.Conflict, "The provider nobody is not set up")
	})
}

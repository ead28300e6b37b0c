package provider

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"sonora/internal/outgoing"
)

// dialect is how one kind of service answers, as its public documentation says.
// URL stands for the address of the stand-in.
type dialect struct {
	name     string
	key      string
	template string

	authorised func(http.Header) bool

	submit, submitted string            // METHOD /path, and the answer; "" for the music
	order             map[string]string // what the order for music must contain, as JSON or as fields of a form

	poll                                    string
	unfinished, finished, elsewhere, failed string // elsewhere has its files on the host of somebody else

	check, checked string
	refusals       map[string]Kind // bodies of other answers to an order, and what they mean; "400 {…}"
}

const (
	secret   = "secret-0123456789"
	filePath = "/files/song"
)

var template = `{
  "name": "Our GPU", "url": "URL", "headers": {"X-Token": "` + secret + `"},
  "submit": {"path": "/jobs?v={{seconds}}", "body": {"text": "{{prompt}}", "spec": {"length": "{{seconds}}", "tempo": "{{bpm}}", "title": "by {{title}}", "in": "{{key}}", "dice": "{{seed}}", "metre": "{{metre}}"}, "tell": "{{callback}}", "once": "{{idempotencyKey}}"}},
  "poll": {"path": "/jobs/{{id}}"}, "check": {"path": "/health"}, "cancel": {"method": "DELETE", "path": "/jobs/{{id}}"},
  "id": "job.id", "status": "job.state", "done": ["ok"], "failed": ["bad"], "result": "job.songs.*.url", "error": "job.why", "progress": "job.part"
}`

var dialects = []dialect{
	{
		name: ACEStep, key: secret, authorised: bearerIs,
		submit: "POST /release_task", submitted: ace(`{"task_id":"job-1","status":"queued","queue_position":1}`),
		order: map[string]string{"prompt": `"rain"`, "audio_duration": "60", "bpm": "90", "key_scale": `"D minor"`, "time_signature": `"3"`, "seed": "7", "use_random_seed": "false"},
		poll:  "POST /query_result", unfinished: ace(`[{"task_id":"job-1","status":0,"result":"[]"}]`),
		finished:  ace(`[{"task_id":"job-1","status":1,"result":"[{\"file\":\"/files/song?path=a\",\"status\":1,\"metas\":{\"duration\":60}}]"}]`),
		elsewhere: ace(`[{"task_id":"job-1","status":1,"result":"[{\"file\":\"https://evil.example/song\"}]"}]`),
		failed:    ace(`[{"task_id":"job-1","status":2,"result":"CUDA out of memory"}]`),
		check:     "GET /v1/models", checked: ace(`{"models":[{"name":"acestep-v15-turbo","is_default":true}]}`),
		refusals: map[string]Kind{`429 {"detail":"Server busy"}`: Rate, `401 {"detail":"Unauthorized"}`: Auth, `200 {"data":null,"code":400,"error":"bad"}`: Invalid},
	},
	{
		name: Suno, key: secret, authorised: bearerIs,
		submit: "POST /api/v1/generate", submitted: `{"code":200,"msg":"success","data":{"taskId":"job-1"}}`,
		order: map[string]string{"prompt": `"rain"`, "customMode": "false", "instrumental": "false", "model": `"V4_5"`, "callBackUrl": `"https://music.example/call"`},
		poll:  "GET /api/v1/generate/record-info", unfinished: suited("FIRST_SUCCESS", ""),
		finished:  suited("SUCCESS", `{"audioUrl":"URL/files/song","duration":198.44},{"audioUrl":"URL/files/song"}`),
		elsewhere: suited("SUCCESS", `{"audioUrl":"http://169.254.169.254/latest/meta-data"}`), failed: suited("GENERATE_AUDIO_FAILED", ""),
		check: "GET /api/v1/generate/credit", checked: `{"code":200,"msg":"success","data":100}`,
		refusals: map[string]Kind{
			`200 {"code":429,"msg":"credits","data":null}`: Quota, `200 {"code":430,"msg":"slow down","data":null}`: Rate,
			`200 {"code":401,"msg":"no","data":null}`: Auth, `200 {"code":413,"msg":"too long","data":null}`: Invalid,
		},
	},
	{
		name: Mubert, key: "customer:" + secret,
		authorised: func(h http.Header) bool { return h.Get("customer-id") == "customer" && h.Get("access-token") == secret },
		submit:     "POST /api/v3/public/tracks", submitted: `{"data":{"id":"job-1","duration":60,"generations":[{"status":"in_progress"}]}}`,
		order: map[string]string{"prompt": `"rain"`, "duration": "60"},
		poll:  "GET /api/v3/public/tracks/job-1", unfinished: `{"data":{"id":"job-1","generations":[{"status":"processing"}]}}`,
		finished:  `{"id":"job-1","generations":[{"status":"completed","format":"mp3","url":"URL/files/song"}]}`,
		elsewhere: `{"id":"job-1","generations":[{"status":"completed","url":"https://mubert.com.evil.example/song"}]}`,
		failed:    `{"data":{"id":"job-1","generations":[{"status":"failed"}]}}`,
		check:     "GET /api/v3/public/tracks", checked: `{"data":[],"meta":{"offset":0}}`,
		refusals: map[string]Kind{`401 {"message":"Unauthenticated"}`: Auth, `422 {"message":"The prompt is too long."}`: Invalid, `402 {}`: Quota},
	},
	{
		name: HTTP, template: template, authorised: func(h http.Header) bool { return h.Get("X-Token") == secret },
		submit: "POST /jobs", submitted: `{"job":{"id":"job-1","state":"waiting"}}`,
		order: map[string]string{"text": `"rain"`, "spec": `{"dice":7,"in":"D minor","length":60,"metre":"3/4","tempo":90,"title":"by Rain"}`, "tell": `"https://music.example/call"`, "once": `"order-1"`},
		poll:  "GET /jobs/job-1", unfinished: `{"job":{"state":"waiting","part":0.5}}`,
		finished: `{"job":{"state":"ok","songs":[{"url":"/files/song"}]}}`, elsewhere: `{"job":{"state":"ok","songs":[{"url":"//evil.example/song"}]}}`,
		failed: `{"job":{"state":"bad","why":"no"}}`, check: "GET /health", checked: `ok`,
		refusals: map[string]Kind{`401 {}`: Auth, `402 {}`: Quota, `451 {}`: Policy, `400 {}`: Invalid, `413 {}`: Invalid},
	},
	{
		name: Stability, key: secret, authorised: bearerIs,
		submit: "POST /v2beta/audio/stable-audio-2/text-to-audio", order: map[string]string{"prompt": "rain", "duration": "60", "seed": "7", "model": "stable-audio-2.5"},
		check: "GET /v1/user/balance", checked: `{"credits":120.5}`,
		refusals: map[string]Kind{
			`403 {"id":"1","name":"content_moderation","errors":["Your request was flagged."]}`: Policy,
			`402 {"id":"1","name":"payment_required","errors":["no credits"]}`:                  Quota, `401 {"id":"1","name":"unauthorized"}`: Auth,
			`400 {"id":"1","name":"bad_request"}`: Invalid, `429 {"id":"1","name":"rate_limit_exceeded"}`: Rate,
		},
	},
	{
		name: ElevenLabs, key: secret, authorised: func(h http.Header) bool { return h.Get("xi-api-key") == secret },
		submit: "POST /v1/music", order: map[string]string{"prompt": `"rain"`, "music_length_ms": "60000", "force_instrumental": "false"},
		check: "GET /v1/user/subscription", checked: `{"tier":"creator"}`,
		refusals: map[string]Kind{
			`400 {"detail":{"status":"bad_prompt","message":"names an artist"}}`: Policy, `401 {"detail":{"status":"quota_exceeded"}}`: Quota,
			`401 {"detail":{"status":"invalid_api_key"}}`: Auth, `429 {"detail":{"status":"system_busy"}}`: Rate, `422 {"detail":[]}`: Invalid,
		},
	},
}

func bearerIs(h http.Header) bool { return h.Get("Authorization") == "Bearer "+secret }

func ace(data string) string {
	return `{"data":` + data + `,"code":200,"error":null,"timestamp":1700000000000,"extra":null}`
}

func suited(status, songs string) string {
	return `{"code":200,"msg":"success","data":{"taskId":"job-1","response":{"taskId":"job-1","sunoData":[` + songs + `]},"status":"` + status + `","errorMessage":null}}`
}

// song is what every stand-in makes.
var song = append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00\xff\xfb\x90\x64"), make([]byte, 5000)...)

// standIn is a service on the loopback.
type standIn struct {
	dialect
	t    *testing.T
	base string

	mu     sync.Mutex
	count  map[string]int              // requests for submit, poll, check, file and anything else
	answer map[string]http.HandlerFunc // by the same names, in place of the usual answers
	polled string                      // the answer to poll
}

func (d *dialect) stand(t *testing.T) *standIn {
	return &standIn{dialect: *d, t: t, count: map[string]int{}, answer: map[string]http.HandlerFunc{}, polled: d.finished}
}

// start starts the stand-in, and returns the adapter for it with a guarded client.
func (d *dialect) start(t *testing.T) (*standIn, Provider) {
	s := d.stand(t)
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.base = server.URL
	return s, s.adapter(func(named *url.URL) *http.Client {
		return outgoing.New(outgoing.Config{Named: named, MaxBody: MaxOutput + 1, Timeout: makingTime})
	})
}

func (s *standIn) adapter(client Client) Provider {
	p, err := New(s.name, Config{URL: s.base, Key: s.key, Template: strings.ReplaceAll(s.template, "URL", s.base)}, client)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

func (s *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	what := cmp.Or(map[string]string{s.submit: "submit", s.poll: "poll", s.check: "check", "GET " + filePath: "file"}[r.Method+" "+r.URL.Path], "other")
	s.mu.Lock()
	s.count[what]++
	answer, polled := s.answer[what], s.polled
	s.mu.Unlock()
	switch {
	case answer != nil:
		answer(w, r)
	case what != "file" && !s.authorised(r.Header):
		http.Error(w, "the key is missing", http.StatusUnauthorized)
	case what == "submit":
		s.checkOrder(r)
		s.write(w, s.submitted)
	case what == "poll":
		s.write(w, polled)
	case what == "check":
		s.write(w, s.checked)
	case what == "file":
		s.write(w, "")
	default:
		http.NotFound(w, r)
	}
}

// write sends an answer as JSON, or the music.
func (s *standIn) write(w http.ResponseWriter, answer string) {
	if answer == "" {
		w.Header().Set("Content-Type", "audio/mpeg")
		w.Write(song)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, strings.ReplaceAll(answer, "URL", s.base))
}

// checkOrder checks what an order says.
func (s *standIn) checkOrder(r *http.Request) {
	got := map[string]string{}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		for name := range s.order {
			got[name] = r.FormValue(name)
		}
	} else {
		var body map[string]json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			s.t.Errorf("the order: %v", err)
		}
		for name, value := range body {
			got[name] = string(value)
		}
	}
	for name, want := range s.order {
		if got[name] != want {
			s.t.Errorf("the order has %s %s, not %s", name, got[name], want)
		}
	}
}

// does changes the answer to one kind of request; nil for the usual one.
func (s *standIn) does(what string, answer http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer[what] = answer
}

// says changes the answer to poll.
func (s *standIn) says(polled string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.polled = polled
}

func (s *standIn) counted(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count[what]
}

// status returns an answer "STATUS BODY".
func status(line string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		var code int
		fmt.Sscan(line, &code)
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		_, body, _ := strings.Cut(line, " ")
		io.WriteString(w, body)
	}
}

func page(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	io.WriteString(w, "<!doctype html><title>Sign in to the hotel</title>")
}

// hang up in the middle of an answer.
func hangUp(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "audio/mpeg")
	w.Header().Set("Content-Length", "100000")
	w.Write(song)
	panic(http.ErrAbortHandler)
}

// never answers, until the client hangs up.
func never(_ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body) // the server notices the end of the connection only afterwards
	<-r.Context().Done()
}

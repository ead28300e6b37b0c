package catalogue_test

import (
	"archive/zip"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// made is what tests need of a generation.
type made struct {
	ID, State, Title, Prompt, Key, Understood, TrackID, AudioURL string
	Reason, ParentID                                             string
	Alternatives, Ignored                                        []string
	Seed                                                         uint64
	Duration, BPM                                                float64
	Review                                                       struct {
		Status string
		Score  float64
	}
}

// awaitGeneration waits until a generation has ended.
func awaitGeneration(t *testing.T, s *testkit.Server, as testkit.Person, id string) made {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
		x := testkit.JSON[made](t, s.Do(t, testkit.Request{Path: "/api/ai/generations/" + id, As: as}))
		switch x.State {
		case "ready", "failed", "cancelled":
			return x
		}
		<-time.After(20 * time.Millisecond)
	}
	t.Fatal("the generation does not end")
	return made{}
}

func ordered(t *testing.T, s *testkit.Server, as testkit.Person, body string) made {
	t.Helper()
	r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/ai/generations", As: as, Body: body})
	if r.Status != http.StatusAccepted {
		t.Fatalf("%s: %d %s", body, r.Status, r.Body)
	}
	return testkit.JSON[made](t, r)
}

func TestGeneration(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	other := s.SignUp(t, "other@example.com")
	first := ordered(t, s, s.Member, `{"prompt":"solo classical piano in D minor, 15 seconds","seed":7}`)
	x := awaitGeneration(t, s, s.Member, first.ID)
	if x.State != "ready" || x.Key != "D minor" || x.Seed != 7 || x.Review.Status != "pending" || x.Review.Score < 1 || x.TrackID == "" || x.Duration < 14 || x.Understood == "" {
		t.Fatalf("%+v", x)
	}
	track, path := "/api/tracks/"+x.TrackID, "/api/ai/generations/"+x.ID
	s.Run(t, []testkit.Scenario{
		{Name: "the track", Request: testkit.Request{Path: track, As: s.Member}, Status: 200, Contains: []string{`"isAiGenerated":true`, `"isPublic":false`, `"genre":"Classical"`, `"format":"flac"`}},
		{Name: "its sound", Request: testkit.Request{Path: track + "/stream", As: s.Member, Header: map[string]string{"Range": "bytes=0-3"}}, Status: 206, Contains: []string{"fLaC"}},
		{Name: "not for others", Request: testkit.Request{Path: track, As: other}, Status: 404},
		{Name: "nor the generation", Request: testkit.Request{Path: path, As: other}, Status: 404},
		{Name: "nor for operators", Request: testkit.Request{Path: path, As: s.Admin}, Status: 404},
		{Name: "not public without review", Request: testkit.Request{Method: "PUT", Path: track + "/visibility", As: s.Member, Body: `{"isPublic":true}`}, Status: 409},
		{Name: "finished sound is the track's", Request: testkit.Request{Path: path + "/audio", As: s.Member}, Status: 404},
		{Name: "cannot be cancelled any more", Request: testkit.Request{Method: "POST", Path: path + "/cancel", As: s.Member}, Status: 409},
		{Name: "in Spanish", Request: testkit.Request{Path: path, As: s.Member, Header: map[string]string{"Accept-Language": "es"}}, Status: 200, Contains: []string{`"style":"Clásica"`, `"key":"re menor"`, " en re menor a "}},
		{Name: "log", Request: testkit.Request{Path: "/api/admin/ai-logs", As: s.Admin}, Status: 200, Contains: []string{`"status":"success"`, `"cost":0`}},
	})
	unreviewed := []string{"when an operator has approved the piece"}
	s.Run(t, []testkit.Scenario{
		{Name: "no notes before the review", Request: testkit.Request{Path: path + "/files/midi", As: s.Member}, Status: 409, Contains: unreviewed},
		{Name: "nor parts", Request: testkit.Request{Path: path + "/files/stems", As: s.Member}, Status: 409, Contains: unreviewed},
		{Name: "which says so in Spanish", Request: testkit.Request{Path: path + "/files/stems", As: s.Member, Header: map[string]string{"Accept-Language": "es"}}, Status: 409, Contains: []string{"cuando un operador aprueba la pieza"}},
		{Name: "chords", Request: testkit.Request{Path: path + "/files/sheet", As: s.Member}, Status: 200, Contains: []string{x.Title, "D minor", " bars", "| Dm"}},
		{Name: "notes for operators, who review it", Request: testkit.Request{Path: path + "/files/midi", As: s.Admin}, Status: 200, Contains: []string{"MThd", "MTrk"}},
		{Name: "none for others", Request: testkit.Request{Path: path + "/files/midi", As: other}, Status: 404, Lacks: []string{"MThd", x.Title}},
		{Name: "what a plan can have", Request: testkit.Request{Path: "/api/ai/choices", As: s.Member}, Status: 200, Contains: []string{`{"name":"lo-fi","label":"Lo-fi"}`, `{"name":"upright-bass","label":"Upright bass"}`}},
		{Name: "in Spanish", Request: testkit.Request{Path: "/api/ai/choices", As: s.Member, Header: map[string]string{"Accept-Language": "es"}}, Status: 200, Contains: []string{`{"name":"upright-bass","label":"Contrabajo"}`}},
		{Name: "no stems for others", Request: testkit.Request{Path: path + "/files/stems", As: other}, Status: 404},
		{Name: "nothing else", Request: testkit.Request{Path: path + "/files/score", As: s.Member}, Status: 404},
	})
	checkStems(t, s.Do(t, testkit.Request{Path: path + "/files/stems", As: s.Admin}))
	review := func(what, body string) testkit.Scenario {
		return testkit.Scenario{Name: what, Request: testkit.Request{Method: "POST", Path: "/api/admin/ai-tracks/" + x.ID + "/" + what, As: s.Admin, Body: body}, Status: 204}
	}
	s.Run(t, []testkit.Scenario{
		review("approve", ""),
		{Name: "notes", Request: testkit.Request{Path: path + "/files/midi", As: s.Member}, Status: 200, Contains: []string{"MThd", "MTrk"}},
		{Name: "parts", Request: testkit.Request{Method: "GET", Path: path + "/files/stems", As: s.Member}, Status: 200, Contains: []string{"fLaC"}},
		{Name: "still none for others", Request: testkit.Request{Path: path + "/files/stems", As: other}, Status: 404},
		review("unpublish", `{"reason":"not yet"}`),
		{Name: "not any more", Request: testkit.Request{Path: path + "/files/midi", As: s.Member}, Status: 409, Contains: unreviewed},
	})

	slower := awaitGeneration(t, s, s.Member, ordered(t, s, s.Member, `{"parentId":"`+x.ID+`","change":"slower"}`).ID)
	if slower.State != "ready" || slower.BPM >= x.BPM || slower.Key != x.Key || slower.ParentID != x.ID {
		t.Errorf("slower: %+v", slower)
	}
	again := awaitGeneration(t, s, s.Member, ordered(t, s, s.Member, `{"parentId":"`+x.ID+`","section":0}`).ID)
	if again.State != "ready" || again.BPM != x.BPM {
		t.Errorf("another take: %+v", again)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "what was ordered outside of the conversation", Request: testkit.Request{Path: "/api/ai/messages", As: s.Member}, Status: 200, Contains: []string{"I am going to compose " + x.Title + ". You can listen while", "another version of " + x.Title, `"id":"` + again.ID + `"`}},
	})
	wrong := func(name, body string, status int, contains ...string) testkit.Scenario {
		return testkit.Scenario{Name: name, Request: testkit.Request{Method: "POST", Path: "/api/ai/generations", As: s.Member, Body: body}, Status: status, Contains: contains}
	}
	s.Run(t, []testkit.Scenario{
		wrong("nothing", `{}`, 400, "prompt"), wrong("spaces", `{"prompt":" \n "}`, 400, "prompt"),
		wrong("an emoji", `{"prompt":"🎸"}`, 400, `"prompt":["Please tell me in more detail`), wrong("an emoji for a provider", `{"prompt":"🎸","provider":"suno"}`, 400, `"prompt":["Please tell me`),
		wrong("a mood", `{"prompt":"sad"}`, 202, `"prompt":"sad"`), wrong("too short", `{"prompt":"jazz","duration":3}`, 400, "duration"),
		wrong("no change", `{"parentId":"`+x.ID+`","change":"hello"}`, 400, "change"), wrong("no such section", `{"parentId":"`+x.ID+`","section":77}`, 400, "section"),
		wrong("somebody's", `{"parentId":"none","change":"slower"}`, 404), wrong("an empty plan", `{"plan":{}}`, 400, "title"), wrong("unknown provider", `{"prompt":"jazz","provider":"nobody"}`, 409, "built-in composer"),
		{Name: "delete", Request: testkit.Request{Method: "DELETE", Path: path, As: s.Member}, Status: 204},
		{Name: "its track is gone", Request: testkit.Request{Path: track, As: s.Member}, Status: 404},
	})
}

// TestOwnPlans orders pieces by plans whose length a person made up.
func TestOwnPlans(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	x := ordered(t, s, s.Member, `{"prompt":"solo classical piano in D minor, 15 seconds","seed":7}`)
	planned := testkit.JSON[struct{ Plan map[string]any }](t, s.Do(t, testkit.Request{Path: "/api/ai/generations/" + x.ID, As: s.Member})).Plan
	for _, length := range []float64{1e9, 1e300, -50} {
		planned["length"], planned["doubts"] = length, []map[string]string{{"said": "made up"}}
		own := ordered(t, s, s.Member, `{"plan":`+apitest.Encode(t, planned)+`}`)
		if own.Duration != x.Duration || len(own.Ignored) > 0 {
			t.Errorf("of the length %v: %+v, the original lasts %v s", length, own, x.Duration)
		}
	}
	planned["moods"] = []string{strings.Repeat("happy", 100_000)}
	r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/ai/generations", As: s.Member, Body: `{"plan":` + apitest.Encode(t, planned) + `}`})
	if r.Status != http.StatusBadRequest || !strings.Contains(r.Body, `"moods"`) {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}

// checkStems checks that a response is a ZIP file with the parts of a piece.
func checkStems(t *testing.T, r testkit.Response) {
	t.Helper()
	archive, err := zip.NewReader(strings.NewReader(r.Body), int64(len(r.Body)))
	if err != nil || r.Header.Get("Content-Type") != "application/zip" || !strings.Contains(r.Header.Get("Content-Disposition"), "(stems).zip") {
		t.Fatalf("%d %v: %v", r.Status, r.Header, err)
	}
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
		if f.UncompressedSize64 < 100_000 {
			t.Errorf("%s has %d bytes", f.Name, f.UncompressedSize64)
		}
	}
	if !slices.Contains(names, "bass.flac") || !slices.Contains(names, "room.flac") || slices.Contains(names, "drums.flac") {
		t.Errorf("solo piano has the parts %v", names)
	}
}

// TestSoundGrows listens to a piece while it is composed.
func TestSoundGrows(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	x := ordered(t, s, s.Member, `{"prompt":"deep house with pads and piano, 3 minutes"}`)
	var r testkit.Response
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); <-time.After(10 * time.Millisecond) {
		r = s.Do(t, testkit.Request{Path: "/api/ai/generations/" + x.ID + "/audio", As: s.Member, Header: map[string]string{"Range": "bytes=0-400043"}})
		if r.Status != http.StatusNotFound {
			break
		}
	}
	if r.Status != http.StatusPartialContent || len(r.Body) != 400_044 || r.Body[:4] != "RIFF" || r.Header.Get("Content-Type") != "audio/wav" {
		t.Fatalf("%d %v", r.Status, r.Header)
	}
	loudest := int16(0)
	for i := 44; i+1 < len(r.Body); i += 2 {
		loudest = max(loudest, int16(binary.LittleEndian.Uint16([]byte(r.Body[i:]))))
	}
	if loudest < 1000 {
		t.Errorf("the loudest sample of the first two seconds is %d", loudest)
	}
	cancelled := s.Do(t, testkit.Request{Method: "POST", Path: "/api/ai/generations/" + x.ID + "/cancel", As: s.Member})
	if cancelled.Status == http.StatusOK {
		if end := awaitGeneration(t, s, s.Member, x.ID); end.State != "cancelled" || end.TrackID != "" {
			t.Errorf("%+v", end)
		}
	}
}

// soundSoFar returns the beginning of the sound of a piece while it is composed.
func soundSoFar(t *testing.T, s *testkit.Server, id, bytes string) string {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); <-time.After(10 * time.Millisecond) {
		r := s.Do(t, testkit.Request{Path: "/api/ai/generations/" + id + "/audio", As: s.Member, Header: map[string]string{"Range": "bytes=0-" + bytes}})
		if r.Status == http.StatusPartialContent {
			return r.Body
		}
	}
	t.Fatal("there is no sound")
	return ""
}

// TestWhatWasHeardOfAPieceStaysKnown saves a piece while it is composed, and uploads that in
// another format before and after the piece is cancelled and deleted.
func TestWhatWasHeardOfAPieceStaysKnown(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	x := ordered(t, s, s.Member, `{"prompt":"deep house with pads and piano, 10 minutes"}`)
	saved := soundSoFar(t, s, x.ID, "5291999") // 30 s
	upload := func(name, bitRate string) apitest.Track {
		t.Helper()
		encode := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-i", "pipe:0", "-t", "30", "-b:a", bitRate, "-f", "mp3", "-")
		encode.Stdin = strings.NewReader(saved)
		file, err := encode.Output()
		if err != nil {
			t.Fatal(err)
		}
		sent := apitest.UploadFile(t, s, s.Member, name, string(file))
		return testkit.JSON[apitest.Track](t, apitest.KeepUpload(t, s, s.Member, map[string]any{"title": name, "audioUrl": sent.AudioURL, "isPublic": true}))
	}
	hidden := func(when string, track apitest.Track) {
		t.Helper()
		s.Run(t, []testkit.Scenario{{Name: when, Request: testkit.Request{Path: "/api/tracks/" + track.ID, As: s.Member}, Status: 200, Contains: []string{`"isPublic":false`, `"isAiGenerated":true`}}})
	}
	hidden("while it is composed", upload("early.mp3", "128k"))
	path := "/api/ai/generations/" + x.ID
	if r := s.Do(t, testkit.Request{Method: "POST", Path: path + "/cancel", As: s.Member}); r.Status != http.StatusOK {
		t.Fatal(r.Status, r.Body)
	}
	hidden("cancelled", upload("late.mp3", "96k"))
	if r := s.Do(t, testkit.Request{Method: "DELETE", Path: path, As: s.Member}); r.Status != http.StatusNoContent {
		t.Fatal(r.Status, r.Body)
	}
	hidden("deleted", upload("last.mp3", "64k"))
}

func TestConversation(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"aiBlockedWords": json.RawMessage(`["Beatles"]`)}})
	type reply struct {
		Items []struct {
			Type, Content string
			Generation    *made
		}
	}
	say := func(text string) reply {
		t.Helper()
		r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/ai/messages", As: s.Member, Body: `{"content":` + apitest.Encode(t, text) + `}`})
		if r.Status != http.StatusCreated {
			t.Fatalf("%s: %d %s", text, r.Status, r.Body)
		}
		return testkit.JSON[reply](t, r)
	}
	if r := say("hello"); r.Items[0].Content != "hello" || r.Items[1].Type != "ai" || r.Items[1].Generation != nil {
		t.Errorf("%+v", r)
	}
	for _, text := range []string{"a song like the Beatles", "a song like the BEÁTLES", "a song like the Bea\u200btles"} {
		if r := say(text); r.Items[1].Generation != nil || !strings.Contains(r.Items[1].Content, "does not allow Beatles") {
			t.Errorf("blocked: %+v", r)
		}
	}
	r := say("solo classical piano music, 15 seconds")
	if r.Items[1].Generation == nil {
		t.Fatalf("%+v", r)
	}
	first := awaitGeneration(t, s, s.Member, r.Items[1].Generation.ID)
	if r = say("más lento"); r.Items[1].Generation == nil || r.Items[1].Generation.ParentID != first.ID {
		t.Fatalf("%+v", r)
	}
	awaitGeneration(t, s, s.Member, r.Items[1].Generation.ID)
	if r = say("deshaz"); r.Items[1].Generation == nil || r.Items[1].Generation.ID != first.ID || !strings.Contains(r.Items[1].Content, "before that change") {
		t.Fatalf("undo: %+v", r)
	}
	if r = say("undo"); r.Items[1].Generation != nil || r.Items[1].Content != "There is no version before this one." {
		t.Errorf("undo the first: %+v", r)
	}
	if r = say("más lento"); r.Items[1].Generation == nil || r.Items[1].Generation.ParentID != first.ID {
		t.Fatalf("after undo: %+v", r)
	}
	awaitGeneration(t, s, s.Member, r.Items[1].Generation.ID)
	about := s.Do(t, testkit.Request{Method: "POST", Path: "/api/ai/messages", As: s.Member, Body: `{"content":"paint it purple","generationId":"` + first.ID + `"}`})
	if r = testkit.JSON[reply](t, about); r.Items[1].Generation != nil || !strings.Contains(r.Items[1].Content, "I cannot change that in this piece.") {
		t.Errorf("a follow-up that is not understood: %+v", r)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "kept", Request: testkit.Request{Path: "/api/ai/messages?limit=3", As: s.Member}, Status: 200, Contains: []string{"más lento", `"track":{"title"`}},
		{Name: "one's own", Request: testkit.Request{Path: "/api/ai/messages", As: s.Admin}, Status: 200, Lacks: []string{"hello"}},
		{Name: "blank", Request: testkit.Request{Method: "POST", Path: "/api/ai/messages", As: s.Member, Body: `{"content":"   "}`}, Status: 400},
		{Name: "clear", Request: testkit.Request{Method: "DELETE", Path: "/api/ai/messages", As: s.Member}, Status: 204},
		{Name: "cleared", Request: testkit.Request{Path: "/api/ai/messages", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "who makes music", Request: testkit.Request{Path: "/api/ai/providers", As: s.Member}, Status: 200, Contains: []string{`"name":"built-in"`, `"isDefault":true`, `"label":"Built-in synthesizer"`}},
		{Name: "a forged call", Request: testkit.Request{Method: "POST", Path: "/api/ai/callbacks/x/guess", Body: "not even JSON", Header: map[string]string{"Content-Type": "text/plain"}}, Status: 404},
	})
}

// tone returns a WAV file of two seconds.
func tone(hertz float64) string { return sounding(hertz, 8000, 2, 2) }

// sounding returns a WAV file of some seconds, which sounds for some from its beginning.
func sounding(hertz, amplitude float64, sounds, seconds int) string {
	const rate = 44100
	file := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00")
	file = binary.LittleEndian.AppendUint32(file, rate)
	file = binary.LittleEndian.AppendUint32(file, 4*rate)
	file = append(file, "\x04\x00\x10\x00data"...)
	file = binary.LittleEndian.AppendUint32(file, uint32(seconds*4*rate))
	for i := range seconds * rate {
		sample := uint16(0)
		if i < sounds*rate {
			sample = uint16(int16(amplitude * math.Sin(2*math.Pi*hertz*float64(i)/rate)))
		}
		file = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(file, sample), sample)
	}
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	return string(file)
}

// TestSoundThatIsNoMusic orders from a service that sends what can be played but is not the piece:
// there is no track, the reason is said, and it costs nothing.
func TestSoundThatIsNoMusic(t *testing.T) {
	var orders atomic.Int32
	files := map[string]string{
		"silent": sounding(220, 0, 5, 5), "whispered": sounding(220, 30, 5, 5), "short": tone(220), "almost empty": sounding(220, 8000, 1, 8),
		"broken off": sounding(220, 8000, 20, 20)[:500_000], "good": sounding(220, 8000, 5, 6),
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		orders.Add(1)
		var order struct{ Prompt string }
		if err := json.NewDecoder(r.Body).Decode(&order); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "audio/wav")
		if _, err := io.WriteString(w, files[strings.TrimSuffix(order.Prompt, " song")]); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(service.Close)
	template := apitest.Encode(t, map[string]any{
		"name": "Studio", "url": service.URL, "submit": map[string]any{"path": "make", "body": map[string]string{"prompt": "{{prompt}}"}}, "result": "url", "price": 0.5,
	})
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"aiHttpProvider": json.RawMessage(apitest.Encode(t, template))}})
	for prompt, reason := range map[string]string{
		"silent": "is silent", "whispered": "is silent", "short": "only 2 seconds", "almost empty": "only one second", "broken off": "cannot be played", "good": "",
	} {
		x := awaitGeneration(t, s, s.Member, ordered(t, s, s.Member, `{"prompt":"`+prompt+` song","provider":"http","duration":15}`).ID)
		if reason == "" {
			if x.State != "ready" || x.TrackID == "" {
				t.Errorf("%s: %+v", prompt, x)
			}
			continue
		}
		if x.State != "failed" || x.TrackID != "" || !strings.Contains(x.Reason, reason) || x.Review.Status != "" {
			t.Errorf("%s: %+v", prompt, x)
		}
	}
	if int(orders.Load()) != len(files) {
		t.Errorf("%d orders", orders.Load())
	}
	s.Run(t, []testkit.Scenario{
		{Name: "only the good one is reviewed", Request: testkit.Request{Path: "/api/admin/ai-tracks", As: s.Admin}, Status: 200, Contains: []string{`"prompt":"good song"`}, Lacks: []string{`"prompt":"silent song"`, `"prompt":"short song"`}},
		{Name: "only the good one is paid", Request: testkit.Request{Path: "/api/admin/ai-stats", As: s.Admin}, Status: 200, Contains: []string{`"totalGenerated":1`, `"monthlyCost":0.5,`}},
		{Name: "they failed", Request: testkit.Request{Path: "/api/admin/ai-logs", As: s.Admin}, Status: 200, Contains: []string{`"status":"failed","cost":0}`}, Lacks: []string{`"status":"failed","cost":0.5`}},
		{Name: "in the person's language", Request: testkit.Request{Path: "/api/ai/generations", As: s.Member, Header: map[string]string{"Accept-Language": "es"}}, Status: 200, Contains: []string{"está en silencio", "solo tiene un segundo de música"}},
	})
}

// TestBothSongsOfAnOrder orders from a service with the API of Suno, which names one
// file more than an order has.
func TestBothSongsOfAnOrder(t *testing.T) {
	var orders atomic.Int32
	files := map[string]string{"/more": "ID3 and nothing else", "/low": sounding(220, 8000, 4, 4), "/high": sounding(440, 8000, 4, 4)}
	suno := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := files[r.URL.Path]
		switch {
		case r.Method == http.MethodPost:
			orders.Add(1)
			answer = `{"code":200,"data":{"taskId":"job-1"}}`
		case strings.HasSuffix(r.URL.Path, "/record-info"):
			answer = `{"code":200,"data":{"status":"SUCCESS","response":{"sunoData":[{"audioUrl":"/low"},{"audioUrl":"/high"},{"audioUrl":"/more"}]}}}`
		}
		if _, err := io.WriteString(w, answer); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(suno.Close)
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{
		"sunoApiUrl": json.RawMessage(apitest.Encode(t, suno.URL)), "sunoApiKey": json.RawMessage(`"key"`),
	}})
	other := s.SignUp(t, "other@example.com")
	x := awaitGeneration(t, s, s.Member, ordered(t, s, s.Member, `{"prompt":"calm tones","provider":"suno","duration":15}`).ID)
	if x.State != "ready" || len(x.Alternatives) != 1 || math.Abs(x.Duration-4) > 0.1 || x.Review.Status != "pending" || x.Review.Score <= 0 || orders.Load() != 1 {
		t.Fatalf("%d orders, %+v", orders.Load(), x)
	}
	second := awaitGeneration(t, s, s.Member, x.Alternatives[0])
	if second.TrackID == x.TrackID || second.ParentID != x.ID || !slices.Equal(second.Alternatives, []string{x.ID}) || second.Review.Status != "pending" || second.Title != x.Title+" (2)" {
		t.Errorf("%+v", second)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "its track", Request: testkit.Request{Path: "/api/tracks/" + second.TrackID, As: s.Member}, Status: 200, Contains: []string{`"isAiGenerated":true`, `"isPublic":false`, `"format":"flac"`}},
		{Name: "labelled", Request: testkit.Request{Path: "/api/tracks/" + second.TrackID + "/stream", As: s.Member}, Status: 200, Contains: []string{"AI_GENERATED=1", "trainedAlgorithmicMedia", "calm tones"}},
		{Name: "not for others", Request: testkit.Request{Path: "/api/tracks/" + second.TrackID, As: other}, Status: 404},
		{Name: "nor the generation", Request: testkit.Request{Path: "/api/ai/generations/" + second.ID, As: other}, Status: 404, Lacks: []string{"calm"}},
		{Name: "both are reviewed", Request: testkit.Request{Path: "/api/admin/ai-tracks?status=pending", As: s.Admin}, Status: 200, Contains: []string{x.ID + `"`, second.ID + `"`, `"name":"balance"`}},
		{Name: "but paid once", Request: testkit.Request{Path: "/api/admin/ai-logs", As: s.Admin}, Status: 200, Contains: []string{`"cost":0.06`}, Lacks: []string{second.ID}},
		{Name: "of one, there are no parts", Request: testkit.Request{Path: "/api/ai/generations/" + x.ID + "/files/stems", As: s.Member}, Status: 409, Contains: []string{"built-in composer"}},
		{Name: "delete the first", Request: testkit.Request{Method: "DELETE", Path: "/api/ai/generations/" + x.ID, As: s.Member}, Status: 204},
		{Name: "the second stays", Request: testkit.Request{Path: "/api/ai/generations/" + second.ID, As: s.Member}, Status: 200, Contains: []string{`"alternatives":[]`}, Lacks: []string{`"trackId":null`}},
	})
}

// TestComposerDoesNotWaitForServices composes while a service is busy with as many orders as the composer
// could make at once. What was never ordered costs nothing.
func TestComposerDoesNotWaitForServices(t *testing.T) {
	suno := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if _, err := io.WriteString(w, `{"code":200,"data":{"taskId":"job-1","status":"PENDING"}}`); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(suno.Close)
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{
		"sunoApiUrl": json.RawMessage(apitest.Encode(t, suno.URL)), "sunoApiKey": json.RawMessage(`"key"`),
	}})
	const slow = `{"prompt":"slow tones","provider":"suno"}`
	first := ordered(t, s, s.Member, slow)
	ordered(t, s, s.Admin, slow)
	ordered(t, s, s.SignUp(t, "other@example.com"), slow)
	second := ordered(t, s, s.Member, slow)
	if x := awaitGeneration(t, s, s.Member, ordered(t, s, s.Member, `{"prompt":"solo classical piano, 15 seconds"}`).ID); x.State != "ready" {
		t.Errorf("%+v", x)
	}
	cancel := func(x made) testkit.Request {
		return testkit.Request{Method: "POST", Path: "/api/ai/generations/" + x.ID + "/cancel", As: s.Member}
	}
	logs := testkit.Request{Path: "/api/admin/ai-logs", As: s.Admin}
	s.Run(t, []testkit.Scenario{
		{Name: "the second order waits for the first", Request: testkit.Request{Path: "/api/ai/generations/" + second.ID, As: s.Member}, Status: 200, Contains: []string{`"state":"queued"`, `"place":1`}},
		{Name: "cancel what waits", Request: cancel(second), Status: 200, Contains: []string{`"cost":0}`}},
		{Name: "it was free", Request: logs, Status: 200, Contains: []string{`"status":"cancelled","cost":0}`}, Lacks: []string{"0.06"}},
		{Name: "cancel what was ordered", Request: cancel(first), Status: 200, Contains: []string{`"cost":0.06}`}},
		{Name: "it was not", Request: logs, Status: 200, Contains: []string{`"status":"cancelled","cost":0.06}`}},
	})
}

// TestImport adds a file that a service made elsewhere.
func TestImport(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"aiBlockedWords": json.RawMessage(`["Beatles"]`)}})
	other := s.SignUp(t, "other@example.com")
	upload := apitest.UploadFile(t, s, s.Member, "a.wav", tone(330))
	kept := apitest.UploadFile(t, s, s.Member, "b.mp3", apitest.UploadedSong(1))
	apitest.KeepUpload(t, s, s.Member, map[string]any{"title": "Dawn", "audioUrl": kept.AudioURL, "duration": kept.Duration})
	body := func(address, provider, prompt string) string {
		return apitest.Encode(t, map[string]string{"audioUrl": address, "provider": provider, "prompt": prompt})
	}
	add := func(name string, as testkit.Person, body string, status int, contains ...string) testkit.Scenario {
		return testkit.Scenario{Name: name, Request: testkit.Request{Method: "POST", Path: "/api/ai/imports", As: as, Body: body}, Status: status, Contains: contains}
	}
	s.Run(t, []testkit.Scenario{
		add("no upload", s.Member, body("/media/audio/none.mp3", "aiva", "a theme"), 400, "audioUrl"),
		add("another address", s.Member, body("https://example.com/a.mp3", "aiva", "a theme"), 400, "audioUrl"),
		add("somebody's upload", s.Admin, body(upload.AudioURL, "aiva", "a theme"), 400, "audioUrl"),
		add("a track", s.Member, body(kept.AudioURL, "aiva", "a theme"), 400, "audioUrl"),
		add("no service", s.Member, body(upload.AudioURL, " ", "a theme"), 400, "provider"),
		add("the composer is none", s.Member, body(upload.AudioURL, "Built-in", "a theme"), 400, "provider"),
		add("no prompt", s.Member, body(upload.AudioURL, "aiva", ""), 400, "prompt"),
		add("words that are not allowed", s.Member, body(upload.AudioURL, "aiva", "like the Beatles"), 409, "Beatles"),
	})
	r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/ai/imports", As: s.Member, Body: body(upload.AudioURL, " AIVA ", "a heroic theme for many strings and horns")})
	if r.Status != http.StatusAccepted {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	x := awaitGeneration(t, s, s.Member, testkit.JSON[made](t, r).ID)
	if x.State != "ready" || x.Title != "a heroic theme for many strings" || math.Abs(x.Duration-2) > 0.1 || x.Review.Status != "pending" || x.Review.Score <= 0 || x.TrackID == "" {
		t.Fatalf("%+v", x)
	}
	track := "/api/tracks/" + x.TrackID
	station := apitest.Made(t, s, "/api/radios", `{"name":"Own","mode":"autodj"}`)
	s.Run(t, []testkit.Scenario{
		{Name: "no jingle without review", Request: testkit.Request{Method: "POST", Path: "/api/radios/" + station + "/jingles", As: s.Admin, Body: apitest.Encode(t, map[string]string{"trackId": x.TrackID})}, Status: 409, Contains: []string{"when an operator has approved it"}},
		{Name: "nor a list for it", Request: testkit.Request{Path: "/api/radios/" + station + "/lists", As: s.Admin}, Status: 200, Contains: []string{`[]`}},
		{Name: "its track", Request: testkit.Request{Path: track, As: s.Member}, Status: 200, Contains: []string{`"isAiGenerated":true`, `"isPublic":false`, `"format":"flac"`}},
		{Name: "labelled", Request: testkit.Request{Path: track + "/stream", As: s.Member}, Status: 200, Contains: []string{"Made by aiva (AI)", "AI_GENERATED=1"}},
		{Name: "not for others", Request: testkit.Request{Path: track, As: other}, Status: 404},
		{Name: "not public without review", Request: testkit.Request{Method: "PUT", Path: track + "/visibility", As: s.Member, Body: `{"isPublic":true}`}, Status: 409},
		{Name: "to be reviewed", Request: testkit.Request{Path: "/api/admin/ai-tracks?status=pending", As: s.Admin}, Status: 200, Contains: []string{`"provider":"aiva"`, `"prompt":"a heroic theme for many strings and horns"`}},
		{Name: "in the conversation", Request: testkit.Request{Path: "/api/ai/messages", As: s.Member}, Status: 200, Contains: []string{"I am adding a heroic theme for many strings to your library.", `"id":"` + x.ID + `"`}},
		{Name: "cannot be changed", Request: testkit.Request{Method: "POST", Path: "/api/ai/messages", As: s.Member, Body: `{"content":"Más lento","generationId":"` + x.ID + `"}`}, Status: 201, Contains: []string{"Only pieces by the built-in composer can be changed."}},
		{Name: "nor as the newest", Request: testkit.Request{Method: "POST", Path: "/api/ai/messages", As: s.Member, Body: `{"content":"another version"}`}, Status: 201, Contains: []string{"Only pieces by the built-in composer can be changed."}},
		{Name: "costs nothing", Request: testkit.Request{Path: "/api/admin/ai-logs", As: s.Admin}, Status: 200, Contains: []string{`"provider":"aiva"`, `"cost":0`}},
		{Name: "the upload is used up", Request: testkit.Request{Path: "/api/uploads", As: s.Member}, Status: 200, Lacks: []string{upload.ID}},
		add("and cannot be added again", s.Member, body(upload.AudioURL, "aiva", "a theme"), 400, "audioUrl"),
	})
}

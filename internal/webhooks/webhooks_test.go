package webhooks

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/background"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/outgoing/hook"
	"sonora/internal/seal"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/webhook"
)

var begin = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// room is a service with a person, tracks, a clock and a server that receives webhooks.
type room struct {
	*Service
	t      *testing.T
	ana    music.Viewer
	track  string
	inside bool // whether private networks are allowed
	now    time.Time
	told   []notice.Notification
	server *httptest.Server

	mu     sync.Mutex
	answer http.HandlerFunc // nil for a success
	got    []received
}

type received struct {
	header http.Header
	body   string
}

func newRoom(t *testing.T) *room {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := &room{t: t, inside: true, now: begin}
	t.Cleanup(func() { r.must(db.Close()) })
	r.server = httptest.NewServer(http.HandlerFunc(r.receive))
	t.Cleanup(r.server.Close)
	box, err := seal.Fresh()
	r.must(err)
	r.Service = New(Config{
		Store: db, Box: box, Notifier: r, Settings: func() music.Settings { return music.Settings{RelayInside: r.inside} },
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return r.now },
	})
	account := music.Account{Email: "ana@example.org", PasswordHash: "x", Language: "es"}
	r.must(db.CreateAccount(t.Context(), &account))
	r.ana = music.Viewer{AccountID: account.ID, Role: account.Role}
	roots, err := db.EnsureRoots(t.Context(), []string{"/music"}, begin)
	r.must(err)
	_, err = db.SaveScanned(t.Context(), roots[0].ID, []music.ScannedFile{{Name: "uno.mp3", Size: 1, ModTime: 1, Audio: &music.AudioFile{
		Format: music.MP3, SampleRate: 44_100, Channels: 2, Duration: time.Minute, AudioKey: 1, Tags: music.Tags{Title: "Uno", Artists: []string{"Ana"}, Album: "Suite"},
	}}}, begin, false)
	r.must(err)
	r.must(db.FinishScan(t.Context()))
	list, err := db.Tracks(t.Context(), r.ana, music.TrackFilter{}, music.Page{Limit: 1})
	r.must(err)
	r.track = list.Items[0].ID
	return r
}

func (r *room) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// Notify implements Notifier.
func (r *room) Notify(_ context.Context, list ...notice.Notification) error {
	r.told = append(r.told, list...)
	return nil
}

func (r *room) receive(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.t.Error(err)
	}
	r.got = append(r.got, received{req.Header, string(body)})
	if r.answer != nil {
		r.answer(w, req)
	}
}

func (r *room) answers(with http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = with
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// add adds a webhook to the server and returns it with its secret.
func (r *room) add(events ...webhook.Event) (*webhook.Webhook, string) {
	r.t.Helper()
	w, secret, err := r.Add(r.t.Context(), r.ana, r.server.URL+"/hook", events)
	r.must(err)
	return w, secret
}

func (r *room) rate(stars int) {
	r.t.Helper()
	_, err := r.Store.Rate(r.t.Context(), r.ana, r.track, stars, r.now)
	r.must(err)
}

// send sends what is due and returns what arrived.
func (r *room) send() []received {
	r.t.Helper()
	r.must(r.sendDue(r.t.Context()))
	r.mu.Lock()
	defer r.mu.Unlock()
	got := r.got
	r.got = nil
	return got
}

func (r *room) only() webhook.Webhook {
	r.t.Helper()
	list, err := r.List(r.t.Context(), r.ana)
	r.must(err)
	if len(list) != 1 {
		r.t.Fatalf("%d webhooks", len(list))
	}
	return list[0]
}

func (r *room) deliveries() []webhook.Delivery {
	r.t.Helper()
	list, err := r.Deliveries(r.t.Context(), r.ana, r.only().ID, music.Page{Limit: 100})
	r.must(err)
	return list.Items
}

func TestEventsArriveSignedAndInOrder(t *testing.T) {
	r := newRoom(t)
	_, secret := r.add(webhook.Events...)
	ctx := t.Context()
	_, err := r.Store.Like(ctx, r.ana, r.track, r.now)
	r.must(err)
	r.rate(4)
	_, err = r.Store.AddPlay(ctx, r.ana, music.Play{ID: "p", AccountID: r.ana.AccountID, TrackID: r.track, StartedAt: begin, Listened: time.Minute}, 0)
	r.must(err)
	_, err = r.Store.Notify(ctx, []notice.Notification{{ID: "n", AccountID: r.ana.AccountID, Kind: notice.NoticeNewFollower, Topic: "t", Data: notice.Data{Who: "Bo"}, Link: "/u"}}, r.now)
	r.must(err)
	r.must(r.Store.CreatePlaylist(ctx, &music.Playlist{ID: "pl", OwnerID: r.ana.AccountID, Name: "P", CreatedAt: begin}))
	r.now = r.now.Add(time.Second)

	track := `"track":{"id":"` + r.track + `","title":"Uno","artist":"Ana","album":"Suite"}`
	got := r.send()
	want := []string{
		`{"type":"like","timestamp":"2026-03-01T12:00:00Z","data":{"trackId":"` + r.track + `","liked":true,` + track + `}}`,
		`{"type":"rating","timestamp":"2026-03-01T12:00:00Z","data":{"trackId":"` + r.track + `","stars":4,` + track + `}}`,
		`{"type":"play","timestamp":"2026-03-01T12:01:00Z","data":{"id":"p","trackId":"` + r.track + `","startedAt":"2026-03-01T12:00:00Z","listened":60,` + track + `}}`,
		`{"type":"notification","timestamp":"2026-03-01T12:00:00Z","data":{"id":"n","kind":"new-follower","title":"Nuevo seguidor","text":"Bo te sigue.","link":"/u"}}`,
		`{"type":"playlist","timestamp":"2026-03-01T12:00:00Z","data":{"id":"pl","version":0,"deleted":false,"by":"` + r.ana.AccountID + `"}}`,
	}
	if len(got) != len(want) {
		t.Fatalf("%d messages: %+v", len(got), got)
	}
	key, err := hook.Key(secret)
	r.must(err)
	ids := map[string]bool{}
	for i, m := range got {
		if m.body != want[i] {
			t.Errorf("message %d: %s\nwant %s", i, m.body, want[i])
		}
		id := m.header.Get("Webhook-Id")
		ids[id] = true
		if m.header.Get("Webhook-Timestamp") != strconv.FormatInt(r.now.Unix(), 10) || m.header.Get("Webhook-Signature") != hook.Sign(key, id, r.now, []byte(m.body)) {
			t.Errorf("message %d is signed with %v", i, m.header)
		}
	}
	if len(ids) != len(want) {
		t.Errorf("IDs %v", ids)
	}
	if again := r.send(); len(again) != 0 {
		t.Errorf("sent again: %+v", again)
	}
	if w := r.only(); w.Sent != 5 || w.Waiting != 0 || !w.SentAt.Equal(r.now) || w.Failures != 0 {
		t.Errorf("%+v", w)
	}
}

// TestDeletedTracksHaveNoName tells of a track that is gone by the time it is sent.
func TestDeletedTracksHaveNoName(t *testing.T) {
	r := newRoom(t)
	r.add(webhook.Rating)
	r.rate(2)
	r.must(errOf(r.Store.MarkMissing(t.Context(), []string{r.track}, r.now)))
	r.must(errOf(r.Store.PurgeMissing(t.Context())))
	got := r.send()
	if len(got) != 1 || !strings.Contains(got[0].body, `"stars":2,"track":null`) {
		t.Errorf("%+v", got)
	}
}

func errOf[T any](_ T, err error) error { return err }

func TestFailuresAreRetriedWithGrowingPauses(t *testing.T) {
	r := newRoom(t)
	r.add(webhook.Rating)
	r.rate(1)
	r.rate(2)
	r.answers(status(http.StatusBadGateway))
	first := r.send()
	if len(first) != 1 {
		t.Fatalf("%d attempts", len(first))
	}
	for failures := 1; failures < 4; failures++ {
		if w := r.only(); w.Failures != failures || w.Waiting != 2 || !strings.Contains(w.Problem.String(), "502") {
			t.Errorf("after failure %d: %+v", failures, w)
		}
		r.now = r.now.Add(background.Pause(failures) - time.Second)
		if early := r.send(); len(early) != 0 {
			t.Fatalf("a second before the pause after failure %d ended: %+v", failures, early)
		}
		r.now = r.now.Add(time.Second)
		if again := r.send(); len(again) != 1 || again[0].header.Get("Webhook-Id") != first[0].header.Get("Webhook-Id") {
			t.Fatalf("attempt after failure %d: %+v", failures, again)
		}
	}
	r.answers(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3000")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	r.now = r.now.Add(background.Pause(4))
	r.send()
	r.now = r.now.Add(49 * time.Minute)
	if early := r.send(); len(early) != 0 {
		t.Errorf("earlier than the webhook asked for: %+v", early)
	}
	r.answers(nil)
	r.now = r.now.Add(time.Minute)
	if both := r.send(); len(both) != 2 {
		t.Errorf("%d messages arrived", len(both))
	}
	if w := r.only(); w.Failures != 0 || !w.Problem.IsZero() || w.Sent != 2 || !w.FailingSince.IsZero() {
		t.Errorf("at the end: %+v", w)
	}
}

func TestRefusedEventsFailAndCanBeSentAgain(t *testing.T) {
	r := newRoom(t)
	r.add(webhook.Rating)
	r.rate(1)
	r.rate(2)
	r.answers(status(http.StatusBadRequest))
	if got := r.send(); len(got) != 2 {
		t.Fatalf("%d attempts", len(got))
	}
	list := r.deliveries()
	if len(list) != 2 || list[1].State != webhook.Failed || list[1].Attempts != 1 || !strings.Contains(list[1].Reason.String(), "400") {
		t.Fatalf("%+v", list)
	}
	r.answers(nil)
	id := r.only().ID
	r.must(r.Retry(t.Context(), r.ana, id, list[1].ID))
	r.now = r.now.Add(claimTime)
	if got := r.send(); len(got) != 1 || !strings.Contains(got[0].body, `"stars":1`) {
		t.Errorf("sent again: %+v", got)
	}
	for _, delivery := range []string{list[1].ID, "nothing"} {
		if err := r.Retry(t.Context(), r.ana, id, delivery); music.CodeOf(err) != music.Conflict {
			t.Errorf("retry of what has not failed: %v", err)
		}
	}
	if err := r.Retry(t.Context(), r.ana, "nothing", list[0].ID); music.CodeOf(err) != music.NotFound {
		t.Error(err)
	}
}

// TestOneBadEventDoesNotBlockForever has a webhook that fails at a certain event.
func TestOneBadEventDoesNotBlockForever(t *testing.T) {
	r := newRoom(t)
	r.add(webhook.Rating)
	r.rate(1)
	r.rate(2)
	r.answers(status(http.StatusInternalServerError))
	for range maxAttempts {
		r.send()
		r.now = r.now.Add(time.Hour)
	}
	r.answers(nil)
	if got := r.send(); len(got) != 1 || !strings.Contains(got[0].body, `"stars":2`) {
		t.Errorf("%+v", got)
	}
	if list := r.deliveries(); list[1].State != webhook.Failed || list[1].Attempts != maxAttempts || list[0].State != webhook.Sent {
		t.Errorf("%+v", list)
	}
}

func TestWebhooksThatFailForDaysAreStopped(t *testing.T) {
	r := newRoom(t)
	w, _ := r.add(webhook.Rating)
	r.answers(status(http.StatusNotFound))
	for day := range 4 {
		r.rate(day%2 + 1)
		r.send()
		if stopped := r.only().Stopped; stopped != (day == 3) {
			t.Fatalf("on day %d: stopped %v", day, stopped)
		}
		r.now = r.now.Add(24 * time.Hour)
	}
	if len(r.told) != 1 || r.told[0].Kind != notice.NoticeWebhookStopped || r.told[0].AccountID != r.ana.AccountID || strings.Contains(r.told[0].Data.What, "/hook") {
		t.Errorf("told %+v", r.told)
	}
	r.answers(nil)
	r.rate(5)
	if got := r.send(); len(got) != 0 {
		t.Errorf("sent to a webhook that was stopped: %+v", got)
	}
	paused := false
	_, err := r.Change(t.Context(), r.ana, w.ID, Change{Paused: &paused})
	r.must(err)
	r.rate(3)
	if got := r.send(); len(got) != 1 || !strings.Contains(got[0].body, `"stars":3`) {
		t.Errorf("after it was resumed: %+v", got)
	}
}

func TestFailingWebhooksDoNotCollectWithoutEnd(t *testing.T) {
	r := newRoom(t)
	r.add(webhook.Rating)
	for i := range maxWaiting + 1 {
		r.rate(i%2 + 1)
	}
	r.answers(status(http.StatusBadGateway))
	r.send()
	r.now = r.now.Add(time.Hour)
	r.send()
	if w := r.only(); w.Stopped || w.Failures != 2 {
		t.Errorf("after an hour: %+v", w)
	}
	r.now = r.now.Add(stopFullAfter)
	r.send()
	if w := r.only(); !w.Stopped || len(r.told) != 1 {
		t.Errorf("%+v, told %d", w, len(r.told))
	}
}

func TestPausedWebhooksMissEvents(t *testing.T) {
	r := newRoom(t)
	w, _ := r.add(webhook.Rating)
	pause := func(paused bool) {
		t.Helper()
		_, err := r.Change(t.Context(), r.ana, w.ID, Change{Paused: &paused})
		r.must(err)
	}
	r.rate(1)
	pause(true)
	r.rate(2)
	if got := r.send(); len(got) != 0 {
		t.Errorf("sent in a pause: %+v", got)
	}
	pause(false)
	if got := r.send(); len(got) != 1 || !strings.Contains(got[0].body, `"stars":1`) {
		t.Errorf("sent after the pause: %+v", got)
	}
}

func TestSecretsAreRenewed(t *testing.T) {
	r := newRoom(t)
	w, old := r.add(webhook.Rating)
	_, secret, err := r.Renew(t.Context(), r.ana, w.ID)
	r.must(err)
	r.rate(1)
	got := r.send()
	key, err := hook.Key(secret)
	r.must(err)
	if secret == old || len(got) != 1 || got[0].header.Get("Webhook-Signature") != hook.Sign(key, got[0].header.Get("Webhook-Id"), r.now, []byte(got[0].body)) {
		t.Errorf("%+v", got)
	}
	if _, _, err := r.Renew(t.Context(), music.Viewer{AccountID: "somebody"}, w.ID); music.CodeOf(err) != music.NotFound {
		t.Error(err)
	}
}

func TestTrialsSayWhatHappened(t *testing.T) {
	r := newRoom(t)
	w, _ := r.add(webhook.Rating)
	r.must(r.Try(t.Context(), r.ana, w.ID))
	var m message
	r.must(json.Unmarshal([]byte(r.got[0].body), &m))
	if m.Type != "test" || r.got[0].header.Get("Webhook-Signature") == "" {
		t.Errorf("%+v", r.got)
	}
	r.answers(status(http.StatusTeapot))
	if err := r.Try(t.Context(), r.ana, w.ID); music.CodeOf(err) != music.Elsewhere || !strings.Contains(err.Error(), "418") {
		t.Error(err)
	}
	r.inside = false
	if err := r.Try(t.Context(), r.ana, w.ID); music.CodeOf(err) != music.Elsewhere || !strings.Contains(err.Error(), "https://") {
		t.Error(err)
	}
	if err := r.Try(t.Context(), music.Viewer{AccountID: "somebody"}, w.ID); music.CodeOf(err) != music.NotFound {
		t.Error(err)
	}
	if len(r.deliveries()) != 0 || r.only().Failures != 0 {
		t.Error("a trial counts as a delivery")
	}
}

func TestWebhooksAreChecked(t *testing.T) {
	r := newRoom(t)
	r.inside = false
	ctx := t.Context()
	play := []webhook.Event{webhook.Play}
	for name, c := range map[string]struct {
		address string
		events  []webhook.Event
		field   string
	}{
		"without TLS":         {"http://192.0.66.2/", play, "address"},
		"in a private net":    {"https://10.0.0.1/", play, "address"},
		"on this machine":     {"https://localhost/", play, "address"},
		"metadata of a cloud": {"https://169.254.169.254/", play, "address"},
		"no address":          {"hook", play, "address"},
		"too long":            {"https://192.0.66.2/" + strings.Repeat("x", 1000), play, "address"},
		"no events":           {"https://192.0.66.2/", nil, "events"},
		"unknown events":      {"https://192.0.66.2/", []webhook.Event{"play", "all"}, "events"},
	} {
		_, _, err := r.Add(ctx, r.ana, c.address, c.events)
		if e, ok := err.(*music.Error); !ok || e.Code != music.Invalid || len(e.Fields[c.field]) != 1 { //nolint:errorlint // not wrapped
			t.Errorf("%s: %v", name, err)
		}
	}
	var last *webhook.Webhook
	for range maxWebhooks {
		w, secret, err := r.Add(ctx, r.ana, "https://192.0.66.2/", []webhook.Event{webhook.Like, webhook.Play, webhook.Like})
		r.must(err)
		if !slices.Equal(w.Events, []webhook.Event{webhook.Play, webhook.Like}) || !strings.HasPrefix(secret, "whsec_") || strings.Contains(string(w.Secret), secret) {
			t.Fatalf("%+v %s", w, secret)
		}
		last = w
	}
	if _, _, err := r.Add(ctx, r.ana, "https://192.0.66.2/", play); music.CodeOf(err) != music.Conflict {
		t.Errorf("one more: %v", err)
	}
	bad := "https://10.0.0.1/"
	if _, err := r.Change(ctx, r.ana, last.ID, Change{Address: &bad}); music.CodeOf(err) != music.Invalid {
		t.Errorf("changed to a private network: %v", err)
	}
	if _, err := r.Change(ctx, r.ana, last.ID, Change{Events: []webhook.Event{}}); music.CodeOf(err) != music.Invalid {
		t.Errorf("changed to no events: %v", err)
	}
	good := "https://192.0.66.3/"
	changed, err := r.Change(ctx, r.ana, last.ID, Change{Address: &good, Events: play})
	r.must(err)
	if changed.Address != good || !slices.Equal(changed.Events, play) || changed.Paused {
		t.Errorf("%+v", changed)
	}
	r.must(r.Delete(ctx, r.ana, last.ID))
	if _, err := r.Change(ctx, r.ana, last.ID, Change{}); music.CodeOf(err) != music.NotFound {
		t.Error(err)
	}
}

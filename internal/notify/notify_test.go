package notify

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/people"
	"sonora/internal/seal"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit/pushes"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a service over an empty database with two people who are signed
// in.
type fixture struct {
	*Service
	t        *testing.T
	outbox   *outbox
	push     *pushes.Service
	ana, ben music.Viewer
}

// outbox records what the service sends.
type outbox struct {
	mu     sync.Mutex
	mails  []mail.Message
	events []music.Event
}

func (d *outbox) Send(_ context.Context, m mail.Message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mails = append(d.mails, m)
	return nil
}

func (d *outbox) Publish(e music.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, e)
}

func (d *outbox) Subscribe(func(music.Event)) (func(), error) { return func() {}, nil }

func newFixture(t *testing.T) *fixture {
	t.Helper()
	dir, log := t.TempDir(), slog.New(slog.DiscardHandler)
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(dir, "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	box, err := seal.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, outbox: &outbox{}, push: pushes.Start(t)}
	service, err := url.Parse(f.push.URL)
	if err != nil {
		t.Fatal(err)
	}
	f.Service, err = Open(t.Context(), Config{
		Store: db, Jobs: job.New(db, log), Mail: f.outbox, Events: f.outbox, Settings: music.DefaultSettings, Box: box, Log: log,
		PublicURL: &url.URL{Scheme: "https", Host: "music.example"}, PushService: service,
	})
	f.must(err)
	t.Cleanup(f.client.CloseIdleConnections)
	f.ana, f.ben = f.join("ana", music.Admin), f.join("ben", music.Listener)
	return f
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) join(name string, role music.Role) music.Viewer {
	f.t.Helper()
	now := time.Now()
	a := &music.Account{
		Email: name + "@example.com", FirstName: name, Role: role, EmailNotifications: true, PushNotifications: true, CreatedAt: now, VerifiedAt: now, Language: "es",
	}
	f.must(f.Store.CreateAccount(f.t.Context(), a))
	s := &music.Session{AccountID: a.ID, RefreshHash: []byte(name), CreatedAt: now, LastUsedAt: now, ExpiresAt: now.Add(time.Hour)}
	f.must(f.Store.CreateSession(f.t.Context(), s))
	return music.Viewer{AccountID: a.ID, SessionID: s.ID, Role: a.Role}
}

func (f *fixture) subscribe(v music.Viewer, path string) {
	f.t.Helper()
	f.must(f.Subscribe(f.t.Context(), v, f.push.URL+path, f.push.P256dh(), f.push.Auth(), "Firefox"))
}

// work runs jobs until the test ends.
func (f *fixture) work() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- f.Jobs.Run(ctx) }()
	f.t.Cleanup(func() {
		cancel()
		f.must(<-ended)
	})
}

func about(v music.Viewer, what string) notice.Notification {
	return notice.Notification{AccountID: v.AccountID, Kind: notice.NoticeNewMusic, Data: notice.Data{What: what, Count: 2}, Link: "/artists/x"}
}

func TestNewsReachesEveryDevice(t *testing.T) {
	f := newFixture(t)
	f.subscribe(f.ana, "/one")
	f.subscribe(f.ana, "/two")
	f.subscribe(f.ben, "/ben")
	f.work()
	f.must(f.Notify(t.Context(), about(f.ana, "Nina")))
	for _, m := range f.push.Await(t, 2) {
		if m.Problem != "" || m.Title != "Música nueva" || m.Body != "Nina: 2 canciones nuevas." || m.Link != "/artists/x" || m.Tag == "" || m.Path == "/ben" {
			t.Errorf("%+v", m)
		}
		if m.Claims["sub"] != "https://music.example" {
			t.Errorf("proof: %v", m.Claims)
		}
	}
	unread, ok := f.outbox.events[0].Data.(notice.NotificationChange)
	if !ok || *unread.Unread != 1 || f.outbox.events[0].Account != f.ana.AccountID || f.outbox.events[0].Type != music.EventNotification {
		t.Errorf("event: %+v", f.outbox.events)
	}
}

func TestManyNotificationsAreOneMessage(t *testing.T) {
	f := newFixture(t)
	f.subscribe(f.ana, "/one")
	f.must(f.Notify(t.Context(), about(f.ana, "A"), about(f.ana, "B"), about(f.ana, "C"), about(f.ana, "D")))
	f.work()
	got := f.push.Await(t, 1)
	if m := got[0]; m.Link != "/updates" || !strings.HasSuffix(m.Body, "Y 3 avisos más.") {
		t.Errorf("%+v", m)
	}
}

func (f *fixture) attempt(n notice.Notification) error {
	f.t.Helper()
	news, err := f.Store.Notify(f.t.Context(), []notice.Notification{n}, f.now())
	f.must(err)
	to, err := f.Store.PushSubscriptions(f.t.Context(), n.AccountID, f.now())
	f.must(err)
	payload, err := json.Marshal(pushPayload{to[0].ID, []string{news[0].ID}})
	f.must(err)
	_, err = f.pushJob(f.t.Context(), &music.Job{Payload: payload}, nil)
	return err
}

func TestPushServiceResponses(t *testing.T) {
	f := newFixture(t)
	for status, want := range map[int]struct {
		code music.Code
		err  bool
		left int
	}{
		http.StatusCreated:               {0, false, 1},
		http.StatusInternalServerError:   {music.Internal, true, 1}, // retried
		http.StatusTooManyRequests:       {music.Internal, true, 1},
		http.StatusRequestEntityTooLarge: {music.Invalid, true, 1}, // not retried
		http.StatusTemporaryRedirect:     {music.Invalid, true, 1}, // not followed
		http.StatusGone:                  {0, false, 0},
		http.StatusNotFound:              {0, false, 0},
	} {
		f.subscribe(f.ana, "/one")
		f.push.Answer(status)
		if err := f.attempt(about(f.ana, "A")); (err != nil) != want.err || music.CodeOf(err) != want.code {
			t.Errorf("%d: %v", status, err)
		}
		left, err := f.Store.PushSubscriptions(t.Context(), f.ana.AccountID, f.now())
		if f.must(err); len(left) != want.left {
			t.Errorf("%d: %d subscriptions are left", status, len(left))
		}
	}
}

func TestReadNotificationsAreNotSent(t *testing.T) {
	f := newFixture(t)
	f.subscribe(f.ana, "/one")
	f.must(f.Notify(t.Context(), about(f.ana, "A")))
	if n, err := f.Read(t.Context(), f.ana, nil); err != nil || n != 0 {
		t.Errorf("%d %v", n, err)
	}
	f.must(f.Notify(t.Context(), about(f.ana, "B")))
	f.work()
	if got := f.push.Await(t, 1); !strings.HasPrefix(got[0].Body, "B") {
		t.Errorf("%+v", got)
	}
}

func TestOnlyPushServicesAreContacted(t *testing.T) {
	f := newFixture(t)
	for _, endpoint := range []string{
		"http://push.example/x", "https://a:b@push.example/x", "ftp://push.example", "", "https://push.example/" + strings.Repeat("x", 1000), "http://127.0.0.1:1/x",
	} {
		if err := f.Subscribe(t.Context(), f.ana, endpoint, f.push.P256dh(), f.push.Auth(), ""); music.CodeOf(err) != music.Invalid {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
	for _, keys := range [][2]string{{"", f.push.Auth()}, {f.push.Auth(), f.push.Auth()}, {f.push.P256dh(), ""}, {f.push.P256dh(), "AAAA"}, {"!", "!"}} {
		if err := f.Subscribe(t.Context(), f.ana, "https://push.example/x", keys[0], keys[1], ""); music.CodeOf(err) != music.Invalid {
			t.Errorf("%v: %v", keys, err)
		}
	}
	// A name that resolves to a private address is detected on connecting.
	secret := pushes.Start(t)
	_, port, _ := strings.Cut(strings.TrimPrefix(secret.URL, "http://"), ":")
	f.must(f.Subscribe(t.Context(), f.ana, "https://localhost:"+port+"/x", f.push.P256dh(), f.push.Auth(), ""))
	if err := f.attempt(about(f.ana, "A")); err == nil || !strings.Contains(err.Error(), "private network") {
		t.Errorf("request to a private network: %v", err)
	}
	if sent, all, err := f.Test(t.Context(), f.ana); sent != 0 || all != 1 || err != nil || len(secret.Messages()) != 0 {
		t.Errorf("%d of %d: %v", sent, all, err)
	}
}

func TestKeysStay(t *testing.T) {
	f := newFixture(t)
	again, err := Open(t.Context(), f.Config)
	if f.must(err); again.PublicKey() != f.PublicKey() || again.PublicKey() == "" {
		t.Error("another key")
	}
	f.Box, err = seal.Open(t.TempDir())
	f.must(err)
	other, err := Open(t.Context(), f.Config)
	if f.must(err); other.PublicKey() == f.PublicKey() || other.PublicKey() == "" {
		t.Error("no new key without the key for secrets")
	}
	again, err = Open(t.Context(), f.Config)
	if f.must(err); again.PublicKey() != other.PublicKey() {
		t.Error("the new key was not kept")
	}
}

func TestAnnouncement(t *testing.T) {
	f := newFixture(t)
	f.subscribe(f.ana, "/one")
	f.subscribe(f.ben, "/two")
	f.work()
	told, err := f.Announce(t.Context(), notice.Announcement{Text: " Back at nine. ", Link: "/library"})
	if err != nil || told != 2 {
		t.Errorf("told %d, %v", told, err)
	}
	for _, m := range f.push.Await(t, 2) {
		if m.Title != "Anuncio" || m.Body != "Back at nine." || m.Link != "/library" || m.Problem != "" {
			t.Errorf("%+v", m)
		}
	}
	for _, a := range []notice.Announcement{{}, {Text: strings.Repeat("x", 501)}, {Text: "x", Link: "//evil.example"}, {Text: "x", Link: "javascript:alert(1)"}, {Text: "x", Link: `/\evil.example`}} {
		if _, err := f.Announce(t.Context(), a); music.CodeOf(err) != music.Invalid {
			t.Errorf("%+v: %v", a, err)
		}
	}
}

func TestFollowing(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	state, err := f.Follow(ctx, f.ben, people.FollowPerson, f.ana.AccountID)
	if f.must(err); state != (people.FollowState{Following: true, Followers: 1}) {
		t.Errorf("%+v", state)
	}
	_, err = f.Follow(ctx, f.ben, people.FollowPerson, f.ana.AccountID)
	f.must(err)
	list, err := f.Store.Notifications(ctx, f.ana.AccountID, music.Page{})
	if f.must(err); len(list.Items) != 1 || list.Items[0].Sentence().String() != "ben follows you." || list.Items[0].Link != "/users/"+f.ben.AccountID {
		t.Errorf("%+v", list.Items)
	}
	private := true
	f.must(f.Store.UpdateProfile(ctx, f.ana.AccountID, people.ProfileChange{IsPrivate: &private}))
	_, err = f.Follow(ctx, f.ana, people.FollowPerson, f.ben.AccountID) // private
	f.must(err)
	if n, err := f.Store.Unread(ctx, f.ben.AccountID); err != nil || n != 0 {
		t.Errorf("notified of a private follower: %d %v", n, err)
	}
	for _, c := range []struct {
		v    music.Viewer
		kind people.FollowKind
		item string
		want music.Code
	}{
		{f.ben, people.FollowPerson, f.ana.AccountID, music.NotFound}, // now private
		{f.ben, people.FollowPerson, f.ben.AccountID, music.Invalid},
		{f.ben, people.FollowArtist, "none", music.NotFound},
		{f.ben, people.FollowStation, "none", music.NotFound},
		{f.ben, people.FollowDJ, "nobody", music.NotFound},
		{f.ben, "planet", "mars", music.NotFound},
	} {
		if _, err := f.Follow(ctx, c.v, c.kind, c.item); music.CodeOf(err) != c.want {
			t.Errorf("%s %s: %v", c.kind, c.item, err)
		}
	}
	f.must(f.Unfollow(ctx, f.ben, people.FollowPerson, f.ana.AccountID))
	state, err = f.Following(ctx, f.ben, people.FollowPerson, f.ana.AccountID)
	if f.must(err); state != (people.FollowState{}) {
		t.Errorf("%+v", state)
	}
}

func TestDigest(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	f.must(f.Choose(ctx, f.ana, notice.Choices{Digest: notice.DigestDaily, Email: true}))
	if err := f.Choose(ctx, f.ana, notice.Choices{Digest: "hourly"}); music.CodeOf(err) != music.Invalid {
		t.Errorf("%v", err)
	}
	began := time.Now()
	f.now = func() time.Time { return began.Add(time.Hour) }
	f.must(f.Notify(ctx, about(f.ana, "Nina"), about(f.ana, "Bo"), about(f.ben, "Bo")))
	f.must(f.sendDigests(ctx))
	if len(f.outbox.mails) != 0 {
		t.Errorf("too early: %+v", f.outbox.mails)
	}
	f.now = func() time.Time { return began.Add(24 * time.Hour) }
	f.must(f.sendDigests(ctx))
	f.must(f.sendDigests(ctx))
	if len(f.outbox.mails) != 1 {
		t.Fatalf("mails: %+v", f.outbox.mails)
	}
	m := f.outbox.mails[0]
	if m.Kind != mail.Digest || m.To != "ana@example.com" || len(m.Items) != 2 || m.Items[0] != "Bo: 2 canciones nuevas." || m.Link != "https://music.example/updates" {
		t.Errorf("%+v", m)
	}
	page, token, _ := strings.Cut(m.Detail, "#")
	if page != "https://music.example/unsubscribe" || m.Unsubscribe != "https://music.example/api/notifications/unsubscribe?token="+token {
		t.Errorf("%s and %s", m.Detail, m.Unsubscribe)
	}
	for _, wrong := range []string{"", "x", token[:len(token)-2], token + "AA"} {
		if err := f.EndDigest(ctx, wrong); music.CodeOf(err) != music.Invalid {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	f.must(f.EndDigest(ctx, token))
	f.must(f.EndDigest(ctx, token))
	if c, verified, err := f.Choices(ctx, f.ana); err != nil || c.Digest != notice.DigestNever || !c.Email || !verified {
		t.Errorf("%+v %v %v", c, verified, err)
	}
}

func TestEventsThatAreNews(t *testing.T) {
	l := newLooker(slog.New(slog.DiscardHandler))
	if library, _ := l.take(); !library {
		t.Error("the start does not look for news")
	}
	l.hear(music.Event{Type: music.EventLike})
	l.hear(music.Event{Type: music.EventPlaylist, Data: music.PlaylistChange{ID: "gone", Deleted: true}})
	l.hear(music.Event{Type: music.EventPlaylist, Data: "odd"})
	if len(l.wake) != 0 {
		t.Error("woken by an irrelevant event")
	}
	l.hear(music.Event{Type: music.EventPlaylist, Data: map[string]any{"id": "p"}})
	for _, news := range []string{music.EventLibrary, music.EventGap} {
		l.hear(music.Event{Type: music.EventPlaylist, Data: map[string]any{"id": "p"}})
		l.hear(music.Event{Type: news})
		if library, playlists := l.take(); !library || len(playlists) != 1 || len(l.wake) != 1 {
			t.Errorf("%s: %v %v", news, library, playlists)
		}
	}
}

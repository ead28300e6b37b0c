package alerting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/alert"
	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/outgoing/hook"
	"sonora/internal/people"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/vitals"
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// fixture is a service over an empty database, with a clock, an operator, and a
// double for webhooks.
type fixture struct {
	*Service
	t        *testing.T
	now      time.Time
	settings music.Settings
	boss     music.Viewer
	faults   []music.Fault
	disks    []vitals.Disk

	mu      sync.Mutex
	mails   []mail.Message
	events  int
	posts   []post
	answers []int // statuses of the next answers; 200 otherwise
}

type post struct {
	path, body string
	header     http.Header
}

func (f *fixture) Send(_ context.Context, m mail.Message) error {
	f.mails = append(f.mails, m)
	return nil
}

func (f *fixture) SendNow(ctx context.Context, m mail.Message) error {
	if len(f.answers) > 0 {
		return errors.New("connection refused")
	}
	return f.Send(ctx, m)
}

func (f *fixture) Publish(music.Event) { f.events++ }

func (f *fixture) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.posts = append(f.posts, post{r.URL.Path, string(body), r.Header})
	if len(f.answers) > 0 {
		w.WriteHeader(f.answers[0])
		f.answers = f.answers[1:]
	}
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.New(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	f := &fixture{t: t, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), settings: music.DefaultSettings()}
	boss := &music.Account{Email: "boss@music.example", FirstName: "Boss", Role: music.Admin, CreatedAt: f.now, Language: "es"}
	if err := db.CreateAccount(t.Context(), boss); err != nil {
		t.Fatal(err)
	}
	f.boss = music.Viewer{AccountID: boss.ID, Role: music.Admin}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	inside, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	f.Service = New(Config{
		Store: db, Jobs: job.New(db, log), Mail: f, Events: f, Settings: func() music.Settings { return f.settings }, Log: log,
		PublicURL: &url.URL{Scheme: "https", Host: "music.example"}, Inside: inside, Server: "one",
		Faults: func() []music.Fault { return f.faults }, Disks: func() []vitals.Disk { return f.disks }, Now: func() time.Time { return f.now },
	})
	return f
}

// list returns the alerts as their English sentences with their counts.
func (f *fixture) list() string {
	f.t.Helper()
	list, err := f.Store.Alerts(f.t.Context(), f.boss.AccountID, alert.Filter{}, music.Page{})
	if err != nil {
		f.t.Fatal(err)
	}
	var out []string
	for i := range list.Items {
		out = append(out, fmt.Sprintf("%s ×%d", list.Items[i].Report(), list.Items[i].Count))
	}
	return strings.Join(out, "\n")
}

func (f *fixture) unread(want int) {
	f.t.Helper()
	if n, err := f.Store.UnreadAlerts(f.t.Context(), f.boss.AccountID); err != nil || n != want {
		f.t.Errorf("%d unread, want %d, %v", n, want, err)
	}
}

// deliver runs the jobs that are queued.
func (f *fixture) deliver() (failed []error) {
	f.t.Helper()
	for {
		j, err := f.Store.ClaimJob(f.t.Context(), []string{deliverKind}, time.Now(), time.Now().Add(time.Minute))
		if music.CodeOf(err) == music.NotFound {
			return failed
		}
		if err != nil {
			f.t.Fatal(err)
		}
		reason := ""
		if _, err := f.deliverJob(f.t.Context(), j, nil); err != nil {
			failed, reason = append(failed, err), err.Error()
		}
		if err := f.Store.FinishJob(f.t.Context(), j, time.Now(), nil, reason); err != nil {
			f.t.Fatal(err)
		}
	}
}

func (f *fixture) check() {
	f.t.Helper()
	if err := f.watch(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

var wave = &station.Station{ID: "w", Name: "Wave"}

func TestFlappingStationDoesNotFlood(t *testing.T) {
	f := newFixture(t)
	f.settings.SlackWebhook = f.Inside.String() + "/slack"
	silent := music.Say("Silence for %d seconds from %s.", 20, "Ana")
	for range 30 { // half an hour
		f.StationInTrouble(t.Context(), wave, silent)
		f.StationInTrouble(t.Context(), wave, silent) // it lasts: not counted
		f.StationWell(t.Context(), wave.ID)
		f.now = f.now.Add(time.Minute)
		f.check()
	}
	f.deliver()
	if got := f.list(); got != "Solved: Wave: Silence for 20 seconds from Ana. (30 times) ×30" {
		t.Errorf("listed: %s", got)
	}
	if len(f.posts) != 2 { // the first trouble and that it is over
		t.Errorf("%d messages within half an hour", len(f.posts))
	}
	f.now = f.now.Add(time.Hour)
	f.check()
	f.deliver()
	if len(f.posts) != 3 || !strings.Contains(f.posts[2].body, "30 times") {
		t.Errorf("%d messages; the last: %+v", len(f.posts), f.posts[len(f.posts)-1])
	}
	f.check()
	f.deliver()
	if len(f.posts) != 3 {
		t.Error("sent again without news")
	}
}

func TestNewsIsCountedAndReadByEachOperator(t *testing.T) {
	f := newFixture(t)
	f.ReviewWaits(t.Context(), "Dawn", "Ana")
	f.unread(1)
	if n, err := f.Read(t.Context(), f.boss, nil); err != nil || n != 0 {
		t.Errorf("%d, %v", n, err)
	}
	f.now = f.now.Add(time.Minute)
	f.ReviewWaits(t.Context(), "Dusk", "Ben")
	f.unread(1)
	if got := f.list(); got != "2 AI tracks wait for your review, the latest: Dusk. ×2" {
		t.Error(got)
	}
	f.now = f.now.Add(2 * time.Hour)
	f.ReviewWaits(t.Context(), "Noon", "Ben")
	f.unread(2)
	later := &music.Account{Email: "new@music.example", Role: music.Admin, CreatedAt: f.now.Add(time.Minute)}
	if err := f.Store.CreateAccount(t.Context(), later); err != nil {
		t.Fatal(err)
	}
	if n, err := f.Store.UnreadAlerts(t.Context(), later.ID); n != 0 || err != nil {
		t.Errorf("a new operator has %d unread, %v", n, err)
	}
}

func TestSwitchesDecideWhatIsTold(t *testing.T) {
	f := newFixture(t)
	registered := &people.AuditEntry{Kind: people.Registered, AccountID: f.boss.AccountID}
	all := func() {
		f.ReviewWaits(t.Context(), "Dawn", "Ana")
		f.StationMade(t.Context(), wave)
		f.Audited(t.Context(), registered)
		f.Audited(t.Context(), &people.AuditEntry{Kind: people.SignedIn, AccountID: f.boss.AccountID})
	}
	f.settings.NotifyOnNewRadio, f.settings.NotifyOnAIContent = false, false
	if all(); f.list() != "" {
		t.Error(f.list())
	}
	f.settings.NotifyOnNewRadio, f.settings.NotifyOnAIContent, f.settings.NotifyOnUserActions = true, true, true
	all()
	if got := f.list(); got != "boss@music.example has a new account. ×1\nSomebody made the station Wave. ×1\nDawn by Ana waits for your review. ×1" {
		t.Error(got)
	}
}

func TestFailedRefundIsAlwaysTold(t *testing.T) {
	f := newFixture(t)
	f.settings.NotifyOnUserActions = false
	f.Audited(t.Context(), &people.AuditEntry{Kind: people.RefundFailed, AccountID: f.boss.AccountID})
	if got := f.list(); !strings.HasPrefix(got, "A refund to boss@music.example failed") {
		t.Error(got)
	}
}

func TestJobsFailThroughTheServersFaultOnly(t *testing.T) {
	f := newFixture(t)
	j := &music.Job{Kind: "export"}
	f.JobFailed(t.Context(), j, music.NewError(music.Invalid, "Write the text of the announcement."))
	f.JobFailed(t.Context(), j, music.NewError(music.Elsewhere, "The webhook cannot be reached."))
	f.JobFailed(t.Context(), j, errors.New("panic: a bug\nstack"))
	if got := f.list(); got != "The job “export” failed: panic: a bug ×1" {
		t.Error(got)
	}
}

func TestNoBackupIsMissingUnnoticed(t *testing.T) {
	f := newFixture(t)
	for range 2 {
		f.JobFailed(t.Context(), &music.Job{Kind: "backup"}, music.NewError(music.Unavailable, "The place of the backups, %s, cannot be read.", "/mnt"))
	}
	if got := f.list(); got != "The backup failed: The place of the backups, /mnt, cannot be read. ×2" {
		t.Error(got)
	}
}

func diskWith(folder string, free, total int64) vitals.Disk {
	return vitals.Disk{Folders: []vitals.Folder{{Holds: "data", Path: folder}}, Free: free, Total: total}
}

func TestTroublesOfTheServer(t *testing.T) {
	f := newFixture(t)
	f.faults = []music.Fault{{Part: "ffmpeg", Says: music.Say("Not found.")}, {Part: "disk", Says: music.Say("Not found.")}}
	f.disks = []vitals.Disk{diskWith("/data", 900<<20, 4<<30), diskWith("/media", 30<<30, 1<<40)}
	if f.check(); f.list() != "" { // what is over in a moment
		t.Error(f.list())
	}
	f.check()
	f.check()
	if got := f.list(); !strings.Contains(got, "one: Not found. ×1") || !strings.Contains(got, "The disk of one with the folder /data has 900 MB left. ×1") || strings.Contains(got, "/media") {
		t.Error(got)
	}
	f.faults, f.disks[0].Free = nil, 1100<<20 // not enough to be over
	f.check()
	if got := f.list(); strings.Contains(got, "Solved: The disk") || !strings.Contains(got, "Solved: one: Not found.") {
		t.Error(got)
	}
	f.disks[0].Free = 2 << 30
	f.check()
	if got := f.list(); !strings.Contains(got, "Solved: The disk") {
		t.Error(got)
	}
}

func TestManyFailedSignIns(t *testing.T) {
	f := newFixture(t)
	for i := range manyFailures + 5 {
		if i == manyFailures-1 {
			if f.check(); f.list() != "" {
				t.Error(f.list())
			}
		}
		if err := f.Store.AddSecurityEvent(t.Context(), people.AuditEntry{At: f.now, Kind: people.SignInFailed}); err != nil {
			t.Fatal(err)
		}
	}
	f.check()
	f.check()
	if got := f.list(); got != "25 sign-ins failed within 15 minutes. ×25" {
		t.Error(got)
	}
}

func TestEveryChannelGetsItsForm(t *testing.T) {
	f := newFixture(t)
	base := f.Inside.String()
	f.settings.SlackWebhook, f.settings.DiscordWebhook, f.settings.GenericWebhook, f.settings.GenericWebhookSecret = base+"/slack", base+"/discord", base+"/own", secret
	f.settings.AdminEmail = "boss@music.example"
	f.StationMade(t.Context(), &station.Station{ID: "w", Name: "Wave <!channel>"})
	if failed := f.deliver(); failed != nil || len(f.posts) != 3 || len(f.mails) != 1 {
		t.Fatalf("%v %+v %+v", failed, f.posts, f.mails)
	}
	if m := f.mails[0]; m.Kind != mail.Alert || m.To != "boss@music.example" || m.Language != "es" || m.Detail != "Emisora nueva: Alguien creó la emisora Wave <!channel>." || m.Link != "https://music.example/radios/w" {
		t.Errorf("%+v", m)
	}
	if f.posts[0].path != "/slack" || !strings.Contains(f.posts[0].body, `Wave \u0026lt;!channel\u0026gt;`) || f.posts[1].path != "/discord" || !strings.Contains(f.posts[1].body, `"embeds"`) {
		t.Errorf("%+v", f.posts)
	}
	own := f.posts[2]
	key, err := hook.Key(secret)
	if err != nil || own.header.Get("Webhook-Signature") != hook.Sign(key, own.header.Get("Webhook-Id"), f.now, []byte(own.body)) || !strings.Contains(own.body, `"type":"alert.raised"`) {
		t.Errorf("%+v %v", own, err)
	}
	f.settings.EmailNotifications = false
	f.JobFailed(t.Context(), &music.Job{Kind: "x"}, errors.New("x"))
	if f.deliver(); len(f.mails) != 1 {
		t.Error("mail although it is off")
	}
}

// troubled returns the state of the only delivery with trouble.
func (f *fixture) troubled() string {
	f.t.Helper()
	list, told, err := f.Deliveries(f.t.Context(), alert.DeliveryFilter{Troubled: true}, music.Page{})
	if err != nil || len(list.Items) != 1 || told[list.Items[0].AlertID].ID == "" {
		f.t.Fatalf("%+v %v", list, err)
	}
	d := list.Items[0]
	return fmt.Sprintf("%s %s %d: %s", d.Channel, d.State, d.Attempts, d.Reason)
}

func TestFailedDeliveryIsTriedAgainAndListed(t *testing.T) {
	f := newFixture(t)
	f.settings.SlackWebhook = f.Inside.String()
	f.ReviewWaits(t.Context(), "Dawn", "Ana")
	j, err := f.Store.ClaimJob(t.Context(), []string{deliverKind}, time.Now(), time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	f.answers = []int{500, 500, 410, 200}
	if _, err := f.deliverJob(t.Context(), j, nil); job.IsLast(j, err) || f.troubled() != "slack waiting 1: The webhook answered with the error 500." {
		t.Errorf("%v %s", err, f.troubled())
	}
	if list, _, err := f.Deliveries(t.Context(), alert.DeliveryFilter{}, music.Page{}); err != nil || !list.Items[0].NextAt.Equal(f.now.Add(10*time.Second)) {
		t.Errorf("%+v %v", list, err)
	}
	j.Attempts = 5
	if _, err := f.deliverJob(t.Context(), j, nil); !job.IsLast(j, err) || f.troubled() != "slack failed 2: The webhook answered with the error 500." {
		t.Errorf("%v %s", err, f.troubled())
	}
	j.Attempts = 2
	if _, err := f.deliverJob(t.Context(), j, nil); !job.IsLast(j, err) || f.troubled() != "slack failed 3: The webhook refused the message (410)." {
		t.Errorf("%v %s", err, f.troubled())
	}
	if list, _, err := f.Deliveries(t.Context(), alert.DeliveryFilter{}, music.Page{}); err != nil || !list.Items[0].NextAt.IsZero() {
		t.Errorf("%+v %v", list, err)
	}
}

// failedJobs checks how many jobs operators see as failed.
func (f *fixture) failedJobs(want int) {
	f.t.Helper()
	if jobs, err := f.Store.FailedJobs(f.t.Context(), music.Page{}); err != nil || jobs.Total != want {
		f.t.Errorf("%d failed jobs, want %d: %v", jobs.Total, want, err)
	}
}

func TestFailedDeliveryIsRetriedByAnOperator(t *testing.T) {
	f := newFixture(t)
	f.settings.SlackWebhook = f.Inside.String()
	f.ReviewWaits(t.Context(), "Dawn", "Ana")
	f.answers = []int{410, 200}
	f.deliver()
	f.failedJobs(1)
	list, _, err := f.Deliveries(t.Context(), alert.DeliveryFilter{}, music.Page{})
	if err != nil || list.Items[0].State != alert.Failed {
		t.Fatalf("%+v %v", list, err)
	}
	id := list.Items[0].ID
	address := f.settings.SlackWebhook
	f.settings.SlackWebhook = ""
	if err := f.Retry(t.Context(), id); music.CodeOf(err) != music.Conflict || f.troubled() != "slack failed 1: The webhook refused the message (410)." {
		t.Errorf("retried on a channel that is off: %v, %s", err, f.troubled())
	}
	f.settings.SlackWebhook = address
	if err := f.Retry(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := f.Retry(t.Context(), id); music.CodeOf(err) != music.Conflict {
		t.Errorf("retried twice: %v", err)
	}
	if failed := f.deliver(); failed != nil || len(f.posts) != 2 {
		t.Errorf("%v, %d posts", failed, len(f.posts))
	}
	f.failedJobs(0)
	if d, err := f.Store.Delivery(t.Context(), id); err != nil || d.State != alert.Sent || d.Attempts != 2 || !d.Reason.IsZero() {
		t.Errorf("%+v %v", d, err)
	}
	if err := f.Retry(t.Context(), id); music.CodeOf(err) != music.Conflict {
		t.Errorf("retried although it was sent: %v", err)
	}
	if err := f.Retry(t.Context(), "none"); music.CodeOf(err) != music.NotFound {
		t.Error(err)
	}
	j := &music.Job{Kind: deliverKind, Attempts: 1, Payload: json.RawMessage(`{"delivery":"` + id + `"}`)}
	if _, err := f.deliverJob(t.Context(), j, nil); err != nil || len(f.posts) != 2 {
		t.Errorf("a job that runs again sent it twice: %v, %d posts", err, len(f.posts))
	}
}

func TestSettingsRefusePrivateAddresses(t *testing.T) {
	f := newFixture(t)
	before := f.settings
	for address, ok := range map[string]bool{
		"https://10.0.0.1/hook": false, "https://localhost/hook": false, "https://[::1]:8080/": false, "http://93.184.216.34/": false,
		"https://93.184.216.34/": true, f.Inside.String() + "/x": true,
	} {
		after := before
		after.SlackWebhook = address
		err := f.CheckSettings(t.Context(), &before, &after)
		if (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
		if err := f.CheckSettings(t.Context(), &after, &after); err != nil {
			t.Errorf("%s stays: %v", address, err)
		}
	}
}

func TestTrialSaysWhatHappened(t *testing.T) {
	f := newFixture(t)
	for c, says := range map[alert.Channel]string{alert.Email: "admin email", alert.Slack: "webhook first", alert.Discord: "webhook first", alert.Webhook: "webhook first"} {
		if err := f.Try(t.Context(), c); music.CodeOf(err) != music.Conflict || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", c, err)
		}
	}
	f.settings.AdminEmail, f.settings.GenericWebhook, f.settings.GenericWebhookSecret = "boss@music.example", f.Inside.String(), secret
	for _, c := range []alert.Channel{alert.Email, alert.Webhook} {
		if err := f.Try(t.Context(), c); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
	var sent struct{ Type string }
	if err := json.Unmarshal([]byte(f.posts[0].body), &sent); err != nil || sent.Type != "alert.test" || len(f.mails) != 1 {
		t.Errorf("%+v %+v %v", f.posts, f.mails, err)
	}
	f.answers = []int{503}
	if err := f.Try(t.Context(), alert.Email); music.CodeOf(err) != music.Elsewhere || !strings.Contains(err.Error(), "connection refused") {
		t.Error(err)
	}
	if err := f.Try(t.Context(), alert.Webhook); music.CodeOf(err) != music.Elsewhere || !strings.Contains(err.Error(), "error 503") {
		t.Error(err)
	}
}

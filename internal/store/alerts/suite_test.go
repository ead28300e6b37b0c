package alerts_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"sonora/internal/alert"
	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"Alerts":     listed,
	"Told":       told,
	"Deliveries": deliveries,
	"Settled":    settled,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }

func raise(f *storetest.Fixture, kind alert.Kind, count int, after time.Duration) (isNews, isDue bool) {
	f.T.Helper()
	a := &alert.Alert{Kind: kind, Topic: string(kind), Count: count, Data: alert.Data{What: "a\x00b"}, Link: "/x"}
	r := storetest.Get(f.RaiseAlert(f.T.Context(), a, storetest.Now.Add(after)))(f.T)
	return r.ID != "", r.IsDue
}

func listed(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := &music.Account{Email: "ana@music.example", Role: music.Admin, CreatedAt: storetest.Now}
	ben := &music.Account{Email: "ben@music.example", Role: music.Admin, CreatedAt: storetest.Now}
	f.Must(f.CreateAccount(ctx, ana))
	f.Must(f.CreateAccount(ctx, ben))
	for _, kind := range []alert.Kind{alert.NewStation, alert.FailingJobs, alert.DiskFilling} {
		raise(f, kind, 0, time.Minute)
	}
	raise(f, alert.NewStation, 0, time.Hour)
	list := storetest.Get(f.Alerts(ctx, ana.ID, alert.Filter{}, music.Page{Limit: 2}))(t)
	if first := list.Items[0]; list.Total != 3 || list.Next == "" || first.Kind != alert.NewStation || first.Count != 2 || first.Data.What != "ab" || first.IsRead || first.Link != "/x" ||
		!first.CreatedAt.Equal(storetest.Now.Add(time.Minute)) || !first.UpdatedAt.Equal(storetest.Now.Add(time.Hour)) {
		t.Errorf("%+v", list)
	}
	if rest := storetest.Get(f.Alerts(ctx, ana.ID, alert.Filter{}, music.Page{Limit: 2, After: list.Next}))(t); len(rest.Items) != 1 || rest.Next != "" {
		t.Errorf("%+v", rest)
	}
	f.Must(f.ReadAlerts(ctx, ana.ID, []string{list.Items[0].ID, "none"}, storetest.Now.Add(time.Hour)))
	if unread := storetest.Get(f.Alerts(ctx, ana.ID, alert.Filter{Unread: true}, music.Page{}))(t); unread.Total != 2 || unread.Items[0].Kind == alert.NewStation {
		t.Errorf("unread: %+v", unread)
	}
	if jobs := storetest.Get(f.Alerts(ctx, ana.ID, alert.Filter{Kind: alert.FailingJobs, Unread: true}, music.Page{}))(t); jobs.Total != 1 || jobs.Items[0].Kind != alert.FailingJobs {
		t.Errorf("of a kind: %+v", jobs)
	}
	late := &music.Account{Email: "late@music.example", Role: music.Admin, CreatedAt: storetest.Now.Add(30 * time.Minute)}
	f.Must(f.CreateAccount(ctx, late))
	if old := storetest.Get(f.Alerts(ctx, late.ID, alert.Filter{}, music.Page{}))(t); old.Total != 3 || old.Items[0].IsRead || !old.Items[1].IsRead {
		t.Errorf("what happened before the account was made counts as unread: %+v", old)
	}
	if n := storetest.Get(f.UnreadAlerts(ctx, ana.ID))(t); n != 2 {
		t.Errorf("%d unread", n)
	}
	if n := storetest.Get(f.UnreadAlerts(ctx, ben.ID))(t); n != 3 {
		t.Errorf("somebody else has %d unread", n)
	}
	f.Must(f.ReadAlerts(ctx, ana.ID, nil, storetest.Now.Add(time.Hour)))
	raise(f, alert.NewStation, 0, 90*time.Minute)
	if n := storetest.Get(f.UnreadAlerts(ctx, ana.ID))(t); n != 1 {
		t.Errorf("%d unread after it happened again", n)
	}
	f.Must(f.DeleteAccount(ctx, ben.ID))
	if n := storetest.Get(f.TidyAlerts(ctx, storetest.Now.Add(30*time.Minute), 1))(t); n != 2 {
		t.Errorf("tidied %d", n)
	}
}

func told(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	for _, c := range []struct {
		kind          alert.Kind
		count         int
		after         time.Duration
		isNews, isDue bool
	}{
		{alert.NewStation, 0, 0, true, true},
		{alert.NewStation, 0, time.Minute, true, false},
		{alert.NewStation, 0, 3 * time.Hour, true, true}, // a new one
		{alert.DiskFilling, 0, 0, true, true},
		{alert.DiskFilling, 0, time.Hour, false, false}, // it lasts
		{alert.FailedSignIns, 20, 0, true, true},
		{alert.FailedSignIns, 20, time.Minute, false, false}, // measured: no more than before
		{alert.FailedSignIns, 30, time.Minute, true, false},
	} {
		if isNews, isDue := raise(f, c.kind, c.count, c.after); isNews != c.isNews || isDue != c.isDue {
			t.Errorf("%s after %v: news %v, due %v", c.kind, c.after, isNews, isDue)
		}
	}
	if early := storetest.Get(f.ClaimDueAlerts(ctx, storetest.Now.Add(5*time.Minute)))(t); len(early) != 0 {
		t.Errorf("due early: %v", early)
	}
	due := storetest.Get(f.ClaimDueAlerts(ctx, storetest.Now.Add(2*time.Hour)))(t)
	if again := storetest.Get(f.ClaimDueAlerts(ctx, storetest.Now.Add(2*time.Hour)))(t); len(due) != 2 || len(again) != 0 {
		t.Errorf("due: %v, then %v", due, again)
	}
	if topics := storetest.Get(f.LastingAlerts(ctx, alert.DiskFilling))(t); len(topics) != 1 {
		t.Errorf("lasting: %v", topics)
	}
	if solved := storetest.Get(f.SolveAlert(ctx, string(alert.DiskFilling), storetest.Now.Add(time.Minute)))(t); solved.ID == "" || !solved.IsDue {
		t.Errorf("the first end is news at once: %+v", solved)
	}
	if again := storetest.Get(f.SolveAlert(ctx, string(alert.DiskFilling), storetest.Now.Add(time.Hour)))(t); again.ID != "" {
		t.Errorf("solved again: %+v", again)
	}
	if none := storetest.Get(f.SolveAlert(ctx, "none", storetest.Now))(t); none.ID != "" {
		t.Errorf("solved nothing: %+v", none)
	}
}

func deliveries(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	reader := &music.Account{Email: "ana@music.example", Role: music.Admin, CreatedAt: storetest.Now}
	f.Must(f.CreateAccount(ctx, reader))
	r := storetest.Get(f.RaiseAlert(ctx, &alert.Alert{Kind: alert.NewStation, Topic: "x"}, storetest.Now))(t)
	_, err := f.AddDelivery(ctx, "none", alert.Slack, storetest.Now)
	f.Code(err, music.NotFound)
	id := storetest.Get(f.AddDelivery(ctx, r.ID, alert.Slack, storetest.Now))(t)
	storetest.Get(f.AddDelivery(ctx, r.ID, alert.Email, storetest.Now))(t)
	d := storetest.Get(f.Delivery(ctx, id))(t)
	if d.AlertID != r.ID || d.Channel != alert.Slack || d.State != alert.Waiting || !d.NextAt.Equal(storetest.Now) || !d.CreatedAt.Equal(storetest.Now) {
		t.Errorf("%+v", d)
	}
	if list := storetest.Get(f.Deliveries(ctx, alert.DeliveryFilter{Troubled: true}, music.Page{}))(t); list.Total != 0 {
		t.Errorf("in trouble before the first attempt: %+v", list)
	}
	d.State, d.Attempts, d.NextAt, d.Reason, d.UpdatedAt = alert.Failed, 3, time.Time{}, music.Say("The webhook answered with the error %s.", "500"), storetest.Now.Add(time.Second)
	f.Must(f.SaveDelivery(ctx, d))
	list := storetest.Get(f.Deliveries(ctx, alert.DeliveryFilter{AlertID: r.ID, Troubled: true}, music.Page{}))(t)
	if len(list.Items) != 1 || !list.Items[0].Reason.Equal(d.Reason) || list.Items[0].Attempts != 3 {
		t.Errorf("%+v", list)
	}
	if all := storetest.Get(f.Deliveries(ctx, alert.DeliveryFilter{}, music.Page{Limit: 1}))(t); all.Total != 2 || all.Items[0].Channel != alert.Email || all.Next == "" {
		t.Errorf("%+v", all)
	}
	if none := storetest.Get(f.Deliveries(ctx, alert.DeliveryFilter{AlertID: "none"}, music.Page{}))(t); none.Total != 0 {
		t.Errorf("of another alert: %+v", none)
	}
	if told := storetest.Get(f.Alerts(ctx, reader.ID, alert.Filter{}, music.Page{}))(t); told.Items[0].Deliveries != 2 || told.Items[0].Failed != 1 {
		t.Errorf("%+v", told)
	}
	f.Must(f.RetryDelivery(ctx, id, storetest.Now.Add(time.Hour)))
	if again := storetest.Get(f.Delivery(ctx, id))(t); again.State != alert.Waiting || again.Attempts != 3 || !again.NextAt.Equal(storetest.Now.Add(time.Hour)) {
		t.Errorf("%+v", again)
	}
	f.Code(f.RetryDelivery(ctx, id, storetest.Now), music.NotFound)
	if by := storetest.Get(f.AlertsByID(ctx, []string{r.ID, "none"}))(t); len(by) != 1 || by[r.ID].Topic != "x" {
		t.Errorf("%+v", by)
	}
	storetest.Get(f.TidyAlerts(ctx, storetest.Now.Add(time.Hour), 10))(t)
	_, err = f.Delivery(ctx, id)
	f.Code(err, music.NotFound)
}

// settled checks which failed jobs stay until somebody cares about them.
func settled(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	lasting := storetest.Get(f.RaiseAlert(ctx, &alert.Alert{Kind: alert.DiskFilling, Topic: "disk"}, storetest.Now))(t)
	other := storetest.Get(f.RaiseAlert(ctx, &alert.Alert{Kind: alert.NewStation, Topic: "x"}, storetest.Now))(t)
	fails := func(alertID string, c alert.Channel) string {
		id := storetest.Get(f.AddDelivery(ctx, alertID, c, storetest.Now))(t)
		j := &music.Job{Kind: "alert", Payload: json.RawMessage(`{"delivery":"` + id + `"}`), RunAt: storetest.Now, CreatedAt: storetest.Now}
		f.Must(f.EnqueueJob(ctx, j, false))
		j = storetest.Get(f.ClaimJob(ctx, []string{"alert"}, storetest.Now, storetest.Now.Add(time.Minute)))(t)
		f.Must(f.FinishJob(ctx, j, storetest.Now, nil, "No answer."))
		mark(f, id, alert.Failed)
		return id
	}
	left := func(what string, want int) {
		t.Helper()
		f.Must(f.DropSettledJobs(ctx, "alert"))
		if jobs := storetest.Get(f.FailedJobs(ctx, music.Page{}))(t); jobs.Total != want {
			t.Errorf("%s: %d failed jobs, want %d", what, jobs.Total, want)
		}
	}
	slack := fails(other.ID, alert.Slack)
	fails(other.ID, alert.Discord)
	fails(lasting.ID, alert.Email)
	left("at first", 3)
	storetest.Get(f.SolveAlert(ctx, "disk", storetest.Now.Add(time.Minute)))(t)
	left("after an alert was solved", 2)
	mark(f, slack, alert.Sent)
	left("after a retry that arrived", 1)
	mark(f, storetest.Get(f.AddDelivery(ctx, other.ID, alert.Webhook, storetest.Now))(t), alert.Sent)
	left("after one of another channel", 1)
	mark(f, storetest.Get(f.AddDelivery(ctx, other.ID, alert.Discord, storetest.Now))(t), alert.Sent)
	left("after a later one of the channel", 0)
}

// mark sets the state of a delivery.
func mark(f *storetest.Fixture, id string, state alert.State) {
	f.T.Helper()
	d := storetest.Get(f.Delivery(f.T.Context(), id))(f.T)
	d.State = state
	f.Must(f.SaveDelivery(f.T.Context(), d))
}

package webhooks_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/store/storetest"
	"sonora/internal/webhook"
)

// add adds a webhook of a person for events.
func add(t *testing.T, f *storetest.Fixture, v music.Viewer, events ...webhook.Event) *webhook.Webhook {
	t.Helper()
	w := &webhook.Webhook{AccountID: v.AccountID, Address: "https://hook.example/" + v.AccountID, Events: events, Secret: []byte{1, 0, 255}, CreatedAt: storetest.Now}
	f.Must(f.AddWebhook(t.Context(), w, 3))
	return storetest.Get(f.Webhook(t.Context(), v.AccountID, w.ID))(t)
}

// deliveries returns what was to be sent to a webhook, oldest first.
func deliveries(t *testing.T, f *storetest.Fixture, w *webhook.Webhook) []webhook.Delivery {
	t.Helper()
	list := storetest.Get(f.WebhookDeliveries(t.Context(), w, music.Page{Limit: music.MaxPageSize}))(t).Items
	slices.Reverse(list)
	return list
}

func sent(list []webhook.Delivery) []string {
	return storetest.IDs(list, func(d webhook.Delivery) string { return string(d.Event) + " " + string(d.Data) })
}

// outbox holds what happened to a person since they added a webhook, and nothing else.
func outbox(t *testing.T, f *storetest.Fixture) {
	ctx, now := t.Context(), storetest.Now
	ana, bo := f.Member("ana", music.Listener), f.Member("bo", music.Listener)
	long := func(file *music.ScannedFile) { file.Audio.Duration = 6 * time.Minute }
	f.Scan(storetest.Song("1", "1", long), storetest.Song("2", "2", long))
	all := f.TracksByTitle(ana)
	one, two := all["1"].ID, all["2"].ID
	storetest.Get(f.Like(ctx, ana, one, now))(t) // before
	w := add(t, f, ana, webhook.Events...)
	other := add(t, f, bo, webhook.Playlist)

	storetest.Get(f.Like(ctx, ana, one, now))(t) // no change
	storetest.Get(f.Unlike(ctx, ana, one, now))(t)
	storetest.Get(f.LikeAll(ctx, ana, []string{one, two, "nothing"}, true, now))(t)
	storetest.Get(f.Rate(ctx, ana, one, 4, now))(t)
	storetest.Get(f.Rate(ctx, ana, one, 4, now))(t) // no change
	storetest.Get(f.Rate(ctx, ana, one, 0, now))(t)
	storetest.Get(f.Rate(ctx, bo, one, 5, now))(t) // of somebody else
	play := storetest.Listen(f, ana, one, now, 5*time.Minute)
	storetest.Listen(f, ana, two, now.Add(time.Hour), time.Second) // too short to count
	storetest.Get(f.Notify(ctx, []notice.Notification{{ID: "n", AccountID: ana.AccountID, Kind: notice.NoticeNewFollower, Topic: "t", Data: notice.Data{Who: "Bo"}, Link: "/u"}}, now))(t)
	storetest.Get(f.Announce(ctx, notice.Notification{Kind: notice.NoticeAnnouncement, Data: notice.Data{What: "Hi"}}, now))(t)

	got := sent(deliveries(t, f, w))
	liked := got[1:3] // in any order
	slices.Sort(liked)
	byID := []string{fmt.Sprintf(`like {"trackId":%q,"liked":true}`, one), fmt.Sprintf(`like {"trackId":%q,"liked":true}`, two)}
	slices.Sort(byID)
	storetest.Same(t, "events of ana", got, slices.Concat(
		[]string{fmt.Sprintf(`like {"trackId":%q,"liked":false}`, one)}, byID,
		[]string{
			fmt.Sprintf(`rating {"trackId":%q,"stars":4}`, one), fmt.Sprintf(`rating {"trackId":%q,"stars":0}`, one),
			fmt.Sprintf(`play {"id":%q,"trackId":%q,"startedAt":%q,"listened":300}`, play, one, now.UTC().Format(time.RFC3339Nano)),
			`notification {"id":"n","kind":"new-follower","link":"/u","data":{"who":"Bo"}}`,
			`notification {"kind":"announcement","link":"","data":{"what":"Hi"}}`,
		},
	))
	if list := deliveries(t, f, other); len(list) != 0 {
		t.Errorf("events of bo, who wants those of playlists: %v", sent(list))
	}
}

// choice has only events that the person chose, and those of playlists that they joined.
func choice(t *testing.T, f *storetest.Fixture) {
	ctx, now := t.Context(), storetest.Now
	ana, bo := f.Member("ana", music.Listener), f.Member("bo", music.Listener)
	f.Scan(storetest.Song("1", "1"))
	own, joined, likes := add(t, f, ana, webhook.Playlist), add(t, f, bo, webhook.Playlist), add(t, f, ana, webhook.Like)
	p := &music.Playlist{OwnerID: ana.AccountID, Name: "P", CreatedAt: now}
	f.Must(f.CreatePlaylist(ctx, p))
	storetest.Get(f.InvitePlaylist(ctx, ana, p.ID, "token", now))(t)
	if _, _, err := f.JoinPlaylist(ctx, bo, "token", now); err != nil {
		t.Fatal(err)
	}
	storetest.Get(f.AddEntries(ctx, bo, p.ID, music.Insertion{TrackIDs: []string{f.TracksByTitle(ana)["1"].ID}}, now))(t)
	storetest.Get(f.ChangePlaylist(ctx, ana, p.ID, now, func(p *music.Playlist) { p.Name = "Q" }))(t)
	storetest.Get(f.SetPlaylistCover(ctx, ana, p.ID, "cover", now))(t)
	f.Code(f.DeletePlaylist(ctx, bo, p.ID, now), music.Forbidden)
	f.Must(f.DeletePlaylist(ctx, ana, p.ID, now))
	both := []string{
		fmt.Sprintf(`playlist {"id":%q,"version":1,"deleted":false,"by":%q,"added":1}`, p.ID, bo.AccountID),
		fmt.Sprintf(`playlist {"id":%q,"version":2,"deleted":false,"by":%q}`, p.ID, ana.AccountID),
		fmt.Sprintf(`playlist {"id":%q,"version":3,"deleted":false,"by":%q}`, p.ID, ana.AccountID),
		fmt.Sprintf(`playlist {"id":%q,"version":3,"deleted":true,"by":%q}`, p.ID, ana.AccountID),
	}
	storetest.Same(t, "events of a member", sent(deliveries(t, f, joined)), both)
	storetest.Same(t, "events of the owner", sent(deliveries(t, f, own)), append([]string{fmt.Sprintf(`playlist {"id":%q,"version":0,"deleted":false,"by":%q}`, p.ID, ana.AccountID)}, both...))
	if list := deliveries(t, f, likes); len(list) != 0 {
		t.Errorf("events that nobody chose: %v", sent(list))
	}
}

// claims give a webhook to one sender at a time, and nothing of a webhook that pauses.
func claims(t *testing.T, f *storetest.Fixture) {
	ctx, now := t.Context(), storetest.Now
	ana := f.Member("ana", music.Listener)
	f.Scan(storetest.Song("1", "1"))
	one := f.TracksByTitle(ana)["1"].ID
	w := add(t, f, ana, webhook.Rating)
	due := func(at time.Time) []webhook.Webhook {
		t.Helper()
		return storetest.Get(f.ClaimWebhooks(ctx, at, at.Add(time.Minute), 10))(t)
	}
	if claimed := due(now); len(claimed) != 0 {
		t.Errorf("claimed without events: %v", claimed)
	}
	storetest.Get(f.Rate(ctx, ana, one, 1, now))(t)
	storetest.Get(f.Rate(ctx, ana, one, 2, now))(t)
	claimed := due(now)
	if len(claimed) != 1 || claimed[0].Waiting != 2 || !slices.Equal(claimed[0].Secret, []byte{1, 0, 255}) || !slices.Equal(claimed[0].Events, []webhook.Event{webhook.Rating}) {
		t.Fatalf("claimed %+v", claimed)
	}
	if again := due(now.Add(30 * time.Second)); len(again) != 0 {
		t.Error("claimed twice")
	}
	if again := due(now.Add(time.Minute)); len(again) != 1 {
		t.Error("not claimed again after the claim ended")
	}
	first := storetest.Get(f.NextDelivery(ctx, w))(t)
	first.State, first.Attempts, first.Reason, first.UpdatedAt = webhook.Failed, 1, music.Say("No."), now.Add(time.Second)
	c := &claimed[0]
	c.Failures, c.FailingSince, c.Problem = 1, now, music.Say("No.")
	f.Must(f.SaveAttempt(ctx, c, first, now.Add(time.Hour)))
	if second := storetest.Get(f.NextDelivery(ctx, w))(t); second.Seq <= first.Seq || string(second.Data) != fmt.Sprintf(`{"trackId":%q,"stars":2}`, one) {
		t.Errorf("next is %+v", second)
	}
	stored := storetest.Get(f.Webhook(ctx, ana.AccountID, w.ID))(t)
	if stored.Failures != 1 || !stored.FailingSince.Equal(now) || !stored.Problem.Is(music.Say("No.")) || stored.Waiting != 1 {
		t.Errorf("after a failure: %+v", stored)
	}
	if early := due(now.Add(59 * time.Minute)); len(early) != 0 {
		t.Error("claimed before the pause ended")
	}
	storetest.Get(f.ChangeWebhook(ctx, ana.AccountID, w.ID, func(w *webhook.Webhook) { w.Paused = true }))(t)
	if paused := due(now.Add(2 * time.Hour)); len(paused) != 0 {
		t.Error("claimed while paused")
	}
	storetest.Get(f.Rate(ctx, ana, one, 3, now))(t)
	storetest.Get(f.ChangeWebhook(ctx, ana.AccountID, w.ID, func(w *webhook.Webhook) { w.Resume() }))(t)
	if resumed := due(now); len(resumed) != 1 || resumed[0].Waiting != 1 || resumed[0].Failures != 0 {
		t.Errorf("resumed %+v", resumed)
	}
	f.Must(f.ReleaseWebhook(ctx, c))
	if released := due(now); len(released) != 1 {
		t.Error("not claimed after the release")
	}
}

// past is what was sent, until it is too old or too much.
func past(t *testing.T, f *storetest.Fixture) {
	ctx, now := t.Context(), storetest.Now
	ana, bo := f.Member("ana", music.Listener), f.Member("bo", music.Listener)
	f.Scan(storetest.Song("1", "1"))
	one := f.TracksByTitle(ana)["1"].ID
	w, other := add(t, f, ana, webhook.Rating), add(t, f, bo, webhook.Rating)
	for stars := 1; stars <= 5; stars++ {
		storetest.Get(f.Rate(ctx, ana, one, stars, now))(t)
	}
	storetest.Get(f.Rate(ctx, bo, one, 1, now))(t)
	for i, d := range deliveries(t, f, w)[:4] {
		d.State, d.UpdatedAt = webhook.Failed, now.Add(time.Duration(i)*time.Hour)
		f.Must(f.SaveAttempt(ctx, w, &d, now))
	}
	failed := deliveries(t, f, w)[0]
	f.Code(f.RetryWebhookDelivery(ctx, other, failed.ID), music.NotFound)
	f.Code(f.RetryWebhookDelivery(ctx, w, "no\x00ne"), music.NotFound)
	f.Code(f.RetryWebhookDelivery(ctx, w, deliveries(t, f, w)[4].ID), music.NotFound) // waits
	tidy := func(before time.Time, keep, want int) {
		t.Helper()
		if n := storetest.Get(f.TidyWebhookDeliveries(ctx, before, keep))(t); n != want {
			t.Errorf("deleted %d deliveries, want %d", n, want)
		}
	}
	tidy(now, 4, 0)
	f.Must(f.RetryWebhookDelivery(ctx, w, failed.ID))
	if next := storetest.Get(f.NextDelivery(ctx, w))(t); next.ID != failed.ID || next.Attempts != 0 {
		t.Errorf("retried %+v", next)
	}
	tidy(now.Add(90*time.Minute), 3, 1) // the older one
	tidy(now, 1, 1)
	if list := deliveries(t, f, w); len(list) != 3 || list[0].ID != failed.ID || list[1].State != webhook.Failed || list[2].State != webhook.Waiting {
		t.Errorf("left %+v", list)
	}
}

func change(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, bo := f.Member("ana", music.Listener), f.Member("bo", music.Listener)
	w := add(t, f, ana, webhook.Like)
	add(t, f, ana, webhook.Like)
	add(t, f, ana, webhook.Like)
	f.Code(f.AddWebhook(ctx, &webhook.Webhook{AccountID: ana.AccountID, Address: "https://hook.example/", Events: webhook.Events, Secret: []byte{1}}, 3), music.Conflict)
	f.Code(f.AddWebhook(ctx, &webhook.Webhook{AccountID: "nobody", Secret: []byte{1}}, 3), music.NotFound)
	_, err := f.ChangeWebhook(ctx, bo.AccountID, w.ID, func(*webhook.Webhook) { t.Error("changed by somebody else") })
	f.Code(err, music.NotFound)
	f.Code(f.DeleteWebhook(ctx, bo.AccountID, w.ID), music.NotFound)
	changed := storetest.Get(f.ChangeWebhook(ctx, ana.AccountID, w.ID, func(w *webhook.Webhook) {
		w.Address, w.Events, w.Secret = "https://other.example/", []webhook.Event{webhook.Play, webhook.Rating}, []byte{2}
	}))(t)
	stored := storetest.Get(f.Webhook(ctx, ana.AccountID, w.ID))(t)
	if changed.Address != "https://other.example/" || stored.Address != changed.Address || !slices.Equal(stored.Events, changed.Events) || !slices.Equal(stored.Secret, []byte{2}) {
		t.Errorf("changed to %+v, stored %+v", changed, stored)
	}
	f.Must(f.DeleteWebhook(ctx, ana.AccountID, w.ID))
	if list := storetest.Get(f.Webhooks(ctx, ana.AccountID))(t); len(list) != 2 {
		t.Errorf("%d webhooks are left", len(list))
	}
}

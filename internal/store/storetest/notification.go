package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/store"
)

func told(account, topic, what string, count int) notice.Notification {
	return notice.Notification{
		AccountID: account, Kind: notice.NoticeNewMusic, Topic: topic, Link: "/artists/x", Data: notice.Data{What: what, Count: count},
	}
}

func whats(list []notice.Notification) string {
	var out []string
	for _, n := range list {
		out = append(out, fmt.Sprint(n.Data.What, n.Data.Count))
	}
	return strings.Join(out, " ")
}

func notifications(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Listener), f.member("ben", music.Listener)
	news := get(f.Notify(ctx, []notice.Notification{told(ana.AccountID, "", "A", 1), told(ben.AccountID, "", "B", 1), told("nobody", "", "C", 1)}, now))(t)
	if len(news) != 2 || news[0].ID == "" || news[0].Topic == "" || !news[0].CreatedAt.Equal(now) {
		t.Fatalf("news: %+v", news)
	}
	get(f.Notify(ctx, []notice.Notification{told(ana.AccountID, "", "D", 0)}, now.Add(time.Second)))(t)
	list := get(f.Notifications(ctx, ana.AccountID, music.Page{Limit: 1}))(t)
	if whats(list.Items) != "D0" || list.Total != 2 || list.Next == "" {
		t.Errorf("page: %+v", list)
	}
	list = get(f.Notifications(ctx, ana.AccountID, music.Page{Limit: 1, After: list.Next}))(t)
	if whats(list.Items) != "A1" || list.Next != "" || list.Items[0].AccountID != ana.AccountID || !list.Items[0].ReadAt.IsZero() {
		t.Errorf("second page: %+v", list)
	}
	a := list.Items[0].ID
	if n := get(f.ReadNotifications(ctx, ben.AccountID, []string{a}, now))(t); n != 0 {
		t.Errorf("read somebody else's: %d", n)
	}
	if n := get(f.ReadNotifications(ctx, ana.AccountID, []string{a, "none"}, now))(t); n != 1 || get(f.Unread(ctx, ana.AccountID))(t) != 1 {
		t.Errorf("read %d", n)
	}
	if got := get(f.NotificationsByID(ctx, ana.AccountID, []string{a}))(t); len(got) != 0 {
		t.Errorf("read ones: %+v", got)
	}
	f.code(f.DismissNotification(ctx, ben.AccountID, a, now), music.NotFound)
	f.must(f.DismissNotification(ctx, ana.AccountID, a, now))
	if got := whats(get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items); got != "D0" {
		t.Errorf("after dismissing: %s", got)
	}
	f.must(f.DismissNotification(ctx, ana.AccountID, a, time.Time{}))
	if n := get(f.ReadNotifications(ctx, ana.AccountID, nil, now))(t); n != 1 || get(f.Unread(ctx, ana.AccountID))(t) != 0 || get(f.Unread(ctx, ben.AccountID))(t) != 1 {
		t.Errorf("read all: %d", n)
	}
	if n := get(f.TidyNotifications(ctx, store.NoticeAges{Read: now.Add(time.Millisecond)}))(t); n != 1 {
		t.Errorf("tidied %d", n)
	}
	f.must(f.SetDisabled(ctx, ben.AccountID, now))
	if news := get(f.Notify(ctx, []notice.Notification{told(ben.AccountID, "", "E", 1)}, now))(t); len(news) != 0 {
		t.Errorf("told somebody disabled: %+v", news)
	}
}

func notificationTopics(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	tell := func(count int, after time.Duration) int {
		n := told(ana.AccountID, "topic", "A", count)
		n.Actor = ben.AccountID
		return len(get(f.Notify(ctx, []notice.Notification{n}, now.Add(after)))(t))
	}
	if tell(2, 0) != 1 || tell(2, 1) != 0 || tell(1, 2) != 0 {
		t.Error("the same is news again")
	}
	first := get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items[0]
	get(f.ReadNotifications(ctx, ana.AccountID, nil, now))(t)
	if tell(3, time.Hour) != 1 {
		t.Error("more is no news")
	}
	list := get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items
	if whats(list) != "A3" || list[0].ID != first.ID || !list[0].ReadAt.IsZero() || !list[0].CreatedAt.Equal(now.Add(time.Hour)) {
		t.Errorf("renewed: %+v", list)
	}
	f.must(f.DismissNotification(ctx, ana.AccountID, first.ID, now))
	if tell(3, 2*time.Hour) != 0 || len(get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items) != 0 {
		t.Error("what was dismissed came back by itself")
	}
	if tell(4, 3*time.Hour) != 1 {
		t.Error("more than what was dismissed is no news")
	}
	f.must(f.DeleteAccount(ctx, ben.AccountID))
	if list := get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items; len(list) != 0 {
		t.Errorf("names somebody who is gone: %+v", list)
	}
	var many []notice.Notification
	for i := range notice.MaxNotifications + 7 {
		many = append(many, told(ana.AccountID, "", "M", i))
	}
	get(f.Notify(ctx, many, now))(t)
	if list := get(f.Notifications(ctx, ana.AccountID, music.Page{Limit: 1}))(t); list.Total != notice.MaxNotifications || list.Items[0].Data.Count != notice.MaxNotifications+6 {
		t.Errorf("kept %d, the newest %+v", list.Total, list.Items[0])
	}
}

func announcements(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben, eva := f.member("ana", music.Admin), f.member("ben", music.Listener), f.member("eva", music.Listener)
	f.must(f.SetDisabled(ctx, eva.AccountID, now))
	n := notice.Notification{Kind: notice.NoticeAnnouncement, Topic: "announcement:1", Link: "/library", Data: notice.Data{What: "Hello"}}
	if got := get(f.Announce(ctx, n, now))(t); got != 2 {
		t.Errorf("told %d", got)
	}
	for _, v := range []music.Viewer{ana, ben} {
		if list := get(f.Notifications(ctx, v.AccountID, music.Page{}))(t).Items; whats(list) != "Hello0" || list[0].Link != "/library" || list[0].Kind != notice.NoticeAnnouncement {
			t.Errorf("%+v", list)
		}
	}
}

func digests(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	for _, v := range []music.Viewer{ana, ben} {
		get(f.Notify(ctx, []notice.Notification{told(v.AccountID, "", "A", 1)}, now.Add(time.Hour)))(t)
	}
	f.must(f.SetNotificationChoices(ctx, ana.AccountID, notice.Choices{Digest: notice.DigestDaily, Email: true}, now))
	f.must(f.SetNotificationChoices(ctx, ben.AccountID, notice.Choices{Digest: notice.DigestWeekly, Email: true, Push: true}, now))
	if c := get(f.NotificationChoices(ctx, ben.AccountID))(t); c != (notice.Choices{Digest: notice.DigestWeekly, Email: true, Push: true}) {
		t.Errorf("%+v", c)
	}
	due := func(at time.Time) []store.DigestDue {
		return get(f.DigestsDue(ctx, "", at.Add(-24*time.Hour), at.Add(-7*24*time.Hour), 10))(t)
	}
	week := now.Add(7 * 24 * time.Hour)
	if got := due(week); len(got) != 0 {
		t.Errorf("due to addresses nobody proved: %v", got)
	}
	f.verify(ana)
	f.verify(ben)
	if got := due(now.Add(23 * time.Hour)); len(got) != 0 {
		t.Errorf("too early: %v", got)
	}
	got := due(now.Add(24 * time.Hour))
	if len(got) != 1 || got[0].AccountID != ana.AccountID || !got[0].Last.Equal(now) || len(due(week)) != 2 {
		t.Fatalf("due: %v", got)
	}
	if list := get(f.UnreadSince(ctx, ana.AccountID, got[0].Last, 5))(t); whats(list) != "A1" {
		t.Errorf("unread: %+v", list)
	}
	if !get(f.ClaimDigest(ctx, got[0], week))(t) || get(f.ClaimDigest(ctx, got[0], week))(t) {
		t.Error("one digest was claimed twice, or never")
	}
	f.must(f.StopDigest(ctx, ben.AccountID))
	if got := due(week.Add(week.Sub(now))); len(got) != 0 {
		t.Errorf("due: %v", got)
	}
	f.must(f.SetNotificationChoices(ctx, ben.AccountID, notice.Choices{Digest: notice.DigestDaily}, now))
	if got := due(week); len(got) != 0 {
		t.Errorf("due to who wants no mail: %v", got)
	}
	f.code(f.SetNotificationChoices(ctx, "nobody", notice.Choices{}, now), music.NotFound)
}

func secrets(t *testing.T, f *fixture) {
	keep := func(text string) string {
		return string(get(f.KeepSecret(t.Context(), "a", func() ([]byte, error) { return []byte(text), nil }))(t))
	}
	if keep("one") != "one" || keep("two") != "one" {
		t.Error("the first is not kept")
	}
	replace := func(old, text string) string {
		return string(get(f.ReplaceSecret(t.Context(), "a", []byte(old), []byte(text)))(t))
	}
	if replace("one", "three") != "three" || replace("one", "four") != "three" {
		t.Error("not the first replacement is kept")
	}
}

// verify notes that an account's address is proven.
func (f *fixture) verify(v music.Viewer) {
	f.t.Helper()
	a := get(f.AccountByID(f.t.Context(), v.AccountID))(f.t)
	f.must(f.SetVerified(f.t.Context(), a.ID, a.Email, now))
}

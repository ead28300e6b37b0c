package listening_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func whats(list []notice.Notification) string {
	var out []string
	for _, n := range list {
		out = append(out, fmt.Sprint(n.Data.What, n.Data.Count))
	}
	return strings.Join(out, " ")
}

func notifications(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Listener), f.Member("ben", music.Listener)
	news := storetest.Get(f.Notify(ctx, []notice.Notification{storetest.Told(ana.AccountID, "", "A", 1), storetest.Told(ben.AccountID, "", "B", 1), storetest.Told("nobody", "", "C", 1)}, storetest.Now))(t)
	if len(news) != 2 || news[0].ID == "" || news[0].Topic == "" || !news[0].CreatedAt.Equal(storetest.Now) {
		t.Fatalf("news: %+v", news)
	}
	storetest.Get(f.Notify(ctx, []notice.Notification{storetest.Told(ana.AccountID, "", "D", 0)}, storetest.Now.Add(time.Second)))(t)
	list := storetest.Get(f.Notifications(ctx, ana.AccountID, music.Page{Limit: 1}))(t)
	if whats(list.Items) != "D0" || list.Total != 2 || list.Next == "" {
		t.Errorf("page: %+v", list)
	}
	list = storetest.Get(f.Notifications(ctx, ana.AccountID, music.Page{Limit: 1, After: list.Next}))(t)
	if whats(list.Items) != "A1" || list.Next != "" || list.Items[0].AccountID != ana.AccountID || !list.Items[0].ReadAt.IsZero() {
		t.Errorf("second page: %+v", list)
	}
	a := list.Items[0].ID
	if n := storetest.Get(f.ReadNotifications(ctx, ben.AccountID, []string{a}, storetest.Now))(t); n != 0 {
		t.Errorf("read somebody else's: %d", n)
	}
	if n := storetest.Get(f.ReadNotifications(ctx, ana.AccountID, []string{a, "none"}, storetest.Now))(t); n != 1 || storetest.Get(f.Unread(ctx, ana.AccountID))(t) != 1 {
		t.Errorf("read %d", n)
	}
	if got := storetest.Get(f.NotificationsByID(ctx, ana.AccountID, []string{a}))(t); len(got) != 0 {
		t.Errorf("read ones: %+v", got)
	}
	f.Code(f.DismissNotification(ctx, ben.AccountID, a, storetest.Now), music.NotFound)
	f.Must(f.DismissNotification(ctx, ana.AccountID, a, storetest.Now))
	if got := whats(storetest.Get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items); got != "D0" {
		t.Errorf("after dismissing: %s", got)
	}
	f.Must(f.DismissNotification(ctx, ana.AccountID, a, time.Time{}))
	if n := storetest.Get(f.ReadNotifications(ctx, ana.AccountID, nil, storetest.Now))(t); n != 1 || storetest.Get(f.Unread(ctx, ana.AccountID))(t) != 0 || storetest.Get(f.Unread(ctx, ben.AccountID))(t) != 1 {
		t.Errorf("read all: %d", n)
	}
	if n := storetest.Get(f.TidyNotifications(ctx, store.NoticeAges{Read: storetest.Now.Add(time.Millisecond)}))(t); n != 1 {
		t.Errorf("tidied %d", n)
	}
	f.Must(f.SetDisabled(ctx, ben.AccountID, storetest.Now))
	if news := storetest.Get(f.Notify(ctx, []notice.Notification{storetest.Told(ben.AccountID, "", "E", 1)}, storetest.Now))(t); len(news) != 0 {
		t.Errorf("a disabled account was notified: %+v", news)
	}
}

func notificationTopics(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	tell := func(count int, after time.Duration) int {
		n := storetest.Told(ana.AccountID, "topic", "A", count)
		n.Actor = ben.AccountID
		return len(storetest.Get(f.Notify(ctx, []notice.Notification{n}, storetest.Now.Add(after)))(t))
	}
	if tell(2, 0) != 1 || tell(2, 1) != 0 || tell(1, 2) != 0 {
		t.Error("the same count was reported as news again")
	}
	first := storetest.Get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items[0]
	storetest.Get(f.ReadNotifications(ctx, ana.AccountID, nil, storetest.Now))(t)
	if tell(3, time.Hour) != 1 {
		t.Error("a higher count was not reported as news")
	}
	list := storetest.Get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items
	if whats(list) != "A3" || list[0].ID != first.ID || !list[0].ReadAt.IsZero() || !list[0].CreatedAt.Equal(storetest.Now.Add(time.Hour)) {
		t.Errorf("renewed: %+v", list)
	}
	f.Must(f.DismissNotification(ctx, ana.AccountID, first.ID, storetest.Now))
	if tell(3, 2*time.Hour) != 0 || len(storetest.Get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items) != 0 {
		t.Error("a dismissed notification reappeared")
	}
	if tell(4, 3*time.Hour) != 1 {
		t.Error("a higher count after dismissing was not reported")
	}
	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	if list := storetest.Get(f.Notifications(ctx, ana.AccountID, music.Page{}))(t).Items; len(list) != 0 {
		t.Errorf("names somebody who is gone: %+v", list)
	}
	var many []notice.Notification
	for i := range notice.MaxNotifications + 7 {
		many = append(many, storetest.Told(ana.AccountID, "", "M", i))
	}
	storetest.Get(f.Notify(ctx, many, storetest.Now))(t)
	if list := storetest.Get(f.Notifications(ctx, ana.AccountID, music.Page{Limit: 1}))(t); list.Total != notice.MaxNotifications || list.Items[0].Data.Count != notice.MaxNotifications+6 {
		t.Errorf("kept %d, the newest %+v", list.Total, list.Items[0])
	}
}

func announcements(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben, eva := f.Member("ana", music.Admin), f.Member("ben", music.Listener), f.Member("eva", music.Listener)
	f.Must(f.SetDisabled(ctx, eva.AccountID, storetest.Now))
	n := notice.Notification{Kind: notice.NoticeAnnouncement, Topic: "announcement:1", Link: "/library", Data: notice.Data{What: "Hello"}}
	if got := storetest.Get(f.Announce(ctx, n, storetest.Now))(t); got != 2 {
		t.Errorf("told %d", got)
	}
	for _, v := range []music.Viewer{ana, ben} {
		if list := storetest.Get(f.Notifications(ctx, v.AccountID, music.Page{}))(t).Items; whats(list) != "Hello0" || list[0].Link != "/library" || list[0].Kind != notice.NoticeAnnouncement {
			t.Errorf("%+v", list)
		}
	}
}

func digests(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	for _, v := range []music.Viewer{ana, ben} {
		storetest.Get(f.Notify(ctx, []notice.Notification{storetest.Told(v.AccountID, "", "A", 1)}, storetest.Now.Add(time.Hour)))(t)
	}
	f.Must(f.SetNotificationChoices(ctx, ana.AccountID, notice.Choices{Digest: notice.DigestDaily, Email: true}, storetest.Now))
	f.Must(f.SetNotificationChoices(ctx, ben.AccountID, notice.Choices{Digest: notice.DigestWeekly, Email: true, Push: true}, storetest.Now))
	if c := storetest.Get(f.NotificationChoices(ctx, ben.AccountID))(t); c != (notice.Choices{Digest: notice.DigestWeekly, Email: true, Push: true}) {
		t.Errorf("%+v", c)
	}
	due := func(at time.Time) []store.DigestDue {
		return storetest.Get(f.DigestsDue(ctx, "", at.Add(-24*time.Hour), at.Add(-7*24*time.Hour), 10))(t)
	}
	week := storetest.Now.Add(7 * 24 * time.Hour)
	if got := due(week); len(got) != 0 {
		t.Errorf("due to addresses nobody proved: %v", got)
	}
	verify(f, ana)
	verify(f, ben)
	if got := due(storetest.Now.Add(23 * time.Hour)); len(got) != 0 {
		t.Errorf("too early: %v", got)
	}
	got := due(storetest.Now.Add(24 * time.Hour))
	if len(got) != 1 || got[0].AccountID != ana.AccountID || !got[0].Last.Equal(storetest.Now) || len(due(week)) != 2 {
		t.Fatalf("due: %v", got)
	}
	if list := storetest.Get(f.UnreadSince(ctx, ana.AccountID, got[0].Last, 5))(t); whats(list) != "A1" {
		t.Errorf("unread: %+v", list)
	}
	if !storetest.Get(f.ClaimDigest(ctx, got[0], week))(t) || storetest.Get(f.ClaimDigest(ctx, got[0], week))(t) {
		t.Error("one digest was claimed twice, or never")
	}
	f.Must(f.StopDigest(ctx, ben.AccountID))
	if got := due(week.Add(week.Sub(storetest.Now))); len(got) != 0 {
		t.Errorf("due: %v", got)
	}
	f.Must(f.SetNotificationChoices(ctx, ben.AccountID, notice.Choices{Digest: notice.DigestDaily}, storetest.Now))
	if got := due(week); len(got) != 0 {
		t.Errorf("due to who wants no mail: %v", got)
	}
	f.Code(f.SetNotificationChoices(ctx, "nobody", notice.Choices{}, storetest.Now), music.NotFound)
}

func secrets(t *testing.T, f *storetest.Fixture) {
	keep := func(text string) string {
		return string(storetest.Get(f.KeepSecret(t.Context(), "a", func() ([]byte, error) { return []byte(text), nil }))(t))
	}
	if keep("one") != "one" || keep("two") != "one" {
		t.Error("the first is not kept")
	}
	replace := func(old, text string) string {
		return string(storetest.Get(f.ReplaceSecret(t.Context(), "a", []byte(old), []byte(text)))(t))
	}
	if replace("one", "three") != "three" || replace("one", "four") != "three" {
		t.Error("not the first replacement is kept")
	}
}

// verify marks the address of an account as verified.
func verify(f *storetest.Fixture, v music.Viewer) {
	f.T.Helper()
	a := storetest.Get(f.AccountByID(f.T.Context(), v.AccountID))(f.T)
	f.Must(f.SetVerified(f.T.Context(), a.ID, a.Email, storetest.Now))
}

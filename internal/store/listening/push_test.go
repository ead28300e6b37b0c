package listening_test

import (
	"fmt"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func pushSubscriptions(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	yes := true
	for _, v := range []music.Viewer{ana, ben} {
		f.Must(f.UpdateProfile(ctx, v.AccountID, people.ProfileChange{PushNotifications: &yes}))
	}
	at, of := f.AddSession(ana, "ana", storetest.Now), f.AddSession(ben, "ben", storetest.Now)
	save := func(v music.Viewer, s *music.Session, endpoint string) *notice.PushSubscription {
		p := &notice.PushSubscription{AccountID: v.AccountID, SessionID: s.ID, Endpoint: endpoint, Keys: []byte{1, 0, 2}, UserAgent: "Firefox", CreatedAt: storetest.Now}
		f.Must(f.SavePushSubscription(ctx, p))
		return p
	}
	p := save(ana, at, "https://push.example/1")
	if got := storetest.Get(f.PushSubscription(ctx, p.ID, storetest.Now))(t); got.Endpoint != p.Endpoint || string(got.Keys) != "\x01\x00\x02" || got.SessionID != at.ID || got.AccountID != ana.AccountID {
		t.Errorf("%+v", got)
	}
	f.Code(f.SavePushSubscription(ctx, &notice.PushSubscription{AccountID: ana.AccountID, SessionID: of.ID, Endpoint: "https://push.example/2", Keys: []byte{1}}), music.NotFound)
	save(ben, of, p.Endpoint) // the same browser for somebody else
	if len(storetest.Get(f.PushSubscriptions(ctx, ana.AccountID, storetest.Now))(t)) != 0 || len(storetest.Get(f.PushSubscriptions(ctx, ben.AccountID, storetest.Now))(t)) != 1 {
		t.Error("an endpoint belongs to two accounts")
	}
	if len(storetest.Get(f.PushSubscriptions(ctx, ben.AccountID, storetest.Now.Add(2*time.Hour)))(t)) != 0 {
		t.Error("an ended session still gets messages")
	}
	for i := range notice.MaxPushSubscriptions + 2 {
		p = save(ana, at, fmt.Sprint("https://push.example/a", i))
	}
	list := storetest.Get(f.PushSubscriptions(ctx, ana.AccountID, storetest.Now))(t)
	if len(list) != notice.MaxPushSubscriptions || list[len(list)-1].ID != p.ID {
		t.Errorf("kept %d", len(list))
	}
	storetest.Get(f.Announce(ctx, notice.Notification{Kind: notice.NoticeAnnouncement, Topic: "x"}, storetest.Now))(t)
	targets, last, err := f.PushTargets(ctx, "x", 0, storetest.Now, 4)
	f.Must(err)
	rest, _, err := f.PushTargets(ctx, "x", last, storetest.Now, 100)
	if f.Must(err); len(targets) != 4 || len(rest) != notice.MaxPushSubscriptions+1-4 || targets[0].Account != ben.AccountID {
		t.Errorf("%+v and %d more", targets, len(rest))
	}
	f.Must(f.PushSent(ctx, p.ID, storetest.Now))
	f.Must(f.DropPushEndpoint(ctx, ben.AccountID, p.Endpoint)) // not theirs
	if got := storetest.Get(f.PushHistory(ctx, ana.AccountID))(t); !got[len(got)-1].LastSentAt.Equal(storetest.Now) {
		t.Errorf("%+v", got)
	}
	f.Must(f.DropPushSubscription(ctx, p.ID))
	_, err = f.PushSubscription(ctx, p.ID, storetest.Now)
	f.Code(err, music.NotFound)
	storetest.Get(f.RevokeSession(ctx, at.ID, storetest.Now))(t)
	if len(storetest.Get(f.PushSubscriptions(ctx, ana.AccountID, storetest.Now))(t)) != 0 {
		t.Error("a signed-out browser still gets messages")
	}
}

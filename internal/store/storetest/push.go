package storetest

import (
	"fmt"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/people"
)

func pushSubscriptions(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	yes := true
	for _, v := range []music.Viewer{ana, ben} {
		f.must(f.UpdateProfile(ctx, v.AccountID, people.ProfileChange{PushNotifications: &yes}))
	}
	at, of := f.session(ana, "ana", now), f.session(ben, "ben", now)
	save := func(v music.Viewer, s *music.Session, endpoint string) *notice.PushSubscription {
		p := &notice.PushSubscription{AccountID: v.AccountID, SessionID: s.ID, Endpoint: endpoint, Keys: []byte{1, 0, 2}, UserAgent: "Firefox", CreatedAt: now}
		f.must(f.SavePushSubscription(ctx, p))
		return p
	}
	p := save(ana, at, "https://push.example/1")
	if got := get(f.PushSubscription(ctx, p.ID, now))(t); got.Endpoint != p.Endpoint || string(got.Keys) != "\x01\x00\x02" || got.SessionID != at.ID || got.AccountID != ana.AccountID {
		t.Errorf("%+v", got)
	}
	f.code(f.SavePushSubscription(ctx, &notice.PushSubscription{AccountID: ana.AccountID, SessionID: of.ID, Endpoint: "https://push.example/2", Keys: []byte{1}}), music.NotFound)
	save(ben, of, p.Endpoint) // the same browser, somebody else
	if len(get(f.PushSubscriptions(ctx, ana.AccountID, now))(t)) != 0 || len(get(f.PushSubscriptions(ctx, ben.AccountID, now))(t)) != 1 {
		t.Error("a browser belongs to two people")
	}
	if len(get(f.PushSubscriptions(ctx, ben.AccountID, now.Add(2*time.Hour)))(t)) != 0 {
		t.Error("a session is over and gets messages")
	}
	for i := range notice.MaxPushSubscriptions + 2 {
		p = save(ana, at, fmt.Sprint("https://push.example/a", i))
	}
	list := get(f.PushSubscriptions(ctx, ana.AccountID, now))(t)
	if len(list) != notice.MaxPushSubscriptions || list[len(list)-1].ID != p.ID {
		t.Errorf("kept %d", len(list))
	}
	get(f.Announce(ctx, notice.Notification{Kind: notice.NoticeAnnouncement, Topic: "x"}, now))(t)
	targets, last, err := f.PushTargets(ctx, "x", 0, now, 4)
	f.must(err)
	rest, _, err := f.PushTargets(ctx, "x", last, now, 100)
	if f.must(err); len(targets) != 4 || len(rest) != notice.MaxPushSubscriptions+1-4 || targets[0].Account != ben.AccountID {
		t.Errorf("%+v and %d more", targets, len(rest))
	}
	f.must(f.PushSent(ctx, p.ID, now))
	f.must(f.DropPushEndpoint(ctx, ben.AccountID, p.Endpoint)) // not theirs
	if got := get(f.PushHistory(ctx, ana.AccountID))(t); !got[len(got)-1].LastSentAt.Equal(now) {
		t.Errorf("%+v", got)
	}
	f.must(f.DropPushSubscription(ctx, p.ID))
	_, err = f.PushSubscription(ctx, p.ID, now)
	f.code(err, music.NotFound)
	get(f.RevokeSession(ctx, at.ID, now))(t)
	if len(get(f.PushSubscriptions(ctx, ana.AccountID, now))(t)) != 0 {
		t.Error("who signed out gets messages")
	}
}

package listening_test

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
	"sonora/internal/store/storetest"
)

func queues(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Listener)
	_, err := f.Queue(ctx, ana.AccountID)
	f.Code(err, music.NotFound)
	f.Must(f.SaveQueue(ctx, ana.AccountID, &player.Queue{TrackIDs: []string{"a", "b", "a"}, Current: 2, Position: time.Second, ChangedAt: storetest.Now, ChangedBy: "App"}))
	f.Must(f.SaveQueue(ctx, ana.AccountID, &player.Queue{TrackIDs: []string{"b", "b"}, Current: 1, Position: 2 * time.Second, ChangedAt: storetest.Now, ChangedBy: "Other"}))
	q := storetest.Get(f.Queue(ctx, ana.AccountID))(t)
	if !slices.Equal(q.TrackIDs, []string{"b", "b"}) || q.Current != 1 || q.Position != 2*time.Second || !q.ChangedAt.Equal(storetest.Now) || q.ChangedBy != "Other" {
		t.Errorf("queue: %+v", q)
	}
	f.Code(f.SaveQueue(ctx, ana.AccountID, &player.Queue{TrackIDs: []string{"a"}, Current: 1}), music.Invalid)
	f.Code(f.SaveQueue(ctx, ana.AccountID, &player.Queue{TrackIDs: make([]string, player.MaxQueue+1)}), music.Invalid)
}

func bookmarks(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Listener), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("1", "One"), storetest.Song("2", "Two"))
	all := f.TracksByTitle(ana)
	f.Must(f.SaveBookmark(ctx, ana, all["One"].ID, time.Second, "here", storetest.Now))
	f.Must(f.SaveBookmark(ctx, ana, all["Two"].ID, time.Minute, "", storetest.Now))
	f.Must(f.SaveBookmark(ctx, ana, all["One"].ID, 2*time.Second, "there", storetest.Now.Add(time.Hour)))
	list := storetest.Get(f.Bookmarks(ctx, ana))(t)
	if len(list) != 2 || list[0].Track.Title != "One" || list[0].Comment != "there" || list[0].Position != 2*time.Second || !list[0].CreatedAt.Equal(storetest.Now) {
		t.Errorf("bookmarks: %+v", list)
	}
	if len(storetest.Get(f.Bookmarks(ctx, ben))(t)) != 0 {
		t.Error("of somebody else")
	}
	f.Must(f.DeleteBookmark(ctx, ana, all["One"].ID))
	if list := storetest.Get(f.Bookmarks(ctx, ana))(t); len(list) != 1 || list[0].Track.Title != "Two" {
		t.Errorf("deleted: %+v", list)
	}
	f.Code(f.SaveBookmark(ctx, ana, "none", 0, "", storetest.Now), music.NotFound)
	f.Code(f.SaveBookmark(ctx, ana, all["One"].ID, -1, "", storetest.Now), music.Invalid)
}

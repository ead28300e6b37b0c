package storetest

import (
	"testing"
	"time"

	"sonora/internal/music"
)

func shares(t *testing.T, f *fixture) {
	ann, ben := f.member("ann", music.Creator), f.member("ben", music.Creator)
	for _, share := range []music.Share{
		{ID: "FIRST", AccountID: ann.AccountID, Kind: music.ShareTrack, ItemID: "t1", CreatedAt: now},
		{ID: "SECOND", AccountID: ann.AccountID, Kind: music.ShareAlbum, ItemID: "a1", CreatedAt: now, ExpiresAt: now.Add(time.Hour)},
		{ID: "THIRD", AccountID: ben.AccountID, Kind: music.SharePlaylist, ItemID: "p1", CreatedAt: now},
	} {
		f.must(f.CreateShare(t.Context(), &share))
	}
	f.code(f.CreateShare(t.Context(), &music.Share{ID: "FOURTH", AccountID: "nobody", Kind: music.ShareTrack, CreatedAt: now}), music.NotFound)

	list := get(f.Shares(t.Context(), ann.AccountID, music.Page{Limit: 1}))(t)
	if list.Total != 2 || len(list.Items) != 1 || list.Items[0].ID != "SECOND" || list.Next == "" {
		t.Errorf("first page: %+v", list)
	}
	list = get(f.Shares(t.Context(), ann.AccountID, music.Page{Limit: 1, After: list.Next}))(t)
	if len(list.Items) != 1 || list.Items[0].ID != "FIRST" || !list.Items[0].ExpiresAt.IsZero() {
		t.Errorf("second page: %+v", list)
	}

	f.must(f.VisitShare(t.Context(), "SECOND", now.Add(time.Minute)))
	second := get(f.Share(t.Context(), "SECOND"))(t)
	if second.Visits != 1 || !second.LastVisitAt.Equal(now.Add(time.Minute)) || second.Over(now) || !second.Over(now.Add(time.Hour)) {
		t.Errorf("visited: %+v", second)
	}
	f.must(f.SetShareExpiry(t.Context(), ann.AccountID, "SECOND", time.Time{}))
	if second = get(f.Share(t.Context(), "SECOND"))(t); !second.ExpiresAt.IsZero() || second.Over(now.AddDate(100, 0, 0)) {
		t.Errorf("for ever: %+v", second)
	}

	f.code(f.SetShareExpiry(t.Context(), ben.AccountID, "SECOND", now), music.NotFound)
	f.code(f.DeleteShare(t.Context(), ben.AccountID, "SECOND"), music.NotFound)
	f.must(f.DeleteShare(t.Context(), ann.AccountID, "SECOND"))
	_, err := f.Share(t.Context(), "SECOND")
	f.code(err, music.NotFound)
}

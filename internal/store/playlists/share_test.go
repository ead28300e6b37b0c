package playlists_test

import (
	"testing"
	"time"

	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

func shares(t *testing.T, f *storetest.Fixture) {
	ann, ben := f.Member("ann", music.Creator), f.Member("ben", music.Creator)
	for _, share := range []link.Link{
		{ID: "FIRST", AccountID: ann.AccountID, Kind: link.Track, ItemID: "t1", CreatedAt: storetest.Now},
		{ID: "SECOND", AccountID: ann.AccountID, Kind: link.Album, ItemID: "a1", CreatedAt: storetest.Now, ExpiresAt: storetest.Now.Add(time.Hour)},
		{ID: "THIRD", AccountID: ben.AccountID, Kind: link.Playlist, ItemID: "p1", CreatedAt: storetest.Now},
	} {
		f.Must(f.CreateShare(t.Context(), &share))
	}
	f.Code(f.CreateShare(t.Context(), &link.Link{ID: "FOURTH", AccountID: "nobody", Kind: link.Track, CreatedAt: storetest.Now}), music.NotFound)

	list := storetest.Get(f.Shares(t.Context(), ann.AccountID, music.Page{Limit: 1}))(t)
	if list.Total != 2 || len(list.Items) != 1 || list.Items[0].ID != "SECOND" || list.Next == "" {
		t.Errorf("first page: %+v", list)
	}
	list = storetest.Get(f.Shares(t.Context(), ann.AccountID, music.Page{Limit: 1, After: list.Next}))(t)
	if len(list.Items) != 1 || list.Items[0].ID != "FIRST" || !list.Items[0].ExpiresAt.IsZero() {
		t.Errorf("second page: %+v", list)
	}

	f.Must(f.VisitShare(t.Context(), "SECOND", storetest.Now.Add(time.Minute)))
	second := storetest.Get(f.Share(t.Context(), "SECOND"))(t)
	if second.Visits != 1 || !second.LastVisitAt.Equal(storetest.Now.Add(time.Minute)) || second.Over(storetest.Now) || !second.Over(storetest.Now.Add(time.Hour)) {
		t.Errorf("visited: %+v", second)
	}
	f.Must(f.SetShareExpiry(t.Context(), ann.AccountID, "SECOND", time.Time{}))
	if second = storetest.Get(f.Share(t.Context(), "SECOND"))(t); !second.ExpiresAt.IsZero() || second.Over(storetest.Now.AddDate(100, 0, 0)) {
		t.Errorf("for ever: %+v", second)
	}

	sharesOfOwner(t, f)
	f.Code(f.SetShareExpiry(t.Context(), ben.AccountID, "SECOND", storetest.Now), music.NotFound)
	f.Code(f.DeleteShare(t.Context(), ben.AccountID, "SECOND"), music.NotFound)
	f.Must(f.DeleteShare(t.Context(), ann.AccountID, "SECOND"))
	_, err := f.Share(t.Context(), "SECOND")
	f.Code(err, music.NotFound)
}

// sharesOfOwner lets somebody see and end the links of others to their things.
func sharesOfOwner(t *testing.T, f *storetest.Fixture) {
	t.Helper()
	owner, guest := f.Member("owner", music.Creator), f.Member("guest", music.Creator)
	st := station.New()
	st.Name, st.Mode, st.OwnerID = "Mine", station.ModeLive, owner.AccountID
	list := &music.Playlist{Name: "Mine", OwnerID: owner.AccountID, CreatedAt: storetest.Now}
	mix := music.NewMix()
	mix.Title, mix.OwnerID, mix.AudioURL, mix.CreatedAt = "Mine", owner.AccountID, "https://music.example/mix.mp3", storetest.Now
	f.Must(f.CreateStation(t.Context(), &st, station.MaxOwned))
	f.Must(f.CreatePlaylist(t.Context(), list))
	f.Must(f.CreateMix(t.Context(), &mix))
	ids := map[string]link.Link{
		"STATION": {Kind: link.Station, ItemID: st.ID}, "LIST": {Kind: link.Playlist, ItemID: list.ID}, "MIX": {Kind: link.Mix, ItemID: mix.ID},
		"OTHER": {Kind: link.Track, ItemID: st.ID}, // another kind with the same ID
	}
	for id, share := range ids {
		share.ID, share.AccountID, share.CreatedAt = id, guest.AccountID, storetest.Now
		f.Must(f.CreateShare(t.Context(), &share))
	}
	if seen := storetest.Get(f.Shares(t.Context(), owner.AccountID, music.Page{}))(t); seen.Total != 3 || len(seen.Items) != 3 {
		t.Errorf("the owner sees %+v", seen)
	}
	f.Code(f.SetShareExpiry(t.Context(), owner.AccountID, "OTHER", storetest.Now), music.NotFound)
	f.Code(f.DeleteShare(t.Context(), owner.AccountID, "OTHER"), music.NotFound)
	for _, id := range []string{"STATION", "LIST", "MIX"} {
		f.Must(f.SetShareExpiry(t.Context(), owner.AccountID, id, storetest.Now.Add(time.Hour)))
		f.Must(f.DeleteShare(t.Context(), owner.AccountID, id))
	}
	if seen := storetest.Get(f.Shares(t.Context(), guest.AccountID, music.Page{}))(t); seen.Total != 1 || seen.Items[0].ID != "OTHER" {
		t.Errorf("the guest has %+v", seen)
	}
}

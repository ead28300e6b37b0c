package autodj

import (
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

func TestListenersRequestTracks(t *testing.T) {
	h := newHall(t, 60)
	ctx, id := t.Context(), h.station.ID
	code := func(err error, want music.Code) {
		t.Helper()
		if err == nil || music.CodeOf(err) != want {
			t.Errorf("%v, want %v", err, want)
		}
	}
	guest := &music.Account{Email: "guest@music.example", FirstName: "guest", Role: music.Listener}
	h.must(h.CreateAccount(ctx, guest))
	listener := music.Viewer{AccountID: guest.ID, Role: guest.Role}

	r, err := h.service.Request(ctx, h.owner, id, start, h.tracks[40].ID, "please")
	h.must(err)
	_, list, err := h.service.Requests(ctx, h.owner, id, start)
	h.must(err)
	if len(list) != 1 || list[0].ID != r.ID || list[0].Votes != 1 {
		t.Fatalf("%+v", list)
	}
	if r, err = h.service.Vote(ctx, h.owner, id, start, r.ID, false); err != nil || r.Votes != 0 {
		t.Errorf("vote withdrawn: %+v %v", r, err)
	}
	code(h.service.RemoveRequest(ctx, listener, id, start, r.ID), music.Forbidden)
	q, err := h.service.PlayNext(ctx, h.owner, id, start, r.ID)
	if err != nil || q.Slots[0].RequestID != r.ID {
		t.Errorf("played next: %+v %v", q.Slots, err)
	}
	_, err = h.service.AddTracks(ctx, h.owner, id, start, 1, []string{h.tracks[1].ID, "unknown"}, "")
	code(err, music.NotFound)
	h.must(h.service.RemoveRequest(ctx, h.owner, id, start, r.ID))
	_, err = h.service.PlayNext(ctx, h.owner, id, start, r.ID)
	code(err, music.NotFound)

	_, err = h.ChangeStation(ctx, id, func(s *station.Station) { s.Mode = station.ModeLive })
	h.must(err)
	_, err = h.service.Request(ctx, h.owner, id, start.Add(time.Minute), h.tracks[41].ID, "")
	code(err, music.Forbidden)
}

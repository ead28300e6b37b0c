package listening_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func players(t *testing.T, f *storetest.Fixture) {
	ann, ben := f.Member("ann", music.Creator).AccountID, f.Member("ben", music.Creator).AccountID
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	desk := &player.Device{
		ID: "desk", Name: " Desk ", Queue: json.RawMessage(`{"order":[]}`), QueueVersion: 3, TrackID: "t1", Title: "Nöt", Artist: "A",
		Position: 90 * time.Second, Duration: 200 * time.Second, State: player.Playing, Volume: 0.5, At: at, SeenAt: at,
	}
	f.Must(f.SavePlayer(t.Context(), ann, desk))
	f.Must(f.SavePlayer(t.Context(), ann, &player.Device{ID: "phone", Name: "Phone", State: player.Paused, At: at, SeenAt: at.Add(time.Minute)}))

	list, err := f.Players(t.Context(), ann)
	f.Must(err)
	if len(list) != 2 || list[0].ID != "phone" || list[1].Name != "Desk" || list[1].Position != 90*time.Second || list[1].Queue != nil {
		t.Errorf("devices: %+v", list)
	}
	// A report without a queue leaves the queue as it is.
	desk.Queue, desk.QueueVersion, desk.State = nil, 9, player.Paused
	f.Must(f.SavePlayer(t.Context(), ann, desk))
	got, err := f.PlayerQueue(t.Context(), ann, "desk")
	f.Must(err)
	if string(got.Queue) != `{"order":[]}` || got.QueueVersion != 3 || got.State != player.Paused || got.Volume != 0.5 {
		t.Errorf("device: %+v", got)
	}

	_, err = f.PlayerQueue(t.Context(), ben, "desk")
	f.Code(err, music.NotFound)
	f.Code(f.RemovePlayer(t.Context(), ben, "desk"), music.NotFound)
	f.Code(f.SavePlayer(t.Context(), ann, &player.Device{ID: "x", Name: " "}), music.Invalid)
	f.Code(f.SavePlayer(t.Context(), ann, &player.Device{ID: "x", Name: "n", Queue: json.RawMessage(strings.Repeat(" ", player.MaxQueueBytes+1))}), music.Invalid)
	f.Code(f.SavePlayer(t.Context(), "nobody", &player.Device{ID: "x", Name: "n"}), music.NotFound)

	for i := range player.MaxDevices {
		f.Must(f.SavePlayer(t.Context(), ann, &player.Device{ID: fmt.Sprint("n", i), Name: "n", SeenAt: at.Add(time.Hour)}))
	}
	list, err = f.Players(t.Context(), ann)
	f.Must(err)
	if len(list) != player.MaxDevices || list[len(list)-1].ID == "desk" {
		t.Errorf("%d devices, the last is %s", len(list), list[len(list)-1].ID)
	}
	n, err := f.Tidy(t.Context(), store.Ages{Players: at.Add(2 * time.Hour)})
	f.Must(err)
	if n != player.MaxDevices {
		t.Errorf("dropped %d", n)
	}
}

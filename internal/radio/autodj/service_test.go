package autodj

import (
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// hall holds a Service and a store with a station that plays a playlist.
type hall struct {
	t testing.TB
	*store.Store
	service *Service
	owner   music.Viewer
	station *station.Station
	list    *music.Playlist
	tracks  []music.Track
	notes   []string
	held    []string // IDs of the slots that the station holds
}

func newHall(t testing.TB, songs int) *hall {
	t.Helper()
	s, err := store.Open(t.Context(), sqlitetest.New(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &hall{t: t, Store: s}
	h.service = h.newService()
	h.service.Note = func(_ string, e Entry) { h.notes = append(h.notes, e.Text.String()) }
	a := &music.Account{Email: "boss@music.example", FirstName: "boss", Role: music.Creator}
	h.must(s.CreateAccount(t.Context(), a))
	h.owner = music.Viewer{AccountID: a.ID, Role: a.Role}
	h.fill(songs)
	st := station.New()
	st.OwnerID, st.Name, st.Mode, st.Options.Requests = a.ID, "Jazz FM", station.ModeAutoDJ, true
	h.must(s.CreateStation(t.Context(), &st, station.MaxOwned))
	h.station = &st
	h.play(station.RoleMusic)
	return h
}

// newService returns the Service of another server, or of this one after a restart.
func (h *hall) newService() *Service {
	return New(Config{Store: h.StationStore, Log: slog.New(slog.DiscardHandler)})
}

func (h *hall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// fill adds songs of two to five minutes, three for each artist.
func (h *hall) fill(songs int) {
	h.t.Helper()
	ctx := h.t.Context()
	roots, err := h.EnsureRoots(ctx, []string{"/music"}, start)
	h.must(err)
	var files []music.ScannedFile
	for i := range songs {
		seconds := int64(120 + i*37%181)
		name, artist := fmt.Sprintf("%05d.flac", i), fmt.Sprint("Artist ", i/3)
		files = append(files, music.ScannedFile{
			Name: name, Size: 4_000_000, ModTime: start.UnixNano(), Folder: strconv.Itoa(i / 1000),
			Audio: &music.AudioFile{
				Format: music.FLAC, SampleRate: 44_100, Channels: 2, BitDepth: 16, Bitrate: 800, Samples: 44_100 * seconds,
				Duration: time.Duration(seconds) * time.Second, AudioKey: xxh3.HashString(name),
				Tags: music.Tags{Title: fmt.Sprint("Song ", i), Artists: []string{artist}, Album: fmt.Sprint("Album ", i/10), AlbumArtists: []string{artist}},
			},
		})
	}
	for chunk := range slices.Chunk(files, 1000) {
		_, err = h.SaveScanned(ctx, roots[0].ID, chunk, start, true)
		h.must(err)
	}
	h.must(h.FinishScan(ctx))
	for page := (music.Page{Limit: music.MaxPageSize}); ; {
		list, err := h.Tracks(ctx, h.owner, music.TrackFilter{}, page)
		h.must(err)
		h.tracks = append(h.tracks, list.Items...)
		if page.After = list.Next; page.After == "" {
			break
		}
	}
}

// play makes the station play all tracks, in a playlist with a role.
func (h *hall) play(role station.Role, change ...func(*station.Playlist)) *station.Playlist {
	h.t.Helper()
	ctx := h.t.Context()
	h.list = &music.Playlist{OwnerID: h.owner.AccountID, Name: "All", CreatedAt: start}
	h.must(h.CreatePlaylist(ctx, h.list))
	for chunk := range slices.Chunk(h.tracks, music.MaxEntryBatch) {
		ids := make([]string, len(chunk))
		for i := range chunk {
			ids[i] = chunk[i].ID
		}
		_, err := h.AddEntries(ctx, h.owner, h.list.ID, music.Insertion{TrackIDs: ids}, start)
		h.must(err)
	}
	l := station.NewPlaylist()
	l.StationID, l.PlaylistID, l.Role = h.station.ID, h.list.ID, role
	for _, c := range change {
		c(&l)
	}
	h.must(h.CreateStationList(ctx, &l))
	return &l
}

func (h *hall) queue(at time.Time) Queue {
	h.t.Helper()
	q, err := h.service.Queue(h.t.Context(), h.station.ID, at, 3)
	h.must(err)
	return q
}

func (h *hall) next(at time.Time) station.Slot {
	h.t.Helper()
	s, err := h.service.Next(h.t.Context(), h.station.ID, at, h.held)
	h.must(err)
	h.held = append(h.held, s.ID)
	return s
}

func titles(slots []station.Slot) []string {
	var out []string
	for i := range slots {
		out = append(out, slots[i].TrackID)
	}
	return out
}

func TestQueueIsPlayedAsShown(t *testing.T) {
	h := newHall(t, 300)
	h.play(station.RoleJingle)
	shown := h.queue(start).Slots
	if len(shown) < 40 {
		t.Fatalf("%d slots", len(shown))
	}
	at := start
	for i, want := range shown[:30] {
		got := h.next(at)
		if got.TrackID != want.TrackID || got.Kind != want.Kind || got.At.Sub(want.At).Abs() > time.Minute {
			t.Fatalf("%d: %+v instead of %+v", i, got, want)
		}
		if q := h.queue(at); len(q.Taken) == 0 || q.Taken[len(q.Taken)-1].ID != got.ID || q.Slots[0].ID == got.ID {
			t.Fatalf("%d: %+v", i, q.Taken)
		}
		began := got.At.Add(time.Duration(i%3-1) * time.Second) // never exactly as planned
		at = began.Add(time.Duration(got.Seconds * float64(time.Second)))
		h.must(h.service.Played(t.Context(), h.station.ID, got.ID, began, at))
	}
	// Another server continues the plan.
	other := h.newService()
	q, err := other.Queue(t.Context(), h.station.ID, at, 3)
	h.must(err)
	if !slices.Equal(titles(q.Slots), titles(h.queue(at).Slots)) {
		t.Error("another server has a different plan")
	}
}

// TestPlanContinuesAfterRestart kills the server while one song plays and the
// next one is loaded. The loaded song must play first, then the queue as people
// saw it.
func TestPlanContinuesAfterRestart(t *testing.T) {
	h := newHall(t, 60)
	first := h.next(start)
	began := start.Add(time.Second)
	h.must(h.service.Played(t.Context(), h.station.ID, first.ID, began, began.Add(3*time.Minute)))
	loaded := h.next(began.Add(2 * time.Minute))
	coming := h.queue(began.Add(2 * time.Minute)).Slots
	h.service, h.held = h.newService(), nil
	at := began.Add(150 * time.Second)
	played := []station.Slot{h.next(at)}
	for range 3 {
		last := &played[len(played)-1]
		h.must(h.service.Played(t.Context(), h.station.ID, last.ID, at, at.Add(3*time.Minute)))
		at = at.Add(3 * time.Minute)
		played = append(played, h.next(at))
	}
	want := append([]station.Slot{loaded}, coming[:3]...)
	if !slices.Equal(titles(played), titles(want)) || slices.Contains(titles(played), first.TrackID) {
		t.Errorf("%v instead of %v after %s", titles(played), titles(want), first.TrackID)
	}
}

func TestEditQueue(t *testing.T) {
	h := newHall(t, 300)
	ctx, id := t.Context(), h.station.ID
	shown := h.queue(start).Slots
	q, err := h.service.Move(ctx, id, start, 3, shown[20].ID, shown[3].ID)
	h.must(err)
	if q.Slots[3].ID != shown[20].ID || !q.Slots[3].Pinned || q.Slots[4].ID != shown[3].ID || q.Slots[20].ID != shown[19].ID {
		t.Errorf("moved: %+v", q.Slots[3])
	}
	q, err = h.service.Remove(ctx, id, start, 3, shown[1].ID)
	h.must(err)
	if q.Slots[1].ID != shown[2].ID || slices.Contains(titles(q.Slots), shown[1].TrackID) {
		t.Error("removed")
	}
	_, err = h.service.Remove(ctx, id, start, 3, shown[1].ID)
	if music.CodeOf(err) != music.Conflict {
		t.Errorf("%v", err)
	}
	songs, err := h.SongsByID(ctx, h.owner, []string{shown[30].TrackID})
	h.must(err)
	q, err = h.service.Add(ctx, id, start, 3, songs, "")
	h.must(err)
	if q.Slots[0].TrackID != shown[30].TrackID || !q.Slots[0].Pinned {
		t.Errorf("added: %+v", q.Slots[0])
	}
	moved := q.Slots[3]
	if moved.ID != shown[20].ID {
		t.Fatalf("%+v", moved)
	}
	// After a change of rules, a slot that people placed plays as soon as one may begin
	// that is not much too early. How late that is depends on the song before it.
	st, err := h.ChangeStation(ctx, id, func(s *station.Station) { s.Options.ArtistMinutes = 90 })
	h.must(err)
	h.station = st
	again := h.queue(start).Slots
	at := slices.IndexFunc(again, func(s station.Slot) bool { return s.ID == moved.ID })
	due := slices.IndexFunc(again, func(s station.Slot) bool { return moved.At.Sub(s.At) <= maxKeptEarly })
	if at < 0 || at != due || again[0].TrackID != shown[30].TrackID || slices.Contains(titles(again), shown[1].TrackID) {
		t.Errorf("after other rules it is at %d instead of %d", at, due)
	}
	if q, err = h.service.Clear(ctx, id, start, 3); err != nil || slices.ContainsFunc(q.Slots, func(s station.Slot) bool { return s.Pinned }) {
		t.Errorf("cleared: %v", err)
	}
}

// TestAddWhileTheStationTakesASlot adds a track right after what plays now, while
// the station takes the slot before which it would be.
func TestAddWhileTheStationTakesASlot(t *testing.T) {
	h := newHall(t, 60)
	shown := h.queue(start).Slots
	songs, err := h.SongsByID(t.Context(), h.owner, []string{shown[9].TrackID})
	h.must(err)
	add, drafts := insertion(songs, ""), 0
	q, err := h.service.edit(t.Context(), h.station.ID, start, 3, func(d *draft) error {
		if drafts++; drafts == 1 {
			h.next(start)
		}
		return add(d)
	})
	h.must(err)
	if drafts != 2 || q.Slots[0].TrackID != songs[0].ID || q.Slots[1].ID != shown[1].ID {
		t.Errorf("%d drafts, then %v", drafts, titles(q.Slots[:2]))
	}
}

func TestRequestedTracks(t *testing.T) {
	h := newHall(t, 300)
	ctx, id := t.Context(), h.station.ID
	shown := h.queue(start).Slots
	r := &station.Request{StationID: id, AskedAt: start}
	for _, track := range h.tracks { // of an artist who is not planned soon
		if !slices.ContainsFunc(shown, func(s station.Slot) bool { return s.ArtistID == track.ArtistID || s.AlbumID == track.AlbumID }) {
			r.Track.ID = track.ID
		}
	}
	h.must(h.CreateStationRequest(ctx, h.owner, h.owner, h.station, r))
	q := h.queue(start)
	if q.Slots[0].ID != shown[0].ID || q.Slots[1].RequestID != r.ID || q.Slots[2].ID != shown[1].ID {
		t.Fatalf("%+v", q.Slots[1])
	}
	if got, err := h.StationRequest(ctx, h.owner, id, r.ID); err != nil || got.State != station.RequestQueued || !got.PlayedAt.Equal(q.Slots[1].At.Truncate(time.Millisecond)) {
		t.Errorf("%+v %v", got, err)
	}
	first := h.next(start)
	slot := h.next(first.End())
	if slot.RequestID != r.ID || slot.Kind != station.SlotRequest {
		t.Fatalf("%+v", slot)
	}
	h.must(h.service.Played(ctx, id, slot.ID, slot.At, slot.End()))
	if got, err := h.StationRequest(ctx, h.owner, id, r.ID); err != nil || got.State != station.RequestPlayed {
		t.Errorf("%+v %v", got, err)
	}
}

func TestMissingFiles(t *testing.T) {
	h := newHall(t, 60)
	ctx, id := t.Context(), h.station.ID
	slot := h.next(start)
	h.must(h.service.Missing(ctx, id, &slot, start, music.Say("No such file.")))
	if q := h.queue(start); slices.Contains(titles(q.Slots), slot.TrackID) || len(q.Taken) != 0 || !strings.Contains(h.notes[0], "is skipped") {
		t.Errorf("%v %+v", h.notes, q.Taken)
	}
	h.must(h.DeletePlaylist(ctx, h.owner, h.list.ID, time.Now()))
	if q := h.queue(start); !q.Problem.Equal(ErrEmpty.Detail) {
		t.Errorf("%q", q.Problem)
	}
	if _, err := h.service.Next(ctx, id, start, nil); err != ErrEmpty { //nolint:errorlint // itself
		t.Errorf("%v", err)
	}
	lists, err := h.StationLists(ctx, id)
	h.must(err)
	h.must(h.DeleteStationList(ctx, id, lists[0].ID))
	if q := h.queue(start); !q.Problem.Equal(ErrNoLists.Detail) {
		t.Errorf("%q", q.Problem)
	}
}

func TestMissingFileIsLoggedOnce(t *testing.T) {
	for name, c := range map[string]struct {
		reason music.Message
		want   string
	}{
		"no reason": {music.Message{}, "%s is skipped: its file cannot be played."},
		"reason":    {music.Say("No such file."), "%s is skipped. No such file."},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t, 60)
			slot := h.next(start)
			h.notes = nil
			h.must(h.service.Missing(t.Context(), h.station.ID, &slot, start, c.reason))
			h.queue(start)
			if want := []string{fmt.Sprintf(c.want, nameOf(&slot))}; !slices.Equal(h.notes, want) {
				t.Errorf("%q, want %q", h.notes, want)
			}
		})
	}
}

func TestShowsAndHardStarts(t *testing.T) {
	h := newHall(t, 60)
	ctx, id := t.Context(), h.station.ID
	show := &station.Show{StationID: id, Name: "Ten", Kind: station.ShowAutoDJ, Days: 127, StartMinute: 600, Minutes: 60, IsHard: true, CreatedAt: start}
	h.must(h.CreateStationShow(ctx, show))
	ten := start.Truncate(time.Hour).Add(time.Hour)
	if at, err := h.service.HardStart(ctx, id, start); err != nil || !at.Equal(ten) {
		t.Errorf("%v %v", at, err)
	}
	if on, err := h.service.Show(ctx, id, ten.Add(time.Minute)); err != nil || on == nil || on.Show.Name != "Ten" {
		t.Errorf("%+v %v", on, err)
	}
	if on, err := h.service.Show(ctx, id, start); err != nil || on != nil {
		t.Errorf("%+v %v", on, err)
	}
	if on, err := h.service.LiveShow(ctx, id, ten, ten.Add(time.Minute)); err != nil || on != nil {
		t.Errorf("%+v %v", on, err)
	}
	times, err := h.service.Schedule(ctx, id, start, start.AddDate(0, 0, 7))
	if err != nil || len(times) != 7 {
		t.Errorf("%+v %v", times, err)
	}
	if !slices.ContainsFunc(h.queue(start).Slots, func(s station.Slot) bool { return s.At.Equal(ten) && s.Show == "Ten" }) {
		t.Error("the show does not begin at ten")
	}
}

func BenchmarkDay(b *testing.B) {
	h := newHall(b, 50_000)
	h.play(station.RoleJingle)
	for b.Loop() {
		h.service.pools.forget(h.station.ID)
		_, revision, err := h.StationQueue(b.Context(), h.station.ID)
		h.must(err)
		if revision > 0 {
			h.must(h.SaveStationQueue(b.Context(), h.station.ID, "", revision, start))
		}
		if _, err := h.service.Queue(b.Context(), h.station.ID, start, 24); err != nil {
			b.Fatal(err)
		}
	}
}

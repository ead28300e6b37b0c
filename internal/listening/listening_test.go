package listening

import (
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// room is a service with a listener and some tracks.
type room struct {
	*Service
	t     *testing.T
	store *store.Store
	ana   music.Viewer
	ids   map[string]string // track IDs by title

	mu        sync.Mutex
	events    []music.Event
	forgotten []string
	started   []string // tracks that a device plays
}

func newRoom(t *testing.T, tracks map[string]time.Duration) *room {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := &room{t: t, store: db, ids: map[string]string{}}
	t.Cleanup(func() { r.must(db.Close()) })
	account := music.Account{Email: "ana@example.org", PasswordHash: "x"}
	r.must(db.CreateAccount(t.Context(), &account))
	r.ana = music.Viewer{AccountID: account.ID, Role: account.Role}
	r.Service = New(Config{Store: db, Events: r, Mixes: mixes{r}, Scrobbles: r, Log: slog.New(slog.DiscardHandler)})

	roots, err := db.EnsureRoots(t.Context(), []string{"/music"}, time.Now())
	r.must(err)
	var files []music.ScannedFile
	for title, length := range tracks {
		files = append(files, music.ScannedFile{Name: title + ".mp3", Size: 1, ModTime: 1, Audio: &music.AudioFile{
			Format: music.MP3, SampleRate: 44_100, Channels: 2, Duration: length, AudioKey: uint64(length) + uint64(len(files)), Tags: music.Tags{Title: title},
		}})
	}
	_, err = db.SaveScanned(t.Context(), roots[0].ID, files, time.Now(), false)
	r.must(err)
	r.must(db.FinishScan(t.Context()))
	list, err := db.Tracks(t.Context(), r.ana, music.TrackFilter{}, music.Page{Limit: music.MaxPageSize})
	r.must(err)
	for _, track := range list.Items {
		r.ids[track.Title] = track.ID
	}
	return r
}

func (r *room) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// Publish implements Events.
func (r *room) Publish(e music.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
}

// Started implements Scrobbles.
func (r *room) Started(_ music.Viewer, d *player.Device) { r.started = append(r.started, d.TrackID) }

// published returns the events of a type.
func (r *room) published(kind string) []music.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(r.events), func(e music.Event) bool { return e.Type != kind })
}

// runs runs the service until the test ends.
func (r *room) runs() {
	r.delay = time.Millisecond
	done := make(chan error)
	go func() { done <- r.Run(r.t.Context()) }()
	r.t.Cleanup(func() { r.must(<-done) })
}

// awaitPlays waits until a track has a total.
func (r *room) awaitPlays(title string, want int64) {
	r.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); <-time.After(10 * time.Millisecond) {
		track, err := r.store.Track(r.t.Context(), r.ana, r.ids[title])
		r.must(err)
		if track.Plays == want {
			return
		}
	}
	r.t.Fatalf("the total of %s is not %d within 20 seconds", title, want)
}

func TestLikesAndRatingsSendOneEvent(t *testing.T) {
	r := newRoom(t, map[string]time.Duration{"Dawn": time.Minute})
	ctx, id := t.Context(), r.ids["Dawn"]
	for range 2 {
		r.must(r.Like(ctx, r.ana, id))
	}
	for range 2 {
		r.must(r.Rate(ctx, r.ana, id, 4))
	}
	track, err := r.store.Track(ctx, r.ana, id)
	r.must(err)
	if !track.Liked || track.Rating != 4 {
		t.Errorf("%+v", track)
	}
	for range 2 {
		r.must(r.Unlike(ctx, r.ana, id))
	}
	likes, ratings := r.published(music.EventLike), r.published(music.EventRating)
	if len(likes) != 2 || likes[0].Data != (music.LikeChange{TrackID: id, Liked: true}) || likes[1].Data != (music.LikeChange{TrackID: id}) || likes[0].Account != r.ana.AccountID {
		t.Errorf("likes: %+v", likes)
	}
	if len(ratings) != 1 || ratings[0].Data != (music.RatingChange{TrackID: id, Stars: 4}) || ratings[0].Account != r.ana.AccountID {
		t.Errorf("ratings: %+v", ratings)
	}
	for what, err := range map[string]error{"like": r.Like(ctx, r.ana, "none"), "unlike": r.Unlike(ctx, r.ana, "none"), "rate": r.Rate(ctx, r.ana, "none", 1)} {
		if music.CodeOf(err) != music.NotFound {
			t.Errorf("%s an unknown track: %v", what, err)
		}
	}
}

func TestPlayerTakesCommandsWhileConnected(t *testing.T) {
	r := newRoom(t, nil)
	now, ctx := time.Now(), t.Context()
	r.now = func() time.Time { return now }
	r.must(r.ReportPlayer(ctx, r.ana, &player.Device{ID: "kitchen-1", Name: "Kitchen", TrackID: "dawn", State: player.State("playing")}))
	if !slices.Equal(r.started, []string{"dawn"}) {
		t.Errorf("began to play %v", r.started)
	}
	if told := r.published(music.EventDevice); len(told) != 1 || told[0].Data != (player.Change{ID: "kitchen-1"}) {
		t.Errorf("%+v", told)
	}
	pause := player.Command{Device: "kitchen-1", From: "phone-01", Command: "pause"}
	r.must(r.SteerPlayer(ctx, r.ana, pause))
	if told := r.published(music.EventCommand); len(told) != 1 || told[0].Data != pause || told[0].Account != r.ana.AccountID {
		t.Errorf("%+v", told)
	}
	if err := r.SteerPlayer(ctx, r.ana, player.Command{Device: "kitchen-1", Command: "volume", Value: 1.1}); music.CodeOf(err) != music.Invalid {
		t.Errorf("too loud: %v", err)
	}
	if err := r.SteerPlayer(ctx, music.Viewer{AccountID: "other"}, pause); music.CodeOf(err) != music.NotFound {
		t.Errorf("device of somebody else: %v", err)
	}
	now = now.Add(time.Hour)
	if err := r.SteerPlayer(ctx, r.ana, pause); music.CodeOf(err) != music.Conflict {
		t.Errorf("disconnected device: %v", err)
	}
}

// Forget implements Mixes.
func (m mixes) Forget(accountID string) { m.room.forgotten = append(m.room.forgotten, accountID) }

// mixes records whose mixes were dropped.
type mixes struct{ room *room }

func TestClearDropsMixes(t *testing.T) {
	r := newRoom(t, nil)
	r.must(r.Clear(t.Context(), r.ana))
	if !slices.Equal(r.forgotten, []string{r.ana.AccountID}) || len(r.published(music.EventPlay)) != 1 {
		t.Errorf("%v %+v", r.forgotten, r.events)
	}
}

func TestForgettingAPlayerTellsTheOthers(t *testing.T) {
	r := newRoom(t, nil)
	ctx := t.Context()
	r.must(r.ReportPlayer(ctx, r.ana, &player.Device{ID: "kitchen-1", Name: "Kitchen", State: player.Playing}))
	r.must(r.ForgetPlayer(ctx, r.ana, "kitchen-1"))
	told := r.published(music.EventDevice)
	if len(told) != 2 || told[1].Data != (player.Change{ID: "kitchen-1"}) || told[1].Account != r.ana.AccountID {
		t.Errorf("told %+v", told)
	}
	if err := r.ForgetPlayer(ctx, r.ana, "kitchen-1"); music.CodeOf(err) != music.NotFound {
		t.Errorf("forgot it twice: %v", err)
	}
	if again := r.published(music.EventDevice); len(again) != 2 {
		t.Errorf("told of nothing: %+v", again[2:])
	}
}

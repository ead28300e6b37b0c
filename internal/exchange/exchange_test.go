package exchange

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/history"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/scrobble"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// room is a service with somebody whose library has some songs of three minutes.
type room struct {
	*Service
	t   *testing.T
	ana music.Viewer
	ids map[string]string // track IDs by title
}

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newRoom(t *testing.T, titles ...string) *room {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := &room{t: t, ids: map[string]string{}}
	t.Cleanup(func() { r.must(db.Close()) })
	account := music.Account{Email: "ana@example.org", PasswordHash: "x"}
	r.must(db.CreateAccount(t.Context(), &account))
	r.ana = music.Viewer{AccountID: account.ID, Role: account.Role}
	roots, err := db.EnsureRoots(t.Context(), []string{"/music"}, now)
	r.must(err)
	var files []music.ScannedFile
	for i, title := range titles {
		files = append(files, music.ScannedFile{Name: title + ".mp3", Size: 1, ModTime: 1, Audio: &music.AudioFile{
			Format: music.MP3, SampleRate: 44_100, Channels: 2, Duration: 3 * time.Minute, AudioKey: uint64(i + 1),
			Tags: music.Tags{Title: title, Artists: []string{"Ana"}, Album: "Sal"},
		}})
	}
	_, err = db.SaveScanned(t.Context(), roots[0].ID, files, now, false)
	r.must(err)
	r.must(db.FinishScan(t.Context()))
	list, err := db.Tracks(t.Context(), r.ana, music.TrackFilter{}, music.Page{Limit: music.MaxPageSize})
	r.must(err)
	for _, track := range list.Items {
		r.ids[track.Title] = track.ID
	}
	r.Service, err = New(Config{Store: db, Playlists: r, Likes: r, Events: r, Now: func() time.Time { return now }, Folder: filepath.Join(t.TempDir(), "files")})
	r.must(err)
	return r
}

func (r *room) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// Find implements Playlists: songs are found by their title.
func (r *room) Find(_ context.Context, _ music.Viewer, described []intake.Described) ([]intake.Match, error) {
	matches := make([]intake.Match, len(described))
	for i, d := range described {
		matches[i] = intake.Match{TrackID: r.ids[d.Title], Ambiguous: d.Title == "Twin"}
	}
	return matches, nil
}

// CreateOf implements Playlists.
func (r *room) CreateOf(ctx context.Context, v music.Viewer, p *music.Playlist, trackIDs []string) error {
	return r.Store.CreatePlaylistOf(ctx, v, p, trackIDs)
}

// Delete implements Playlists.
func (r *room) Delete(ctx context.Context, v music.Viewer, id string) error {
	return r.Store.DeletePlaylist(ctx, v, id, r.Now())
}

// LikeAll implements Likes.
func (r *room) LikeAll(ctx context.Context, v music.Viewer, ids []string, like bool) error {
	_, err := r.Store.LikeAll(ctx, v, ids, like, now)
	return err
}

// Publish implements Events.
func (r *room) Publish(music.Event) {}

// bring imports files, given as name, content, name, content.
func (r *room) bring(apply bool, files ...string) *Report {
	r.t.Helper()
	var list []File
	for i := 0; i < len(files); i += 2 {
		f, err := os.CreateTemp(r.Folder, "test-*")
		r.must(err)
		defer f.Close()
		_, err = f.WriteString(files[i+1])
		r.must(err)
		list = append(list, File{files[i], f})
	}
	report, err := r.Import(r.t.Context(), r.ana, list, apply)
	r.must(err)
	return report
}

// heard lists what is in the history, oldest first, as title and time.
func (r *room) heard() (list []string) {
	r.t.Helper()
	plays, err := r.Store.PlayHistory(r.t.Context(), r.ana, people.HistoryEntry{}, 100)
	r.must(err)
	for _, p := range plays {
		list = append(list, p.Title+" "+p.At.Format("15:04"))
	}
	return list
}

// counted returns how often a track was played, by anybody.
func (r *room) counted(title string) int {
	r.t.Helper()
	track, err := r.Store.Track(r.t.Context(), r.ana, r.ids[title])
	r.must(err)
	return int(track.Plays)
}

func (r *room) onlyImport() history.Import {
	r.t.Helper()
	list, err := r.Imports(r.t.Context(), r.ana)
	r.must(err)
	if len(list) != 1 {
		r.t.Fatalf("imports: %+v", list)
	}
	return list[0]
}

// spotify is a history: a title and when it ended each, on one day, heard for so long.
func spotify(listened time.Duration, plays ...string) string {
	var rows []string
	for i := 0; i < len(plays); i += 2 {
		rows = append(rows, fmt.Sprintf(`{"endTime":"2025-05-01 %s","artistName":"Ana","trackName":%q,"msPlayed":%d}`, plays[i+1], plays[i], listened.Milliseconds()))
	}
	return "[" + strings.Join(rows, ",") + "]"
}

func TestHistory(t *testing.T) {
	r := newRoom(t, "Uno", "Dos")
	r.must(r.Store.Connect(t.Context(), &scrobble.Connection{AccountID: r.ana.AccountID, Service: scrobble.ListenBrainz, Name: "ana", Secret: []byte{1}, ConnectedAt: now}))
	_, err := r.Store.AddPlay(t.Context(), r.ana, music.Play{ID: "own", AccountID: r.ana.AccountID, TrackID: r.ids["Uno"], StartedAt: time.Date(2025, 5, 1, 9, 0, 20, 0, time.UTC), Listened: time.Second}, 0)
	r.must(err)
	files := []string{
		"StreamingHistory0.json", spotify(3*time.Minute, "Uno", "09:03", "Uno", "10:03", "Dos", "10:06", "Gone", "10:09", "Gone", "10:12", "Twin", "10:15"),
		"StreamingHistory1.json", spotify(time.Second, "Dos", "11:00"),
		"lastfm.csv", "Ana,Sal,Uno,01 May 2025 10:00\nAna,Sal,Uno,01 May 2025 12:00\nAna,Sal,Uno,01 Jan 1970 00:00\nAna,Sal,Uno,01 May 2027 12:00\n",
	}
	want := Plays{Total: 11, New: 3, Known: 2, Short: 1, Undated: 2, NotFound: 3}
	report := r.bring(false, files...)
	if report.Applied || report.Plays != want || len(r.heard()) != 1 {
		t.Errorf("%+v, heard %q", report, r.heard())
	}
	missing := []Missing{{"Ana – Gone", 2, false}, {"Ana – Twin", 1, true}}
	if report.MissingCount != 2 || !slices.Equal(report.Missing, missing) {
		t.Errorf("missing: %+v", report.Missing)
	}
	if report := r.bring(true, files...); !report.Applied || report.Plays != want {
		t.Errorf("%+v", report)
	}
	if got := r.heard(); !slices.Equal(got, []string{"Uno 09:00", "Uno 10:00", "Dos 10:03", "Uno 12:00"}) {
		t.Errorf("heard %q", got)
	}
	if r.counted("Uno") != 2 || r.counted("Dos") != 1 {
		t.Errorf("counted %d and %d", r.counted("Uno"), r.counted("Dos"))
	}
	if list, err := r.Store.Connections(t.Context(), r.ana.AccountID); err != nil || list[0].Waiting != 0 {
		t.Errorf("sent on: %+v %v", list, err)
	}
	again := r.bring(true, files...)
	if again.Plays != (Plays{Total: 11, Known: 5, Short: 1, Undated: 2, NotFound: 3}) || len(r.heard()) != 4 {
		t.Errorf("imported twice: %+v, heard %q", again.Plays, r.heard())
	}
	made := r.onlyImport() // the second had nothing to take
	if made.Plays != 3 || !slices.Equal(made.Files, []string{"StreamingHistory0.json", "StreamingHistory1.json", "lastfm.csv"}) {
		t.Errorf("%+v", made)
	}
	r.must(r.Undo(t.Context(), r.ana, made.ID))
	if got := r.heard(); !slices.Equal(got, []string{"Uno 09:00"}) || r.counted("Uno") != 0 || r.counted("Dos") != 0 {
		t.Errorf("after taking it back: heard %q, counted %d", got, r.counted("Uno"))
	}
	if err := r.Undo(t.Context(), r.ana, made.ID); music.CodeOf(err) != music.NotFound {
		t.Errorf("taken back twice: %v", err)
	}
}

func TestLikesAndPlaylists(t *testing.T) {
	r := newRoom(t, "Uno", "Dos", "Tres")
	r.must(r.LikeAll(t.Context(), r.ana, []string{r.ids["Uno"]}, true))
	r.must(r.Store.CreatePlaylist(t.Context(), &music.Playlist{OwnerID: r.ana.AccountID, Name: "Sea", CreatedAt: now}))
	song := func(title string) string {
		return `{"track":{"trackName":"` + title + `","artistName":"Ana"}}`
	}
	files := []string{
		"YourLibrary.json", `{"tracks":[{"artist":"Ana","track":"Uno","uri":"u"},{"artist":"Ana","track":"Dos","uri":"u"},{"artist":"Ana","track":"Dos","uri":"v"},{"artist":"Ana","track":"Gone","uri":"u"}]}`,
		"Playlist1.json", `{"playlists":[{"name":"Sun","items":[` + song("Dos") + `,` + song("Gone") + `,` + song("Tres") + `,` + song("Dos") + `]},{"name":"SEA","items":[` + song("Uno") + `]},{"name":"Lost","items":[` + song("Gone") + `]}]}`,
	}
	report := r.bring(true, files...)
	if report.Likes != (Likings{Total: 4, New: 1, Known: 2, NotFound: 1}) {
		t.Errorf("%+v", report.Likes)
	}
	if l := report.Lists; len(l) != 3 || l[0].Found != 3 || l[0].Missing != 1 || l[0].Exists || !l[1].Exists || l[2].Found != 0 {
		t.Errorf("%+v", l)
	}
	made := r.onlyImport()
	if made.Likes != 1 || made.Playlists != 1 {
		t.Errorf("%+v", made)
	}
	lists, err := r.Store.Playlists(t.Context(), r.ana.AccountID, music.Page{Limit: 10})
	r.must(err)
	if len(lists.Items) != 2 {
		t.Fatalf("playlists: %+v", lists.Items)
	}
	if report := r.bring(true, files...); report.Likes.New != 0 || !report.Lists[0].Exists {
		t.Errorf("imported twice: %+v", report)
	}
	r.must(r.Undo(t.Context(), r.ana, made.ID))
	lists, err = r.Store.Playlists(t.Context(), r.ana.AccountID, music.Page{Limit: 10})
	r.must(err)
	liked, err := r.Store.LikedOf(t.Context(), r.ana, []string{r.ids["Uno"], r.ids["Dos"]})
	r.must(err)
	if len(lists.Items) != 1 || !liked[r.ids["Uno"]] || liked[r.ids["Dos"]] {
		t.Errorf("after taking it back: %+v, liked %v", lists.Items, liked)
	}
}

// TestListsOfOneName makes a playlist of each list of a name, of one file or several, but
// not twice of the same.
func TestListsOfOneName(t *testing.T) {
	r := newRoom(t, "Uno", "Dos")
	list := func(titles ...string) string {
		var items []string
		for _, title := range titles {
			items = append(items, `{"track":{"trackName":"`+title+`","artistName":"Ana"}}`)
		}
		return `{"name":"Mix","items":[` + strings.Join(items, ",") + `]}`
	}
	files := []string{
		"Playlist1.json", `{"playlists":[` + list() + `,` + list("Uno") + `,` + list("Dos") + `]}`,
		"Playlist2.json", `{"playlists":[` + list("Dos") + `,` + list("Uno", "Dos") + `]}`,
	}
	var names []string
	report := r.bring(true, files...)
	for _, l := range report.Lists {
		if l.isNew() {
			names = append(names, l.Name)
		}
	}
	if !slices.Equal(names, []string{"Mix", "Mix (2)", "Mix (3)"}) {
		t.Errorf("%+v", report.Lists)
	}
	for _, l := range r.bring(true, files...).Lists {
		if l.isNew() {
			t.Errorf("a second time: %+v", l)
		}
	}
}

func TestOneImportAtATime(t *testing.T) {
	r := newRoom(t)
	done, err := r.Begin(r.ana)
	r.must(err)
	if _, err := r.Begin(r.ana); music.CodeOf(err) != music.Conflict {
		t.Errorf("a second import: %v", err)
	}
	if err := r.Undo(t.Context(), r.ana, "x"); music.CodeOf(err) != music.Conflict {
		t.Errorf("taking one back meanwhile: %v", err)
	}
	done()
	if err := r.Undo(t.Context(), r.ana, "no\x00ne"); music.CodeOf(err) != music.NotFound {
		t.Errorf("an import that is not there: %v", err)
	}
}

package exchange

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/sqlitetest"
)

// navidromeRows are what a database of Navidrome has, of which only what is read.
const navidromeRows = `
create table user (id varchar primary key, user_name varchar, name varchar, email varchar, is_admin bool);
create table media_file (id varchar primary key, path varchar, title varchar, artist varchar, album varchar, duration real, mbz_recording_id varchar);
create table annotation (user_id varchar, item_id varchar, item_type varchar, play_count integer, play_date datetime, rating integer, starred bool, starred_at datetime);
create table playlist (id varchar primary key, name varchar, comment varchar, owner_id varchar, public bool);
create table playlist_tracks (id integer, playlist_id varchar, media_file_id varchar);
create table bookmark (user_id varchar, item_id varchar, item_type varchar, comment varchar, position integer);
insert into user values ('u1', 'ana', 'Ana', 'Ana@Example.org', true), ('u2', 'bo', 'Bo', '', false), ('u3', 'cy', 'Cy', 'cy@example.org', false);
insert into media_file values ('m1', 'Ana/Uno.mp3', 'Uno', 'Ana', 'Sal', 180, ''), ('m2', 'Ana/Dos.mp3', 'Dos', 'Ana', 'Sal', 180, ''), ('m3', 'Gone.mp3', 'Gone', 'Ana', 'Sal', 180, '');
insert into annotation values ('u1', 'm1', 'media_file', 7, '2025-05-01 10:00:00.123 +0000 UTC', 4, true, '2024-02-03 04:05:06'), ('u1', 'm3', 'media_file', 2, '2025-05-01T10:00:00Z', 0, true, null),
	('u1', 'a1', 'album', 9, null, 5, true, null), ('u3', 'm1', 'media_file', 3, '2025-05-02 10:00:00', 0, false, null), ('u2', 'm2', 'media_file', 5, null, 3, true, null), ('u1', 'm9', 'media_file', 1, null, 1, true, null);
insert into playlist values ('p1', 'Sun', 'warm', 'u1', true), ('p2', 'Empty', '', 'u1', true);
insert into playlist_tracks values (2, 'p1', 'm1'), (1, 'p1', 'm2'), (3, 'p1', 'm3');
insert into bookmark values ('u1', 'm2', 'media_file', 'here', 61000);
`

const gonicRows = `
create table users (id integer primary key, name varchar, password varchar, is_admin bool);
create table albums (id integer primary key, root_dir varchar, left_path varchar, right_path varchar, tag_title varchar);
create table tracks (id integer primary key, filename varchar, album_id int, length int, tag_title varchar, tag_track_artist varchar, tag_brainz_id varchar);
create table track_stars (user_id int, track_id int, star_date datetime);
create table track_ratings (user_id int, track_id int, rating int);
create table playlists (id integer primary key, user_id int, name varchar, comment varchar, items varchar);
insert into users values (1, 'ana', 'secret', true);
insert into albums values (1, '/music', 'Ana/', 'Sal', 'Sal');
insert into tracks values (1, 'Uno.mp3', 1, 180, 'Uno', 'Ana', ''), (2, 'Dos.mp3', 1, 180, 'Dos', 'Ana', '');
insert into track_stars values (1, 2, '2025-05-01');
insert into track_ratings values (1, 1, 5);
insert into playlists values (1, 1, 'Sun', '', 'tr-2,tr-1');
`

// town is the accounts of a server.
type town struct{ *room }

// AccountAt implements Accounts.
func (n town) AccountAt(ctx context.Context, email string) (*music.Account, error) {
	if !strings.Contains(email, "@") {
		return nil, music.NewError(music.Invalid, "no address")
	}
	return n.Store.AccountByEmail(ctx, strings.ToLower(email))
}

// InviteOwner implements Accounts.
func (n town) InviteOwner(ctx context.Context, _, email, _ string, _ bool) (*music.Account, *people.Invitation, string, error) {
	account, err := n.AccountAt(ctx, email)
	if music.CodeOf(err) != music.NotFound {
		return account, nil, "", err
	}
	account = &music.Account{Email: email, Role: music.Listener}
	return account, &people.Invitation{ExpiresAt: now}, "link", n.Store.CreateAccount(ctx, account)
}

func TestNavidrome(t *testing.T) {
	r := newRoom(t, "Uno", "Dos")
	path := sqlitetest.Write(t, navidromeRows)
	move := func(o ServerOptions) *ServerReport {
		t.Helper()
		o.Emails = maps.Clone(o.Emails)
		if o.Emails == nil {
			o.Emails = map[string]string{}
		}
		o.Emails["ana"] = "Ana@Example.org" // the operator here
		report, err := r.ImportServer(t.Context(), path, town{r}, o)
		r.must(err)
		return report
	}
	report := move(ServerOptions{})
	want := []Moved{
		{Name: "ana", Email: "Ana@Example.org", Likes: 1, Ratings: 1, Plays: 1, Bookmarks: 1, Playlists: 1, Missing: 1},
		{Name: "bo", LeftOut: NoAddress},
		{Name: "cy", Email: "cy@example.org", IsNew: true, Plays: 1},
	}
	if report.Title != "Navidrome" || report.Applied || report.Songs != 3 || !slices.Equal(report.People, want) {
		t.Errorf("%+v", report)
	}
	if len(report.Missing) != 1 || report.Missing[0] != (Missing{Text: "Gone.mp3", Plays: 2}) {
		t.Errorf("missing: %+v", report.Missing)
	}
	if len(r.heard()) != 0 || r.counted("Uno") != 0 {
		t.Error("a report changed something")
	}
	report = move(ServerOptions{Apply: true, Emails: map[string]string{"bo": "bo@example.org"}})
	if p := report.People; p[1].Likes != 1 || p[1].Ratings != 1 || !p[1].IsNew || p[2].Link != "link" || p[0].Link != "" {
		t.Errorf("%+v", p)
	}
	if got := r.heard(); !slices.Equal(got, []string{"Uno 10:00"}) || r.counted("Uno") != 10 || r.counted("Dos") != 5 {
		t.Errorf("heard %q, counted %d and %d", got, r.counted("Uno"), r.counted("Dos"))
	}
	ratings, err := r.Store.RatingHistory(t.Context(), r.ana, people.HistoryEntry{}, 10)
	r.must(err)
	if len(ratings) != 1 || ratings[0].Stars != 4 {
		t.Errorf("ratings: %+v", ratings)
	}
	likes, err := r.Store.LikeHistory(t.Context(), r.ana, people.HistoryEntry{}, 10)
	r.must(err)
	if len(likes) != 1 || !likes[0].At.Equal(time.Date(2024, 2, 3, 4, 5, 6, 0, time.UTC)) {
		t.Errorf("likes: %+v", likes)
	}
	bookmarks, err := r.Store.Bookmarks(t.Context(), r.ana)
	r.must(err)
	if len(bookmarks) != 1 || bookmarks[0].Position != 61*time.Second || bookmarks[0].Comment != "here" {
		t.Errorf("bookmarks: %+v", bookmarks)
	}
	lists, err := r.Store.Playlists(t.Context(), r.ana.AccountID, music.Page{Limit: 10})
	r.must(err)
	if len(lists.Items) != 1 || lists.Items[0].Name != "Sun" || lists.Items[0].Entries != 2 {
		t.Errorf("playlists: %+v", lists.Items)
	}
	_, err = r.Store.Rate(t.Context(), r.ana, r.ids["Uno"], 2, now)
	r.must(err)
	again := move(ServerOptions{Apply: true})
	ratings, err = r.Store.RatingHistory(t.Context(), r.ana, people.HistoryEntry{}, 10)
	r.must(err)
	if again.People[0].Ratings != 0 || again.People[0].Bookmarks != 0 || ratings[0].Stars != 2 {
		t.Errorf("a second time: %+v, ratings %+v", again.People[0], ratings)
	}
	if p := again.People[2]; p.IsNew || !p.IsWaiting || p.Link != "" {
		t.Errorf("invited before: %+v", p)
	}
	if p := again.People[0]; p.Likes != 0 || p.Plays != 0 || p.Playlists != 0 || len(r.heard()) != 1 || r.counted("Uno") != 10 {
		t.Errorf("a second time: %+v, heard %q, counted %d", p, r.heard(), r.counted("Uno"))
	}
	r.must(r.Undo(t.Context(), r.ana, r.onlyImport().ID))
	if len(r.heard()) != 0 {
		t.Errorf("after taking it back: heard %q", r.heard())
	}
}

// manyLists are lists of ana, the last of which has more songs than a playlist holds.
var manyLists = navidromeRows + `
delete from playlist; delete from playlist_tracks; update user set email = '' where id = 'u3';
insert into playlist values ('e1', 'mix', '', 'u1', false), ('a', 'Mix', 'one' || char(10) || 'two', 'u1', true), ('b', 'MIX', '', 'u1', false), ('c', 'Mix (2)', '', 'u1', false), ('d', 'Here', '', 'u1', false),
	('x', '` + strings.Repeat("x", 100) + `1', '', 'u1', false), ('y', '` + strings.Repeat("x", 100) + `2', '', 'u1', false), ('z', 'Long', '', 'u1', false);
insert into playlist_tracks values (1, 'a', 'm1'), (1, 'b', 'm2'), (1, 'c', 'm1'), (1, 'd', 'm1'), (1, 'x', 'm1'), (1, 'y', 'm2');
with recursive n(i) as (select 1 union all select i + 1 from n where i < 50002) insert into playlist_tracks select i, 'z', 'm1' from n;`

// TestPlaylistsOfOneName takes over all playlists of a name, and says which ones it does not
// take as they are.
func TestPlaylistsOfOneName(t *testing.T) {
	r := newRoom(t, "Uno", "Dos")
	r.must(r.Store.CreatePlaylist(t.Context(), &music.Playlist{OwnerID: r.ana.AccountID, Name: "Here", CreatedAt: now}))
	path := sqlitetest.Write(t, manyLists)
	move := func() *ServerReport {
		t.Helper()
		report, err := r.ImportServer(t.Context(), path, town{r}, ServerOptions{Apply: true, Emails: map[string]string{"ana": "ana@example.org"}})
		r.must(err)
		return report
	}
	long := strings.Repeat("x", 100)
	want := []MovedList{
		{"ana", "MIX", "MIX (3)", false, 0},
		{"ana", "Here", "Here", true, 0},
		{"ana", long, long[:96] + " (2)", false, 0},
		{"ana", "Long", "Long", false, 2},
	}
	if report := move(); !slices.Equal(report.Lists, want) || report.People[0].Playlists != 6 {
		t.Errorf("%+v", report)
	}
	lists, err := r.Store.Playlists(t.Context(), r.ana.AccountID, music.Page{Limit: 10})
	r.must(err)
	got := map[string]music.Playlist{}
	for _, p := range lists.Items {
		got[p.Name] = p
	}
	if len(got) != 7 || got["Long"].Entries != music.MaxEntries || got["MIX (3)"].Entries != 1 {
		t.Errorf("playlists: %+v", lists.Items)
	}
	if p := got["Mix"]; p.Entries != 1 || p.Description != "one\ntwo" || !p.IsPublic || got["MIX (3)"].IsPublic {
		t.Errorf("%+v", p)
	}
	if report := move(); report.People[0].Playlists != 0 {
		t.Errorf("a second time: %+v", report)
	}
}

// TestInterruptedPlaylist leaves nothing of a playlist that was not finished, so that the
// next import makes all of it.
func TestInterruptedPlaylist(t *testing.T) {
	r := newRoom(t, "Uno", "Dos")
	path := sqlitetest.Write(t, manyLists)
	r.Playlists = &broken{room: r, before: 3}
	o := ServerOptions{Apply: true, Emails: map[string]string{"ana": "ana@example.org"}}
	if _, err := r.ImportServer(t.Context(), path, town{r}, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	r.Playlists = r
	report, err := r.ImportServer(t.Context(), path, town{r}, o)
	r.must(err)
	lists, err := r.Store.Playlists(t.Context(), r.ana.AccountID, music.Page{Limit: 10})
	r.must(err)
	entries := 0
	for _, p := range lists.Items {
		entries += p.Entries
	}
	if report.People[0].Playlists != 5 || len(lists.Items) != 7 || entries != music.MaxEntries+6 {
		t.Errorf("%+v, %d lists with %d entries", report.People[0], len(lists.Items), entries)
	}
}

// broken makes playlists until somebody ends the import.
type broken struct {
	*room
	before int
}

// CreateOf implements Playlists.
func (b *broken) CreateOf(ctx context.Context, v music.Viewer, p *music.Playlist, trackIDs []string) error {
	ctx, cancel := context.WithCancel(ctx)
	if b.before--; b.before == 0 {
		cancel()
	}
	defer cancel()
	return b.room.CreateOf(ctx, v, p, trackIDs)
}

// TestPlaysOfEachSong takes the last play of a song of which the other server kept none, also
// of people of whom it kept plays of other songs.
func TestPlaysOfEachSong(t *testing.T) {
	r := newRoom(t, "Uno", "Dos")
	rows := navidromeRows + `create table scrobbles (user_id, media_file_id, submission_time); insert into scrobbles values ('u1', 'm2', 1746090000), ('u1', 'm2', 1746093600);`
	_, err := r.ImportServer(t.Context(), sqlitetest.Write(t, rows), town{r}, ServerOptions{Apply: true, Emails: map[string]string{"ana": "ana@example.org"}})
	r.must(err)
	if got := r.heard(); !slices.Equal(got, []string{"Dos 09:00", "Dos 10:00", "Uno 10:00"}) && !slices.Equal(got, []string{"Dos 09:00", "Uno 10:00", "Dos 10:00"}) {
		t.Errorf("heard %q", got)
	}
}

// TestAddressesThatNobodyVerified gives nobody what another person entered an address for.
func TestAddressesThatNobodyVerified(t *testing.T) {
	r := newRoom(t, "Uno", "Dos")
	rows := navidromeRows + `insert into user values ('u4', 'di', 'Di', 'Cy@example.org', false);`
	path := sqlitetest.Write(t, rows)
	reasons := func(named map[string]string) (list []LeftOut) {
		report, err := r.ImportServer(t.Context(), path, town{r}, ServerOptions{Emails: named})
		r.must(err)
		for _, p := range report.People {
			list = append(list, p.LeftOut)
		}
		return list
	}
	if got := reasons(nil); !slices.Equal(got, []LeftOut{OperatorAddress, NoAddress, SharedAddress, SharedAddress}) {
		t.Errorf("%q", got)
	}
	if got := reasons(map[string]string{"ana": "ana@example.org", "cy": "cy@example.org"}); !slices.Equal(got, []LeftOut{Taken, NoAddress, Taken, SharedAddress}) {
		t.Errorf("%q", got)
	}
	for _, named := range []map[string]string{{"nosuch": "x@example.org"}, {"bo": "x"}, {"bo": ""}} {
		if _, err := r.ImportServer(t.Context(), path, town{r}, ServerOptions{Apply: true, Emails: named}); music.CodeOf(err) != music.Invalid {
			t.Errorf("%v: %v", named, err)
		}
	}
}

// TestLinksAreToldAtOnce tells the links of invitations although the import fails later.
func TestLinksAreToldAtOnce(t *testing.T) {
	r := newRoom(t, "Uno", "Dos")
	rows := navidromeRows + `update user set email = 'bo@example.org' where id = 'u2'; insert into playlist values ('p3', 'Last', '', 'u3', false); insert into playlist_tracks values (1, 'p3', 'm1');`
	r.Playlists = &broken{room: r, before: 1}
	var told []string
	_, err := r.ImportServer(t.Context(), sqlitetest.Write(t, rows), town{r}, ServerOptions{Apply: true, Invited: func(p *Moved) { told = append(told, p.Name+" "+p.Link) }})
	if !errors.Is(err, context.Canceled) || !slices.Equal(told, []string{"bo link", "cy link"}) {
		t.Errorf("told %q: %v", told, err)
	}
}

func TestGonic(t *testing.T) {
	r := newRoom(t, "Uno", "Dos")
	path := sqlitetest.Write(t, gonicRows)
	t.Chdir(filepath.Dir(path))
	report, err := r.ImportServer(t.Context(), filepath.Base(path), town{r}, ServerOptions{Apply: true, Emails: map[string]string{"ana": "ana@example.org"}})
	r.must(err)
	if report.Title != "gonic" || !slices.Equal(report.People, []Moved{{Name: "ana", Email: "ana@example.org", Likes: 1, Ratings: 1, Playlists: 1}}) {
		t.Errorf("%+v", report)
	}
	likes, err := r.Store.LikeHistory(t.Context(), r.ana, people.HistoryEntry{}, 10)
	r.must(err)
	if len(likes) != 1 || likes[0].At.Format(time.DateOnly) != "2025-05-01" {
		t.Errorf("likes: %+v", likes)
	}
	liked, err := r.Store.LikedOf(t.Context(), r.ana, []string{r.ids["Uno"], r.ids["Dos"]})
	r.must(err)
	if liked[r.ids["Uno"]] || !liked[r.ids["Dos"]] {
		t.Errorf("liked: %v", liked)
	}
}

func TestHostileDatabases(t *testing.T) {
	r := newRoom(t)
	rows := strings.Replace(navidromeRows, "create table annotation (user_id", "create view annotation as with recursive n(x) as (select 1 union all select x + 1 from n) select x as user_id from n; create table other (user_id", 1)
	rows = strings.ReplaceAll(rows, "insert into annotation", "insert into other")
	for what, statements := range map[string]string{
		"another database": "create table a (b)", "an endless view": rows,
		"a view instead of songs": "create table track_stars (a); create view users as select 1 as id; create table media_file (id)",
	} {
		if _, err := r.ImportServer(t.Context(), sqlitetest.Write(t, statements), town{r}, ServerOptions{Apply: true}); music.CodeOf(err) != music.Invalid {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := r.ImportServer(t.Context(), filepath.Join(t.TempDir(), "none.db"), town{r}, ServerOptions{}); music.CodeOf(err) != music.Invalid {
		t.Errorf("no file: %v", err)
	}
	odd := `create table user (id, user_name, email); create table media_file (id, path, title, duration); create table annotation (user_id, item_id, item_type, play_count, play_date, rating, starred);
		create table playlist (id, name, owner_id); create table playlist_tracks (id, playlist_id, media_file_id);
		insert into user values (x'00ff', x'00ff', 'a@example.org'), (null, null, 'ben@example.org'); insert into media_file values (null, x'ff00', 'Uno', -1e300);
		insert into annotation values (null, null, 'media_file', 9e99, 'yesterday', -5, 'x'); insert into playlist values (null, 7, null); insert into playlist_tracks values ('x', null, null);`
	if _, err := r.ImportServer(t.Context(), sqlitetest.Write(t, odd), town{r}, ServerOptions{Apply: true}); err != nil {
		t.Errorf("odd values: %v", err)
	}
}

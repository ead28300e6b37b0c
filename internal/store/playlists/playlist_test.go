package playlists_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

// tape is a playlist under test, with the tracks of the library.
type tape struct {
	*storetest.Fixture
	owner  music.Viewer
	id     string
	tracks map[string]music.Track // by title
}

// tapeOf creates a library of tracks with one-letter titles and a playlist of
// them.
func tapeOf(f *storetest.Fixture, letters string) *tape {
	f.T.Helper()
	p := &tape{Fixture: f, owner: f.Member("ana", music.Listener)}
	f.Scan(letterSongs("abcdefghij")...)
	p.tracks = f.TracksByTitle(p.owner)
	list := music.Playlist{OwnerID: p.owner.AccountID, Name: "Tape", CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylist(f.T.Context(), &list))
	p.id = list.ID
	if letters != "" {
		p.add(letters, nil)
	}
	return p
}

func letterSongs(letters string) []music.ScannedFile {
	var files []music.ScannedFile
	for letter := range strings.SplitSeq(letters, "") {
		files = append(files, storetest.Song("x/"+letter+".flac", letter))
	}
	return files
}

func (p *tape) ids(letters string) []string {
	var ids []string
	for letter := range strings.SplitSeq(letters, "") {
		ids = append(ids, p.tracks[letter].ID)
	}
	return ids
}

func (p *tape) add(letters string, after *string) *music.EntryChange {
	p.T.Helper()
	return storetest.Get(p.AddEntries(p.T.Context(), p.owner, p.id, music.Insertion{TrackIDs: p.ids(letters), After: after}, storetest.Now))(p.T)
}

func (p *tape) open() *music.Playlist {
	p.T.Helper()
	return storetest.Get(p.Playlist(p.T.Context(), p.owner, p.id))(p.T)
}

func (p *tape) entries() []music.Entry {
	p.T.Helper()
	return storetest.Get(p.Entries(p.T.Context(), p.owner, p.open(), music.Page{Limit: music.MaxPageSize}))(p.T).Items
}

// text returns the titles in order.
func (p *tape) text() string {
	p.T.Helper()
	var b strings.Builder
	for _, e := range p.entries() {
		b.WriteString(e.Track.Title)
	}
	return b.String()
}

// at returns the IDs of the entries at some positions.
func (p *tape) at(places ...int) []string {
	p.T.Helper()
	var ids []string
	all := p.entries()
	for _, place := range places {
		ids = append(ids, all[place].ID)
	}
	return ids
}

func (p *tape) has(want string) {
	p.T.Helper()
	if got := p.text(); got != want {
		p.T.Errorf("the playlist is %s, want %s", got, want)
	}
	if open := p.open(); open.Entries != len(want) {
		p.T.Errorf("%d entries are counted of %d", open.Entries, len(want))
	}
}

func playlistEntries(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	p := tapeOf(f, "")
	p.has("")
	c := p.add("abc", nil)
	if c.Version != 1 || len(c.Added) != 3 || c.Added[1].TrackID != p.tracks["b"].ID {
		t.Errorf("added: %+v", c)
	}
	p.has("abc")
	start := ""
	p.add("de", &start)
	p.has("deabc")
	p.add("f", &p.at(2)[0])
	p.has("deafbc")
	first := p.entries()[0]
	if first.AddedBy != p.owner.AccountID || first.ByName != "ana" || !first.AddedAt.Equal(storetest.Now) || first.Track.Artist != "Nina" {
		t.Errorf("entry: %+v", first)
	}
	c = storetest.Get(f.AddEntries(ctx, p.owner, p.id, music.Insertion{TrackIDs: append(p.ids("agg"), "nobody's"), SkipDuplicates: true}, storetest.Now))(t)
	if storetest.Same(t, "skipped", c.Skipped, []string{p.tracks["a"].ID, p.tracks["g"].ID, "nobody's"}); len(c.Added) != 1 {
		t.Errorf("added: %+v", c.Added)
	}
	p.has("deafbcg")
	version := p.open().Version
	c = storetest.Get(f.AddEntries(ctx, p.owner, p.id, music.Insertion{TrackIDs: p.ids("a"), SkipDuplicates: true}, storetest.Now))(t)
	if c.Version != version || p.open().Version != version {
		t.Error("the version changed although nothing was added")
	}
	_, err := f.AddEntries(ctx, p.owner, p.id, music.Insertion{TrackIDs: []string{"x", "", "a\x00"}}, storetest.Now)
	f.Code(err, music.NotFound)
	if _, err := f.Playlist(ctx, p.owner, "a\x00"); music.CodeOf(err) == music.Internal {
		t.Errorf("a NUL in an id: %v", err)
	}
	_, err = f.AddEntries(ctx, p.owner, p.id, music.Insertion{TrackIDs: make([]string, music.MaxEntryBatch+1)}, storetest.Now)
	f.Code(err, music.Invalid)
	p.pages()
	p.putBack()
	p.twice()
}

// pages reads the list in parts and from the middle.
func (p *tape) pages() {
	p.T.Helper()
	ctx, open := p.T.Context(), p.open()
	var titles []string
	for page := (music.Page{Limit: 2}); ; {
		list := storetest.Get(p.Entries(ctx, p.owner, open, page))(p.T)
		for _, e := range list.Items {
			titles = append(titles, e.Track.Title)
		}
		if list.Total != 7 || list.Duration != 7*200*time.Second || list.Version != open.Version {
			p.T.Errorf("%d entries of %v, version %d", list.Total, list.Duration, list.Version)
		}
		if page.After = list.Next; page.After == "" {
			break
		}
	}
	storetest.Same(p.T, "page by page", titles, strings.Split("deafbcg", ""))
	middle := storetest.Get(p.Entries(ctx, p.owner, open, music.Page{Limit: 2, At: 3}))(p.T)
	if len(middle.Items) != 2 || middle.Items[0].Track.Title != "f" || middle.Next == "" {
		p.T.Errorf("from the middle: %+v", middle.Items)
	}
	if end := storetest.Get(p.Entries(ctx, p.owner, open, music.Page{At: 70}))(p.T); len(end.Items) != 0 || end.Total != 7 {
		p.T.Errorf("behind the end: %+v", end)
	}
}

// putBack removes and restores.
func (p *tape) putBack() {
	p.T.Helper()
	ctx := p.T.Context()
	for _, places := range [][]int{{0}, {6}, {2, 3, 4}, {0, 1, 5}, {6, 4, 2, 0}, {0, 1, 2, 3, 4, 5, 6}} {
		c := storetest.Get(p.RemoveEntries(ctx, p.owner, p.id, append(p.at(places...), "77777", "x", "-3"), storetest.Now))(p.T)
		if len(c.Removed) != len(places) || len(p.text()) != 7-len(places) {
			p.T.Errorf("removed %v: %+v", places, c.Removed)
		}
		storetest.Get(p.RestoreEntries(ctx, p.owner, p.id, c.Removed, storetest.Now))(p.T)
		p.has("deafbcg")
	}
	// The entry before it is gone too, so it is restored at the position of that.
	gone := storetest.Get(p.RemoveEntries(ctx, p.owner, p.id, p.at(3), storetest.Now))(p.T)
	storetest.Get(p.RemoveEntries(ctx, p.owner, p.id, p.at(2), storetest.Now))(p.T)
	storetest.Get(p.RestoreEntries(ctx, p.owner, p.id, gone.Removed, storetest.Now))(p.T)
	p.has("defbcg")
	unknown := "12345"
	p.add("a", &unknown) // the anchor's position is unknown
	p.has("defbcga")
	storetest.Get(p.RemoveEntries(ctx, p.owner, p.id, p.at(6), storetest.Now))(p.T)
	id := p.at(5)[0]
	storetest.Get(p.RemoveEntries(ctx, p.owner, p.id, []string{id}, storetest.Now))(p.T)
	if again := p.add("g", nil).Added[0].EntryID; again == id {
		p.T.Error("the ID of a removed entry was reused")
	}
	p.has("defbcg")
}

// twice finds duplicates.
func (p *tape) twice() {
	p.T.Helper()
	ctx := p.T.Context()
	if list := storetest.Get(p.Duplicates(ctx, p.owner, p.id))(p.T); len(list) != 0 {
		p.T.Errorf("duplicates: %+v", list)
	}
	p.add("bd", nil)
	list := storetest.Get(p.Duplicates(ctx, p.owner, p.id))(p.T)
	if len(list) != 2 || list[0].Title != "d" || list[1].Title != "b" || len(list[0].EntryIDs) != 2 || list[0].EntryIDs[0] != p.at(0)[0] {
		p.T.Errorf("duplicates: %+v", list)
	}
}

// playlistOrder moves entries and compares the result with the same moves in a
// slice.
func playlistOrder(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	p := tapeOf(f, "abcdefghij")
	move := func(anchor string, places ...int) []music.Moved {
		t.Helper()
		return storetest.Get(f.MoveEntries(ctx, p.owner, p.id, music.Moved{EntryIDs: p.at(places...), After: anchor}, storetest.Now))(t).Undo
	}
	move("", 9)
	p.has("jabcdefghi")
	move(p.at(9)[0], 0)
	p.has("abcdefghij")
	undo := move(p.at(1)[0], 9, 3, 4, 0) // in the given order
	p.has("bjdeacfghi")
	for _, m := range undo {
		storetest.Get(f.MoveEntries(ctx, p.owner, p.id, m, storetest.Now))(t)
	}
	p.has("abcdefghij")
	move(p.at(3)[0], 3, 4) // the anchor moves itself
	p.has("abcdefghij")
	if c := storetest.Get(f.MoveEntries(ctx, p.owner, p.id, music.Moved{EntryIDs: []string{"99999"}}, storetest.Now))(t); len(c.Undo) != 0 {
		t.Errorf("moved nothing: %+v", c)
	}
	p.shuffle()
}

// shuffle inserts entries into one gap until it has to be widened, repeatedly.
func (p *tape) shuffle() {
	p.T.Helper()
	ctx, r, want := p.T.Context(), rand.New(rand.NewPCG(1, 2)), strings.Split(p.text(), "")
	for range 120 {
		from, to := r.IntN(10), r.IntN(2)
		ids := p.at(from, to)
		storetest.Get(p.MoveEntries(ctx, p.owner, p.id, music.Moved{EntryIDs: ids[:1], After: ids[1]}, storetest.Now))(p.T)
		if from != to {
			letter, anchor := want[from], want[to]
			want = slices.Delete(want, from, from+1)
			want = slices.Insert(want, slices.Index(want, anchor)+1, letter)
		}
	}
	p.has(strings.Join(want, ""))
}

// playlistEditors lets several people change one playlist concurrently. Nothing is
// lost.
func playlistEditors(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	p := tapeOf(f, "ab")
	middle := p.at(0)[0]
	var work sync.WaitGroup
	for letter := range strings.SplitSeq("cdefghij", "") {
		work.Go(func() {
			for range 5 {
				if _, err := f.AddEntries(ctx, p.owner, p.id, music.Insertion{TrackIDs: p.ids(letter), After: &middle}, storetest.Now); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	text := p.text()
	if open := p.open(); open.Entries != 42 || open.Version != 41 || !strings.HasPrefix(text, "a") || !strings.HasSuffix(text, "b") {
		t.Errorf("%d entries, version %d: %s", open.Entries, open.Version, text)
	}
	for letter := range strings.SplitSeq("cdefghij", "") {
		if n := strings.Count(text, letter); n != 5 {
			t.Errorf("%d of %s", n, letter)
		}
	}
}

// playlistVisibility checks that tracks the viewer may not see are left out, and
// that missing tracks stay until they are purged.
func playlistVisibility(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	p := tapeOf(f, "abc")
	storetest.Get(f.ChangePlaylist(ctx, p.owner, p.id, storetest.Now, func(p *music.Playlist) { p.IsPublic = true }))(t)
	visitor := music.Viewer{}
	if list := storetest.Get(f.Entries(ctx, visitor, p.open(), music.Page{}))(t); len(list.Items) != 0 || list.Total != 0 || list.Duration != 0 {
		t.Errorf("a visitor sees %d entries that are for members", list.Total)
	}
	if others, own := storetest.Get(f.VisibleEntries(ctx, visitor, p.open()))(t), storetest.Get(f.VisibleEntries(ctx, p.owner, p.open()))(t); others != 0 || own != 3 {
		t.Errorf("a visitor counts %d entries, the owner %d", others, own)
	}
	storetest.Get(f.MarkMissing(ctx, p.ids("a"), storetest.Now))(t)
	entries := p.entries()
	if p.has("abc"); entries[0].Track.MissingAt.IsZero() || !entries[1].Track.MissingAt.IsZero() {
		t.Errorf("missing: %+v", entries)
	}
	storetest.Get(f.PurgeMissing(ctx))(t)
	p.has("bc")
	records := storetest.Get(f.EntryRecords(ctx, p.owner, music.EntryRecord{}, 1))(t)
	rest := storetest.Get(f.EntryRecords(ctx, p.owner, records[0], 5))(t)
	if len(records) != 1 || records[0].Title != "b" || !records[0].IsOwn || len(rest) != 1 || rest[0].Title != "c" {
		t.Errorf("records: %+v %+v", records, rest)
	}
}

func playlistMembers(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	p := tapeOf(f, "a")
	ben, eve := f.Member("ben", music.Listener), f.Member("eve", music.Listener)
	add := func(v music.Viewer) error {
		_, err := f.AddEntries(ctx, v, p.id, music.Insertion{TrackIDs: p.ids("b")}, storetest.Now)
		return err
	}
	f.Code(add(ben), music.NotFound)
	token := storetest.Get(f.InvitePlaylist(ctx, p.owner, p.id, "token", storetest.Now))(t)
	if again := storetest.Get(f.InvitePlaylist(ctx, p.owner, p.id, "other", storetest.Now))(t); token != "token" || again != token {
		t.Errorf("invitations %s, %s", token, again)
	}
	_, err := f.InvitePlaylist(ctx, ben, p.id, "x", storetest.Now)
	f.Code(err, music.NotFound)
	for _, wrong := range []string{"", "tok", "x"} {
		_, _, err := f.JoinPlaylist(ctx, ben, wrong, storetest.Now)
		f.Code(err, music.NotFound)
	}
	if seen := storetest.Get(f.InvitedPlaylist(ctx, ben, token))(t); seen.Name != "Tape" || seen.Joined || seen.OwnerName != "ana" {
		t.Errorf("invited to %+v", seen)
	}
	for _, isNew := range []bool{true, false} {
		joined, first, err := f.JoinPlaylist(ctx, ben, token, storetest.Now)
		if f.Must(err); first != isNew || !joined.Joined || !joined.MayEdit(ben.AccountID) {
			t.Errorf("joined: %v, %+v", first, joined)
		}
	}
	f.Must(add(ben))
	p.has("ab")
	if list := storetest.Get(f.Playlists(ctx, ben.AccountID, music.Page{}))(t); len(list.Items) != 1 || !list.Items[0].Joined || list.Items[0].Members != 1 {
		t.Errorf("ben's playlists: %+v", list.Items)
	}
	_, err = f.ChangePlaylist(ctx, ben, p.id, storetest.Now, func(*music.Playlist) {})
	f.Code(err, music.Forbidden)
	f.Code(f.DeletePlaylist(ctx, ben, p.id, storetest.Now), music.Forbidden)
	members := storetest.Get(f.PlaylistMembers(ctx, ben, p.id))(t)
	if len(members) != 2 || !members[0].IsOwner || members[1].Name != "ben" || len(storetest.Get(f.PlaylistPeople(ctx, p.open()))(t)) != 2 {
		t.Errorf("members: %+v", members)
	}
	_, err = f.PlaylistMembers(ctx, eve, p.id)
	f.Code(err, music.NotFound)
	f.Must(f.UninvitePlaylist(ctx, p.owner, p.id, storetest.Now))
	_, _, err = f.JoinPlaylist(ctx, eve, token, storetest.Now)
	f.Code(err, music.NotFound)
	_, err = f.RemovePlaylistMember(ctx, ben, p.id, p.owner.AccountID)
	f.Code(err, music.Forbidden)
	storetest.Get(f.RemovePlaylistMember(ctx, ben, p.id, ben.AccountID))(t)
	f.Code(add(ben), music.NotFound)
	_, err = f.RemovePlaylistMember(ctx, p.owner, p.id, ben.AccountID)
	f.Code(err, music.NotFound)
	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	if e := p.entries()[1]; e.AddedBy != "" || e.Track.Title != "b" {
		t.Errorf("after ben is gone: %+v", e)
	}
	f.Must(f.DeleteAccount(ctx, p.owner.AccountID))
}

func playlistCandidates(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("Björk/Début/01 Vénus.flac", "Vénus as a Boy", storetest.By("Björk")), storetest.Song("b/01 x.flac", "The Hyperballad"), storetest.Song("c/01 x.flac", "Other"))
	v := f.Member("ana", music.Listener)
	named := storetest.Get(f.TracksNamed(ctx, v, []string{"01 Ve\u0301nus.flac", "01 x.flac", "none.flac"}))(t)
	if c := named["01 Vénus.flac"]; len(c) != 1 || c[0].Folder != "Björk/Début" || len(named["01 x.flac"]) != 2 || len(named) != 2 {
		t.Errorf("by name: %+v", named)
	}
	titled := storetest.Get(f.TracksTitled(ctx, v, []string{"VENUS AS A BOY", "hyperballad", "", "x"}))(t)
	if c := titled["VENUS AS A BOY"]; len(c) != 1 || c[0].Artist != "Björk" || len(titled["hyperballad"]) != 1 || len(titled) != 2 {
		t.Errorf("by title: %+v", titled)
	}
	if found := storetest.Get(f.CandidatesByID(ctx, v, []string{named["01 x.flac"][0].ID, "x", "", "a\x00"}))(t); len(found) != 1 {
		t.Errorf("by id: %+v", found)
	}
	if list := storetest.Get(f.TracksNamed(ctx, music.Viewer{}, []string{"01 x.flac"}))(t); len(list) != 0 {
		t.Errorf("a visitor finds %+v", list)
	}
}

// wholePlaylists are made with all their tracks, or not at all.
func wholePlaylists(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	p := tapeOf(f, "")
	made := music.Playlist{ID: "made", OwnerID: p.owner.AccountID, Name: "Made", CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylistOf(ctx, p.owner, &made, slices.Concat(p.ids(strings.Repeat("abcdefghij", music.MaxEntryBatch/10)), p.ids("a"), []string{"none"}, p.ids("b"))))
	list := storetest.Get(f.Entries(ctx, p.owner, storetest.Get(f.Playlist(ctx, p.owner, "made"))(t), music.Page{Limit: 10, At: music.MaxEntryBatch - 2}))(t)
	if made.Entries != music.MaxEntryBatch+2 || list.Total != made.Entries || len(list.Items) != 4 || list.Items[1].Track.Title != "j" || list.Items[3].Track.Title != "b" {
		t.Errorf("%d: %+v", made.Entries, list)
	}
	f.Must(f.CreatePlaylistOf(ctx, p.owner, &music.Playlist{OwnerID: p.owner.AccountID, Name: "Nothing that is there", CreatedAt: storetest.Now}, []string{"none"}))
	many := slices.Repeat(p.ids("a"), music.MaxEntries+1)
	f.Code(f.CreatePlaylistOf(ctx, p.owner, &music.Playlist{ID: "many", OwnerID: p.owner.AccountID, Name: "Many", CreatedAt: storetest.Now}, many), music.Conflict)
	_, err := f.Playlist(ctx, p.owner, "many")
	f.Code(err, music.NotFound)
}

// longPlaylist fills a playlist to its limit and measures changes.
func longPlaylist(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	p := tapeOf(f, "")
	batch := p.ids(strings.Repeat("abcdefghij", music.MaxEntryBatch/10))
	for range music.MaxEntries / music.MaxEntryBatch {
		storetest.Get(f.AddEntries(ctx, p.owner, p.id, music.Insertion{TrackIDs: batch}, storetest.Now))(t)
	}
	_, err := f.AddEntries(ctx, p.owner, p.id, music.Insertion{TrackIDs: batch[:1]}, storetest.Now)
	f.Code(err, music.Conflict)
	open := p.open()
	read := func(at int) []music.Entry {
		return storetest.Get(f.Entries(ctx, p.owner, open, music.Page{Limit: 100, At: at}))(t).Items
	}
	if last := read(music.MaxEntries - 1); len(last) != 1 || last[0].Track.Title != "j" {
		t.Errorf("the last: %+v", last)
	}
	first, middle := read(0), read(25_000)
	took := fastest(5, func(i int) {
		storetest.Get(f.MoveEntries(ctx, p.owner, p.id, music.Moved{EntryIDs: []string{first[i].ID}, After: middle[i].ID}, storetest.Now))(t)
	})
	if took > 200*time.Millisecond { // 20 ms on a quiet machine
		t.Errorf("moving one of %d took %v", music.MaxEntries, took)
	}
	t.Logf("moving one of %d: %v, reading from the middle: %v", music.MaxEntries, took, fastest(5, func(int) { read(40_000) }))
	moved := read(24_995)
	if moved[0].ID != middle[0].ID || moved[1].ID != first[0].ID {
		t.Error("the entry is not at the position it was moved to")
	}
	if c := storetest.Get(f.RemoveEntries(ctx, p.owner, p.id, p.at(manyPlaces(1000)...), storetest.Now))(t); len(c.Removed) != 1000 || c.Removed[999].After != "" {
		t.Errorf("removed %d", len(c.Removed))
	}
	f.Must(f.DeletePlaylist(ctx, p.owner, p.id, storetest.Now))
}

func manyPlaces(n int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	return places
}

func fastest(n int, do func(i int)) time.Duration {
	best := time.Hour
	for i := range n {
		begin := time.Now()
		do(i)
		best = min(best, time.Since(begin))
	}
	return best
}

// smartLibrary creates ten tracks that differ in the fields of rules.
func smartLibrary(f *storetest.Fixture) (music.Viewer, map[string]music.Track) {
	ana := f.Member("ana", music.Listener)
	var files []music.ScannedFile
	for i, title := range []string{"Vénus", "Mars Attacks", "Jupiter 木星", "Saturn"} {
		files = append(files, storetest.Song("planets/"+strconv.Itoa(i)+".flac", title, storetest.By("Holst", "Björk"), storetest.Genre("Classical", "Rock & Roll"), storetest.Tags(func(t *music.Tags) {
			t.Year, t.Track, t.Comment = 1970+10*i, i, "kept at 100% \"so\""
		})))
	}
	files = append(files,
		storetest.Song("pop/a.mp3", "Álbum", storetest.On("Niñas"), storetest.Genre("Pop"), storetest.Tags(func(t *music.Tags) { t.Year, t.Composers = 0, []string{"Clara"} }),
			func(f *music.ScannedFile) {
				f.Audio.Format, f.Audio.Bitrate, f.Audio.Duration = music.MP3, 128, 61*time.Second
			}),
		storetest.Song("pop/b.flac", "'; drop table track; --"))
	f.Scan(files...)
	return ana, f.TracksByTitle(ana)
}

func smartFields(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, tracks := smartLibrary(f)
	storetest.Get(f.Like(ctx, ana, tracks["Saturn"].ID, storetest.Now))(t)
	storetest.Get(f.Rate(ctx, ana, tracks["Vénus"].ID, 4, storetest.Now))(t)
	storetest.Get(f.AddPlay(ctx, ana, music.Play{ID: "p1", TrackID: tracks["Saturn"].ID, StartedAt: storetest.Now.Add(-30 * time.Hour), Listened: 100 * time.Second}, 0))(t)
	list := music.Playlist{OwnerID: ana.AccountID, Name: "Some", CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylist(ctx, &list))
	storetest.Get(f.AddEntries(ctx, ana, list.ID, music.Insertion{TrackIDs: []string{tracks["Vénus"].ID}}, storetest.Now))(t)
	rule := func(field, operator string, value any) music.SmartRule {
		return music.SmartRule{Field: field, Operator: operator, Value: value}
	}
	const planets = "Jupiter 木星,Mars Attacks,Saturn,Vénus"
	for _, c := range []struct {
		rule music.SmartRule
		want string
	}{
		{rule("title", "is", "venus"), "Vénus"},
		{rule("title", "contains", "MARS"), "Mars Attacks"},
		{rule("title", "contains", "木"), "Jupiter 木星"},
		{rule("title", "contains", "'; drop table"), "'; drop table track; --"},
		{rule("title", "contains", "%"), ""},
		{rule("title", "startsWith", "álb"), "Álbum"},
		{rule("title", "endsWith", "ATTACKS"), "Mars Attacks"},
		{rule("title", "endsWith", "a title longer than any there is"), ""},
		{rule("title", "notContains", "a"), "Jupiter 木星,Vénus"},
		{rule("artist", "is", "bjork"), planets},
		{rule("artist", "isNot", "Holst"), "'; drop table track; --,Álbum"},
		{rule("album", "is", "ninas"), "Álbum"},
		{rule("albumArtist", "contains", "bjo"), planets},
		{rule("genre", "contains", "rock & r"), planets},
		{rule("genre", "is", "pop"), "Álbum"},
		{rule("composer", "startsWith", "clar"), "Álbum"},
		{rule("comment", "contains", "100% \""), planets},
		{rule("folder", "is", "pop"), "'; drop table track; --,Álbum"},
		{rule("year", "between", []any{1980.0, 1990.0}), "Jupiter 木星,Mars Attacks"},
		{rule("year", "less", 1980.0), "Vénus"},
		{rule("year", "isNot", 1999.0), planets + ",Álbum"},
		{rule("duration", "less", 61.5), "Álbum"},
		{rule("bitrate", "is", 128.0), "Álbum"},
		{rule("format", "is", "mp3"), "Álbum"},
		{rule("plays", "greater", 0.0), "Saturn"},
		{rule("plays", "is", 0.0), "'; drop table track; --,Jupiter 木星,Mars Attacks,Vénus,Álbum"},
		{rule("rating", "greater", 3.0), "Vénus"},
		{rule("liked", "is", true), "Saturn"},
		{rule("isAiGenerated", "is", true), ""},
		{rule("lastPlayed", "inLast", 2.0), "Saturn"},
		{rule("lastPlayed", "notInLast", 1.0), "'; drop table track; --,Jupiter 木星,Mars Attacks,Saturn,Vénus,Álbum"},
		{rule("lastPlayed", "before", "2026-03-14"), "Saturn"},
		{rule("added", "after", "2026-03-14"), ""},
		{rule("added", "inLast", 1.0), "'; drop table track; --," + planets + ",Álbum"},
		{rule("bpm", "greater", 1.0), ""},
		{rule("energy", "less", 1.0), ""},
		{rule("loudness", "less", 0.0), ""},
		{rule("key", "is", "Am"), ""},
		{rule("playlist", "in", list.ID), "Vénus"},
		{rule("playlist", "in", "none"), ""},
		{music.SmartRule{Match: "any", Rules: []music.SmartRule{rule("title", "is", "saturn"), {Match: "all", Rules: []music.SmartRule{rule("year", "is", 1980.0), rule("liked", "is", false)}}}}, "Mars Attacks,Saturn"},
	} {
		rules := &music.SmartRules{Match: "all", Rules: []music.SmartRule{c.rule}, Sort: "title"}
		f.Must(rules.Check())
		found := storetest.Get(f.SmartTracks(ctx, ana, rules, "x", storetest.Now, music.Page{}))(t)
		var names []string
		for _, e := range found.Items {
			names = append(names, e.Track.Title)
		}
		if got := strings.Join(storetest.Sorted(names), ","); got != c.want {
			t.Errorf("%+v finds %q, want %q", c.rule, got, c.want)
		}
		if found.Total != len(names) {
			t.Errorf("%+v: total %d of %d", c.rule, found.Total, len(names))
		}
	}
	other := f.Member("ben", music.Listener)
	liked := &music.SmartRules{Match: "all", Rules: []music.SmartRule{rule("liked", "is", true)}}
	if found := storetest.Get(f.SmartTracks(ctx, other, liked, "x", storetest.Now, music.Page{}))(t); found.Total != 0 {
		t.Error("somebody else's likes count")
	}
	private := &music.SmartRules{Match: "all", Rules: []music.SmartRule{rule("playlist", "in", list.ID)}}
	if found := storetest.Get(f.SmartTracks(ctx, other, private, "x", storetest.Now, music.Page{}))(t); found.Total != 0 {
		t.Error("rules can read somebody else's private playlist")
	}
}

func smartOrder(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, _ := smartLibrary(f)
	read := func(rules music.SmartRules, limit int) (all []string) {
		t.Helper()
		for page := (music.Page{Limit: limit}); ; {
			list := storetest.Get(f.SmartTracks(ctx, ana, &rules, "x", storetest.Now, page))(t)
			for _, e := range list.Items {
				all = append(all, e.Track.Title)
			}
			if page.After = list.Next; page.After == "" {
				if len(all) != list.Total {
					t.Errorf("%s: %d of %d", rules.Sort, len(all), list.Total)
				}
				return all
			}
		}
	}
	for _, field := range append(slices.Clone(music.SmartFields), music.SmartField{Name: music.SmartRandom, IsSorted: true}) {
		if !field.IsSorted {
			continue
		}
		for _, sort := range []string{field.Name, "-" + field.Name} {
			all := read(music.SmartRules{Sort: sort}, 4)
			storetest.Same(t, sort, storetest.Sorted(slices.Clone(all)), storetest.Sorted(read(music.SmartRules{}, 100)))
		}
	}
	byYear := read(music.SmartRules{Sort: "-year"}, 2)
	storetest.Same(t, "years", append(byYear[:1:1], byYear[4:]...), []string{"Saturn", "Vénus", "Álbum"})
	storetest.Same(t, "count", read(music.SmartRules{Sort: "year", Limit: &music.SmartLimit{Count: 3}}, 2), []string{"Vénus", "Mars Attacks", "Jupiter 木星"})
	storetest.Same(t, "minutes", read(music.SmartRules{Sort: "year", Limit: &music.SmartLimit{Minutes: 7}}, 1), []string{"Vénus", "Mars Attacks"})
	storetest.Same(t, "nothing fits", read(music.SmartRules{Sort: "year", Limit: &music.SmartLimit{Minutes: 1}}, 1), nil)
	first := storetest.Get(f.SmartTracks(ctx, ana, &music.SmartRules{Sort: "random"}, "x", storetest.Now, music.Page{At: 2, Limit: 2}))(t)
	if first.Total != 6 || len(first.Items) != 2 {
		t.Errorf("from the middle: %+v", first)
	}
	for _, cursor := range []string{"x", "at", "at!", "atLTE", strconv.Itoa(store.FirstPlace)} {
		_, err := f.SmartTracks(ctx, ana, &music.SmartRules{}, "x", storetest.Now, music.Page{After: cursor})
		f.Code(err, music.Invalid)
	}
}

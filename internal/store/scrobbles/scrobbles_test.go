package scrobbles_test

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/scrobble"
	"sonora/internal/store/storetest"
)

func listenBrainz(v music.Viewer, name string) *scrobble.Connection {
	return &scrobble.Connection{AccountID: v.AccountID, Service: scrobble.ListenBrainz, Name: name, Secret: []byte{1, 0, 255}, ConnectedAt: storetest.Now}
}

// claim claims the only connection that is due.
func claim(t *testing.T, f *storetest.Fixture, now time.Time) *scrobble.Connection {
	t.Helper()
	claimed := storetest.Get(f.ClaimConnections(t.Context(), now, now.Add(time.Minute), 10))(t)
	if len(claimed) != 1 {
		t.Fatalf("%d connections are due", len(claimed))
	}
	return &claimed[0]
}

func titles(listens []scrobble.Listen) []string {
	return storetest.IDs(listens, func(l scrobble.Listen) string { return l.Title })
}

// outbox holds what a person listened to since they connected, and nothing else.
func outbox(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, bo := f.Member("ana", music.Listener), f.Member("bo", music.Listener)
	long := func(file *music.ScannedFile) { file.Audio.Duration = 6 * time.Minute }
	f.Scan(storetest.Song("1", "1", long), storetest.Song("2", "2", long), storetest.Song("3", "3", long, storetest.By()), storetest.Song("4", "4", long))
	all := f.TracksByTitle(ana)
	at := func(minutes int) time.Time { return storetest.Now.Add(time.Duration(minutes) * time.Minute) }
	storetest.Listen(f, ana, all["1"].ID, at(-10), 5*time.Minute)
	f.Must(f.Connect(ctx, listenBrainz(ana, "ana-lb")))
	first := storetest.Listen(f, ana, all["2"].ID, at(0), 3*time.Minute)
	storetest.Listen(f, ana, all["2"].ID, at(0), 3*time.Minute)  // reported again
	storetest.Listen(f, ana, all["1"].ID, at(10), time.Minute)   // counts, but is no listen
	storetest.Listen(f, ana, all["3"].ID, at(20), 5*time.Minute) // by nobody
	storetest.Listen(f, bo, all["1"].ID, at(20), 5*time.Minute)  // of somebody else
	storetest.Listen(f, ana, all["1"].ID, at(30), 4*time.Minute) // less than half, but four minutes
	gone := storetest.Listen(f, ana, all["4"].ID, at(40), 5*time.Minute)

	c := claim(t, f, at(50))
	if c.AccountID != ana.AccountID || c.Waiting != 3 || !slices.Equal(c.Secret, []byte{1, 0, 255}) {
		t.Errorf("claimed %+v", c)
	}
	f.Must(f.Forget(ctx, ana, gone, at(51)))
	waiting := storetest.Get(f.WaitingListens(ctx, c, 10))(t)
	storetest.Same(t, "waiting", titles(waiting), []string{"2", "1"})
	if !waiting[0].At.Equal(at(0)) {
		t.Errorf("listened at %v", waiting[0].At)
	}
	storetest.Same(t, "the first", titles(storetest.Get(f.WaitingListens(ctx, c, 1))(t)), []string{"2"})

	f.Must(f.SaveSent(ctx, c, waiting[:1], 0, at(52), at(53)))
	f.Must(f.SaveSent(ctx, c, waiting[1:], 1, at(53), at(54)))
	storetest.Listen(f, ana, all["2"].ID, at(0), 3*time.Minute) // reported again, after it was sent
	list := storetest.Get(f.Connections(ctx, ana.AccountID))(t)
	if len(list) != 1 || list[0].Sent != 1 || list[0].Refused != 1 || list[0].Waiting != 0 || !list[0].SentAt.Equal(at(53)) {
		t.Errorf("connections %+v", list)
	}
	if others := storetest.Get(f.Connections(ctx, bo.AccountID))(t); len(others) != 0 {
		t.Errorf("connections of somebody else: %+v", others)
	}
	f.Must(f.Disconnect(ctx, ana.AccountID, scrobble.ListenBrainz))
	f.Code(f.Disconnect(ctx, ana.AccountID, scrobble.ListenBrainz), music.NotFound)
	f.Code(f.Disconnect(ctx, ana.AccountID, "no\x00ne"), music.NotFound)
	if counted := storetest.Get(f.HasCounted(ctx, ana, first))(t); !counted {
		t.Error("the play is gone from the history")
	}
}

// songs have what the tags say, and no MusicBrainz ID of which one might be wrong.
func songs(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Listener)
	f.Scan(storetest.Song("1", "1", storetest.On("Suite"), storetest.Number(1, 7), storetest.By("Ana", "Bo"), storetest.Tags(func(tags *music.Tags) {
		tags.MusicBrainzRecordingID, tags.MusicBrainzAlbumID, tags.ISRC = "rec-1", "REL-1", "GBAYE0601498"
		tags.MusicBrainzArtistIDs = []string{"art-1", "art-2"}
	})), storetest.Song("2", "2", storetest.By("Ana", "Cy")), storetest.Song("3", "3", storetest.On("")))
	all := f.TracksByTitle(ana)
	of := func(title string) *scrobble.Song {
		return storetest.Get(f.SongOf(t.Context(), ana, all[title].ID))(t)
	}
	one := of("1")
	if one.Album != "Suite" || one.Number != 7 || one.ReleaseID != "rel-1" || one.RecordingID != "rec-1" || one.ISRC != "GBAYE0601498" || !slices.Equal(one.ArtistIDs, []string{"art-1", "art-2"}) {
		t.Errorf("%+v", one)
	}
	if two := of("2"); two.ArtistIDs != nil || two.ReleaseID != "" {
		t.Errorf("with an unknown artist: %+v", two)
	}
	if three := of("3"); three.Album != "" || three.ReleaseID != "" {
		t.Errorf("without an album: %+v", three)
	}
	_, err := f.SongOf(t.Context(), ana, "no\x00ne")
	f.Code(err, music.NotFound)
}

// reconnect keeps what waits for the same name, and only for that.
func reconnect(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Listener)
	f.Scan(storetest.Song("1", "1"))
	id := f.TracksByTitle(ana)["1"].ID
	f.Must(f.Connect(ctx, listenBrainz(ana, "ana-lb")))
	storetest.Listen(f, ana, id, storetest.Now, 5*time.Minute)
	c := claim(t, f, storetest.Now)
	c.Stopped, c.Failures, c.Problem = true, 3, music.Say("Not found.")
	f.Must(f.SaveFailure(ctx, c, storetest.Now))
	if due := storetest.Get(f.ClaimConnections(ctx, storetest.Now.Add(time.Hour), storetest.Now.Add(2*time.Hour), 10))(t); len(due) != 0 {
		t.Errorf("a stopped connection is due: %+v", due)
	}
	if list := storetest.Get(f.Connections(ctx, ana.AccountID))(t); !list[0].Stopped || list[0].Problem.String() != "Not found." || list[0].Waiting != 1 {
		t.Errorf("%+v", list)
	}

	again := listenBrainz(ana, "ana-lb")
	again.ConnectedAt, again.Secret = storetest.Now.Add(time.Minute), []byte{2}
	f.Must(f.Connect(ctx, again))
	f.Must(f.SaveFailure(ctx, c, storetest.Now.Add(time.Hour))) // of the attempt with the old secret
	now := claim(t, f, storetest.Now.Add(2*time.Minute))
	if now.Stopped || now.Failures != 0 || now.Waiting != 1 || now.Problem.String() != "" || now.Secret[0] != 2 {
		t.Errorf("after connecting again: %+v", now)
	}

	f.Must(f.Connect(ctx, listenBrainz(ana, "somebody-else")))
	if list := storetest.Get(f.Connections(ctx, ana.AccountID))(t); len(list) != 1 || list[0].Name != "somebody-else" || list[0].Waiting != 0 {
		t.Errorf("%+v", list)
	}
	f.Code(f.Connect(ctx, listenBrainz(music.Viewer{AccountID: "none"}, "x")), music.NotFound)
}

// claims hold until they end or are released.
func claims(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("1", "1"))
	ana, bo := f.Member("ana", music.Listener), f.Member("bo", music.Listener)
	id := f.TracksByTitle(ana)["1"].ID
	for _, v := range []music.Viewer{ana, bo} {
		f.Must(f.Connect(ctx, listenBrainz(v, "name")))
	}
	storetest.Listen(f, ana, id, storetest.Now, 5*time.Minute)
	c := claim(t, f, storetest.Now)
	if c.AccountID != ana.AccountID {
		t.Errorf("claimed a connection for which nothing waits: %+v", c)
	}
	if taken := storetest.Get(f.ClaimConnections(ctx, storetest.Now.Add(59*time.Second), storetest.Now.Add(time.Hour), 10))(t); len(taken) != 0 {
		t.Errorf("claimed twice: %+v", taken)
	}
	f.Must(f.ReleaseConnection(ctx, c))
	claim(t, f, storetest.Now.Add(time.Second))
	claim(t, f, storetest.Now.Add(2*time.Minute)) // the server that claimed it is gone
}

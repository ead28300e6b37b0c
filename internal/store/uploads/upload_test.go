package uploads_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/discovery"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/setlist"
	"sonora/internal/store/storetest"
)

func uploads(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Creator)
	u := f.AddUpload(ana, "Dawn \x00.flac", false)
	want := *u
	want.FileName = "Dawn .flac"
	if diff := cmp.Diff(&want, storetest.Get(f.Upload(ctx, u.ID))(t)); diff != "" {
		t.Error(diff)
	}
	f.Must(f.KeepUpload(ctx, u.ID, storetest.Now.Add(2*time.Hour)))
	want.State, want.Audio, want.Place, want.ExpiresAt = intake.Ready, storetest.Song("x", "Dawn").Audio, "a/b.flac", storetest.Now.Add(3*time.Hour)
	f.Must(f.JudgeUpload(ctx, &want))
	f.Code(f.JudgeUpload(ctx, &want), music.NotFound)
	if diff := cmp.Diff([]intake.Upload{want}, storetest.Get(f.Uploads(ctx, ana.AccountID))(t)); diff != "" {
		t.Error(diff)
	}
	if list := storetest.Get(f.Uploads(ctx, ben.AccountID))(t); len(list) != 0 {
		t.Errorf("another person's: %v", list)
	}
	for _, reason := range []music.Message{
		music.Say("The file's header gives an impossible number of channels: %d.", int64(64)),
		music.Say("The file is %s, which is not a supported audio format.", "{} %s"),
		{ID: "The file ends at byte 12,345, 100% sure."}, // as earlier releases wrote it
	} {
		refused := f.AddUpload(ben, "noise.flac", false)
		refused.State, refused.Reason = intake.Refused, reason
		f.Must(f.JudgeUpload(ctx, refused))
		if got := storetest.Get(f.Upload(ctx, refused.ID))(t); !cmp.Equal(got.Reason, reason) {
			t.Errorf("reason %#v, want %#v", got.Reason, reason)
		}
		f.Must(f.DropUpload(ctx, refused.ID))
	}
	if known := storetest.Get(f.KnownUploads(ctx, []string{u.ID, "other"}))(t); len(known) != 1 || !known[u.ID] {
		t.Errorf("known: %v", known)
	}
	if doomed := storetest.Get(f.DoomedUploads(ctx, storetest.Now.Add(2*time.Hour)))(t); len(doomed) != 0 {
		t.Errorf("doomed too early: %v", doomed)
	}
	if doomed := storetest.Get(f.DoomedUploads(ctx, storetest.Now.Add(3*time.Hour)))(t); len(doomed) != 1 || doomed[0].Place != "a/b.flac" {
		t.Errorf("doomed: %v", doomed)
	}
	f.Must(f.DropUpload(ctx, u.ID))
	_, err := f.Upload(ctx, u.ID)
	f.Code(err, music.NotFound)
	f.Code(f.CreateUpload(ctx, &intake.Upload{AccountID: "nobody"}, 0), music.NotFound)
}

func uploadQuota(t *testing.T, f *storetest.Fixture) {
	f.Member("boss", music.Admin)
	ana := f.Member("ana", music.Creator)
	f.Keep(f.AddUpload(ana, "kept.flac", true))
	f.AddUpload(ana, "ready.flac", true)
	var wait sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for range 5 {
		wait.Go(func() {
			u := &intake.Upload{AccountID: ana.AccountID, Length: 1_000_000, State: intake.Receiving, CreatedAt: storetest.Now, ExpiresAt: storetest.Now}
			err := f.CreateUpload(t.Context(), u, 10_000_000)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				taken++
			} else {
				f.Code(err, music.TooLarge)
			}
		})
	}
	wait.Wait()
	mix := &setlist.Automix{OwnerID: ana.AccountID, Title: "Mix", Wishes: []byte("{}"), CreatedAt: storetest.Now}
	f.Must(f.CreateAutomix(t.Context(), mix, setlist.Limits{Kept: 1, Queue: 1}))
	sized := func(state setlist.State, size int64) {
		storetest.Get(f.ChangeAutomix(t.Context(), mix.ID, storetest.Now, func(x *setlist.Automix) error {
			x.State, x.Size = state, size
			return nil
		}))(t)
	}
	sized(setlist.Rendering, 7)
	if use := storetest.Get(f.UploadUse(t.Context(), ana.AccountID))(t); use.Bytes != 10_000_007 {
		t.Errorf("with an automix: %+v", use)
	}
	sized(setlist.Failed, 7)
	if use := storetest.Get(f.UploadUse(t.Context(), ana.AccountID))(t); taken != 2 || use.Bytes != 10_000_000 || use.Files != 1 {
		t.Errorf("%d taken, %+v", taken, use)
	}
}

func uploadGrows(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana := f.Member("ana", music.Creator)
	u := &intake.Upload{AccountID: ana.AccountID, State: intake.Growing, CreatedAt: storetest.Now, ExpiresAt: storetest.Now}
	f.Must(f.CreateUpload(ctx, u, 10))
	u.ExpiresAt = storetest.Now.Add(time.Hour)
	for _, length := range []int64{6, 10, 9} {
		u.Length = length
		f.Must(f.GrowUpload(ctx, u, 10))
		if use := storetest.Get(f.UploadUse(ctx, ana.AccountID))(t); use.Bytes != length {
			t.Errorf("%d bytes in use, want %d", use.Bytes, length)
		}
	}
	u.Length = 11
	f.Code(f.GrowUpload(ctx, u, 10), music.TooLarge)
	f.Must(f.GrowUpload(ctx, u, 0))
	u.State = intake.Receiving
	f.Must(f.GrowUpload(ctx, u, 0))
	if diff := cmp.Diff([]intake.Upload{*u}, storetest.Get(f.Uploads(ctx, ana.AccountID))(t)); diff != "" {
		t.Error(diff)
	}
	f.Code(f.GrowUpload(ctx, u, 0), music.NotFound) // its length is known now
}

func uploaded(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana, ben := f.Member("boss", music.Admin), f.Member("ana", music.Creator), f.Member("ben", music.Creator)
	f.Scan(storetest.Song("Dawn.flac", "Scanned"))
	id := f.Keep(f.AddUpload(ana, "Dawn.flac", true), storetest.Private)
	track := storetest.Get(f.Track(ctx, ana, id))(t)
	if track.OwnerID != ana.AccountID || track.IsPublic || track.Title != "Dawn.flac" || track.Size != 4_000_000 {
		t.Errorf("the track: %+v", track)
	}
	if _, err := f.Track(ctx, ben, id); music.CodeOf(err) != music.NotFound {
		t.Errorf("somebody else sees it: %v", err)
	}
	file := storetest.Get(f.TrackFile(ctx, ana, id))(t)
	if file.Root != intake.Root || !strings.HasPrefix(file.Path, ana.AccountID+"/") {
		t.Errorf("the file: %+v", file)
	}
	for who, want := range map[music.Viewer]int{boss: 2, ana: 2, ben: 1, {}: 0} {
		if same := storetest.Get(f.TracksWithSound(ctx, who, track0(t, f, id), 44_100*200, 10))(t); len(same) != want {
			t.Errorf("%s: %d of the same sound, want %d", who.Role, len(same), want)
		}
	}
	// A scan of other folders does not affect it.
	storetest.Get(f.EnsureRoots(ctx, []string{"/elsewhere"}, storetest.Now))(t)
	f.Must(f.FinishScan(ctx))
	if list := storetest.Get(f.UploadedTracks(ctx, ana, music.Page{}))(t); len(list.Items) != 1 || !list.Items[0].MissingAt.IsZero() || list.Total != 1 {
		t.Errorf("own tracks: %+v", list)
	}
	f.Must(f.SetTrackPublic(ctx, id, true))
	if seen := storetest.Get(f.Track(ctx, music.Viewer{}, id))(t); !seen.IsPublic {
		t.Error("still private")
	}
	if artists := storetest.Get(f.Artists(ctx, music.Viewer{}, music.Page{}))(t); len(artists.Items) != 1 {
		t.Errorf("artists for visitors: %+v", artists.Items)
	}
	f.Code(f.SetTrackPublic(ctx, "other", true), music.NotFound)
}

// track0 is the sound of the songs above, derived from their path.
func track0(*testing.T, *storetest.Fixture, string) uint64 {
	return storetest.Song("Dawn.flac", "").Audio.AudioKey
}

func uploadedOnce(t *testing.T, f *storetest.Fixture) {
	f.Member("boss", music.Admin)
	ana := f.Member("ana", music.Creator)
	u := f.AddUpload(ana, "Dawn.flac", true)
	var wait sync.WaitGroup
	ids := make([]string, 4)
	for i := range ids {
		wait.Go(func() { ids[i] = f.Keep(u) })
	}
	wait.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Errorf("tracks %v", ids)
		}
	}
	if all := f.TracksByTitle(ana); len(all) != 1 {
		t.Errorf("%d tracks", len(all))
	}
	waiting := f.AddUpload(ana, "Dusk.flac", false)
	_, err := f.AddUploaded(t.Context(), &intake.File{Upload: waiting, Audio: storetest.Song("x", "Dusk").Audio}, storetest.Now)
	f.Code(err, music.NotFound)
}

func uploadedReplaces(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Creator)
	first := f.AddUpload(ana, "Dawn.flac", true)
	id := f.Keep(first)
	storetest.Get(f.Like(ctx, ben, id, storetest.Now))(t)
	second := f.AddUpload(ana, "Dawn again.flac", true)
	if again := f.Keep(second, func(u *intake.File) { u.Replaces = id }); again != id {
		t.Errorf("track %s, was %s", again, id)
	}
	track := storetest.Get(f.Track(ctx, ben, id))(t)
	if track.Title != "Dawn again.flac" || !track.Liked || len(f.TracksByTitle(ben)) != 1 {
		t.Errorf("replaced: %+v", track)
	}
	if doomed := storetest.Get(f.DoomedUploads(ctx, storetest.Now))(t); len(doomed) != 1 || doomed[0].ID != first.ID {
		t.Errorf("doomed: %+v", doomed)
	}
	_, err := f.AddUploaded(ctx, &intake.File{Upload: f.AddUpload(ben, "x.flac", true), Audio: storetest.Song("x", "X").Audio, Replaces: id}, storetest.Now)
	f.Code(err, music.NotFound)
	if u := storetest.Get(f.Uploads(ctx, ben.AccountID))(t); len(u) != 1 || u[0].State != intake.Ready {
		t.Errorf("an upload that could not replace: %+v", u)
	}
}

func uploadedRemoved(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana := f.Member("boss", music.Admin), f.Member("ana", music.Creator)
	f.Scan(storetest.Song("a.flac", "A"))
	scanned := f.TracksByTitle(boss)["A"].ID
	f.Code(f.DeleteUploaded(ctx, scanned), music.NotFound)
	id := f.Keep(f.AddUpload(ana, "Dawn.flac", true))
	f.Keep(f.AddUpload(ana, "Dusk.flac", true))
	f.AddUpload(ana, "coming.flac", false)
	f.Must(f.DeleteUploaded(ctx, id))
	f.Code(f.DeleteUploaded(ctx, id), music.NotFound)
	if doomed := storetest.Get(f.DoomedUploads(ctx, storetest.Now))(t); len(doomed) != 1 || doomed[0].State != intake.Gone || doomed[0].Place == "" {
		t.Errorf("doomed: %+v", doomed)
	}
	if found := storetest.Get(f.Search(ctx, boss, discovery.Query{Text: "dawn", Limit: 10}))(t); len(found.Tracks) != 0 {
		t.Errorf("found after it is gone: %+v", found.Tracks)
	}
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	if all := f.TracksByTitle(boss); len(all) != 1 {
		t.Errorf("tracks after their owner is gone: %v", all)
	}
	doomed := storetest.Get(f.DoomedUploads(ctx, storetest.Now))(t)
	if len(doomed) != 3 || doomed[2].AccountID != "" {
		t.Errorf("doomed with the account: %+v", doomed)
	}
	for _, u := range doomed {
		f.Must(f.DropUpload(ctx, u.ID))
	}
	if left := storetest.Get(f.DoomedUploads(ctx, storetest.Now))(t); len(left) != 0 {
		t.Errorf("left: %+v", left)
	}
}

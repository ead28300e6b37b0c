package storetest

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/discovery"
	"sonora/internal/music"
)

// upload makes an upload of somebody's with all its bytes, unless they are to come.
func (f *fixture) upload(v music.Viewer, name string, ready bool) *music.Upload {
	f.t.Helper()
	u := &music.Upload{
		AccountID: v.AccountID, FileName: name, Metadata: "filename eA==", Length: 4_000_000, State: music.UploadReceiving, CreatedAt: now, ExpiresAt: now.Add(time.Hour),
	}
	f.must(f.CreateUpload(f.t.Context(), u, 0))
	if ready {
		u.State, u.Audio, u.Place = music.UploadReady, song(name, name, on("")).Audio, v.AccountID+"/"+u.ID+".flac"
		f.must(f.JudgeUpload(f.t.Context(), u))
	}
	return u
}

// keep makes a track of an upload.
func (f *fixture) keep(u *music.Upload, change ...func(*music.UploadedFile)) string {
	f.t.Helper()
	file := &music.UploadedFile{Upload: u, Audio: u.Audio, Size: u.Length, ModTime: now.UnixNano(), IsPublic: true}
	for _, c := range change {
		c(file)
	}
	return get(f.AddUploaded(f.t.Context(), file, now))(f.t)
}

func private(f *music.UploadedFile) { f.IsPublic = false }

func uploads(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.member("boss", music.Admin)
	ana, ben := f.member("ana", music.Creator), f.member("ben", music.Creator)
	u := f.upload(ana, "Dawn \x00.flac", false)
	want := *u
	want.FileName = "Dawn .flac"
	if diff := cmp.Diff(&want, get(f.Upload(ctx, u.ID))(t)); diff != "" {
		t.Error(diff)
	}
	f.must(f.KeepUpload(ctx, u.ID, now.Add(2*time.Hour)))
	want.State, want.Audio, want.Place, want.ExpiresAt = music.UploadReady, song("x", "Dawn").Audio, "a/b.flac", now.Add(3*time.Hour)
	f.must(f.JudgeUpload(ctx, &want))
	f.code(f.JudgeUpload(ctx, &want), music.NotFound)
	if diff := cmp.Diff([]music.Upload{want}, get(f.Uploads(ctx, ana.AccountID))(t)); diff != "" {
		t.Error(diff)
	}
	if list := get(f.Uploads(ctx, ben.AccountID))(t); len(list) != 0 {
		t.Errorf("another person's: %v", list)
	}
	if known := get(f.KnownUploads(ctx, []string{u.ID, "other"}))(t); len(known) != 1 || !known[u.ID] {
		t.Errorf("known: %v", known)
	}
	if doomed := get(f.DoomedUploads(ctx, now.Add(2*time.Hour)))(t); len(doomed) != 0 {
		t.Errorf("doomed too early: %v", doomed)
	}
	if doomed := get(f.DoomedUploads(ctx, now.Add(3*time.Hour)))(t); len(doomed) != 1 || doomed[0].Place != "a/b.flac" {
		t.Errorf("doomed: %v", doomed)
	}
	f.must(f.DropUpload(ctx, u.ID))
	_, err := f.Upload(ctx, u.ID)
	f.code(err, music.NotFound)
	f.code(f.CreateUpload(ctx, &music.Upload{AccountID: "nobody"}, 0), music.NotFound)
}

func uploadQuota(t *testing.T, f *fixture) {
	f.member("boss", music.Admin)
	ana := f.member("ana", music.Creator)
	f.keep(f.upload(ana, "kept.flac", true))
	f.upload(ana, "ready.flac", true)
	var wait sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for range 5 {
		wait.Go(func() {
			u := &music.Upload{AccountID: ana.AccountID, Length: 1_000_000, State: music.UploadReceiving, CreatedAt: now, ExpiresAt: now}
			err := f.CreateUpload(t.Context(), u, 10_000_000)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				taken++
			} else {
				f.code(err, music.TooLarge)
			}
		})
	}
	wait.Wait()
	if use := get(f.UploadUse(t.Context(), ana.AccountID))(t); taken != 2 || use.Bytes != 10_000_000 || use.Files != 1 {
		t.Errorf("%d taken, %+v", taken, use)
	}
}

func uploaded(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss, ana, ben := f.member("boss", music.Admin), f.member("ana", music.Creator), f.member("ben", music.Creator)
	f.scan(song("Dawn.flac", "Scanned"))
	id := f.keep(f.upload(ana, "Dawn.flac", true), private)
	track := get(f.Track(ctx, ana, id))(t)
	if track.OwnerID != ana.AccountID || track.IsPublic || track.Title != "Dawn.flac" || track.Size != 4_000_000 {
		t.Errorf("the track: %+v", track)
	}
	if _, err := f.Track(ctx, ben, id); music.CodeOf(err) != music.NotFound {
		t.Errorf("somebody else sees it: %v", err)
	}
	file := get(f.TrackFile(ctx, ana, id))(t)
	if file.Root != music.UploadsRoot || !strings.HasPrefix(file.Path, ana.AccountID+"/") {
		t.Errorf("the file: %+v", file)
	}
	for who, want := range map[music.Viewer]int{boss: 2, ana: 2, ben: 1, {}: 0} {
		if same := get(f.TracksWithSound(ctx, who, track0(t, f, id), 44_100*200, 10))(t); len(same) != want {
			t.Errorf("%s: %d of the same sound, want %d", who.Role, len(same), want)
		}
	}
	// A scan of other folders leaves it alone.
	get(f.EnsureRoots(ctx, []string{"/elsewhere"}, now))(t)
	f.must(f.FinishScan(ctx))
	if list := get(f.UploadedTracks(ctx, ana, music.Page{}))(t); len(list.Items) != 1 || !list.Items[0].MissingAt.IsZero() || list.Total != 1 {
		t.Errorf("own tracks: %+v", list)
	}
	f.must(f.SetTrackPublic(ctx, id, true))
	if seen := get(f.Track(ctx, music.Viewer{}, id))(t); !seen.IsPublic {
		t.Error("still private")
	}
	if artists := get(f.Artists(ctx, music.Viewer{}, music.Page{}))(t); len(artists.Items) != 1 {
		t.Errorf("artists for visitors: %+v", artists.Items)
	}
	f.code(f.SetTrackPublic(ctx, "other", true), music.NotFound)
}

// track0 is the sound of the songs above: their path alone makes it.
func track0(*testing.T, *fixture, string) uint64 { return song("Dawn.flac", "").Audio.AudioKey }

func uploadedOnce(t *testing.T, f *fixture) {
	f.member("boss", music.Admin)
	ana := f.member("ana", music.Creator)
	u := f.upload(ana, "Dawn.flac", true)
	var wait sync.WaitGroup
	ids := make([]string, 4)
	for i := range ids {
		wait.Go(func() { ids[i] = f.keep(u) })
	}
	wait.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Errorf("tracks %v", ids)
		}
	}
	if all := f.tracks(ana); len(all) != 1 {
		t.Errorf("%d tracks", len(all))
	}
	waiting := f.upload(ana, "Dusk.flac", false)
	_, err := f.AddUploaded(t.Context(), &music.UploadedFile{Upload: waiting, Audio: song("x", "Dusk").Audio}, now)
	f.code(err, music.NotFound)
}

func uploadedReplaces(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.member("boss", music.Admin)
	ana, ben := f.member("ana", music.Creator), f.member("ben", music.Creator)
	first := f.upload(ana, "Dawn.flac", true)
	id := f.keep(first)
	get(f.Like(ctx, ben, id, now))(t)
	second := f.upload(ana, "Dawn again.flac", true)
	if again := f.keep(second, func(u *music.UploadedFile) { u.Replaces = id }); again != id {
		t.Errorf("track %s, was %s", again, id)
	}
	track := get(f.Track(ctx, ben, id))(t)
	if track.Title != "Dawn again.flac" || !track.Liked || len(f.tracks(ben)) != 1 {
		t.Errorf("replaced: %+v", track)
	}
	if doomed := get(f.DoomedUploads(ctx, now))(t); len(doomed) != 1 || doomed[0].ID != first.ID {
		t.Errorf("doomed: %+v", doomed)
	}
	_, err := f.AddUploaded(ctx, &music.UploadedFile{Upload: f.upload(ben, "x.flac", true), Audio: song("x", "X").Audio, Replaces: id}, now)
	f.code(err, music.NotFound)
	if u := get(f.Uploads(ctx, ben.AccountID))(t); len(u) != 1 || u[0].State != music.UploadReady {
		t.Errorf("an upload that could not replace: %+v", u)
	}
}

func uploadedRemoved(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss, ana := f.member("boss", music.Admin), f.member("ana", music.Creator)
	f.scan(song("a.flac", "A"))
	scanned := f.tracks(boss)["A"].ID
	f.code(f.DeleteUploaded(ctx, scanned), music.NotFound)
	id := f.keep(f.upload(ana, "Dawn.flac", true))
	f.keep(f.upload(ana, "Dusk.flac", true))
	f.upload(ana, "coming.flac", false)
	f.must(f.DeleteUploaded(ctx, id))
	f.code(f.DeleteUploaded(ctx, id), music.NotFound)
	if doomed := get(f.DoomedUploads(ctx, now))(t); len(doomed) != 1 || doomed[0].State != music.UploadGone || doomed[0].Place == "" {
		t.Errorf("doomed: %+v", doomed)
	}
	if found := get(f.Search(ctx, boss, discovery.Query{Text: "dawn", Limit: 10}))(t); len(found.Tracks) != 0 {
		t.Errorf("found after it is gone: %+v", found.Tracks)
	}
	f.must(f.DeleteAccount(ctx, ana.AccountID))
	if all := f.tracks(boss); len(all) != 1 {
		t.Errorf("tracks after their owner is gone: %v", all)
	}
	doomed := get(f.DoomedUploads(ctx, now))(t)
	if len(doomed) != 3 || doomed[2].AccountID != "" {
		t.Errorf("doomed with the account: %+v", doomed)
	}
	for _, u := range doomed {
		f.must(f.DropUpload(ctx, u.ID))
	}
	if left := get(f.DoomedUploads(ctx, now))(t); len(left) != 0 {
		t.Errorf("left: %+v", left)
	}
}

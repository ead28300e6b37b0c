package library_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func movedRoot(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	const bucket = "s3://host/bucket/music"
	roots := storetest.Get(f.EnsureRoots(ctx, []string{"/b", "/a\xff", "/empty"}, storetest.Now))(t)
	storetest.Get(f.SaveScanned(ctx, roots[0].ID, []music.ScannedFile{storetest.Song("x/1", "1")}, storetest.Now, false))(t)
	storetest.Get(f.SaveScanned(ctx, roots[1].ID, []music.ScannedFile{storetest.Song("y/2", "2"), storetest.Broken("bad", music.EmptyFile)}, storetest.Now, false))(t)
	f.Must(f.SaveFolders(ctx, roots[2].ID, map[string]uint64{"old": 7}))
	f.Must(f.FinishScan(ctx))
	before := f.TracksByTitle(ana)

	if err := f.MoveRoot(ctx, "/a\xff", "/b"); !errors.Is(err, store.ErrRootTaken) {
		t.Errorf("over another place: %v", err)
	}
	if err := f.MoveRoot(ctx, "/nowhere", "/c"); !errors.Is(err, music.ErrNotFound) {
		t.Errorf("from nowhere: %v", err)
	}
	f.Must(f.MoveRoot(ctx, "/a\xff", bucket))
	f.Must(f.MoveRoot(ctx, "/b", "/empty"))

	after := f.TracksByTitle(ana)
	for title, place := range map[string]string{"1": "/empty", "2": bucket} {
		if file := storetest.Get(f.TrackFile(ctx, ana, after[title].ID))(t); file.Root != place || after[title].ID != before[title].ID {
			t.Errorf("track %s is %+v", title, file)
		}
	}
	names := []string{}
	for _, r := range storetest.Get(f.Roots(ctx))(t) {
		names = append(names, r.Path)
	}
	if diff := cmp.Diff([]string{"/empty", bucket}, names); diff != "" {
		t.Error(diff)
	}
	if p := storetest.Get(f.Problems(ctx, music.Page{}))(t); len(p.Items) != 1 || p.Items[0].Root != bucket {
		t.Errorf("problems %+v", p.Items)
	}
	storetest.Get(f.EnsureRoots(ctx, []string{"/empty", bucket}, storetest.Now))(t)
	if got := f.TracksByTitle(ana); len(got) != 2 {
		t.Errorf("%d tracks", len(got))
	}
}

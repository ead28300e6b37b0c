package storetest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/store"
)

func movedRoot(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	const bucket = "s3://host/bucket/music"
	roots := get(f.EnsureRoots(ctx, []string{"/b", "/a\xff", "/empty"}, now))(t)
	get(f.SaveScanned(ctx, roots[0].ID, []music.ScannedFile{song("x/1", "1")}, now, false))(t)
	get(f.SaveScanned(ctx, roots[1].ID, []music.ScannedFile{song("y/2", "2"), broken("bad", music.EmptyFile)}, now, false))(t)
	f.must(f.SaveFolders(ctx, roots[2].ID, map[string]uint64{"old": 7}))
	f.must(f.FinishScan(ctx))
	before := f.tracks(ana)

	if err := f.MoveRoot(ctx, "/a\xff", "/b"); !errors.Is(err, store.ErrRootTaken) {
		t.Errorf("over another place: %v", err)
	}
	if err := f.MoveRoot(ctx, "/nowhere", "/c"); !errors.Is(err, music.ErrNotFound) {
		t.Errorf("from nowhere: %v", err)
	}
	f.must(f.MoveRoot(ctx, "/a\xff", bucket))
	f.must(f.MoveRoot(ctx, "/b", "/empty"))

	after := f.tracks(ana)
	for title, place := range map[string]string{"1": "/empty", "2": bucket} {
		if file := get(f.TrackFile(ctx, ana, after[title].ID))(t); file.Root != place || after[title].ID != before[title].ID {
			t.Errorf("track %s is %+v", title, file)
		}
	}
	names := []string{}
	for _, r := range get(f.Roots(ctx))(t) {
		names = append(names, r.Path)
	}
	if diff := cmp.Diff([]string{"/empty", bucket}, names); diff != "" {
		t.Error(diff)
	}
	if p := get(f.Problems(ctx, music.Page{}))(t); len(p.Items) != 1 || p.Items[0].Root != bucket {
		t.Errorf("problems %+v", p.Items)
	}
	get(f.EnsureRoots(ctx, []string{"/empty", bucket}, now))(t)
	if got := f.tracks(ana); len(got) != 2 {
		t.Errorf("%d tracks", len(got))
	}
}

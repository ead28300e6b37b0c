package desk_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/ifmatch"
	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/storetest"
)

func keepMarks(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("1", "One"), storetest.Song("2", "Two"))
	all := f.TracksByTitle(ana)
	one, two := all["One"].ID, all["Two"].ID
	given := marks.Marks{
		Cue: new(0.1), HotCues: []marks.HotCue{{Slot: 2, At: 1.0 / 3, Name: "Cafe\u0301\u0000", Color: "#ff8800"}}, Loops: []marks.Loop{{From: 1, To: 2}},
		Grid: &marks.Grid{Segments: []sound.GridSegment{{Start: 0.1, BPM: 128.04321, Beats: 9}}, Downbeat: 1, Meter: 3},
	}
	set := func(v music.Viewer, m marks.Marks, at time.Time, ids ...string) ([]marks.Kept, error) {
		return f.ChangeMarks(ctx, v, ids, at, func(k *marks.Kept, length time.Duration) error {
			if length != all["One"].Duration {
				t.Errorf("length %v", length)
			}
			k.Marks = m
			return nil
		})
	}
	saved := storetest.Get(set(ana, given, storetest.Now, one, two, "none"))(t)
	if len(saved) != 2 || saved[0].Version != storetest.Now.UnixMilli() {
		t.Fatalf("saved: %+v", saved)
	}
	want := given
	want.HotCues = []marks.HotCue{{Slot: 2, At: 1.0 / 3, Name: "Café\u0000", Color: "#ff8800"}}
	read := storetest.Get(f.Marks(ctx, ana, one))(t)
	if diff := cmp.Diff(&marks.Kept{Marks: want, TrackID: one, Version: saved[0].Version}, read); diff != "" {
		t.Error(diff)
	}
	if again := storetest.Get(set(ana, want, storetest.Now.Add(time.Hour), one))(t); len(again) != 0 {
		t.Errorf("nothing changed: %+v", again)
	}
	if later := storetest.Get(set(ana, marks.Marks{Cue: new(9.0)}, storetest.Now, one))(t); later[0].Version <= read.Version {
		t.Errorf("version %d after %d", later[0].Version, read.Version)
	}
	old := ifmatch.With(ctx, []int64{read.Version})
	_, err := f.ChangeMarks(old, ana, []string{one}, storetest.Now, func(k *marks.Kept, _ time.Duration) error {
		k.Marks = marks.Marks{}
		return nil
	})
	f.Code(err, music.Changed)

	others := storetest.Get(f.MarksOf(ctx, ben, []string{one, two, "none"}))(t)
	if len(others) != 2 || others[0].Version != 0 || !others[1].IsZero() {
		t.Errorf("somebody else's: %+v", others)
	}
	storetest.Get(set(ben, given, storetest.Now, one))(t)
	if gone := storetest.Get(set(ana, marks.Marks{}, storetest.Now, two))(t); len(gone) != 1 || gone[0].Version != 0 {
		t.Errorf("cleared: %+v", gone)
	}
	if records := storetest.Get(f.MarkRecords(ctx, ana, "", 5))(t); len(records) != 1 || records[0].Title != "One" || *records[0].Cue != 9 || records[0].ChangedAt.Before(storetest.Now) {
		t.Errorf("records: %+v", records)
	}
	if rest := storetest.Get(f.MarkRecords(ctx, ana, one, 5))(t); len(rest) != 0 {
		t.Errorf("behind the last: %+v", rest)
	}
	_, err = set(music.Viewer{}, given, storetest.Now, one)
	f.Code(err, music.NotFound)
	_, err = f.Marks(ctx, ana, "none")
	f.Code(err, music.NotFound)
	f.Must(f.DeleteAccount(ctx, ben.AccountID)) // and the marks with it
}

// hidden checks that nobody keeps marks of a track that they may not see.
func hidden(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	own := f.Keep(f.AddUpload(ana, "own", true), storetest.Private)
	for _, v := range []music.Viewer{ben, {}} {
		_, err := f.Marks(ctx, v, own)
		f.Code(err, music.NotFound)
	}
	changed, err := f.ChangeMarks(ctx, ben, []string{own}, storetest.Now, func(k *marks.Kept, _ time.Duration) error {
		k.Cue = new(1.0)
		return nil
	})
	if f.Must(err); len(changed) != 0 {
		t.Errorf("changed: %+v", changed)
	}
}

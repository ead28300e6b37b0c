package automixes_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/setlist"
	"sonora/internal/store/storetest"
)

func automixes(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	boss := f.Member("boss", music.Admin)
	most := setlist.Limits{Kept: 2, Queue: 2}
	add := func(v music.Viewer, title string) (*setlist.Automix, error) {
		x := &setlist.Automix{OwnerID: v.AccountID, Title: title, Wishes: json.RawMessage(`{"order":"best"}`), CreatedAt: storetest.Now}
		return x, f.CreateAutomix(ctx, x, most)
	}
	first := storetest.Get(add(ana, "Cafe\u0301"))(t)
	if diff := cmp.Diff(first.Title, "Café"); diff != "" {
		t.Error(diff)
	}
	if _, err := add(ana, "second at once"); !errors.Is(err, setlist.ErrRunning) {
		t.Errorf("a second one at once: %v", err)
	}
	other := storetest.Get(add(ben, "Ben's"))(t)
	if _, err := add(boss, "third"); music.CodeOf(err) != music.Unavailable {
		t.Errorf("beyond the queue: %v", err)
	}
	_, err := add(music.Viewer{AccountID: "nobody"}, "of nobody")
	f.Code(err, music.Unavailable)
	if list := storetest.Get(f.BusyAutomixes(ctx, 9))(t); len(list) != 2 || list[0].ID != first.ID {
		t.Errorf("busy: %+v", list)
	}
	read := storetest.Get(f.Automix(ctx, ana, first.ID))(t)
	first.Score, first.Sound = json.RawMessage(""), json.RawMessage("")
	if diff := cmp.Diff(first, read); diff != "" {
		t.Errorf("read: %s", diff)
	}
	for _, v := range []music.Viewer{ben, boss, {}} {
		_, err := f.Automix(ctx, v, first.ID)
		f.Code(err, music.NotFound)
	}

	later := storetest.Now.Add(time.Minute)
	changed := storetest.Get(f.ChangeAutomix(ctx, first.ID, later, func(x *setlist.Automix) error {
		x.State, x.Reason, x.Revision, x.Duration, x.Size, x.Tracks, x.Missed = setlist.Ready, music.Say("The file %s is missing.", "a"), 1, time.Hour, 144_000_000, 12, 1
		x.Score, x.Sound = json.RawMessage(`{"plan":{}}`), json.RawMessage(`{"master":{}}`)
		return nil
	}))(t)
	_, err = f.AutomixOfMix(ctx, first.ID)
	f.Code(err, music.NotFound)
	mix := music.NewMix()
	mix.ID, mix.Title, mix.DJName, mix.AudioURL, mix.CreatedAt, changed.MixID = first.ID, "First", "Ana", "/api/mixes/x/stream", later, first.ID
	f.Must(f.CreateMix(ctx, &mix))
	if diff := cmp.Diff(changed, storetest.Get(f.AutomixOfMix(ctx, first.ID))(t)); diff != "" {
		t.Errorf("changed: %s", diff)
	}
	if !changed.UpdatedAt.Equal(later) || changed.Reason.String() != "The file a is missing." {
		t.Errorf("changed: %+v", changed)
	}
	refused := errors.New("no")
	if _, err := f.ChangeAutomix(ctx, first.ID, later, func(*setlist.Automix) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("refused: %v", err)
	}
	f.Code(f.NoteAutomix(ctx, first.ID, 0.5, time.Minute), music.NotFound) // it is ready
	f.Must(f.NoteAutomix(ctx, other.ID, 0.5, time.Minute))
	if x := storetest.Get(f.AutomixByID(ctx, other.ID))(t); x.Progress != 0.5 || x.Playable != time.Minute {
		t.Errorf("noted: %+v", x)
	}
	again := func(x *setlist.Automix) error {
		x.State = setlist.Rendering
		return nil
	}
	if _, err := f.RemakeAutomix(ctx, first.ID, later, setlist.Limits{Kept: 9, Queue: 1}, again); !errors.Is(err, setlist.ErrQueue) {
		t.Errorf("with a full queue: %v", err)
	}
	for _, waveform := range [][]byte{{1, 2, 3}, nil} { // nil keeps it
		storetest.Get(f.ChangeAutomix(ctx, first.ID, later, func(x *setlist.Automix) error {
			x.Waveform = waveform
			return nil
		}))(t)
	}
	if w := storetest.Get(f.AutomixWaveform(ctx, first.ID))(t); len(w) != 3 {
		t.Errorf("waveform %v", w)
	}

	second := storetest.Get(add(ana, "Second"))(t)
	if _, err := f.RemakeAutomix(ctx, first.ID, later, most, again); !errors.Is(err, setlist.ErrRunning) {
		t.Errorf("while another is made: %v", err)
	}
	page := storetest.Get(f.Automixes(ctx, ana, music.Page{Limit: 1}))(t)
	if page.Total != 2 || page.Items[0].ID != second.ID || page.Next == "" || string(page.Items[0].Wishes) == "" {
		t.Errorf("first page: %+v", page)
	}
	page = storetest.Get(f.Automixes(ctx, ana, music.Page{Limit: 1, After: page.Next}))(t)
	if page.Items[0].ID != first.ID || page.Next != "" || len(page.Items[0].Score) != 0 || page.Items[0].Missed != 1 {
		t.Errorf("second page: %+v", page)
	}
	gone := func(x *setlist.Automix) error { x.State = setlist.Gone; return nil }
	storetest.Get(f.ChangeAutomix(ctx, second.ID, later, func(x *setlist.Automix) error { x.State = setlist.Failed; return nil }))(t)
	if _, err := add(ana, "third"); !errors.Is(err, setlist.ErrKept) {
		t.Errorf("beyond what is kept: %v", err)
	}
	storetest.Get(f.ChangeAutomix(ctx, second.ID, later, gone))(t)
	_, err = f.Automix(ctx, ana, second.ID)
	f.Code(err, music.NotFound)
	f.Code(f.NoteAutomix(ctx, second.ID, 1, 0), music.NotFound)

	// Of the automixes of a deleted account, only published ones remain.
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	ids := func() []string {
		return storetest.IDs(storetest.Get(f.AutomixesGone(ctx, 9))(t), func(x setlist.Automix) string { return x.ID })
	}
	storetest.Same(t, "to delete", ids(), []string{other.ID, second.ID})
	f.Must(f.DeleteMix(ctx, mix.ID))
	storetest.Same(t, "after its mix", ids(), []string{first.ID, other.ID, second.ID})
	f.Must(f.DropAutomix(ctx, other.ID, storetest.Now))
	f.Code(f.DropAutomix(ctx, other.ID, storetest.Now), music.NotFound)
}

// minutes counts what a person ordered, which is not less after they deleted it.
func minutes(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Listener)
	month, next := premium.MonthOf(storetest.Now)
	used := func(want int64) {
		t.Helper()
		if n := storetest.Get(f.AutomixMinutesSince(ctx, ana.AccountID, month))(t); n != want {
			t.Errorf("%d minutes, want %d", n, want)
		}
	}
	made := func(at time.Time, state setlist.State) string {
		x := &setlist.Automix{OwnerID: ana.AccountID, Title: "x", Wishes: json.RawMessage("{}"), CreatedAt: at}
		f.Must(f.CreateAutomix(ctx, x, setlist.Limits{Kept: 9, Queue: 9}))
		storetest.Get(f.ChangeAutomix(ctx, x.ID, at, func(x *setlist.Automix) error {
			x.State, x.Duration = state, 30*time.Minute+time.Second
			return nil
		}))(t)
		return x.ID
	}
	kept := made(month, setlist.Ready)
	before := made(month.Add(-time.Second), setlist.Ready)
	made(storetest.Now, setlist.Failed)
	used(31)
	f.Must(f.DropAutomix(ctx, kept, storetest.Now))
	f.Must(f.DropAutomix(ctx, before, storetest.Now))
	used(31)
	f.Must(f.DropAutomix(ctx, made(next, setlist.Ready), next))
	used(31)
}

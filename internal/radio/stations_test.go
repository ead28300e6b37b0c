package radio

import (
	"context"
	"slices"
	"testing"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// strictAddresses refuses every address and counts the questions.
type strictAddresses struct{ asked int }

func (s *strictAddresses) Check(_ context.Context, one *station.Station) error {
	s.asked++
	if one.StreamURL == "" {
		return nil
	}
	return music.NewError(music.Invalid, "private")
}

// toldOf records the stations that changed, and the DJs who were disconnected.
type toldOf struct{ ids, djs []string }

func (t *toldOf) Changed(id string) { t.ids = append(t.ids, id) }

func (t *toldOf) DisconnectDJ(_ context.Context, dj *station.DJ, why error) error {
	t.djs = append(t.djs, dj.Name+": "+why.Error())
	return nil
}

// pages records which open pages are told to read the stations and the mixes again:
// those of members or of everybody.
type pages struct{ told []string }

func (p *pages) Publish(e music.Event) {
	var change station.Change
	switch {
	case e.Type == music.EventMix:
		p.told = append(p.told, "mixes")
	case e.Type != music.EventStations || e.Decode(&change) != nil:
		p.told = append(p.told, "unexpected "+e.Type)
	case change.IsPublic:
		p.told = append(p.told, "everybody")
	default:
		p.told = append(p.told, "members")
	}
}

// are compares the pages that were told since the last call.
func (p *pages) are(t *testing.T, after string, want ...string) {
	t.Helper()
	if !slices.Equal(p.told, want) {
		t.Errorf("after %s, told %q, want %q", after, p.told, want)
	}
	p.told = nil
}

func TestStations(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, sqlitetest.New(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	owner := music.Account{Email: "ana@music.example", FirstName: "ana", Role: music.Creator}
	other := music.Account{Email: "ben@music.example", FirstName: "ben", Role: music.Creator}
	for _, a := range []*music.Account{{Email: "boss@music.example"}, &owner, &other} { // the first account is an operator
		if err := db.CreateAccount(ctx, a); err != nil {
			t.Fatal(err)
		}
	}
	v := music.Viewer{AccountID: owner.ID, Role: owner.Role}
	addresses, told, open := &strictAddresses{}, &toldOf{}, &pages{}
	bosses := &operators{}
	plan := &onePlan{stations: 1, isPrivate: true}
	stations := NewStations(db, plan, addresses, told, open, bosses)
	named := func(s *station.Station) { s.Name, s.Mode = "Jazz FM", station.ModeLive }
	code := func(err error, want music.Code) {
		t.Helper()
		if err == nil || music.CodeOf(err) != want {
			t.Errorf("%v, want %v", err, want)
		}
	}

	_, err = stations.Create(ctx, v, "p1", named)
	code(err, music.Invalid) // a live station plays no playlist
	_, err = stations.Create(ctx, v, "p1", func(s *station.Station) { s.Name = "Jazz FM" })
	code(err, music.Invalid) // no such playlist
	open.are(t, "attempts")
	made, err := stations.Create(ctx, v, "", named)
	if err != nil || made.OwnerID != owner.ID || addresses.asked != 1 || len(told.ids) != 1 {
		t.Fatalf("%+v %v, %d questions, told of %v", made, err, addresses.asked, told.ids)
	}
	open.are(t, "the new station", "everybody")
	if _, err := stations.Change(ctx, v, made.ID, func(s *station.Station) { s.Genre = "Jazz" }); err != nil || addresses.asked != 1 {
		t.Errorf("genre: %v, %d questions", err, addresses.asked)
	}
	_, err = stations.Change(ctx, v, made.ID, func(s *station.Station) { s.StreamURL, s.Mode = "http://10.0.0.1/a", station.ModeRelay })
	code(err, music.Invalid)
	open.are(t, "one change and one attempt", "everybody")
	_, err = stations.Managed(ctx, music.Viewer{AccountID: other.ID, Role: other.Role}, made.ID)
	code(err, music.Forbidden)
	if _, err := stations.Managed(ctx, v, made.ID); err != nil {
		t.Error(err)
	}
	_, err = stations.Create(ctx, v, "", named)
	code(err, music.Forbidden) // one more than the plan allows
	testDJs(t, NewDJs(db, told, open), made.ID, told)
	open.are(t, "a DJ was added, changed twice and removed", "members", "members", "members", "members")
	told.ids = nil
	testSchedule(t, NewSchedules(db, nil, told, open), v, music.Viewer{AccountID: other.ID, Role: other.Role}, made.ID, told)
	open.are(t, "changes of the schedule", slices.Repeat([]string{"everybody"}, 6)...)
	testHiding(t, stations, plan, open, v, made.ID)
	told.ids = told.ids[:2]
	if err := stations.Delete(ctx, made.ID); err != nil || len(told.ids) != 3 {
		t.Errorf("%v, told of %v", err, told.ids)
	}
	open.are(t, "the deletion", "everybody", "mixes")
	if want := []string{"made Jazz FM", "well " + made.ID}; !slices.Equal(bosses.told, want) {
		t.Errorf("operators are told %q, want %q", bosses.told, want)
	}
	code(stations.Delete(ctx, made.ID), music.NotFound)
	open.are(t, "a deletion of nothing")
}

// onePlan is the plan of everybody.
type onePlan struct {
	stations  int64
	isPrivate bool
}

func (p *onePlan) Within(_ context.Context, _ music.Viewer, e premium.Entitlement, used, wanted int64) error {
	if e != premium.Stations || used+wanted > p.stations {
		return music.ErrForbidden
	}
	return nil
}

func (p *onePlan) Allows(_ context.Context, _ music.Viewer, e premium.Entitlement) error {
	if e != premium.PrivateStations || !p.isPrivate {
		return music.ErrForbidden
	}
	return nil
}

func (p *onePlan) Limit(_ context.Context, _ music.Viewer, e premium.Entitlement) (limit int64, isLimited bool, err error) {
	return p.stations, e == premium.Stations, nil
}

// testHiding hides a station and shows it again: visitors learn of both changes, and
// of none in between. Who has lost the plan for private stations keeps a private one.
func testHiding(t *testing.T, stations *Stations, plan *onePlan, open *pages, v music.Viewer, id string) {
	t.Helper()
	for _, c := range []struct {
		what, told string
		change     func(*station.Station)
	}{
		{"hidden", "everybody", func(s *station.Station) { s.IsPublic = false }},
		{"renamed while hidden", "members", func(s *station.Station) { s.Name = "Blues FM" }},
		{"shown again", "everybody", func(s *station.Station) { s.IsPublic = true }},
	} {
		if _, err := stations.Change(t.Context(), v, id, c.change); err != nil {
			t.Fatal(err)
		}
		open.are(t, c.what, c.told)
		plan.isPrivate = false
	}
	if _, err := stations.Change(t.Context(), v, id, func(s *station.Station) { s.IsPublic = false }); music.CodeOf(err) != music.Forbidden {
		t.Errorf("hidden without a plan for it: %v", err)
	}
}

// testSchedule checks that a rotation playlist has to be open to the owner of the
// station and to who adds it, and that the AutoDJ learns of every change, and only
// of those.
func testSchedule(t *testing.T, schedules *Schedules, owner, other music.Viewer, stationID string, told *toldOf) {
	t.Helper()
	ctx := t.Context()
	playlists := map[string]string{}
	for name, p := range map[string]*music.Playlist{"hers": {OwnerID: owner.AccountID, Name: "hers"}, "his": {OwnerID: other.AccountID, Name: "his"}} {
		if err := schedules.store.CreatePlaylist(ctx, p); err != nil {
			t.Fatal(err)
		}
		playlists[name] = p.ID
	}
	plays := func(name string) func(*station.Playlist) {
		return func(l *station.Playlist) { l.PlaylistID = playlists[name] }
	}
	refused := func(_ *station.Playlist, err error) {
		t.Helper()
		if err == nil || music.CodeOf(err) != music.Invalid {
			t.Errorf("%v", err)
		}
	}
	refused(schedules.AddPlaylist(ctx, owner, stationID, plays("his")))
	refused(schedules.AddPlaylist(ctx, other, stationID, plays("hers")))
	list, err := schedules.AddPlaylist(ctx, owner, stationID, plays("hers"))
	if err != nil {
		t.Fatal(err)
	}
	refused(schedules.ChangePlaylist(ctx, owner, stationID, list.ID, plays("his")))
	if _, err := schedules.ChangePlaylist(ctx, owner, stationID, "nope", plays("hers")); err == nil || music.CodeOf(err) != music.NotFound {
		t.Errorf("%v", err)
	}
	if len(told.ids) != 1 {
		t.Errorf("told of %v after one change", told.ids)
	}
	weighs := func(l *station.Playlist) { l.Weight = 7 }
	if l, err := schedules.ChangePlaylist(ctx, other, stationID, list.ID, weighs); err != nil || l.Weight != 7 {
		t.Errorf("another manager changes the weight: %+v %v", l, err)
	}
	show, err := schedules.AddShow(ctx, stationID, func(s *station.Show) { s.Name, s.Days, s.Minutes = "Late", 1, 60 })
	if err != nil {
		t.Fatal(err)
	}
	_, changed := schedules.ChangeShow(ctx, stationID, show.ID, func(s *station.Show) { s.Name = "Later" })
	showGone, listGone := schedules.RemoveShow(ctx, stationID, show.ID), schedules.RemovePlaylist(ctx, stationID, list.ID)
	if changed != nil || showGone != nil || listGone != nil || len(told.ids) != 6 {
		t.Errorf("%v %v %v, told of %v", changed, showGone, listGone, told.ids)
	}
}

// testDJs checks that a DJ is disconnected who was disabled, got another password or
// was removed, and no other.
func testDJs(t *testing.T, djs *DJs, stationID string, told *toldOf) {
	t.Helper()
	ctx := t.Context()
	dj, first, err := djs.Add(ctx, stationID, func(d *station.DJ) { d.Name = "nina" })
	if err != nil || first == "" || !dj.HasPassword || !dj.IsEnabled {
		t.Fatalf("%+v %v", dj, err)
	}
	_, second, renewed := djs.RenewPassword(ctx, stationID, dj.ID)
	_, changed := djs.Change(ctx, stationID, dj.ID, func(d *station.DJ) { d.AnyTime = false })
	if renewed != nil || changed != nil || second == first || len(told.djs) != 1 {
		t.Errorf("%v %v, disconnected %v", renewed, changed, told.djs)
	}
	_, disabled := djs.Change(ctx, stationID, dj.ID, func(d *station.DJ) { d.IsEnabled = false })
	removed := djs.Remove(ctx, stationID, dj.ID)
	if want := []string{"nina: The DJ has a new password.", "nina: The DJ was disabled.", "nina: The DJ was removed."}; !slices.Equal(told.djs, want) {
		t.Errorf("%q", told.djs)
	}
	if disabled != nil || removed != nil || len(told.djs) != 3 || len(told.ids) != 6 {
		t.Errorf("%v %v, disconnected %v, told of %v", disabled, removed, told.djs, told.ids)
	}
}

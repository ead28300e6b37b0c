package radio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zeebo/xxh3"

	"sonora/internal/music"
	"sonora/internal/radio/autodj"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/mix"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// TestPlanSurvivesEdits changes a station at random moments, restarts its server
// and puts sources on air. Whatever was taken from the plan airs, goes back to it
// or is in the log; what people placed airs; and hard shows begin on time.
func TestPlanSurvivesEdits(t *testing.T) {
	const seed = 0 // others fail no more often, and each takes ten seconds with the race detector
	synctest.Test(t, func(t *testing.T) {
		b := newBooth(t, seed)
		for range 50 {
			time.Sleep(time.Duration(b.rand.Float64() * float64(40*time.Second)))
			b.edit()
		}
		b.settle()
		b.check()
	})
}

// TestHardShowsFollowWithoutGap changes the length of crossfades in the last
// half minute before shows with a hard start.
func TestHardShowsFollowWithoutGap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBooth(t, 0)
		for range 6 {
			b.crossfadeBeforeShow()
		}
		if t.Failed() {
			t.Log(strings.Join(b.events, "\n"))
		}
	})
}

// listTick is how exactly the times of a booth are known.
const listTick = 250 * time.Millisecond

// crossfadeBeforeShow has a show begin, and changes the crossfade before it.
func (b *booth) crossfadeBeforeShow() {
	at := time.Now().Truncate(time.Minute).Add(2 * time.Minute)
	if b.show != nil {
		b.must(b.DeleteStationShow(b.t.Context(), b.station.ID, b.show.ID))
	}
	b.show = &station.Show{
		StationID: b.station.ID, Name: "Show of " + stamp(at), Kind: station.ShowAutoDJ, Lists: []string{b.lists[1].ID}, Days: 127, IsHard: true,
		StartMinute: at.UTC().Hour()*60 + at.UTC().Minute(), Minutes: 1, CreatedAt: time.Now(),
	}
	b.must(b.CreateStationShow(b.t.Context(), b.show))
	b.reload()
	moments := make([]time.Duration, b.rand.IntN(4))
	for i := range moments {
		moments[i] = time.Duration(b.rand.Float64() * float64(30*time.Second))
	}
	slices.Sort(moments)
	for _, before := range slices.Backward(moments) {
		time.Sleep(time.Until(at.Add(-before)))
		seconds := float64(b.rand.IntN(13))
		b.event("edit: crossfade of %v s", seconds)
		_, err := b.ChangeStation(b.t.Context(), b.station.ID, func(s *station.Station) { s.Options.CrossfadeSeconds = seconds })
		b.must(err)
		b.reload()
	}
	time.Sleep(time.Until(at.Add(10 * time.Second)))
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.silences {
		if d := s.to.Sub(s.from); d > listTick && s.to.After(at.Add(-30*time.Second)) {
			b.t.Errorf("%v of silence before %s", d, stamp(at))
		}
	}
	i := slices.IndexFunc(b.order, func(a airing) bool { return a.slot.ShowID == b.show.ID })
	if i < 0 || b.order[i].at.Sub(at).Abs() > time.Second {
		b.t.Errorf("the show of %s did not begin on time", stamp(at))
	}
}

// booth is a station with its server, and what happened on it.
type booth struct {
	*store.Store
	t       *testing.T
	rand    *rand.Rand
	owner   music.Viewer
	station *station.Station
	tracks  []music.Track
	lengths map[string]time.Duration // of tracks
	lists   []*station.Playlist      // songs, songs of the show, jingles, voices
	show    *station.Show            // the last one; nil for none

	radio *Service
	stop  func() // ends the server

	mu       sync.Mutex
	taken    []station.Slot
	aired    map[string][]time.Time // by slot: when it began
	order    []airing
	notes    []string
	placed   []station.Slot // by people; requests too
	removed  map[string]bool
	events   []string
	due      []start // of hard shows
	disturbs []span  // while a hard start cannot be expected
	timed    int     // hard starts that were checked
	silences []span  // between two items
}

type airing struct {
	slot station.Slot
	at   time.Time
}

type start struct {
	show     string
	at       time.Time
	saved    time.Time // the calendar was this way from then
	repealed time.Time // until then; zero for ever
}

type span struct{ from, to time.Time }

func (b *booth) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func newBooth(t *testing.T, seed uint64) *booth {
	ctx := t.Context()
	db, err := store.Open(ctx, sqlitetest.New(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := &booth{Store: db, t: t, rand: rand.New(rand.NewPCG(seed, 1)), aired: map[string][]time.Time{}, removed: map[string]bool{}}
	t.Cleanup(func() { b.must(db.Close()) })
	boss := &music.Account{Email: "boss@music.example", FirstName: "boss", Role: music.Creator}
	b.must(db.CreateAccount(ctx, boss))
	b.owner = music.Viewer{AccountID: boss.ID, Role: boss.Role}
	st := station.New()
	st.OwnerID, st.Name, st.Mode = boss.ID, "Jazz FM", station.ModeBoth
	o := &st.Options
	o.Requests, o.RequestsPerHour, o.RequestMinutes, o.ArtistMinutes, o.AlbumMinutes, o.TitleMinutes = true, 60, 0, 0, 0, 0
	b.must(db.CreateStation(ctx, &st, station.MaxOwned))
	b.station = &st
	b.fill(64)
	b.list(b.tracks[:40], func(*station.Playlist) {})
	b.list(b.tracks[40:54], func(l *station.Playlist) { l.IsEnabled = false })
	b.list(b.tracks[54:59], func(l *station.Playlist) { l.Role, l.EverySongs = station.RoleJingle, 3 })
	b.list(b.tracks[59:], func(l *station.Playlist) { l.Role, l.EverySongs = station.RoleVoice, 4 })
	b.start()
	t.Cleanup(func() { b.stop() })
	return b
}

// fill adds songs of 30 to 90 seconds; the last ten last 4 to 13 seconds.
func (b *booth) fill(songs int) {
	ctx := b.t.Context()
	roots, err := b.EnsureRoots(ctx, []string{"/music"}, time.Now())
	b.must(err)
	files := make([]music.ScannedFile, songs)
	for i := range files {
		length := 30 + i*37%61
		if i >= songs-10 {
			length = 4 + i%10
		}
		name := fmt.Sprintf("%05d.flac", i)
		files[i] = music.ScannedFile{Name: name, Size: 4_000_000, ModTime: 1, Folder: "a", Audio: &music.AudioFile{
			Format: music.FLAC, SampleRate: 44_100, Channels: 2, BitDepth: 16, Bitrate: 800, Samples: 44_100 * int64(length),
			Duration: time.Duration(length) * time.Second, AudioKey: xxh3.HashString(name),
			Tags: music.Tags{Title: fmt.Sprintf("Song %02d", i), Artists: []string{fmt.Sprint("Artist ", i)}, Album: fmt.Sprint("Album ", i)},
		}}
	}
	_, err = b.SaveScanned(ctx, roots[0].ID, files, time.Now(), true)
	b.must(err)
	b.must(b.FinishScan(ctx))
	list, err := b.Tracks(ctx, b.owner, music.TrackFilter{}, music.Page{Limit: songs})
	b.must(err)
	b.tracks = list.Items
	b.lengths = map[string]time.Duration{}
	for i := range b.tracks {
		b.lengths[b.tracks[i].ID] = b.tracks[i].Duration
	}
	slices.SortFunc(b.tracks, func(x, y music.Track) int { return strings.Compare(x.Title, y.Title) })
}

func (b *booth) list(tracks []music.Track, change func(*station.Playlist)) {
	ctx := b.t.Context()
	p := &music.Playlist{OwnerID: b.owner.AccountID, Name: fmt.Sprint("List ", len(b.lists)), CreatedAt: time.Now()}
	b.must(b.CreatePlaylist(ctx, p))
	ids := make([]string, len(tracks))
	for i := range tracks {
		ids[i] = tracks[i].ID
	}
	_, err := b.AddEntries(ctx, b.owner, p.ID, music.Insertion{TrackIDs: ids}, time.Now())
	b.must(err)
	l := station.NewPlaylist()
	l.StationID, l.PlaylistID = b.station.ID, p.ID
	change(&l)
	b.must(b.CreateStationList(ctx, &l))
	b.lists = append(b.lists, &l)
}

// start starts a server that plays the station.
func (b *booth) start() {
	log := slog.New(slog.DiscardHandler)
	plan := autodj.New(autodj.Config{Store: b.StationStore, Log: log, Note: func(_ string, e autodj.Entry) { b.note(e.Text) }})
	s := New(Config{
		Store: b.Store, Log: log, Planner: watched{plan, b},
		Local:  func(context.Context, *music.TrackFile) (string, func(), error) { return "", func() {}, nil },
		Events: silence{},
	})
	st, err := b.Store.Station(b.t.Context(), operator, b.station.ID)
	b.must(err)
	h := s.history.forStation(st)
	sound := &fakeSound{seed: b.rand.Uint64(), lengths: b.lengths, silent: b.silent}
	s.stations[st.ID] = &playing{history: h, Engine: playout.Start(s.ctx, playout.Config{
		Station: *st, Log: log, Keeper: &keeper{h, b}, Next: s.next,
		Sound: func(context.Context, *station.Station) (playout.Sound, error) { return sound, nil },
	})}
	ctx, cancel := context.WithCancel(context.Background())
	var writes sync.WaitGroup
	writes.Go(func() { s.history.run(ctx) })
	b.radio = s
	b.stop = func() {
		s.Close()
		cancel()
		writes.Wait()
	}
}

func (b *booth) note(what music.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.notes = append(b.notes, what.String())
	b.events = append(b.events, stamp(time.Now())+" log: "+what.String())
}

func (b *booth) event(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, stamp(time.Now())+" "+fmt.Sprintf(format, args...))
}

func stamp(at time.Time) string { return at.UTC().Format("15:04:05.00") }

// keeper records what airs.
type keeper struct {
	*stationHistory
	b *booth
}

func (k *keeper) Aired(c *playout.Choice, at time.Time, seconds float64) {
	k.stationHistory.Aired(c, at, seconds)
	b := k.b
	b.mu.Lock()
	defer b.mu.Unlock()
	if began := b.aired[c.ID]; len(began) == 0 || !began[len(began)-1].Equal(at) {
		b.aired[c.ID] = append(began, at)
		b.order = append(b.order, airing{*c.Slot, at})
		b.events = append(b.events, fmt.Sprintf("%s on air: %s %s, show %q, until %s", stamp(at), c.Slot.ID, c.Title, c.Slot.Show, stamp(c.Until)))
	}
}

func (k *keeper) Note(_ string, what music.Message)  { k.b.note(what) }
func (k *keeper) Alert(_ string, what music.Message) { k.b.note(what) }

// watched is the planner; it records which slots are taken.
type watched struct {
	*autodj.Service
	b *booth
}

func (w watched) Next(ctx context.Context, id string, at time.Time, held []string) (station.Slot, error) {
	slot, err := w.Service.Next(ctx, id, at, held)
	if err == nil {
		w.b.mu.Lock()
		w.b.taken = append(w.b.taken, slot)
		w.b.mu.Unlock()
		w.b.event("taken for %s: %s %s, show %q", stamp(at), slot.ID, slot.Title, slot.Show)
	}
	return slot, err
}

type silence struct{}

func (silence) Publish(music.Event)                         {}
func (silence) Subscribe(func(music.Event)) (func(), error) { return func() {}, nil }

func (b *booth) silent(from, to time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.silences = append(b.silences, span{from, to})
	b.events = append(b.events, fmt.Sprintf("%s silence until %s", stamp(from), stamp(to)))
}

// edit does something that people do, or that happens.
func (b *booth) edit() {
	ctx, id, now := b.t.Context(), b.station.ID, time.Now()
	switch n := b.rand.IntN(22); {
	case n < 3:
		b.event("edit: station")
		_, err := b.ChangeStation(ctx, id, func(s *station.Station) { s.Options.CrossfadeSeconds = float64(b.rand.IntN(4) * 2) })
		b.must(err)
		b.reload()
	case n < 6:
		b.event("edit: list")
		_, err := b.ChangeStationList(ctx, id, b.lists[b.rand.IntN(2)].ID, func(l *station.Playlist) { l.Weight = 1 + b.rand.IntN(5) })
		b.must(err)
		b.reload()
	case n < 7:
		b.event("edit: jingles")
		_, err := b.ChangeStationList(ctx, id, b.lists[2+b.rand.IntN(2)].ID, func(l *station.Playlist) { l.EverySongs = 1 + b.rand.IntN(4) })
		b.must(err)
		b.reload()
	case n < 10:
		b.schedule()
	case n < 12:
		r := &station.Request{StationID: id, AskedAt: now}
		r.Track.ID = b.tracks[b.rand.IntN(40)].ID
		if err := b.CreateStationRequest(ctx, b.owner, b.owner, b.station, r); err == nil {
			b.event("edit: request %s", r.ID)
			b.placed = append(b.placed, station.Slot{ID: r.ID, RequestID: r.ID, TrackID: r.Track.ID})
			_, err := b.plan().Queue(ctx, id, now, 1)
			b.must(err)
		}
	case n < 14:
		b.pin()
	case n < 15:
		q, err := b.plan().Queue(ctx, id, now, 1)
		b.must(err)
		if i := slices.IndexFunc(q.Slots, func(s station.Slot) bool { return s.Pinned }); i >= 0 {
			b.event("edit: remove %s", q.Slots[i].ID)
			b.removed[q.Slots[i].ID] = true
			_, err := b.plan().Remove(ctx, id, now, 1, q.Slots[i].ID)
			b.must(err)
		}
	case n < 16:
		b.event("edit: skip")
		if err := b.radio.skip(ctx, id); err != nil && music.CodeOf(err) != music.Conflict {
			b.must(err)
		}
	case n < 19:
		b.event("live: on")
		b.live(time.Duration(1+b.rand.IntN(60)) * time.Second)
		b.event("live: off")
	default:
		b.event("restart")
		b.stop()
		b.start()
		b.disturb(now.Add(-5*time.Second), time.Now().Add(3*time.Second))
	}
}

func (b *booth) disturb(from, to time.Time) { b.disturbs = append(b.disturbs, span{from, to}) }

func (b *booth) plan() *autodj.Service { return b.radio.Planner.(watched).Service }

func (b *booth) reload() { b.must(b.radio.reload(b.t.Context(), b.station.ID)) }

// schedule makes, moves or deletes a show with a hard start.
func (b *booth) schedule() {
	ctx, now := b.t.Context(), time.Now()
	if n := len(b.due); n > 0 && b.due[n-1].repealed.IsZero() && b.due[n-1].at.After(now) {
		b.due[n-1].repealed = now
	}
	at := now.Truncate(time.Minute).Add(time.Duration(1+b.rand.IntN(3)) * time.Minute)
	set := func(s *station.Show) {
		s.StartMinute, s.Minutes = at.UTC().Hour()*60+at.UTC().Minute(), 2+b.rand.IntN(3)
	}
	switch {
	case b.show != nil && b.rand.IntN(4) == 0:
		b.event("edit: no show")
		b.must(b.DeleteStationShow(ctx, b.station.ID, b.show.ID))
		b.show = nil
	case b.show != nil && b.rand.IntN(2) == 0:
		b.event("edit: show at %s", stamp(at))
		_, err := b.ChangeStationShow(ctx, b.station.ID, b.show.ID, set)
		b.must(err)
		b.due = append(b.due, start{show: b.show.ID, at: at, saved: now})
	default:
		if b.show != nil {
			b.must(b.DeleteStationShow(ctx, b.station.ID, b.show.ID))
		}
		b.event("edit: new show at %s", stamp(at))
		b.show = &station.Show{
			StationID: b.station.ID, Name: fmt.Sprint("Show ", len(b.due)), Kind: station.ShowAutoDJ, Lists: []string{b.lists[1].ID}, Days: 127, IsHard: true, CreatedAt: now,
		}
		set(b.show)
		b.must(b.CreateStationShow(ctx, b.show))
		b.due = append(b.due, start{show: b.show.ID, at: at, saved: now})
	}
	b.reload()
}

// pin puts a song into the queue by hand.
func (b *booth) pin() {
	ctx, now := b.t.Context(), time.Now()
	q, err := b.plan().Queue(ctx, b.station.ID, now, 1)
	b.must(err)
	before := q.Slots[b.rand.IntN(min(4, len(q.Slots)))].ID
	songs, err := b.SongsByID(ctx, b.owner, []string{b.tracks[b.rand.IntN(40)].ID})
	b.must(err)
	q, err = b.plan().Add(ctx, b.station.ID, now, 1, songs, before)
	b.must(err)
	for _, s := range q.Slots {
		if s.Pinned && s.RequestID == "" && !slices.ContainsFunc(b.placed, func(p station.Slot) bool { return p.ID == s.ID }) {
			b.event("edit: pin %s %s", s.ID, s.Title)
			b.placed = append(b.placed, s)
		}
	}
}

// live puts a source on air.
func (b *booth) live(d time.Duration) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(b.t.Context(), d)
	defer cancel()
	err := b.radio.find(b.station.ID).GoOnAir(ctx, playout.Source{Frames: &microphone{ctx}, DJ: "Ann", DJID: "Ann"})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		b.t.Fatal(err)
	}
	b.disturb(began.Add(-time.Second), time.Now().Add(10*time.Second))
}

// settle waits until everything that people placed can have been played.
func (b *booth) settle() {
	for range 60 {
		time.Sleep(time.Minute)
		if len(b.missing()) == 0 {
			return
		}
	}
}

// missing returns what people placed and nobody heard, without an answer.
func (b *booth) missing() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var missing []string
	for _, p := range b.placed {
		if len(b.aired[p.ID]) > 0 || b.removed[p.ID] {
			continue
		}
		if p.RequestID != "" {
			r, err := b.StationRequest(b.t.Context(), b.owner, b.station.ID, p.RequestID)
			b.must(err)
			if r.State == station.RequestRefused {
				continue
			}
		}
		missing = append(missing, p.ID)
	}
	return missing
}

func (b *booth) check() {
	t := b.t
	for _, id := range b.missing() {
		t.Errorf("%s was placed by people and never played", id)
	}
	q, err := b.plan().Queue(t.Context(), b.station.ID, time.Now(), 2)
	b.must(err)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.placed {
		if n := len(b.aired[p.ID]); n > 1 {
			t.Errorf("%s was placed once and played %d times", p.ID, n)
		}
	}
	log := strings.Join(b.notes, "\n")
	for _, s := range b.taken {
		if len(b.aired[s.ID]) == 0 && !strings.Contains(log, s.Title+" was loaded") && !strings.Contains(log, s.Title+" is skipped") &&
			!slices.ContainsFunc(append(q.Taken, q.Slots...), func(q station.Slot) bool { return q.ID == s.ID }) {
			t.Errorf("%s %s was taken from the plan and is nowhere", s.ID, s.Title)
		}
	}
	b.checkHours()
	t.Logf("%d taken, %d aired, %d placed, %d shows, %d of them to begin on time", len(b.taken), len(b.order), len(b.placed), len(b.due), b.timed)
	if t.Failed() {
		t.Log(strings.Join(b.events, "\n"))
	}
}

// checkHours checks that shows with a hard start begin on time.
func (b *booth) checkHours() {
	for i, d := range b.due { // what was about to begin when the show was saved is not counted
		end := time.Now()
		if !d.repealed.IsZero() {
			end = d.repealed
		} else if i+1 < len(b.due) {
			end = b.due[i+1].saved
		}
		began := time.Time{}
		for _, a := range b.order {
			if a.slot.ShowID != d.show || a.at.Before(d.saved.Add(3*time.Second)) || a.at.After(end) {
				continue
			}
			if began = a.at; began.Before(d.at.Add(-station.MaxEarly)) {
				b.t.Errorf("the show of %s began at %s", stamp(d.at), stamp(began))
			}
			break
		}
		isDisturbed := slices.ContainsFunc(b.disturbs, func(s span) bool {
			return s.from.Before(d.at.Add(2*time.Second)) && s.to.After(d.at.Add(-5*time.Second))
		})
		if isDisturbed || d.at.Sub(d.saved) < 20*time.Second || d.at.Add(2*time.Second).After(end) {
			continue
		}
		b.timed++
		if began.IsZero() || began.Sub(d.at) > time.Second {
			b.t.Errorf("the show of %s began at %s", stamp(d.at), stamp(began))
		}
	}
}

// microphone is a source that sends until its context ends.
type microphone struct{ ctx context.Context }

func (microphone) Codec() frame.Codec { return frame.MP3 }

func (m *microphone) Next() (frame.Frame, error) {
	select {
	case <-m.ctx.Done():
		return frame.Frame{}, io.EOF
	case <-time.After(100 * time.Millisecond):
		return frame.Frame{Data: make([]byte, 5), Duration: 100 * time.Millisecond, Rate: mix.Rate, Channels: mix.Channels, Key: true}, nil
	}
}

// fakeSound makes sound without ffmpeg. It loads and joins items like mix.Mixer.
type fakeSound struct {
	seed    uint64
	lengths map[string]time.Duration // of tracks
	silent  func(from, to time.Time) // called after silence between two items
}

func (d *fakeSound) Mix(o mix.Options, next func(context.Context, mix.Need) *mix.Item) playout.Mixer {
	m := &table{next: next, rand: rand.New(rand.NewPCG(d.seed, 2)), lengths: d.lengths, silent: d.silent}
	m.SetOptions(o)
	return m
}

func (d *fakeSound) Encode(ctx context.Context, _ frame.Codec, _ int) (playout.Encoder, error) {
	ctx, cancel := context.WithCancel(ctx)
	return mute{ctx, cancel}, nil
}

func (d *fakeSound) Decode(ctx context.Context, _ frame.Codec, stream io.Reader, into *mix.Ring) error {
	defer into.Close()
	data := make([]byte, 5)
	for {
		if _, err := io.ReadFull(stream, data); err != nil {
			return nil
		}
		if err := into.Write(ctx, loud); err != nil {
			return err
		}
	}
}

// loud is 100 ms of sound.
var loud = slices.Repeat([]float32{0.25}, mix.Rate/10*mix.Channels)

type mute struct {
	ctx    context.Context
	cancel func()
}

func (mute) Write([]float32) error { return nil }
func (m mute) Next() (frame.Frame, error) {
	<-m.ctx.Done()
	return frame.Frame{}, m.ctx.Err()
}
func (m mute) Close() { m.cancel() }

// track is an item on a table.
type track struct {
	item  *mix.Item
	left  time.Duration
	ready time.Duration // of the table's clock
}

// table is a Mixer. Its commands come from the goroutine of Read.
type table struct {
	next             func(context.Context, mix.Need) *mix.Item
	rand             *rand.Rand
	lengths          map[string]time.Duration
	crossfade        time.Duration
	clock            time.Duration
	retry            time.Duration
	on, coming       *track
	voice            *track
	fading           []*track
	order, live      mix.PCM
	reload, prepared bool
	skips            int
	waited           time.Duration
	quiet            time.Time // since when nothing is heard; zero for never
	silent           func(from, to time.Time)
	events           []mix.Event
}

func (m *table) IsShort() bool            { return false }
func (m *table) Events() []mix.Event      { return m.events }
func (m *table) SetOptions(o mix.Options) { m.crossfade = o.Crossfade }
func (m *table) SetLive(p mix.PCM)        { m.order = p }
func (m *table) ClearLive()               { m.order, m.prepared = nil, true }
func (m *table) Prepare()                 { m.prepared = true }
func (m *table) Skip()                    { m.skips++ }
func (m *table) Reload()                  { m.reload = true }
func (m *table) Figures() mix.Figures     { return mix.Figures{} }
func (m *table) Close()                   {}

func (m *table) Steady() (mix.Steady, bool) { return mix.Steady{}, false }
func (m *table) Pass()                      {}
func (m *table) IsPassing() bool            { return false }
func (m *table) IsShadow() bool             { return false }
func (m *table) Free()                      {}
func (m *table) Wake()                      {}

func (m *table) Read(block []float32) {
	clear(block)
	m.events = m.events[:0]
	m.clock += mix.BlockTime
	m.think()
	switch {
	case m.order != m.live:
		m.followLive()
	case m.live == nil:
		m.followSkip()
	}
	if m.live != nil {
		m.live.Read(block)
	} else {
		m.play(block)
	}
	m.fading = slices.DeleteFunc(m.fading, func(t *track) bool {
		if t.left -= mix.BlockTime; t.left <= 0 {
			m.events = append(m.events, mix.Event{Kind: mix.Ended, Item: t.item})
		}
		return t.left <= 0
	})
}

func (m *table) think() {
	var unused []*mix.Item
	if m.reload && (m.on == nil || m.coming == nil || m.on.left > 2*time.Second || m.skips > 0) {
		for _, t := range []**track{&m.voice, &m.coming} {
			if *t != nil {
				unused = append(unused, (*t).item)
				*t = nil
			}
		}
		m.retry = 0
	}
	m.reload = false
	if m.coming != nil {
		m.prepared = false
		return
	}
	isWanted := m.on == nil || m.skips > 0 || m.on.left < 25*time.Second || m.prepared
	if m.order != nil {
		isWanted = m.prepared
	}
	if len(unused) > 0 || isWanted && m.clock >= m.retry {
		m.load(unused)
	}
}

func (m *table) load(unused []*mix.Item) {
	need := mix.Need{Unused: unused}
	if m.on != nil && m.skips == 0 && m.order == nil {
		need.In = m.on.left
	}
	for {
		item := m.next(context.Background(), need)
		need.Unused = nil
		if item == nil {
			m.retry = m.clock + time.Second
			return
		}
		t := &track{item: item, left: m.lengths[item.TrackID], ready: m.clock + time.Duration(m.rand.IntN(600))*time.Millisecond}
		if slices.Contains(unused, item) {
			t.ready = 0
		}
		if item.Kind == mix.Voice {
			m.voice = t
			continue
		}
		m.coming, m.prepared = t, false
		return
	}
}

func (m *table) mayBegin() bool {
	return m.coming != nil && m.coming.ready <= m.clock && (m.coming.item.IsEarly == nil || !m.coming.item.IsEarly(m.on == nil))
}

func (m *table) followLive() {
	if m.order != nil {
		m.live = m.order
		m.fade(time.Second)
		return
	}
	if m.waited += mix.BlockTime; m.coming == nil && m.waited < 3*time.Second {
		return
	}
	m.live, m.waited = nil, 0
	m.begin()
}

func (m *table) followSkip() {
	switch {
	case m.skips == 0:
	case m.on == nil:
		m.skips, m.waited = 0, 0
	case (m.coming == nil || m.coming.ready > m.clock) && m.waited < 3*time.Second:
		m.waited += mix.BlockTime
	default:
		m.skips, m.waited = 0, 0
		m.fade(time.Second / 2)
		m.begin()
	}
}

// fade fades the current item out.
func (m *table) fade(d time.Duration) {
	if m.on != nil {
		m.on.left = min(m.on.left, d)
		m.fading = append(m.fading, m.on)
		m.on = nil
	}
}

func (m *table) begin() {
	if !m.mayBegin() {
		return
	}
	for _, t := range []*track{m.voice, m.coming} {
		if t != nil {
			m.events = append(m.events, mix.Event{Kind: mix.Started, Item: t.item, Seconds: t.left.Seconds()})
		}
	}
	if m.voice != nil {
		m.fading = append(m.fading, m.voice)
	}
	m.on, m.coming, m.voice = m.coming, nil, nil
}

func (m *table) play(block []float32) {
	if m.on == nil {
		m.begin()
	}
	if m.on == nil {
		if len(m.fading) == 0 && m.quiet.IsZero() {
			m.quiet = time.Now()
		}
		return
	}
	if !m.quiet.IsZero() {
		m.silent(m.quiet, time.Now())
		m.quiet = time.Time{}
	}
	copy(block, loud)
	m.on.left -= mix.BlockTime
	if overlap := min(m.crossfade, m.lengths[m.on.item.TrackID]/4); m.on.left <= overlap && m.mayBegin() {
		m.fade(overlap)
		m.begin()
	}
	if m.on.left <= 0 {
		m.fade(0)
	}
}

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// day is a station's day and what happened on it.
type day struct {
	server   *server
	client   *client
	folder   string
	rand     *rand.Rand
	began    time.Time
	length   time.Duration
	station  string // ID
	password string // of the DJ
	lists    map[string]string
	songs    map[string]string // IDs of tracks by title
	show     *show             // the last that was made or moved; nil for none

	onAir    sync.WaitGroup
	lives    []*liveShow
	shows    []show
	placed   []slot
	removed  map[string]bool  // slots that were removed by hand
	taken    map[string]taken // slots that were loaded, by ID
	restarts []span
	skips    []time.Time
	edits    int
	queue    queue // as it was last seen
}

type span struct{ from, to time.Time }

func (s span) around(before, after time.Duration) span {
	return span{s.from.Add(-before), s.to.Add(after)}
}

func (s span) has(t time.Time) bool { return !t.Before(s.from) && !t.After(s.to) }

// show is an entry of the calendar as it was for some time.
type show struct {
	id       string
	at       time.Time
	minutes  int
	saved    time.Time
	repealed time.Time // zero for never
}

type slot struct {
	ID, Kind, Title, TrackID string
	RequestID                *string
	IsPinned                 bool
	At                       time.Time
	Seconds                  float64
}

type taken struct {
	slot
	first, last time.Time // when it was seen
}

type queue struct {
	Taken, Slots []slot
	Problem      string
}

func stamp(t time.Time) string { return t.Format("15:04:05.0") }

// note prints what happens.
func note(format string, args ...any) {
	fmt.Fprintln(os.Stdout, stamp(time.Now()), fmt.Sprintf(format, args...))
}

// prepare makes the station with its lists and its DJ, and waits until it plays.
func (d *day) prepare(ctx context.Context) error {
	c := d.client
	if err := c.signUp(ctx); err != nil {
		return err
	}
	if err := d.scan(ctx); err != nil {
		return err
	}
	var st struct{ ID string }
	body := map[string]any{"name": "Day", "mount": "day", "mode": "both", "bitrate": bitrate, "options": map[string]any{
		"artistMinutes": 0, "albumMinutes": 0, "titleMinutes": 0, "requests": true, "requestsPerHour": 60, "requestMinutes": 0, "recordShows": true, "hls": true, "rewindHours": 1, "crossfadeSeconds": 4,
	}}
	if err := c.call(ctx, http.MethodPost, "/api/radios", body, &st); err != nil {
		return err
	}
	d.station = "/api/radios/" + st.ID
	d.lists = map[string]string{}
	for name, more := range map[string]map[string]any{
		"Song": {}, "Feature": {"isEnabled": false}, "Jingle": {"role": "jingle", "everySongs": 3}, "Voice": {"role": "voice", "everySongs": 4},
		"Hourly": {"role": "hourly", "minute": (time.Now().UTC().Minute() + 3) % 60},
	} {
		if err := d.addList(ctx, name, more); err != nil {
			return err
		}
	}
	var dj struct{ Password string }
	if err := c.call(ctx, http.MethodPost, d.station+"/djs", map[string]any{"name": "Ann"}, &dj); err != nil {
		return err
	}
	d.password = dj.Password
	return nil
}

func (d *day) scan(ctx context.Context) error {
	want := 0
	for _, k := range kinds {
		want += k.count
	}
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); <-time.After(200 * time.Millisecond) {
		var tracks []struct{ ID, Title string }
		if err := d.client.call(ctx, http.MethodGet, "/api/tracks?limit=100", nil, &tracks); err != nil {
			return err
		}
		d.songs = map[string]string{}
		for _, t := range tracks {
			d.songs[t.Title] = t.ID
		}
		if len(d.songs) == want {
			return nil
		}
	}
	return fmt.Errorf("%d of %d songs were found within two minutes", len(d.songs), want)
}

func (d *day) addList(ctx context.Context, name string, more map[string]any) error {
	var ids []string
	for title, id := range d.songs {
		if strings.HasPrefix(title, name+" ") {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	var list, rotation struct{ ID string }
	if err := d.client.call(ctx, http.MethodPost, "/api/playlists", map[string]any{"name": name}, &list); err != nil {
		return err
	}
	if err := d.client.call(ctx, http.MethodPost, "/api/playlists/"+list.ID+"/tracks", map[string]any{"trackIds": ids}, nil); err != nil {
		return err
	}
	more["playlistId"] = list.ID
	if err := d.client.call(ctx, http.MethodPost, d.station+"/lists", more, &rotation); err != nil {
		return err
	}
	d.lists[name] = rotation.ID
	return nil
}

// settleTime is how long before the end of the day nothing happens any more, so
// that what people placed can be played.
func (d *day) settleTime() time.Duration { return min(8*time.Minute, d.length/3) }

// run lets things happen at random moments until the day is over.
func (d *day) run(ctx context.Context) error {
	restarts := []struct {
		after  time.Duration
		signal syscall.Signal
	}{{d.length * 2 / 5, syscall.SIGTERM}, {d.length * 3 / 5, syscall.SIGKILL}}
	next := d.began.Add(d.pause())
	for end := d.began.Add(d.length); time.Now().Before(end) && ctx.Err() == nil; {
		<-time.After(time.Second)
		if err := d.look(ctx); err != nil {
			return err
		}
		switch now := time.Now(); {
		case len(restarts) > 0 && now.Sub(d.began) > restarts[0].after:
			if err := d.restart(ctx, restarts[0].signal); err != nil {
				return err
			}
			restarts = restarts[1:]
		case now.After(next) && end.Sub(now) > d.settleTime():
			next = now.Add(d.pause())
			d.edits++
			if err := d.edit(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// pause is how long nothing happens.
func (d *day) pause() time.Duration {
	return time.Duration((3 + d.rand.Float64()*25) * float64(time.Second))
}

func (d *day) restart(ctx context.Context, signal syscall.Signal) error {
	d.onAir.Wait() // the DJ is not on air
	<-time.After(10 * time.Second)
	note("restart: %v", signal)
	from := time.Now()
	d.server.end(signal)
	err := d.server.start(ctx)
	d.restarts = append(d.restarts, span{from, time.Now()})
	note("the server is up after %v", time.Since(from).Round(time.Millisecond))
	return err
}

// look remembers the plan.
func (d *day) look(ctx context.Context) error {
	if err := d.client.call(ctx, http.MethodGet, d.station+"/queue?hours=1", nil, &d.queue); err != nil {
		return err
	}
	now := time.Now()
	for _, s := range d.queue.Taken {
		t, known := d.taken[s.ID]
		if !known {
			t.first = now
		}
		t.slot, t.last = s, now
		d.taken[s.ID] = t
	}
	return nil
}

// edit does something that people do.
func (d *day) edit(ctx context.Context) error {
	switch n := d.rand.IntN(21); {
	case n < 3:
		fade := d.rand.IntN(4) * 2
		note("save the station: crossfade %d s", fade)
		return d.client.call(ctx, http.MethodPut, d.station, map[string]any{"options": map[string]any{"crossfadeSeconds": fade}}, nil)
	case n < 6:
		name := []string{"Song", "Feature"}[d.rand.IntN(2)]
		note("save list %s", name)
		return d.client.call(ctx, http.MethodPut, d.station+"/lists/"+d.lists[name], map[string]any{"weight": 1 + d.rand.IntN(5)}, nil)
	case n < 7:
		name := []string{"Jingle", "Voice"}[d.rand.IntN(2)]
		every := 1 + d.rand.IntN(4)
		note("save list %s: every %d songs", name, every)
		return d.client.call(ctx, http.MethodPut, d.station+"/lists/"+d.lists[name], map[string]any{"everySongs": every}, nil)
	case n < 10:
		return d.schedule(ctx)
	case n < 12:
		return d.request(ctx)
	case n < 15:
		return d.pin(ctx)
	case n < 16:
		return d.remove(ctx)
	case n < 17:
		note("skip")
		d.skips = append(d.skips, time.Now())
		err := d.client.call(ctx, http.MethodPost, d.station+"/skip", nil, nil)
		if isRefused(err, http.StatusConflict) {
			return nil // a DJ is on air
		}
		return err
	default:
		seconds := 12 + d.rand.Float64()*50
		isCut := d.rand.IntN(4) == 0
		d.onAir.Wait()
		<-time.After(handover)
		note("DJ on air for %.1f s, cut off: %v", seconds, isCut)
		d.goLive(ctx, seconds, isCut)
		return nil
	}
}

// handover is how long after a DJ the next one connects: what was sent is heard
// until then.
const handover = 8 * time.Second

// song returns a random song.
func (d *day) song() (title, id string) {
	title = kinds[0].title(d.rand.IntN(kinds[0].count))
	return title, d.songs[title]
}

func (d *day) request(ctx context.Context) error {
	title, id := d.song()
	var r struct{ ID string }
	err := d.client.call(ctx, http.MethodPost, d.station+"/requests", map[string]any{"trackId": id}, &r)
	if isRefused(err, http.StatusConflict) || isRefused(err, http.StatusTooManyRequests) || isRefused(err, http.StatusBadRequest) {
		note("request %s: %v", title, err)
		return nil // it was requested a moment ago
	}
	if err == nil {
		note("request %s", title)
		d.placed = append(d.placed, slot{ID: r.ID, Title: title, RequestID: &r.ID, At: time.Now()})
	}
	return err
}

// pin puts a song into the plan by hand.
func (d *day) pin(ctx context.Context) error {
	if len(d.queue.Slots) == 0 {
		return nil
	}
	title, id := d.song()
	before := d.queue.Slots[d.rand.IntN(min(4, len(d.queue.Slots)))].ID
	var q queue
	err := d.client.call(ctx, http.MethodPost, d.station+"/queue/add?hours=1", map[string]any{"trackIds": []string{id}, "before": before}, &q)
	if isRefused(err, http.StatusConflict) || isRefused(err, http.StatusNotFound) {
		note("pin %s: %v", title, err)
		return nil // the slot was loaded meanwhile
	}
	if err != nil {
		return err
	}
	for _, s := range q.Slots {
		if s.IsPinned && s.RequestID == nil && !slices.ContainsFunc(d.placed, func(p slot) bool { return p.ID == s.ID }) {
			note("pin %s", s.Title)
			s.At = time.Now()
			d.placed = append(d.placed, s)
		}
	}
	return nil
}

// remove takes the first song out of the plan that somebody placed.
func (d *day) remove(ctx context.Context) error {
	i := slices.IndexFunc(d.queue.Slots, func(s slot) bool { return s.IsPinned && s.RequestID == nil })
	if i < 0 {
		return nil
	}
	s := d.queue.Slots[i]
	err := d.client.call(ctx, http.MethodPost, d.station+"/queue/remove?hours=1", map[string]any{"id": s.ID}, nil)
	if isRefused(err, http.StatusConflict) || isRefused(err, http.StatusNotFound) {
		return nil
	}
	note("remove %s", s.Title)
	d.removed[s.ID] = true
	return err
}

// schedule makes, moves or deletes a show that begins on the second. The next
// one is always planned for a time at which the last one is over.
func (d *day) schedule(ctx context.Context) error {
	now := time.Now()
	if d.show != nil && d.show.at.Add(time.Duration(d.show.minutes)*time.Minute).After(now) && d.show.at.Before(now.Add(15*time.Second)) {
		return nil // it is about to begin, or on air
	}
	at := now.UTC().Truncate(time.Minute).Add(time.Duration(1+d.rand.IntN(3)) * time.Minute)
	if at.Sub(now) < 10*time.Second {
		at = at.Add(time.Minute)
	}
	if hour := now.UTC().Truncate(time.Hour).Add(time.Hour); hour.Sub(now) > 10*time.Second && hour.Sub(now) < 8*time.Minute {
		at = hour
	}
	minutes := 1 + d.rand.IntN(3)
	body := map[string]any{"name": "Feature", "kind": "lists", "lists": []string{d.lists["Feature"]}, "days": []int{1, 2, 3, 4, 5, 6, 7}, "isHard": true, "startMinute": at.Hour()*60 + at.Minute(), "minutes": minutes}
	if d.show != nil && d.show.at.After(now) {
		d.shows[len(d.shows)-1].repealed = now
	}
	switch {
	case d.show != nil && d.rand.IntN(5) == 0:
		note("delete the show of %s", stamp(d.show.at))
		id := d.show.id
		d.show = nil
		return d.client.call(ctx, http.MethodDelete, d.station+"/shows/"+id, nil, nil)
	case d.show != nil:
		note("move the show to %s, %d minutes", stamp(at), minutes)
		if err := d.client.call(ctx, http.MethodPut, d.station+"/shows/"+d.show.id, body, nil); err != nil {
			return err
		}
		d.show = &show{id: d.show.id, at: at, minutes: minutes, saved: time.Now()}
	default:
		note("new show at %s, %d minutes", stamp(at), minutes)
		var made struct{ ID string }
		if err := d.client.call(ctx, http.MethodPost, d.station+"/shows", body, &made); err != nil {
			return err
		}
		d.show = &show{id: made.ID, at: at, minutes: minutes, saved: time.Now()}
	}
	d.shows = append(d.shows, *d.show)
	return nil
}

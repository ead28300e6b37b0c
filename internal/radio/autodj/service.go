package autodj

import (
	"context"
	"maps"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/stations"
)

const (
	minAhead        = 2 * time.Hour  // minimum length of a plan
	maxHistory      = 600            // number of songs of the history that are considered
	maxTries        = 4              // attempts to store a queue that is changed concurrently
	noteEvery       = 24 * time.Hour // interval between log entries about missing files
	maxRequestHours = 12             // hours after which a request without a place is refused
)

// draft is the plan of one station while it is being changed, with everything
// it depends on.
type draft struct {
	s             *Service
	station       *station.Station
	rules         Rules
	shelf         *stationLibrary
	now           time.Time
	queue         storedQueue
	kept          string // the queue as read from the store
	revision      int64
	saves         *saves
	last          lastSave // when the queue was read
	next          State    // state after the first slot of the plan
	requests      []stations.WaitingRequest
	notes         []Entry // for the log, once the plan is stored
	staysInMemory bool    // if it cannot be saved; see playOn
	unread        error   // why it begins with what was read earlier; nil if that was read now
}

// open reads a station and its queue, or takes what was read last while the database
// cannot be read.
func (s *Service) open(ctx context.Context, id string, now time.Time) (*draft, error) {
	d := &draft{s: s, now: now, saves: s.savesOf(id)}
	d.last = d.saves.get() // before the queue is read, so that save notices every later save
	known, unread, err := s.lastRead(ctx, id)
	if err != nil {
		return nil, err
	}
	d.station, d.rules, d.unread = known.station, known.rules, unread
	d.shelf = &stationLibrary{s, id, known.owner, now}
	d.beginWith(known.queue, known.revision)
	if d.last.unsaved == "" {
		d.queue.tidy(now, maxTaken)
	} else {
		d.queue.tidy(now, maxHistory) // the database has no plays from this time
	}
	if d.station.Options.Requests && unread == nil {
		d.requests, err = s.Store.WaitingRequests(ctx, id, d.station.Options.RequestsByVote)
		d.requests = slices.DeleteFunc(d.requests, func(r stations.WaitingRequest) bool {
			_, hasEnded := d.queue.Ended[r.ID]
			return hasEnded
		})
		if music.CodeOf(err) == music.Unavailable {
			d.unread, err = err, nil
		}
	}
	return d, err
}

func (s *Service) rules(ctx context.Context, station *station.Station) (Rules, error) {
	r := Rules{StationID: station.ID, Options: station.Options}
	var err error
	if r.Lists, err = s.Store.StationLists(ctx, station.ID); err != nil {
		return r, err
	}
	r.Calendar, err = s.calendar(ctx, station)
	return r, err
}

func (s *Service) calendar(ctx context.Context, station *station.Station) (Calendar, error) {
	shows, err := s.Store.StationShows(ctx, station.ID)
	zone, unknown := time.LoadLocation(station.TimeZone)
	if unknown != nil {
		zone = time.UTC
	}
	return Calendar{shows, zone}, err
}

// plan updates the queue and extends it at least until a time. While the database
// cannot be read, a draft that may stay in memory has the slots that are known.
func (d *draft) plan(ctx context.Context, until time.Time) error {
	before, notes, err := d.queue, d.notes, d.unread
	if err == nil {
		err = d.planFromLists(ctx, until)
	}
	if sentence(err) || !d.mayWait(err) {
		return err
	}
	d.queue, d.notes = before, notes
	return d.planFromMemory(ctx, err)
}

// planFromLists is plan with a database that can be read.
func (d *draft) planFromLists(ctx context.Context, until time.Time) error {
	in, err := d.input(ctx, until)
	if err != nil {
		return err
	}
	r, err := Plan(ctx, in)
	d.queue.Rules = d.rules.digest()
	if err != nil {
		d.queue.Slots = slices.DeleteFunc(in.Kept, func(s station.Slot) bool { return !s.Pinned }) // pinned slots wait until there is something to play again
		return err
	}
	d.queue.Slots, d.next = r.Slots, r.State
	if r.Gone > 0 && d.now.Sub(d.queue.Gone) >= noteEvery {
		d.queue.Gone = d.now
		d.noteError(music.Say("%d tracks of this station's lists are skipped: their files are missing.", r.Gone))
	}
	if err := d.answer(ctx, &r); err != nil {
		return err
	}
	for id, bag := range r.State.Bags { // keep the current shuffle of each playlist
		if old := d.queue.State.Bags[id]; old == nil || old.Round != bag.Round {
			d.queue.State.Bags[id] = &Bag{Mark: bag.Mark, Round: bag.Round}
		}
	}
	return nil
}

// begin gives new playlists their first turn and forgets deleted ones.
func (d *draft) begin(from time.Time) {
	state := &d.queue.State
	there := map[string]bool{}
	for i := range d.rules.Lists {
		id := d.rules.Lists[i].ID
		there[id] = true
		if _, known := state.LastPlays[id]; !known {
			state.LastPlays[id] = LastPlay{state.Songs, from}
		}
		if _, known := state.Hours[id]; !known {
			state.Hours[id] = from
		}
	}
	maps.DeleteFunc(state.LastPlays, func(id string, _ LastPlay) bool { return !there[id] })
	maps.DeleteFunc(state.Hours, func(id string, _ time.Time) bool { return !there[id] })
	maps.DeleteFunc(state.Bags, func(id string, _ *Bag) bool { return !there[id] })
	maps.DeleteFunc(state.Credits, func(id string, _ int) bool { return !there[id] })
}

func (d *draft) input(ctx context.Context, until time.Time) (Input, error) {
	q := &d.queue
	from := q.begins(d.now)
	d.begin(from)
	history, err := d.history(ctx, from)
	if err != nil {
		return Input{}, err
	}
	requests, err := d.waitingRequests(ctx)
	if err != nil {
		return Input{}, err
	}
	wished := map[string]bool{}
	for _, w := range requests {
		wished[w.ID] = true
	}
	in := Input{
		Rules: d.rules, Library: d.shelf, History: history, State: q.State, From: from, To: until,
		Skipped: func(id string) bool { return !q.Skipped[id].IsZero() },
		Missing: func(id string) bool { return !q.Missing[id].IsZero() },
	}
	changed, err := d.poolsChanged(ctx)
	if err != nil {
		return in, err
	}
	if changed || q.Rules != d.rules.digest() {
		in.Kept, in.Loose = q.pinned(), true
	} else {
		in.Kept = q.standing(wished)
	}
	if in.Kept, err = d.present(ctx, in.Kept, in.Loose); err != nil {
		return in, err
	}
	in.Requests = slices.DeleteFunc(requests, func(w Request) bool {
		return slices.ContainsFunc(in.Kept, func(s station.Slot) bool { return s.RequestID == w.ID }) ||
			slices.ContainsFunc(q.Taken, func(t taken) bool { return t.RequestID == w.ID })
	})
	return in, nil
}

// history returns what was on air and which slots were taken since.
func (d *draft) history(ctx context.Context, from time.Time) ([]station.Aired, error) {
	history, err := d.s.Store.Aired(ctx, d.station.ID, from.Add(-d.rules.separation()-time.Hour), maxHistory)
	if err != nil {
		return nil, err
	}
	for i := range d.queue.Taken {
		t := &d.queue.Taken[i]
		if slices.ContainsFunc(history, func(a station.Aired) bool { return a.TrackID == t.TrackID && a.At.Sub(t.At).Abs() < 10*time.Minute }) {
			continue
		}
		source := "autodj"
		if !t.Kind.IsSong() {
			source = string(station.SlotJingle)
		}
		history = append([]station.Aired{{
			TrackID: t.TrackID, ArtistID: t.ArtistID, Artist: t.Artist, AlbumID: t.AlbumID, Title: t.Title, Source: source, At: t.At, End: t.Ends,
		}}, history...)
	}
	return history, nil
}

// waitingRequests returns the requests that can still be played.
func (d *draft) waitingRequests(ctx context.Context) ([]Request, error) {
	seqs := make([]int64, len(d.requests))
	for i, r := range d.requests {
		seqs[i] = r.Track
	}
	if len(seqs) == 0 {
		return nil, nil
	}
	songs, err := d.shelf.Songs(ctx, seqs)
	if err != nil {
		return nil, err
	}
	var requests []Request
	for _, r := range d.requests {
		if i := slices.IndexFunc(songs, func(s station.Song) bool { return s.Seq == r.Track }); i >= 0 && d.queue.Missing[songs[i].ID].IsZero() {
			requests = append(requests, Request{ID: r.ID, Song: songs[i], Votes: r.Votes, AskedAt: r.AskedAt})
		}
	}
	return requests, nil
}

// poolsChanged reports whether a playlist has other tracks than those that the
// plan was made from, and remembers the current ones. It ignores smart
// playlists, because they change all the time.
func (d *draft) poolsChanged(ctx context.Context) (bool, error) {
	changed := false
	marks := map[string]string{}
	for i := range d.rules.Lists {
		l := &d.rules.Lists[i]
		mark, err := d.s.Store.StationPoolMark(ctx, l.PlaylistID)
		if err != nil {
			return false, err
		}
		marks[l.ID] = mark
		changed = changed || d.queue.Pools[l.ID] != mark
	}
	d.queue.Pools = marks
	return changed, nil
}

// present removes slots whose tracks are gone. Unless all is true, it checks
// only the next hour.
func (d *draft) present(ctx context.Context, slots []station.Slot, all bool) ([]station.Slot, error) {
	gone := map[string]bool{}
	for i := range slots {
		if all || slots[i].At.Sub(d.now) < time.Hour {
			gone[slots[i].TrackID] = true
		}
	}
	songs, err := d.s.Store.SongsByID(ctx, d.shelf.owner, slices.Collect(maps.Keys(gone)))
	if err != nil {
		return nil, err
	}
	for i := range songs {
		delete(gone, songs[i].ID)
	}
	return slices.DeleteFunc(slots, func(s station.Slot) bool {
		gone := gone[s.TrackID] || !d.queue.Missing[s.TrackID].IsZero()
		if gone {
			d.noteError(skipped(&s, music.Message{}))
		}
		return gone
	}), nil
}

// answer stores the state of requests whose state changed.
func (d *draft) answer(ctx context.Context, r *Result) error {
	due := map[string]time.Time{}
	for i := range d.queue.Taken {
		if t := &d.queue.Taken[i]; t.RequestID != "" {
			due[t.RequestID] = t.At
		}
	}
	for i := range r.Slots {
		if s := &r.Slots[i]; s.RequestID != "" {
			due[s.RequestID] = s.At
		}
	}
	why := map[string]music.Message{}
	for _, w := range r.Waiting {
		why[w.ID] = w.Reason
	}
	for _, q := range d.requests {
		state, reason, at := station.RequestWaiting, why[q.ID], time.Time{}
		if when, queued := due[q.ID]; queued {
			state, reason, at = station.RequestQueued, music.Message{}, when
		} else if reason.IsZero() {
			state, reason = station.RequestRefused, refusedGone
			if _, waits := why[q.ID]; waits {
				state, reason = station.RequestWaiting, waitsTurn
			}
		}
		if state == station.RequestWaiting && d.now.Sub(q.AskedAt) > maxRequestHours*time.Hour {
			state, reason = station.RequestRefused, music.Say("It found no place within %d hours.", maxRequestHours)
		}
		if state != q.State || !reason.Equal(q.Reason) || at.Sub(q.DueAt).Abs() > 10*time.Second {
			if err := d.s.setRequest(ctx, q.ID, state, reason, at); err != nil && !d.mayWait(err) {
				return err
			}
		}
	}
	return nil
}

// change opens a queue, changes and stores it, and retries after a conflict.
func (s *Service) change(ctx context.Context, id string, now time.Time, do func(*draft) error) error {
	var err error
	for range maxTries {
		var d *draft
		if d, err = s.open(ctx, id, now); err != nil {
			return err
		}
		failed := do(d)
		if failed != nil && !sentence(failed) {
			return failed
		}
		if err = d.endRequests(ctx); err != nil {
			return err
		}
		if err = d.save(ctx); music.CodeOf(err) != music.Conflict {
			if err == nil {
				d.tell()
				err = failed
			}
			return err
		}
	}
	return err
}

func (d *draft) note(decision music.Message)  { d.notes = append(d.notes, Entry{Text: decision}) }
func (d *draft) noteError(what music.Message) { d.notes = append(d.notes, Entry{what, true}) }

// tell writes the notes about the plan to the log.
func (d *draft) tell() {
	for _, note := range d.notes {
		if d.s.Note != nil {
			d.s.Note(d.station.ID, note)
		}
	}
}

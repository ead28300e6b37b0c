package autodj

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// Library provides the tracks that a planner can choose from.
type Library interface {
	// Pool returns the tracks of a playlist. A Pool without Seqs is empty or
	// cannot be opened.
	Pool(ctx context.Context, list *station.Playlist) (Pool, error)
	// Songs returns the tracks that can be played, in no particular order.
	Songs(ctx context.Context, seqs []int64) ([]station.Song, error)
}

// Request is a listener's request that waits to be played.
type Request struct {
	ID      string
	Song    station.Song
	Votes   int
	AskedAt time.Time
	Reason  music.Message // set by Plan: why it has to wait
}

// Input is everything that a plan depends on.
type Input struct {
	Rules    Rules
	Library  Library
	History  []station.Aired // latest first
	State    State           // before the first slot
	Kept     []station.Slot  // slots of an earlier plan, in order
	Loose    bool            // whether kept slots stay at their times; otherwise they follow one another
	IsFixed  bool            // whether only the kept slots play, one after another, without reading songs
	Requests []Request       // in the order in which they should be played
	Skipped  func(slotID string) bool
	Missing  func(trackID string) bool
	From     time.Time
	To       time.Time
}

// Result is a plan.
type Result struct {
	Slots   []station.Slot // without gaps
	State   State          // after the first slot
	Waiting []Request      // requests that found no place, with the reason
	Gone    int            // number of tracks that cannot be played
}

const (
	// maxSlots limits a plan, because playlists may consist of one-second
	// sounds. A day of three-minute songs with an item between all of them has
	// fewer slots.
	maxSlots = 1000
	// usualSeconds is the assumed length of a song whose length is unknown.
	usualSeconds = 180
)

// planner plans the coming hours, slot by slot.
type planner struct {
	Input
	ctx       context.Context // of one Plan
	memory    *memory
	state     State
	parts     []part
	pools     map[string]*source      // by playlist
	songs     map[int64]*station.Song // by seq; nil for tracks that cannot be played
	taken     map[string]bool         // IDs of slots that are already planned
	keys      map[int64]keys          // keys of these songs, by seq
	kept      []station.Slot          // remaining slots of Input.Kept
	songCount int                     // number of songs in the plan so far
	at        time.Time
	out       Result
}

// Plan continues an earlier plan until a time, with at most 1000 slots: a plan
// of very short sounds ends earlier. If there is nothing to play at all, the
// error is ErrNoLists, ErrEmpty or ErrMissing.
func Plan(ctx context.Context, in Input) (Result, error) {
	p := &planner{
		Input: in, ctx: ctx, memory: newMemory(&in.Rules.Options), state: in.State.clone(), pools: map[string]*source{},
		songs: map[int64]*station.Song{}, keys: map[int64]keys{}, taken: map[string]bool{}, kept: slices.Clone(in.Kept), at: in.From,
	}
	p.parts = partsOf(&in.Rules.Calendar, in.From.Add(-time.Hour), laterOf(in.To, in.From).Add(25*time.Hour))
	if soon := p.hardSoon(p.at); !soon.IsZero() {
		p.at = soon
	}
	p.memory.aired(in.History, p.state.Songs)
	p.memory.expect(p.kept)
	for i := range p.kept {
		p.taken[p.kept[i].ID] = true
	}
	for (p.at.Before(p.To) || len(p.kept) > 0) && len(p.out.Slots) < maxSlots {
		if err := p.step(); err != nil {
			if len(p.out.Slots) > 0 && sentence(err) { // slots that people placed are played anyway
				break
			}
			return p.out, err
		}
	}
	p.out.Waiting = p.Requests
	return p.out, nil
}

func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// step adds the next slot: an item between songs, or a song.
func (p *planner) step() error {
	if p.IsFixed {
		next := p.kept[0]
		p.pass()
		return p.emit(next)
	}
	if !p.state.Spoken {
		between, err := p.between()
		if between || err != nil {
			return err
		}
	}
	if p.playRequest() {
		return nil
	}
	if done, err := p.keepStanding(); done || err != nil {
		return err
	}
	slot, err := p.choose()
	if err != nil {
		return err
	}
	return p.emit(slot)
}

// keepStanding adds the next kept slot if it is due.
func (p *planner) keepStanding() (bool, error) {
	for len(p.kept) > 0 {
		next := p.kept[0]
		switch p.standingOf(&next) {
		case standLater:
			return false, nil
		case standNever:
			p.pass()
			delete(p.taken, next.ID)
			continue
		case standNow:
		}
		if p.misses(&next) {
			fitting, err := p.fitted()
			if err != nil {
				return false, err
			}
			if fitting != nil {
				return true, p.emit(*fitting)
			}
		}
		p.pass()
		return true, p.emit(next)
	}
	return false, nil
}

// pass skips the next kept slot.
func (p *planner) pass() {
	p.memory.passed(&p.kept[0])
	p.kept = p.kept[1:]
}

type standing int

const (
	standNow standing = iota
	standLater
	standNever
)

// maxKeptEarly is how much earlier than planned a kept slot may play.
const maxKeptEarly = 90 * time.Second

// standingOf returns whether a kept slot is due, waits or is dropped.
func (p *planner) standingOf(s *station.Slot) standing {
	if p.Loose && s.At.Sub(p.at) > maxKeptEarly {
		return standLater
	}
	switch {
	case s.Pinned: // stays where people placed it, also in a show
		return standNow
	case s.Kind == station.SlotRequest && p.opensShow():
		return standLater
	case s.Kind == station.SlotRequest:
		return standNow
	}
	now := p.partAt(p.at)
	for _, l := range p.Rules.inForce(station.RoleMusic, now.show()) {
		if l.ID == s.ListID {
			return standNow
		}
	}
	if p.partAt(s.At).from().After(p.at) || now != nil && !s.At.Before(now.To) { // belongs to a later show, or is after the current one
		return standLater
	}
	return standNever
}

// emit adds a slot to the plan.
func (p *planner) emit(s station.Slot) error {
	s.At = p.at
	s.Until = time.Time{}
	p.label(&s)
	s.Seconds = p.airtime(&s)
	cut, soon := p.hardBefore(s.At, s.End()), p.hardSoon(s.End())
	switch {
	case s.Over:
	case !cut.IsZero():
		s.Until, s.Seconds = cut, cut.Sub(s.At).Seconds()
	case !soon.IsZero(): // nothing blends into its end
		s.Seconds = soon.Sub(s.At).Seconds()
	}
	p.at = s.End()
	p.state.Spoken = s.Over
	if s.Kind.IsSong() {
		p.memory.note(keysOfSlot(&s), p.at)
		p.memory.songs[s.TrackID] = p.state.Songs
		p.state.Songs++
		p.songCount++
		p.state.Last, p.state.Show, p.state.Asked = s.TrackID, s.ShowID, s.Kind == station.SlotRequest
	}
	if err := p.consume(&s); err != nil {
		return err
	}
	p.out.Slots = append(p.out.Slots, s)
	if len(p.out.Slots) == 1 {
		p.out.State = p.state.clone()
	}
	return nil
}

// consume advances the shuffle and the turn of a slot's playlist.
func (p *planner) consume(s *station.Slot) error {
	if s.ListID == "" {
		return nil
	}
	if s.Kind == station.SlotMusic {
		sources, err := p.sources(s.At)
		if err != nil {
			return err
		}
		p.credit(sources, s.ListID)
	}
	if !s.Kind.IsSong() {
		p.state.LastPlays[s.ListID] = LastPlay{p.state.Songs, s.At}
	}
	if bag := p.state.Bags[s.ListID]; bag != nil && s.Round > 0 && bag.Round == s.Round {
		bag.take(s.Place)
	}
	return nil
}

// sources returns the music playlists in force at a time that are not empty.
func (p *planner) sources(at time.Time) ([]*source, error) {
	var sources []*source
	for _, l := range p.Rules.inForce(station.RoleMusic, p.partAt(at).show()) {
		s, err := p.source(l)
		if err != nil {
			return nil, err
		}
		if s != nil {
			sources = append(sources, s)
		}
	}
	return sources, nil
}

// credit adds its weight to the credit of each playlist, and subtracts the sum of
// all weights from that of the playlist that played. Over time, playlists play in
// proportion to their weights, and evenly distributed.
func (p *planner) credit(sources []*source, played string) {
	all := 0
	for _, s := range sources {
		p.state.Credits[s.list.ID] += s.list.Weight
		all += s.list.Weight
	}
	p.state.Credits[played] -= all
	for id, credit := range p.state.Credits { // a playlist that is not in force does not accumulate credit
		p.state.Credits[id] = min(max(credit, -1000), 1000)
	}
}

// airtime returns how long a slot is on air before the next one is blended in,
// in seconds.
func (p *planner) airtime(s *station.Slot) float64 {
	if s.Over {
		return 0
	}
	seconds := s.Length
	if s.Kind.IsSong() {
		if seconds <= 0 {
			seconds = usualSeconds
		}
		seconds -= min(p.Rules.Options.CrossfadeSeconds, seconds/4)
	}
	return max(seconds, 1)
}

// label sets the show of a slot.
func (p *planner) label(s *station.Slot) {
	s.ShowID, s.Show, s.Standby = "", "", false
	if show := p.partAt(s.At).show(); show != nil {
		s.ShowID, s.Show, s.Standby = show.ID, show.Name, show.Kind == station.ShowLive
	}
}

// source returns a playlist with its shuffle; nil for an empty playlist.
func (p *planner) source(l *station.Playlist) (*source, error) {
	s, known := p.pools[l.ID]
	if known {
		return s, nil
	}
	pool, err := p.Library.Pool(p.ctx, l)
	if err != nil {
		return nil, err
	}
	if len(pool.Seqs) > 0 {
		bag := p.state.Bags[l.ID]
		if bag == nil || bag.Mark != pool.Mark {
			round := int64(1)
			if bag != nil {
				round = bag.Round + 1
			}
			bag = &Bag{Mark: pool.Mark, Round: round}
			p.state.Bags[l.ID] = bag
		}
		s = &source{list: l, pool: pool, bag: bag, seed: seedOf(p.Rules.StationID, l.ID, bag.Round)}
	}
	p.pools[l.ID] = s
	return s, nil
}

const (
	lookAhead     = 64   // songs read at once
	maxWeighed    = 256  // songs considered for one choice
	maxUnplayable = 1024 // consecutive unplayable tracks after which a playlist is given up
)

// scan passes the songs of a playlist to look in the order of its shuffle,
// postponed ones first, until look returns true. Songs that are already planned
// or were removed by people are skipped unless all is true.
func (p *planner) scan(s *source, all bool, look func(place int64, song *station.Song) (enough bool)) error {
	seen, gone := 0, 0
	visit := func(place int64) (bool, error) {
		if id := s.slotID(place); !all && (p.taken[id] || p.Skipped != nil && p.Skipped(id)) {
			return false, nil
		}
		song, err := p.song(s, place)
		if err != nil {
			return true, err
		}
		if song == nil || p.Missing != nil && p.Missing(song.ID) {
			gone++
			return gone >= maxUnplayable, nil
		}
		gone = 0
		seen++
		return look(place, song) || seen >= maxWeighed, nil
	}
	for _, place := range slices.Clone(s.bag.Owed) {
		if done, err := visit(place); done || err != nil {
			return err
		}
	}
	for place := s.bag.Next; place < s.bag.Next+2*int64(len(s.pool.Seqs))+maxSlots; place++ {
		if place >= s.bag.Next+2*int64(len(s.pool.Seqs)) && seen > 0 {
			return nil
		}
		if done, err := visit(place); done || err != nil {
			return err
		}
	}
	return nil
}

// song reads the song at a place and those after it; nil if it cannot be
// played.
func (p *planner) song(s *source, place int64) (*station.Song, error) {
	seq := s.seqAt(place)
	if song, known := p.songs[seq]; known {
		return song, nil
	}
	seqs := make([]int64, 0, lookAhead)
	for i := range int64(min(lookAhead, len(s.pool.Seqs))) {
		if seq := s.seqAt(place + i); i == 0 || !p.knows(seq) {
			seqs = append(seqs, seq)
			p.songs[seq] = nil
		}
	}
	songs, err := p.Library.Songs(p.ctx, seqs)
	if err != nil {
		return nil, err
	}
	for i := range songs {
		p.songs[songs[i].Seq] = &songs[i]
	}
	p.out.Gone += len(seqs) - len(songs)
	return p.songs[seq], nil
}

// keysOf returns the keys of a song. It caches them, because a song is
// considered many times.
func (p *planner) keysOf(song *station.Song) keys {
	k, known := p.keys[song.Seq]
	if !known {
		k = keysOf(song.ArtistID, song.Artist, song.AlbumID, song.Title)
		p.keys[song.Seq] = k
	}
	return k
}

func (p *planner) knows(seq int64) bool {
	_, known := p.songs[seq]
	return known
}

// slotOf returns a slot for a song of a playlist.
func (s *source) slotOf(place int64, song *station.Song, kind station.SlotKind) station.Slot {
	slot := slotFor(song, kind)
	slot.ID, slot.ListID, slot.Round, slot.Place = s.slotID(place), s.list.ID, s.bag.Round, place
	return slot
}

// slotFor returns a slot for a song.
func slotFor(song *station.Song, kind station.SlotKind) station.Slot {
	return station.Slot{
		Kind: kind, TrackID: song.ID, Artist: song.Artist, ArtistID: song.ArtistID, Title: song.Title, AlbumID: song.AlbumID,
		Album: song.Album, Cover: song.Cover, Length: song.Seconds,
	}
}

package listen

import (
	"context"
	"sync"
	"time"
)

// Session identifies who listens to what. Several connections of one person to
// one station count as one listener. A person is an account, otherwise a token,
// otherwise an address and program.
type Session struct {
	StationID string
	UserID    string // "" for visitors
	Token     string // of a player that requests segments; ""
	Address   string // without the port
	Agent     string
	Country   string // "" if unknown
	Format    string // for example mp3 or hls
}

// Heard is a session that ended.
type Heard struct {
	Session
	Began   time.Time
	Seconds float64
	Counted bool // it lasted long enough to count
}

const (
	// CountsFrom is how long somebody has to listen before they are counted.
	CountsFrom = 5 * time.Second
	// lingers is how long a session outlives its last connection or segment
	// request, so that a reconnect continues it.
	lingers      = 10 * time.Second
	touchLingers = 30 * time.Second
	maxSessions  = 200_000
)

type session struct {
	Heard
	connections int
	last        time.Time     // last heard, when there is no connection
	lingers     time.Duration // how long the session lives after last
}

// Sessions counts who listens, in every format. It is safe for concurrent use.
type Sessions struct {
	now   func() time.Time
	ended func(Heard)

	mu  sync.Mutex
	all map[string]map[string]*session // by station and key
	sum int
}

// NewSessions returns an empty table. Run calls ended, unless it is nil, for
// every session that is over.
func NewSessions(now func() time.Time, ended func(Heard)) *Sessions {
	if ended == nil {
		ended = func(Heard) {}
	}
	return &Sessions{now: now, ended: ended, all: map[string]map[string]*session{}}
}

// Run ends sessions that are over until ctx ends, then ends all.
func (s *Sessions) Run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.Sweep()
		case <-ctx.Done():
			s.endAll()
			return
		}
	}
}

// Begin counts a connection until the returned function is called.
func (s *Sessions) Begin(who Session) (end func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.find(who)
	if one == nil {
		return func() {}
	}
	one.connections++
	return sync.OnceFunc(func() { s.end(one) })
}

func (s *Sessions) end(one *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one.connections--
	one.last, one.lingers = s.now(), max(one.lingers, lingers)
}

// Touch counts a request for a segment. The session lives on for a while after
// it.
func (s *Sessions) Touch(who Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.find(who); one != nil {
		one.last, one.lingers = s.now(), touchLingers
	}
}

func (s *Sessions) find(who Session) *session {
	key := who.key()
	one := s.all[who.StationID][key]
	if one == nil && s.sum < maxSessions {
		now := s.now()
		one = &session{Heard: Heard{Session: who, Began: now}, last: now}
		if s.all[who.StationID] == nil {
			s.all[who.StationID] = map[string]*session{}
		}
		s.all[who.StationID][key] = one
		s.sum++
	}
	return one
}

func (w Session) key() string {
	switch {
	case w.UserID != "":
		return "user " + w.UserID
	case w.Token != "":
		return "token " + w.Token
	default:
		return w.Address + " " + w.Agent
	}
}

// Count returns how many people listen to a station now and have done so for at
// least CountsFrom.
func (s *Sessions) Count(stationID string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count(stationID, s.now())
}

func (s *Sessions) count(stationID string, now time.Time) (n int) {
	for _, one := range s.all[stationID] {
		if one.isCounted(now) && !one.isOver(now) {
			n++
		}
	}
	return n
}

// Counts returns Count by station.
func (s *Sessions) Counts() map[string]int {
	counts := map[string]int{}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	for id := range s.all {
		if n := s.count(id, now); n > 0 {
			counts[id] = n
		}
	}
	return counts
}

// Any reports whether somebody listens to a station, or did a moment ago.
func (s *Sessions) Any(stationID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all[stationID]) > 0
}

// List returns up to limit listeners of a station, with the time when they
// began.
func (s *Sessions) List(stationID string, limit int) []Heard {
	list := []Heard{}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	for _, one := range s.all[stationID] {
		if len(list) < limit && !one.isOver(now) {
			list = append(list, one.heard(now))
		}
	}
	return list
}

// Sweep ends the sessions that are over.
func (s *Sessions) Sweep() {
	for _, heard := range s.take(func(one *session, now time.Time) bool { return one.isOver(now) }) {
		s.ended(heard)
	}
}

func (s *Sessions) endAll() {
	for _, heard := range s.take(func(*session, time.Time) bool { return true }) {
		s.ended(heard)
	}
}

func (s *Sessions) take(which func(*session, time.Time) bool) []Heard {
	var taken []Heard
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	for id, ofStation := range s.all {
		for key, one := range ofStation {
			if which(one, now) {
				taken = append(taken, one.heard(now))
				delete(ofStation, key)
				s.sum--
			}
		}
		if len(ofStation) == 0 {
			delete(s.all, id)
		}
	}
	return taken
}

func (one *session) until(now time.Time) time.Time {
	if one.connections > 0 {
		return now
	}
	return one.last
}

func (one *session) isCounted(now time.Time) bool {
	return one.until(now).Sub(one.Began) >= CountsFrom
}

func (one *session) isOver(now time.Time) bool {
	return one.connections == 0 && now.Sub(one.last) > one.lingers
}

func (one *session) heard(now time.Time) Heard {
	heard := one.Heard
	heard.Seconds = one.until(now).Sub(one.Began).Seconds()
	heard.Counted = one.isCounted(now)
	return heard
}

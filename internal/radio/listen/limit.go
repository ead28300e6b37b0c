package listen

import (
	"net/netip"
	"time"

	"sonora/internal/music"
	"sonora/internal/network"
)

const retryAfter = 30 * time.Second

var (
	errStationFull = &music.Error{
		Code: music.Unavailable, Detail: music.Say("This station has as many listeners as it may have. Try again in a moment."), RetryAfter: retryAfter,
	}
	errServerFull = &music.Error{
		Code: music.Unavailable, Detail: music.Say("This server has as many listeners as it can carry. Try again in a moment."), RetryAfter: retryAfter,
	}
	errAddressFull = &music.Error{
		Code: music.Unavailable, Detail: music.Say("Too many listeners from your network. Try again in a moment."), RetryAfter: retryAfter,
	}
	errStopping = &music.Error{
		Code: music.Unavailable, Detail: music.Say("The server is stopping. Try again in a moment."), RetryAfter: time.Second,
	}
)

// enter counts a connection or refuses it. leave must be called for every
// admitted one.
func (s *Server) enter(l Listening) (*room, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	address := addressOf(l.Session.Address)
	station := l.Session.StationID
	switch {
	case s.stopped:
		return nil, errStopping
	case l.MaxListeners > 0 && s.ofStation[station] >= l.MaxListeners:
		s.refused++
		return nil, errStationFull
	case s.MaxListeners > 0 && s.people >= s.MaxListeners:
		s.refused++
		return nil, errServerFull
	case s.MaxPerAddress > 0 && address != "" && s.ofAddress[address] >= s.MaxPerAddress:
		s.refused++
		return nil, errAddressFull
	}
	s.people++
	s.ofStation[station]++
	if address != "" {
		s.ofAddress[address]++
	}
	r := s.rooms[l.Hub]
	if r == nil {
		r = &room{server: s, hub: l.Hub}
		s.rooms[l.Hub] = r
	}
	r.people++
	s.working.Add(1) // under the lock, because Close waits for it
	return r, nil
}

func (s *Server) leave(r *room, who Session, left Left) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.people--
	decrement(s.ofStation, who.StationID)
	if address := addressOf(who.Address); address != "" {
		decrement(s.ofAddress, address)
	}
	if r.people--; r.people == 0 && s.rooms[r.hub] == r {
		delete(s.rooms, r.hub)
	}
	if left.Reason != "" {
		s.dropped[left.Reason]++
		s.jumps += int64(left.Jumps)
	}
}

func decrement[K comparable](counts map[K]int, key K) {
	if counts[key]--; counts[key] <= 0 {
		delete(counts, key)
	}
}

// addressOf returns the network that a per-address limit counts: an IPv4
// address or an IPv6 /64. It is "" for this machine, which is not limited
// because it is a proxy.
func addressOf(text string) string {
	address, err := netip.ParseAddr(text)
	if err != nil || address.Unmap().IsLoopback() {
		return ""
	}
	return network.Of(text)
}

// count returns the number of listeners of a hub.
func (s *Server) count(r *room) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return r.people
}

package stream

// Busy reports whether music is being converted now. Work that nobody waits
// for stands back meanwhile.
func (s *Service) Busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.encodes) > 0
}

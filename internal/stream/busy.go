package stream

// Busy reports whether tracks are being converted now. Background work pauses
// meanwhile.
func (s *Service) Busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.encodes) > 0
}

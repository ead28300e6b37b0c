package outgoing

import (
	"context"
	"net"
	"net/netip"
	"time"
)

// Dialer connects to other machines, with any protocol, under the rules of New:
// it checks the resolved address when it connects.
type Dialer struct {
	// Inside reports whether connections into private networks are allowed,
	// except to link-local addresses and the metadata services of clouds. nil
	// means never.
	Inside func() bool
	// Stall is how long a connection may be silent before reading from it fails; 0
	// for any time.
	Stall time.Duration

	lookup func(ctx context.Context, network, host string) ([]netip.Addr, error) // nil for the system's
}

// DialContext works like net.Dialer.DialContext. It returns ErrAddress for an
// address in a private network.
func (d Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: dialTimeout, Control: refuseInside}
	if d.Inside != nil && d.Inside() {
		dialer.Control = refuseForbidden
	}
	conn, err := dialer.DialContext(ctx, network, address)
	if err != nil || d.Stall == 0 {
		return conn, err
	}
	return &stalling{conn, d.Stall}, nil
}

// stalling is a connection that may be silent for a limited time.
type stalling struct {
	net.Conn
	limit time.Duration
}

func (s *stalling) Read(p []byte) (int, error) {
	if err := s.SetReadDeadline(time.Now().Add(s.limit)); err != nil {
		return 0, err
	}
	return s.Conn.Read(p)
}

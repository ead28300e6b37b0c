package outgoing

import (
	"context"
	"net"
	"net/netip"
)

// Dialer connects to other machines, with any protocol, under the rules of New:
// it checks the resolved address when it connects.
type Dialer struct {
	// Inside reports whether connections into private networks are allowed,
	// except to link-local addresses and the metadata services of clouds. nil
	// means never.
	Inside func() bool

	lookup func(ctx context.Context, network, host string) ([]netip.Addr, error) // nil for the system's
}

// DialContext works like net.Dialer.DialContext. It returns ErrAddress for an
// address in a private network.
func (d Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: dialTimeout, Control: refuseInside}
	if d.Inside != nil && d.Inside() {
		dialer.Control = refuseForbidden
	}
	return dialer.DialContext(ctx, network, address)
}

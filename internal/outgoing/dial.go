package outgoing

import (
	"context"
	"net"
)

// Dialer connects to machines of others whatever they speak, by the rules of
// New: it looks at where a name leads when it connects.
type Dialer struct {
	// Inside lets private networks be connected to; nil is for never.
	Inside func() bool
}

// DialContext is as net.Dialer has it; ErrAddress for a private network.
func (d Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: dialTimeout}
	if d.Inside == nil || !d.Inside() {
		dialer.Control = refuseInside
	}
	return dialer.DialContext(ctx, network, address)
}

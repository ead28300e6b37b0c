package outgoing

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"
)

// lookupTime limits how long Check waits for the address of a name.
const lookupTime = 3 * time.Second

// Check returns ErrAddress for a host that DialContext would never connect to: an
// address, or a name of which all addresses are in private networks. A name that
// cannot be resolved now passes.
func (d Dialer) Check(ctx context.Context, host string) error {
	addresses, err := d.addressesOf(ctx, host)
	if err != nil {
		return nil //nolint:nilerr // DialContext checks it when it can be resolved
	}
	for _, ip := range addresses {
		if isOutside(netip.AddrPortFrom(ip, 0).String()) || d.Inside != nil && d.Inside() && !isForbidden(ip) {
			return nil
		}
	}
	return fmt.Errorf("%w: %s", ErrAddress, host)
}

func (d Dialer) addressesOf(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip}, nil
	}
	name := strings.TrimSuffix(strings.ToLower(host), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") { // RFC 6761
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	lookup := d.lookup
	if lookup == nil {
		lookup = net.DefaultResolver.LookupNetIP
	}
	found, err := lookup(ctx, "ip", host)
	for i := range found {
		found[i] = found[i].Unmap() // as the system's resolver returns IPv4 addresses
	}
	return found, err
}

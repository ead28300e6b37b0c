// Package network says whose an address is, for limits per client.
package network

import "net/netip"

// Of returns what one subscriber has: an IPv4 address, or the /64 of an IPv6
// address. A text that is not an address is returned unchanged.
func Of(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap(); ip.Is4() { // also written ::ffff:192.0.2.1
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}

package outgoing

import "net/netip"

// Networks that are not public, from the registries of special-purpose
// addresses (RFC 6890): a single machine, site or link, addresses shared by a
// provider's customers, addresses for documentation and measurement, and IPv6
// ranges that embed an IPv4 address.
var (
	insideV4 = prefixes(
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
		"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	)
	publicV6 = netip.MustParsePrefix("2000::/3")
	insideV6 = prefixes("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
	nat64    = netip.MustParsePrefix("64:ff9b::/96") // the last four bytes are the actual IPv4 address
)

// forbidden are the networks that nothing may connect to even where private
// networks are allowed: link-local addresses, and those with which the machines
// of Amazon, Google, Azure, Alibaba and Oracle reach their cloud. Whoever reads
// from there can get the machine's credentials.
var forbidden = prefixes(
	"169.254.0.0/16", "fe80::/10", "fd00:ec2::/32", "fd20:ce::/32", "168.63.129.16/32", "100.100.100.200/32", "192.0.0.192/32",
)

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, text := range list {
		out[i] = netip.MustParsePrefix(text)
	}
	return out
}

// isOutside reports whether an IP:PORT is in a public network.
func isOutside(address string) bool {
	a, err := netip.ParseAddrPort(address)
	return err == nil && isPublic(a.Addr()) && !isForbidden(a.Addr())
}

// isForbidden reports whether nothing may connect to an address.
func isForbidden(ip netip.Addr) bool {
	ip = ip.WithZone("").Unmap()
	if nat64.Contains(ip) {
		b := ip.As16()
		ip = netip.AddrFrom4([4]byte(b[12:]))
	}
	for _, network := range forbidden {
		if network.Contains(ip) {
			return true
		}
	}
	return false
}

func isPublic(ip netip.Addr) bool {
	if ip.Zone() != "" || ip.Is4In6() {
		return false
	}
	inside := insideV4
	if ip.Is6() {
		if nat64.Contains(ip) {
			b := ip.As16()
			return isPublic(netip.AddrFrom4([4]byte(b[12:])))
		}
		if !publicV6.Contains(ip) {
			return false
		}
		inside = insideV6
	}
	for _, network := range inside {
		if network.Contains(ip) {
			return false
		}
	}
	return ip.IsValid()
}

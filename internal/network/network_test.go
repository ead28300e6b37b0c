package network

import "testing"

func TestOf(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:0:1:2::3": "2001:db8:0:1::/64", "fe80::1%eth0": "fe80::/64", "pipe": "pipe", "": "",
	} {
		if got := Of(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

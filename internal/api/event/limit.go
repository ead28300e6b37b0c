package event

import (
	"net/netip"
	"sync"

	"sonora/internal/music"
	"sonora/internal/network"
)

const (
	usualStreams  = 4_000
	maxPerAccount = 64  // of one person, on all devices and in all tabs
	maxPerAddress = 200 // of one address, which may be that of a whole office
	visitorShare  = 2   // visitors share 1/2 of all streams
	personShare   = 8   // a person gets at most 1/8 of all streams, and an address at most twice that
)

var (
	errTooManyStreams = music.NewError(music.TooMany, "Too many apps are connected to this server at the moment. Reload the page to see what is new.")
	errTooManyOfOne   = music.NewError(music.TooMany, "Sonora is open in too many windows here. Close some of them and reload this one.")
)

// watchers counts the open event streams.
type watchers struct {
	max int

	mu       sync.Mutex
	all      int
	visitors int
	of       map[string]int // by account and by network
}

func newWatchers(limit int) *watchers {
	if limit <= 0 {
		limit = usualStreams
	}
	return &watchers{max: limit, of: map[string]int{}}
}

// enter counts a stream of an account, or of a visitor if that is "", until
// leave is called once. The error has the code TooMany.
func (w *watchers) enter(account, address string) (leave func(), err error) {
	network := countedNetwork(address)
	w.mu.Lock()
	defer w.mu.Unlock()
	share := max(w.max/personShare, 1)
	switch {
	case w.all >= w.max, account == "" && w.visitors >= w.max/visitorShare:
		return nil, errTooManyStreams
	case account != "" && w.of["account "+account] >= min(maxPerAccount, share), network != "" && w.of[network] >= min(maxPerAddress, 2*share):
		return nil, errTooManyOfOne
	}
	w.count(account, network, 1)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.count(account, network, -1)
	}, nil
}

func (w *watchers) count(account, network string, by int) {
	w.all += by
	if account == "" {
		w.visitors += by
	} else {
		w.add("account "+account, by)
	}
	if network != "" {
		w.add(network, by)
	}
}

func (w *watchers) add(key string, by int) {
	if w.of[key] += by; w.of[key] == 0 {
		delete(w.of, key)
	}
}

// countedNetwork returns the network that is counted; "" for this machine, which may
// be a proxy.
func countedNetwork(address string) string {
	if ip, err := netip.ParseAddr(address); err != nil || ip.Unmap().IsLoopback() {
		return ""
	}
	return network.Of(address)
}

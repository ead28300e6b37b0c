package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"syscall"

	"sonora/internal/diagnostics"
	"sonora/internal/music"
	"sonora/internal/radio/ingest"
	"sonora/internal/store"
)

// NoRadioPort is the value of RadioListen for no radio port.
const NoRadioPort = "off"

// openSources builds the server for sources and opens its ports. A port that
// cannot be opened does not keep the server from starting: sources can use the
// main port, and operators are told why.
func (a *App) openSources(ctx context.Context, c Config, db *store.Store, stations ingest.Stations) {
	a.guard = &ingest.Guard{Store: db}
	a.sources = ingest.New(ingest.Config{
		Stations: stations, Guard: a.guard, Log: a.log, Version: c.Version,
		Listeners: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.api.Handler().ServeHTTP(w, r) }),
		Account:   a.accounts.Manager,
		Address:   a.limiter.proxies.Client,
		IsSecure:  a.limiter.proxies.IsSecure,
		ConnState: a.limiter.follow,
	})
	a.onClose(a.sources.Close)
	if c.RadioListen == "" || c.RadioListen == NoRadioPort {
		return
	}
	a.openRadioPorts(ctx, c.RadioListen)
	a.onClose(func() {
		for _, l := range a.radioPorts {
			l.Close()
		}
	})
}

// openRadioPorts listens on a port and on the one after it, which SHOUTcast v1
// clients use.
func (a *App) openRadioPorts(ctx context.Context, address string) {
	first, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		a.noRadioPort(address, err)
		return
	}
	a.radioPorts = append(a.radioPorts, a.limiter.limit(first))
	host, _, _ := net.SplitHostPort(address) // it was listened on, so it is valid
	a.ports.Port = portOf(first)
	behind := net.JoinHostPort(host, strconv.Itoa(a.ports.Port+1))
	second, err := new(net.ListenConfig).Listen(ctx, "tcp", behind)
	if err != nil {
		a.noRadioPort(behind, err)
		return
	}
	a.radioPorts = append(a.radioPorts, a.limiter.limit(second))
	a.ports.Second = portOf(second)
}

func (a *App) noRadioPort(address string, err error) {
	_, port, _ := net.SplitHostPort(address)
	a.ports.Problem = music.Say("Port %s cannot be opened. Choose another with --radio-listen.", port)
	if errors.Is(err, syscall.EADDRINUSE) {
		a.ports.Problem = music.Say("Port %s is taken by another program. Choose another with --radio-listen.", port)
	}
	a.log.Warn("open radio port failed; sources can use the main port", "address", address, "error", err, "help", "choose another with --radio-listen, or off")
}

func portOf(l net.Listener) int {
	if address, ok := l.Addr().(*net.TCPAddr); ok {
		return address.Port
	}
	return 0
}

// RadioPorts returns the ports for source clients.
func (a *App) RadioPorts() ingest.Ports { return a.ports }

// checkRadioPort checks whether source clients can have a port of their own. A
// running server has it already.
func checkRadioPort(ctx context.Context, address, listen string) []diagnostics.Check {
	if address == "" {
		return nil
	}
	if address == NoRadioPort {
		return []diagnostics.Check{isOff("radio", music.Say("Radio programs come to the address of the server itself."), music.Message{})}
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	switch {
	case err == nil:
		l.Close()
		return []diagnostics.Check{works("radio", music.Say("%s is free for radio programs.", address))}
	case sonoraAt(ctx, listen) != "":
		return []diagnostics.Check{works("radio", music.Say("Radio programs come to %s.", address))}
	}
	return []diagnostics.Check{isOff("radio", music.Say("Radio programs cannot come to %s: %s.", address, cause(err)), music.Say("Stop what uses it, or choose another with --radio-listen."))}
}

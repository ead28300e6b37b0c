// Command stripe is the stand-in for Stripe of the Go tests as a program, with which a
// subscription is lived through in a browser: people pay on its pages, its start page lets
// days pass, and it sends signed events to a server. See docs/develop.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/testkit/stripe"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "stripe:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	listen := flag.String("listen", "127.0.0.1:4700", "where to listen")
	webhook := flag.String("webhook", "http://127.0.0.1:4700/api/webhooks/stripe", "where to send events")
	key := flag.String("key", "sk_test_of_the_stand-in", "the secret key to accept")
	secret := flag.String("secret", "whsec_of_the_stand-in", "the secret to sign events with")
	flag.Parse()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()

	account := stripe.New(time.Now())
	account.URL, account.Key, account.Secret = "http://"+*listen, *key, *secret
	s := &site{account, *webhook, make(chan struct{}, 1), slog.New(slog.NewTextHandler(os.Stderr, nil))}
	server := &http.Server{Addr: *listen, Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.deliver(ctx) })
	g.Go(func() error {
		if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	g.Go(func() error {
		<-ctx.Done()
		return server.Close()
	})
	return g.Wait()
}

// deliver sends what happens to the webhook, until ctx ends. What it does not take is sent
// again when something else happens.
func (s *site) deliver(ctx context.Context) error {
	sent := 0
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.happened:
		}
		for events := s.account.Events(); sent < len(events); sent++ {
			e := events[sent]
			status, err := stripe.Deliver(ctx, s.webhook, e.Body, s.account.Sign(e.Body, time.Now()))
			if err != nil || status != http.StatusNoContent {
				s.log.Error("event not delivered", "type", e.Type, "status", status, "error", err)
				break
			}
		}
	}
}

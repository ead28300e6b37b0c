package remote

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"time"

	"sonora/internal/music"
)

// callbackPath is where providers say that an order has changed, followed by the order's ID and its
// secret.
const callbackPath = "/api/ai/callbacks"

// maxWoken is how often calls may make this server ask about one order at once. A provider calls a
// few times: when it has the text, the first song and all of them.
const maxWoken = 10

var errNoCallback = music.NewError(music.NotFound, "No order with this address is being made.")

// awaitCalls gives the order a new secret address for the provider to call, if it can call and this
// server knows how it is reached.
func (o *order) awaitCalls() {
	o.work.Request.Callback = ""
	if o.PublicURL == nil || !o.p.Capabilities().CallsBack {
		return
	}
	secret := rand.Text()
	o.record.Secret = secret
	o.mu.Lock()
	o.secret = secret
	o.mu.Unlock()
	o.work.Request.Callback = o.PublicURL.JoinPath(callbackPath, o.id, secret).String()
}

// expect lets calls reach an order, and forget ends that.
func (s *Service) expect(o *order) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orders[o.id] = o
}

func (s *Service) forget(o *order) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.orders[o.id] == o {
		delete(s.orders, o.id)
	}
}

// CalledBack makes this server ask the provider of an order at once how far it is. Nothing that the
// caller says counts, apart from the order's secret. It returns NotFound if this server waits for no
// such order.
func (s *Service) CalledBack(id, secret string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.orders[id]
	if o == nil || o.secret == "" || subtle.ConstantTimeCompare([]byte(o.secret), []byte(secret)) == 0 {
		return errNoCallback
	}
	select {
	case o.calls <- struct{}{}:
	default: // it is about to ask
	}
	return nil
}

// pause waits before the next question, or until the provider calls.
func (o *order) pause(ctx context.Context, wait time.Duration) error {
	if o.woken >= maxWoken {
		return o.sleep(ctx, wait)
	}
	return o.wait(ctx, wait, o.calls)
}

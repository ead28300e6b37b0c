package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
)

// ErrNobody means that nobody receives the subject of an Ask.
var ErrNobody = errors.New("there is no receiver")

// IsCluster reports whether other servers may be on the bus.
func (b *Bus) IsCluster() bool { return b.server == nil }

// Send sends data to everyone who receives a subject. Data that cannot be sent
// at once is lost.
func (b *Bus) Send(subject string, data []byte) error {
	if err := b.conn.Publish(subject, data); err != nil {
		return fmt.Errorf("send on %s: %w", subject, err)
	}
	return nil
}

// Receive calls handle for every message on a subject, one at a time, until
// stop is called. answer replies to Ask and does nothing otherwise. handle may
// keep data.
func (b *Bus) Receive(subject string, handle func(data []byte, answer func([]byte))) (stop func(), err error) {
	sub, err := b.conn.Subscribe(subject, func(m *nats.Msg) {
		handle(m.Data, func(data []byte) {
			if m.Reply == "" {
				return
			}
			if err := m.Respond(data); err != nil {
				b.log.Warn("send answer failed", "subject", subject, "error", err)
			}
		})
	})
	if err != nil {
		return nil, fmt.Errorf("receive %s: %w", subject, err)
	}
	return func() {
		if err := sub.Unsubscribe(); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
			b.log.Warn("unsubscribe failed", "subject", subject, "error", err)
		}
	}, nil
}

// Ask sends data and waits for the first answer. It returns ErrNobody if nobody
// receives the subject.
func (b *Bus) Ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	m, err := b.conn.RequestWithContext(ctx, subject, data)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, ErrNobody
	}
	if err != nil {
		return nil, fmt.Errorf("ask on %s: %w", subject, err)
	}
	return m.Data, nil
}

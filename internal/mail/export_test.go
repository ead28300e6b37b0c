package mail

import (
	"context"
	"time"
)

// Lease is the lease of a delivery.
const Lease, KeepFor = lease, keepFor

// Pauses are the pauses between attempts.
var Pauses = pauses

// SetClock makes a service use now as its clock.
func (s *Service) SetClock(now func() time.Time) { s.now = now }

// DeliverDue makes one attempt at each due message.
func (s *Service) DeliverDue(ctx context.Context) error { return s.deliverDue(ctx) }

// Tidy deletes old messages.
func (s *Service) Tidy(ctx context.Context) error { return s.tidy(ctx) }

package mail

import (
	"context"
	"time"
)

// Lease and Pauses are those of the delivery.
const Lease, KeepFor = lease, keepFor

// Pauses are those between attempts.
var Pauses = pauses

// SetClock makes a service live at the times that now returns.
func (s *Service) SetClock(now func() time.Time) { s.now = now }

// DeliverDue attempts what is due, once.
func (s *Service) DeliverDue(ctx context.Context) error { return s.deliverDue(ctx) }

// Tidy deletes old messages.
func (s *Service) Tidy(ctx context.Context) error { return s.tidy(ctx) }

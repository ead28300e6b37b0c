package alerting

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"sonora/internal/alert"
	"sonora/internal/vitals"
)

const (
	// settled is in how many checks running a trouble has to be there. It leaves out
	// what is over in a moment, such as at a start.
	settled = 2

	failedWindow = 15 * time.Minute
	manyFailures = 20 // failed sign-ins within the window
)

// watch looks for troubles that nobody reports, and sends what is due.
func (s *Service) watch(ctx context.Context) error {
	return errors.Join(s.watchFaults(ctx), s.watchDisks(ctx), s.watchSignIns(ctx), s.sendDue(ctx))
}

func (s *Service) sendDue(ctx context.Context) error {
	due, err := s.Store.ClaimDueAlerts(ctx, s.Now())
	for _, id := range due {
		err = errors.Join(err, s.send(ctx, id))
	}
	return err
}

func (s *Service) watchSignIns(ctx context.Context) error {
	failed, err := s.Store.FailedSignIns(ctx, s.Now().Add(-failedWindow))
	if err != nil || failed < manyFailures {
		return err
	}
	return s.raise(ctx, &alert.Alert{
		Kind: alert.FailedSignIns, Topic: string(alert.FailedSignIns), Count: failed, Data: alert.Data{Amount: failed}, Link: peoplePage,
	})
}

// watchFaults compares what does not work with what the operators were told.
func (s *Service) watchFaults(ctx context.Context) error {
	found := map[string]alert.Alert{}
	for _, f := range s.Faults() {
		topic := s.topic(alert.ServerFault, f.Part)
		found[topic] = alert.Alert{Kind: alert.ServerFault, Topic: topic, Data: alert.Data{Who: s.Server, What: f.Says.Encode()}, Link: statusPage}
	}
	return s.compare(ctx, alert.ServerFault, found, func(string) bool { return false })
}

// Below these a disk is nearly full: less than both, or less than the last.
const (
	lowShare  = 10       // percent
	lowBytes  = 20 << 30 // of large disks
	leastFree = 1 << 30
)

func (s *Service) watchDisks(ctx context.Context) error {
	found, recovering := map[string]alert.Alert{}, map[string]bool{}
	for _, d := range s.Disks() {
		folder := d.Folders[0].Path
		topic := s.topic(alert.DiskFilling, folder)
		switch {
		case isLow(d, 1):
			found[topic] = alert.Alert{Kind: alert.DiskFilling, Topic: topic, Data: alert.Data{Who: s.Server, What: folder, Amount: int(d.Free >> 20)}, Link: statusPage}
		case isLow(d, 1.25): // a disk at the limit does not alternate
			recovering[topic] = true
		}
	}
	return s.compare(ctx, alert.DiskFilling, found, func(topic string) bool { return recovering[topic] })
}

// isLow reports whether a disk has less space than a multiple of what is low.
func isLow(d vitals.Disk, factor float64) bool {
	free := float64(d.Free)
	return free < leastFree*factor || free < lowBytes*factor && free*100 < float64(d.Total)*lowShare*factor
}

// topic returns the topic of a trouble of this server.
func (s *Service) topic(kind alert.Kind, what string) string {
	return string(kind) + ":" + s.Server + ":" + what
}

// compare raises the troubles of a kind that were found, and solves those of this
// server that are no longer there, unless they stay as they are.
func (s *Service) compare(ctx context.Context, kind alert.Kind, found map[string]alert.Alert, stays func(topic string) bool) error {
	var errs []error
	for topic, a := range found {
		if s.seen[topic]++; s.seen[topic] >= settled {
			errs = append(errs, s.raise(ctx, &a))
		}
	}
	own := s.topic(kind, "")
	for topic := range s.seen {
		if _, there := found[topic]; !there && strings.HasPrefix(topic, own) {
			delete(s.seen, topic)
		}
	}
	lasting, err := s.Store.LastingAlerts(ctx, kind)
	for _, topic := range slices.DeleteFunc(lasting, stays) {
		if _, there := found[topic]; !there && strings.HasPrefix(topic, own) {
			s.Solve(ctx, topic)
		}
	}
	return errors.Join(append(errs, err)...)
}

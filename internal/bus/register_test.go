package bus_test

import (
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"sonora/internal/bus"
)

// counter opens the register of counters on a connection of its own.
func counter(t *testing.T, address string) *bus.Register {
	t.Helper()
	r, err := open(t, address).Register(t.Context(), "counters", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// add adds one to a counter.
func add(value []byte) ([]byte, error) {
	n := 0
	if value != nil {
		var err error
		if n, err = strconv.Atoi(string(value)); err != nil {
			return nil, err
		}
	}
	return strconv.AppendInt(nil, int64(n+1), 10), nil
}

// expect compares a counter, and leaves it as it is.
func expect(t *testing.T, r *bus.Register, want string) {
	t.Helper()
	got, stop := "", errors.New("read only")
	err := r.Change(t.Context(), "ana", func(value []byte) ([]byte, error) {
		got = string(value)
		return nil, stop
	})
	if !errors.Is(err, stop) || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// TestRegisterLosesNoChange has two servers change one value many times at once.
func TestRegisterLosesNoChange(t *testing.T) {
	address, _ := startNATS(t, 0)
	one, two := counter(t, address), counter(t, address)
	var wait sync.WaitGroup
	failed := make(chan error, 40)
	for range 20 {
		for _, r := range []*bus.Register{one, two} {
			wait.Go(func() { failed <- r.Change(t.Context(), "ana", add) })
		}
	}
	wait.Wait()
	for range cap(failed) {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	expect(t, one, "40")
	expect(t, two, "40")
}

// TestRegisterSurvivesRestartOfNATS restarts NATS, which deletes the values.
func TestRegisterSurvivesRestartOfNATS(t *testing.T) {
	address, stop := startNATS(t, 0)
	r := counter(t, address)
	if err := r.Change(t.Context(), "ana", add); err != nil {
		t.Fatal(err)
	}
	restartNATS(t, address, stop)
	deadline := time.Now().Add(20 * time.Second)
	err := r.Change(t.Context(), "ana", add)
	for err != nil && time.Now().Before(deadline) { // until the connection is back
		err = r.Change(t.Context(), "ana", add)
	}
	if err != nil {
		t.Fatal(err)
	}
	expect(t, r, "1")
}

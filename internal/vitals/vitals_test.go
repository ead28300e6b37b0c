package vitals

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

type database struct{ fails atomic.Bool }

func (d *database) Ping(context.Context) error {
	if d.fails.Load() {
		return errors.New("gone")
	}
	return nil
}

func TestSamplesOfTheLastHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &database{}
		s := New(d, t.TempDir(), nil, slog.New(slog.DiscardHandler))
		if r := s.Read(); r.Availability() != 1 || r.Latest().Answer != -1 {
			t.Errorf("before the first sample: %+v", r)
		}
		ctx, cancel := context.WithCancel(t.Context())
		go s.Run(ctx)
		time.Sleep(time.Hour) //nolint:forbidigo // in a bubble
		synctest.Wait()
		d.fails.Store(true)
		time.Sleep(30 * time.Minute) //nolint:forbidigo // in a bubble
		synctest.Wait()
		cancel()
		r := s.Read()
		if n := len(r.Samples); n != 361 {
			t.Errorf("%d samples of an hour, want one every ten seconds", n)
		}
		if got := r.Availability(); got < 0.49 || got > 0.51 {
			t.Errorf("the database answered in %.2f of the samples, want half of them", got)
		}
		if r.Latest().Answer != -1 || r.Samples[0].Answer < 0 {
			t.Errorf("answers: first %v, latest %v", r.Samples[0].Answer, r.Latest().Answer)
		}
		synctest.Wait()
	})
}

func TestMachineIsMeasured(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	var m machine
	m.sample()
	var got Sample
	for got.Server <= 0 { // the system counts in hundredths of a second
		for n := range 10_000_000 {
			sink += n
		}
		got = m.sample()
	}
	if got.Processor <= 0 || got.Processor > 1 || got.Server > 1 || got.Memory < 1<<20 {
		t.Errorf("measured %+v", got)
	}
}

// sink keeps the compiler from removing a loop.
var sink int

func TestFoldersOnOneDiskAreOneDisk(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	disks := DisksOf([]Folder{{"data", a}, {"music", b}, {"music", a + "/missing"}})
	if len(disks) != 1 || len(disks[0].Folders) != 2 || disks[0].Free <= 0 || disks[0].Free > disks[0].Total {
		t.Errorf("disks: %+v", disks)
	}
}

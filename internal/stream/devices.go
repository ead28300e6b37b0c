package stream

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"sonora/internal/music"
)

const (
	// deviceLease is how long a device counts after the last byte that it fetched.
	deviceLease = time.Minute
	// tellEvery is how often other servers are told that a device still fetches sound.
	tellEvery = 20 * time.Second
	// openedFor is how long a device may fetch the rest of what it has opened, although
	// the person's other devices are as many as the plan allows: somebody pauses a long
	// mix, or the plan ends meanwhile.
	openedFor = 6 * time.Hour
	// maxOpened is how many tracks and mixes are remembered of each device.
	maxOpened = 20

	devicesSubject = "sonora.devices"
)

// Bus carries messages between the servers of a cluster. Package bus implements it.
type Bus interface {
	Send(subject string, data []byte) error
	Receive(subject string, handle func(data []byte, answer func([]byte))) (stop func(), err error)
}

// Register keeps values that the servers of a cluster change one after another. Package
// bus implements it.
type Register interface {
	// Change calls alter again if another server was faster, and returns its errors.
	Change(ctx context.Context, name string, alter func(value []byte) ([]byte, error)) error
}

// devices knows on which devices people listen now: on this server and, as the others
// tell it, in the whole cluster.
type devices struct {
	now  func() time.Time
	tell func(message []byte) // nil for a single server

	mu sync.Mutex
	of map[string]map[string]*device // by account and device
}

// device is one device on which somebody listens.
type device struct {
	counts time.Time            // until when it counts
	opened map[string]time.Time // when it last fetched sound of a track or mix
	told   time.Time            // when other servers were last told
}

// fetched is the message that a device fetches sound.
type fetched struct {
	Account string `json:"account"`
	Device  string `json:"device"`
	Item    string `json:"item"`
}

func newDevices(now func() time.Time, tell func([]byte)) *devices {
	return &devices{now: now, tell: tell, of: map[string]map[string]*device{}}
}

// others returns how many other devices of a person fetch sound, and whether this one
// has opened an item already.
func (d *devices) others(v music.Viewer, item string) (n int64, isOpened bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.count(v, item)
}

// hasOpened reports whether the device of a viewer has opened an item already.
func (d *devices) hasOpened(v music.Viewer, item string) bool {
	_, isOpened := d.others(v, item)
	return isOpened
}

// plays reports whether the device of a viewer counts.
func (d *devices) plays(v music.Viewer) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	of := d.of[v.AccountID][v.Device]
	return of != nil && d.now().Before(of.counts)
}

// count is others. The caller holds the lock.
func (d *devices) count(v music.Viewer, item string) (n int64, isOpened bool) {
	now := d.now()
	for id, of := range d.of[v.AccountID] {
		if id == v.Device {
			at, known := of.opened[item]
			isOpened = known && now.Sub(at) < openedFor
		} else if now.Before(of.counts) {
			n++
		}
	}
	return n, isOpened
}

// claim counts the device of a viewer, which opens an item. It returns false if more
// other devices fetch sound than a decision knew of.
func (d *devices) claim(v music.Viewer, item string, known int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n, _ := d.count(v, item); n > known {
		return false
	}
	d.note(v.AccountID, v.Device, item, true)
	return true
}

// fetch keeps counting the device of a viewer, which fetches more of an item.
func (d *devices) fetch(v music.Viewer, item string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note(v.AccountID, v.Device, item, false)
}

// note counts a device, and tells other servers if they do not know or will soon forget.
// The caller holds the lock.
func (d *devices) note(account, id, item string, isNew bool) {
	now := d.now()
	of := d.keep(account, id, item, now)
	if d.tell == nil || !isNew && now.Sub(of.told) < tellEvery {
		return
	}
	of.told = now
	message, err := json.Marshal(fetched{account, id, item})
	if err == nil { // three strings cannot fail
		d.tell(message)
	}
}

func (d *devices) keep(account, id, item string, now time.Time) *device {
	of := d.find(account, id)
	of.counts = now.Add(deviceLease)
	of.opened[item] = now
	if len(of.opened) > maxOpened {
		of.forgetOldest()
	}
	return of
}

// find returns a device, which it adds if it is new. The caller holds the lock.
func (d *devices) find(account, id string) *device {
	all := d.of[account]
	if all == nil {
		all = map[string]*device{}
		d.of[account] = all
	}
	of := all[id]
	if of == nil {
		of = &device{opened: map[string]time.Time{}}
		all[id] = of
	}
	return of
}

func (of *device) forgetOldest() {
	oldest := ""
	for item, at := range of.opened {
		if oldest == "" || at.Before(of.opened[oldest]) {
			oldest = item
		}
	}
	delete(of.opened, oldest)
}

// heard takes the message of another server.
func (d *devices) heard(message []byte) error {
	var f fetched
	if err := json.Unmarshal(message, &f); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.keep(f.Account, f.Device, f.Item, d.now())
	return nil
}

// tidy forgets devices that have fetched nothing for a long time.
func (d *devices) tidy() {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	for account, all := range d.of {
		for id, of := range all {
			if now.Sub(of.counts) > openedFor {
				delete(all, id)
			}
		}
		if len(all) == 0 {
			delete(d.of, account)
		}
	}
}

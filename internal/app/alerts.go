package app

import (
	"fmt"
	"net/url"
	"os"
	"syscall"
	"time"

	"sonora/internal/alerting"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/store"
)

// deliverers is how many alerts are sent at once.
const deliverers = 2

// openAlerts builds what tells the operators.
func (a *App) openAlerts(c Config, db *store.Store, publicURL *url.URL) error {
	var inside *url.URL
	if c.InsideWebhook != "" {
		var err error
		if inside, err = url.Parse(c.InsideWebhook); err != nil || inside.Host == "" {
			return fmt.Errorf("webhook in a private network: %q is not an address such as http://chat.lan:8065", c.InsideWebhook)
		}
	}
	server, err := os.Hostname()
	if err != nil {
		server = publicURL.Hostname()
	}
	a.deliveries = job.NewLane(db, a.log, deliverers)
	a.alerts = alerting.New(alerting.Config{
		Store: db, Jobs: a.deliveries, Mail: a.mail, Events: a.bus, Settings: a.settings.Get, Log: a.log, PublicURL: publicURL, Inside: inside,
		Server: server, Now: time.Now, Faults: func() []music.Fault { return a.faults(c) }, Disks: func() []alerting.Disk { return a.disks(c) },
	})
	return nil
}

// disks returns the disks with the data of this server, each once.
func (a *App) disks(c Config) []alerting.Disk {
	var list []alerting.Disk
	seen := map[syscall.Fsid]bool{}
	for _, folder := range []string{c.Data, c.Media} {
		var disk syscall.Statfs_t
		if err := syscall.Statfs(folder, &disk); err != nil {
			list = append(list, alerting.Disk{Folder: folder})
			continue
		}
		if !seen[disk.Fsid] {
			list = append(list, alerting.Disk{Folder: folder, Free: int64(disk.Bavail) * disk.Bsize, Total: int64(disk.Blocks) * disk.Bsize})
		}
		seen[disk.Fsid] = true
	}
	return list
}

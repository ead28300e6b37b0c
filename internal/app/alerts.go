package app

import (
	"fmt"
	"net/url"
	"os"
	"time"

	"sonora/internal/alerting"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/vitals"
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
		Server: server, Now: time.Now, Faults: func() []music.Fault { return a.faults(c) }, Disks: func() []vitals.Disk { return vitals.DisksOf(c.ownFolders()) },
	})
	a.settings.AddRule(a.alerts.CheckSettings)
	return nil
}

package operator

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sonora/internal/vitals"
)

func figure(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("sonora_"+name, help, labels, nil)
}

var (
	figureJobs       = figure("jobs", "Background jobs of all servers, by state; failed ones of the last day.", "state")
	figureStations   = figure("stations", "Radio stations of all servers.")
	figureOnAir      = figure("stations_on_air", "Radio stations on air.")
	figureListeners  = figure("listeners", "Listeners of all stations.")
	figureDatabase   = figure("database_answer_seconds", "Time that the database took for its latest answer; absent while it does not answer.")
	figureFree       = figure("disk_free_bytes", "Free space of a disk, by folder and what that holds.", "folder", "holds")
	figureSize       = figure("disk_size_bytes", "Size of a disk, by folder and what that holds.", "folder", "holds")
	figureFaults     = figure("faults", "Parts of the server that do not work.")
	figureUnreadable = figure("figures_unreadable", "1 if the figures of jobs and stations could not be read.")
)

// Describe implements prometheus.Collector.
func (s *Service) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		figureJobs, figureStations, figureOnAir, figureListeners, figureDatabase, figureFree, figureSize, figureFaults, figureUnreadable,
	} {
		out <- d
	}
}

// collectTimeout is how long Prometheus waits for the database.
const collectTimeout = 5 * time.Second

// Collect implements prometheus.Collector.
func (s *Service) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	reading := s.Vitals.Read()
	seen := map[vitals.Folder]bool{}
	for _, disk := range reading.Disks {
		for _, f := range disk.Folders {
			if !seen[f] { // one configured twice would make all metrics unreadable
				seen[f] = true
				gauge(figureFree, float64(disk.Free), f.Path, f.Holds)
				gauge(figureSize, float64(disk.Total), f.Path, f.Holds)
			}
		}
	}
	if answer := reading.Latest().Answer; answer >= 0 {
		gauge(figureDatabase, answer.Seconds())
	}
	gauge(figureFaults, float64(len(s.Faults())))
	ctx, cancel := context.WithTimeout(context.Background(), collectTimeout)
	defer cancel()
	status, err := s.Status(ctx)
	if err != nil {
		gauge(figureUnreadable, 1)
		return
	}
	gauge(figureUnreadable, 0)
	gauge(figureJobs, float64(status.Jobs.Waiting), "waiting")
	gauge(figureJobs, float64(status.Jobs.Running), "running")
	gauge(figureJobs, float64(status.Jobs.Failed), "failed")
	gauge(figureStations, float64(status.Stations))
	gauge(figureOnAir, float64(status.OnAir))
	gauge(figureListeners, float64(status.Listeners))
}

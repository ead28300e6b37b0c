package radio

import (
	"maps"
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"sonora/internal/radio/playout"
)

func figure(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("sonora_radio_"+name, help, labels, nil)
}

var (
	figureState      = figure("station_state", "1 for the current state of a station.", "station", "mount", "state")
	figureListeners  = figure("station_listeners", "People who have listened to a station for at least five seconds, in all formats.", "station", "mount")
	figureBuffer     = figure("station_buffer_seconds", "Seconds of the source's sound that are buffered.", "station", "mount")
	figureUnderruns  = figure("station_underruns_total", "Blocks of 20 ms that were silent because no sound was ready.", "station", "mount")
	figureRestarts   = figure("station_encoder_restarts_total", "Encoder restarts.", "station", "mount")
	figureLevel      = figure("station_level_dbfs", "Loudness of a station in the last second.", "station", "mount")
	figureBitrate    = figure("station_bitrate_kbps", "Outgoing bitrate of a format in the last second.", "station", "mount", "format")
	figureOpen       = figure("station_connections", "Listener connections to a format.", "station", "mount", "format")
	figureConnected  = figure("connections", "Listener connections to this server.")
	figureSent       = figure("sent_bytes_total", "Bytes sent to listeners.")
	figureJumps      = figure("slow_jumps_total", "Times that a slow listener skipped sound.")
	figureLeft       = figure("left_total", "Listeners who left, by reason.", "reason")
	figureRefused    = figure("refused_total", "Listeners refused because of a limit.")
	figureNotWritten = figure("not_kept_total", "Station events that could not be written to the database.")
)

// Describe implements prometheus.Collector.
func (s *Service) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		figureState, figureListeners, figureBuffer, figureUnderruns, figureRestarts, figureLevel, figureBitrate, figureOpen,
		figureConnected, figureSent, figureJumps, figureLeft, figureRefused, figureNotWritten,
	} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (s *Service) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	count := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	counts := s.sessions.Counts()
	for _, p := range s.all() {
		id, mount, h := p.history.id(), p.history.station().Mount, p.Health()
		gauge(figureState, 1, id, mount, string(p.Status().State))
		gauge(figureListeners, float64(counts[id]), id, mount)
		gauge(figureBuffer, h.Buffer.Seconds(), id, mount)
		count(figureUnderruns, float64(h.Underruns), id, mount)
		count(figureRestarts, float64(h.Restarts), id, mount)
		if h.Level > playout.Silent {
			gauge(figureLevel, h.Level, id, mount)
		}
		for _, o := range h.Outputs {
			gauge(figureBitrate, float64(o.Bitrate), id, mount, o.Codec)
			gauge(figureOpen, float64(o.Listeners), id, mount, o.Codec)
		}
	}
	f := s.listen.Figures()
	gauge(figureConnected, float64(f.Listeners))
	count(figureSent, float64(f.Bytes))
	count(figureJumps, float64(f.Jumps))
	count(figureRefused, float64(f.Refused))
	count(figureNotWritten, float64(s.history.lost.Load()))
	for _, reason := range slices.Sorted(maps.Keys(f.Left)) {
		count(figureLeft, float64(f.Left[reason]), string(reason))
	}
}

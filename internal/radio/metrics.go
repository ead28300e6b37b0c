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
	figureState      = figure("station_state", "1 for the state a station is in.", "station", "mount", "state")
	figureListeners  = figure("station_listeners", "People who listen to a station, in all formats, for at least five seconds.", "station", "mount")
	figureBuffer     = figure("station_buffer_seconds", "Sound of a station's source that is here and was not heard yet.", "station", "mount")
	figureUnderruns  = figure("station_underruns_total", "Blocks of 20 ms with silence because something was not ready.", "station", "mount")
	figureRestarts   = figure("station_encoder_restarts_total", "Encoders that ended and were started again.", "station", "mount")
	figureLevel      = figure("station_level_dbfs", "How loud a station is, by the last second.", "station", "mount")
	figureBitrate    = figure("station_bitrate_kbps", "Of a format as it goes out, by the last second.", "station", "mount", "format")
	figureOpen       = figure("station_connections", "Listeners' connections to a format.", "station", "mount", "format")
	figureConnected  = figure("connections", "Listeners' connections to this server.")
	figureSent       = figure("sent_bytes_total", "Bytes sent to listeners.")
	figureJumps      = figure("slow_jumps_total", "Times that sound was left out for a listener who was slow.")
	figureLeft       = figure("left_total", "Listeners who are gone, by why.", "reason")
	figureRefused    = figure("refused_total", "Listeners above a limit.")
	figureNotWritten = figure("not_kept_total", "Things that happened and could not be written down.")
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
		id, mount, h := p.keeper.id(), p.keeper.mount(), p.Health()
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
	count(figureNotWritten, float64(s.keeping.lost.Load()))
	for _, reason := range slices.Sorted(maps.Keys(f.Left)) {
		count(figureLeft, float64(f.Left[reason]), string(reason))
	}
}

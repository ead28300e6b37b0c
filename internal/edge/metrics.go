package edge

import (
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// answerTimes measures how long requests wait for the beginning of their answers,
// by the class of their status. A stream that lasts for hours begins at once.
type answerTimes struct {
	*prometheus.HistogramVec
	classes [6]prometheus.Observer // by the first digit of the status
}

func newAnswerTimes() *answerTimes {
	t := &answerTimes{HistogramVec: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "sonora_http_answer_seconds", Help: "Time from the beginning of a request to the beginning of its answer, by the class of its status.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"status"})}
	for class := 1; class < len(t.classes); class++ {
		t.classes[class] = t.WithLabelValues(fmt.Sprintf("%dxx", class))
	}
	return t
}

func (t *answerTimes) observe(status int, took time.Duration) {
	if status == 0 {
		status = http.StatusOK // it has no body, and net/http answers 200
	}
	if class := status / 100; class > 0 && class < len(t.classes) {
		t.classes[class].Observe(took.Seconds())
	}
}

// Metrics returns the metrics of all requests.
func (e *Edge) Metrics() prometheus.Collector { return e.answers }

// Package timing measures how long requests wait for their answers.
package timing

import (
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Answers measures how long requests wait for the beginning of their answers, by
// the class of their status. A stream that lasts for hours begins at once. It is a
// prometheus.Collector.
type Answers struct {
	*prometheus.HistogramVec
	classes [6]prometheus.Observer // by the first digit of the status
}

// New returns Answers without requests.
func New() *Answers {
	a := &Answers{HistogramVec: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "sonora_http_answer_seconds", Help: "Time from the beginning of a request to the beginning of its answer, by the class of its status.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"status"})}
	for class := 1; class < len(a.classes); class++ {
		a.classes[class] = a.WithLabelValues(fmt.Sprintf("%dxx", class))
	}
	return a
}

// Observe counts an answer. The status is 0 if the handler wrote nothing, which
// net/http answers with 200.
func (a *Answers) Observe(status int, took time.Duration) {
	if status == 0 {
		status = http.StatusOK
	}
	if class := status / 100; class > 0 && class < len(a.classes) {
		a.classes[class].Observe(took.Seconds())
	}
}

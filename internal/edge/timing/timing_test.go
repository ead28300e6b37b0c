package timing

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

func TestAnswersAreCountedByClass(t *testing.T) {
	a := New()
	for _, status := range []int{200, 206, 0, 404, 999} {
		a.Observe(status, time.Millisecond)
	}
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(a)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]uint64{}
	for _, m := range families[0].GetMetric() {
		counts[m.GetLabel()[0].GetValue()] = m.GetHistogram().GetSampleCount()
	}
	if len(counts) != 5 || counts["2xx"] != 3 || counts["4xx"] != 1 || counts["5xx"] != 0 {
		t.Errorf("counted %v", counts)
	}
}

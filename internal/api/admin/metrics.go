package admin

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// metrics serves the server's metrics to Prometheus. It requires an operator,
// who may use an API key because Prometheus has no session.
func (a *API) metrics() http.HandlerFunc {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(a.edge.Metrics())
	if a.Radio != nil { // nil while only the OpenAPI document is generated
		registry.MustRegister(a.Radio, a.Figures)
	}
	figures := promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return func(w http.ResponseWriter, r *http.Request) {
		if err := mayOperate(r); err != nil {
			w.Header().Set("WWW-Authenticate", `Basic realm="Sonora", charset="UTF-8"`)
			a.edge.WriteProblem(w, r, err)
			return
		}
		figures.ServeHTTP(w, r)
	}
}

// mayOperate returns nil for operators, including those who use an API key of the
// scopes read and admin.
func mayOperate(r *http.Request) error {
	c := edge.CallerOf(r.Context())
	switch {
	case c.Err != nil:
		return c.Err
	case !c.Viewer.SignedIn():
		return music.ErrUnauthenticated
	case !c.Viewer.IsAdmin():
		return music.ErrForbidden
	}
	return nil
}

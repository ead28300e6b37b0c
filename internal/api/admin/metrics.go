package admin

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// metrics are the figures of the server for Prometheus, for its operators:
// signed in, or with one of their app passwords, as Prometheus has no session.
func (a *API) metrics() http.HandlerFunc {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if a.Radio != nil { // nil where only the OpenAPI document is wanted
		registry.MustRegister(a.Radio)
	}
	figures := promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return func(w http.ResponseWriter, r *http.Request) {
		if err := a.mayOperate(r); err != nil {
			w.Header().Set("WWW-Authenticate", `Basic realm="Sonora", charset="UTF-8"`)
			a.edge.WriteProblem(w, r, err)
			return
		}
		figures.ServeHTTP(w, r)
	}
}

// mayOperate lets operators through, also with an app password for everything.
func (a *API) mayOperate(r *http.Request) error {
	c := edge.CallerOf(r.Context())
	switch {
	case c.Err != nil:
		return c.Err
	case !c.Viewer.SignedIn():
		return music.ErrUnauthenticated
	case c.Viewer.IsAdmin():
		return nil
	case c.Viewer.Scope != music.ScopeFull:
		return music.ErrForbidden
	}
	account, err := a.Store.AccountByID(r.Context(), c.Viewer.AccountID)
	if err == nil && account.Role != music.Admin {
		err = music.ErrForbidden
	}
	return err
}

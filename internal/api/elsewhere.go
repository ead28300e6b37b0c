package api

import (
	"net/http"
	"slices"
	"strings"

	"sonora/internal/music"
)

// elsewhere answers what no operation does: the web app's pages and files,
// and below /api an error.
func (a *API) elsewhere(w http.ResponseWriter, r *http.Request) {
	if allowed := a.methodsFor(r); len(allowed) > 0 {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		a.notAllowed(w, r)
		return
	}
	if isAPI(r) {
		a.writeProblem(w, r, music.ErrNotFound)
		return
	}
	if !isRead(r) {
		w.Header().Set("Allow", "GET, HEAD")
		a.notAllowed(w, r)
		return
	}
	a.pages.ServeHTTP(w, r)
}

func (a *API) notAllowed(w http.ResponseWriter, r *http.Request) {
	p := &problem{Detail: `Method "` + r.Method + `" not allowed.`}
	a.writeJSON(w, r, http.StatusMethodNotAllowed, p.in(music.LanguageOf(r.Context())))
}

// methodsFor lists with which methods the path is an operation.
func (a *API) methodsFor(r *http.Request) []string {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		other := *r
		other.Method = method
		if _, pattern := a.mux.Handler(&other); pattern != "/" && !slices.Contains(allowed, method) {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

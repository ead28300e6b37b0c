package api

import (
	"context"
	"net/http"
	"net/url"
	"slices"
)

type endpointsJSON struct {
	Endpoints []string `json:"endpoints"`
}

func (a *API) endpoints(context.Context, *struct{}) (*body[endpointsJSON], error) {
	return &body[endpointsJSON]{endpointsJSON{slices.Clone(signInPaths)}}, nil
}

var signInPaths = []string{
	"/api/auth/register/", "/api/auth/login/", "/api/auth/token/refresh/", "/api/auth/logout/", "/api/auth/user", "/api/auth/google/",
}

type googleJSON struct {
	Configured bool `json:"configured"`
}

func (a *API) google(context.Context, *struct{}) (*body[googleJSON], error) {
	return &body[googleJSON]{googleJSON{Configured: false}}, nil
}

// googleCallback is where Google sends people back to. The web app goes on
// from there; the address on this server is fixed, whatever the query says.
func (a *API) googleCallback(w http.ResponseWriter, r *http.Request) {
	given, kept := r.URL.Query(), url.Values{}
	for _, name := range []string{"code", "state", "error"} {
		if value := given.Get(name); value != "" {
			kept.Set(name, value)
		}
	}
	if !kept.Has("code") && !kept.Has("error") {
		kept.Set("error", "missing_code")
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/auth/google/callback?"+kept.Encode(), http.StatusFound)
}

// Package upload is the API for uploading music, with tus or in a form.
package upload

import (
	"net/http"

	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/settings"
	"sonora/internal/upload"
)

// Config is what the area uses.
type Config struct {
	Settings *settings.Service
	Library  *library.Library
	Uploads  *upload.Service

	SendUpload func(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error
}

// API implements the operations in routes.go.
type API struct {
	Config
	edge *edge.Edge
}

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{Config: c, edge: e}
	a.routes(e)
	return a
}

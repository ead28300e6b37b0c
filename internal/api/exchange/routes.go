package exchange

import (
	_ "embed"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/account/imports", "dataImports", "List what you imported, latest first", edge.Person, a.imports)
	edge.RawMethod(e, http.MethodPost, "/api/account/imports", "importData", "Import listening history, likes and playlists of another service", edge.Person, a.takeOver, "", importForm, things.Slow, edge.Answers("200", "OK", e.JSONOf(importReportJSON{})), edge.Refuses(409))
	edge.Remove(e, "/api/account/imports/{id}", "undoImport", "Take an import back", edge.Person, a.undo, edge.Refuses(409))
}

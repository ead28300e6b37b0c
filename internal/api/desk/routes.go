package desk

import (
	_ "embed"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

var ofVersion = edge.Versioned("X-Marks-Version")

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/tracks/{id}/marks", "marks", "Get your marks of a track: cues, loops, beat grid", edge.Member, a.marks, ofVersion)
	edge.Put(e, "/api/tracks/{id}/marks", "saveMarks", "Replace your marks of a track", edge.Member, a.saveMarks, ofVersion)
	edge.Remove(e, "/api/tracks/{id}/marks", "clearMarks", "Delete your marks of a track", edge.Member, a.clearMarks, ofVersion)

	// What DJs bring from other programs, and take there
	edge.RawMethod(e, http.MethodPost, "/api/dj/imports", "importCollection", "Import from rekordbox, Traktor, Serato or Mixxx", edge.Member, a.importCollection, "", collectionForm, things.Slow, edge.Answers("200", "OK", e.JSONOf(collectionReportJSON{})))
	edge.Post(e, "/api/dj/imports/serato", "importSerato", "Import what Serato wrote into the files of the library", edge.Member, a.importSerato, things.Slow)
	edge.Raw(e, "/api/dj/export.xml", "exportCollection", "Export tracks and playlists as rekordbox XML", edge.Member, a.exportCollection, "application/xml", exportParameters, things.Slow)
}

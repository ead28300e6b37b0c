package automix

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Post(e, "/api/automixes", "makeAutomix", "Let the server make a mix", edge.Member, a.makeAutomix, edge.Accepted, edge.Refuses(404, 409))
	edge.Get(e, "/api/automixes", "automixes", "List your automixes, newest first", edge.Member, a.automixes)
	edge.Get(e, "/api/automixes/pair", "automixPair", "Get two tracks that fit a description and each other", edge.Browser, a.pair)
	edge.Get(e, "/api/automixes/{id}", "automix", "Get one of your automixes", edge.Member, a.automix)
	edge.Partial(e, "/api/automixes/{id}", "saveAutomix", "Rename one of your automixes", edge.Member, a.saveAutomix)
	edge.Remove(e, "/api/automixes/{id}", "removeAutomix", "Delete one of your automixes", edge.Member, a.removeAutomix, edge.Refuses(409))
	edge.Partial(e, "/api/automixes/{id}/joins/{number}", "saveAutomixJoin", "Change how two tracks are joined", edge.Member, a.saveJoin, edge.Accepted, edge.Refuses(409))
	edge.Post(e, "/api/automixes/{id}/publish", "publishAutomix", "Publish one of your automixes as a mix", edge.Creator, a.publish, edge.Created, edge.Refuses(409))
	edge.Raw(e, "/api/automixes/{id}/audio", "automixAudio", "Stream one of your automixes, also while it is made", edge.Member, a.audio, "audio/mpeg", edge.Refuses(416), edge.Revalidates, edge.Throttled(edge.Free))
	edge.Get(e, "/api/automixes/{id}/waveform", "automixWaveform", "Get the waveform of one of your automixes", edge.Member, a.waveform)
}
